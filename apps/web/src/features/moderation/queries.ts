import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { UserState } from '@samtur/contract/moderation'
import type { HidingBody, ReportDetail, ReportStatus } from '@samtur/contract/reports'
import { api } from '#lib/api'

/** The blocked people. Other pages change them, so they are always loaded again. */
export const blocksQuery = queryOptions({
  queryKey: ['moderation', 'blocks'],
  queryFn: ({ signal }) => api.moderation.blocks({}, { signal }),
  select: ({ items }) => items,
  staleTime: 0,
})

interface BlockChange {
  userId: string
  blocked: boolean
}

/** Removes a block, or restores it. */
export function useSetBlock() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ userId, blocked }: BlockChange) => {
      await api.moderation[blocked ? 'block' : 'unblock']({ params: { userId } })
    },
    onSettled: () => {
      // A block changes rides, conversations and the person's profile.
      for (const slice of ['chat', 'rides', 'profiles']) void client.invalidateQueries({ queryKey: [slice] })
      return client.invalidateQueries({ queryKey: blocksQuery.queryKey })
    },
  })
}

/** The administrator's search; also the key of its results. */
export interface UserSearch {
  q: string
  state: UserState | ''
}

export const usersQuery = ({ q, state }: UserSearch) =>
  infiniteQueryOptions({
    queryKey: ['moderation', 'users', q, state],
    queryFn: ({ pageParam, signal }) =>
      api.moderation.users({ query: { q: q || undefined, state: state || undefined, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined,
    // Keeps the results while the next ones load.
    placeholderData: keepPreviousData,
  })

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['moderation', 'user', id],
    queryFn: ({ signal }) => api.moderation.user({ params: { id } }, { signal }),
    staleTime: 0,
  })

export const auditLogQuery = infiniteQueryOptions({
  queryKey: ['moderation', 'log'],
  queryFn: ({ pageParam, signal }) => api.moderation.auditLog({ query: { cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined,
  staleTime: 0,
})

/** What an administrator may do to an account with a reason. */
export type AccountAction = 'suspend' | 'lift' | 'liftSecondFactor' | 'deleteUser'

function useRefreshAdmin() {
  const client = useQueryClient()
  return () => {
    for (const what of ['users', 'user', 'log', 'report'])
      void client.invalidateQueries({ queryKey: ['moderation', what] })
  }
}

export function useAccountAction(id: string) {
  const client = useQueryClient()
  const refresh = useRefreshAdmin()
  return useMutation({
    mutationFn: ({
      action,
      reason,
      reportId,
    }: {
      action: AccountAction
      reason: string
      reportId?: string | undefined
    }) =>
      action === 'suspend'
        ? api.moderation.suspend({ params: { id }, body: { reason, report_id: reportId } })
        : api.moderation[action]({ params: { id }, body: { reason } }),
    onSuccess: (user) => client.setQueryData(userQuery(id).queryKey, user),
    // Also after a refusal, because another administrator may have been faster.
    onSettled: refresh,
  })
}

export function useEndUserSessions(id: string) {
  const refresh = useRefreshAdmin()
  return useMutation({
    mutationFn: () => api.moderation.endUserSessions({ params: { id } }),
    onSettled: refresh,
  })
}

export function useInvite() {
  const refresh = useRefreshAdmin()
  return useMutation({ mutationFn: (email: string) => api.moderation.invite({ body: { email } }), onSettled: refresh })
}

export const reportsQuery = (status: ReportStatus | '') =>
  infiniteQueryOptions({
    queryKey: ['moderation', 'reports', status],
    queryFn: ({ pageParam, signal }) =>
      api.reports.all({ query: { status: status || undefined, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: ['moderation', 'report', id],
    queryFn: ({ signal }) => api.reports.one({ params: { id } }, { signal }),
    staleTime: 0,
  })

/** The numbers of open reports and support requests. */
export const pendingQuery = queryOptions({
  queryKey: ['moderation', 'pending'],
  queryFn: async ({ signal }) => {
    const one = { query: { limit: '1' } }
    const [reports, requests] = await Promise.all([api.reports.all(one, { signal }), api.support.all(one, { signal })])
    return { reports: reports.pending, support: requests.counts.pending }
  },
})

/** Reloads everything that a report can change. */
export function refreshReports(client: QueryClient) {
  for (const what of ['reports', 'report', 'pending', 'log'])
    void client.invalidateQueries({ queryKey: ['moderation', what] })
}

export type Decision = 'resolve' | 'dismiss'

export function useDecision(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ decision, reason }: { decision: Decision; reason: string }) =>
      api.reports[decision]({ params: { id }, body: { reason } }),
    onSuccess: (report: ReportDetail) => client.setQueryData(reportQuery(id).queryKey, report),
    // Also after a refusal, because another administrator may have been faster.
    onSettled: () => refreshReports(client),
  })
}

export function useMessageReporter(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { subject: string; message: string }) => api.reports.message({ params: { id }, body }),
    onSettled: () => refreshReports(client),
  })
}

/** Hides content, or shows it again. */
export function useHiding() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ hidden, ...body }: HidingBody & { hidden: boolean }) => {
      await api.reports[hidden ? 'hide' : 'show']({ body })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['moderation', 'report'] }),
  })
}

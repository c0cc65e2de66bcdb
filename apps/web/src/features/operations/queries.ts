import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#lib/api'

const EVERY_MS = 30_000

/** Loads the state of the running product, again every half minute while the page is in front. */
export const stateQuery = queryOptions({
  queryKey: ['operations', 'state'],
  queryFn: ({ signal }) => api.operations.state({}, { signal }),
  staleTime: 0,
  refetchInterval: EVERY_MS,
})

export const undeliveredQuery = infiniteQueryOptions({
  queryKey: ['operations', 'mails'],
  queryFn: ({ pageParam, signal }) => api.operations.mails({ query: { cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined,
  staleTime: 0,
  refetchInterval: EVERY_MS,
})

/** Returns a function that loads all of the page again, and returns whether that succeeded. */
export function useReload() {
  const client = useQueryClient()
  return async () => {
    await client.refetchQueries({ queryKey: ['operations'] })
    return client.getQueryState(stateQuery.queryKey)?.status === 'success'
  }
}

/** Reloads what sending again changes; also after a refusal, because another administrator may have been faster. */
function useRefreshMails() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: ['moderation', 'log'] })
    void client.invalidateQueries({ queryKey: stateQuery.queryKey })
    return client.invalidateQueries({ queryKey: undeliveredQuery.queryKey })
  }
}

export function useResendMail() {
  const onSettled = useRefreshMails()
  return useMutation({ mutationFn: (id: string) => api.operations.resendMail({ params: { id } }), onSettled })
}

export function useResendMails() {
  const onSettled = useRefreshMails()
  return useMutation({ mutationFn: () => api.operations.resendMails({}), onSettled })
}

import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import type { RequestDetail, RequestFilters, SupportStatus } from '@samtur/contract/support'
import { api, type Api } from '#lib/api'
import { withRequest } from './admin-model.ts'

export type Requests = InfiniteData<Awaited<ReturnType<Api['support']['all']>>>

const all = ['support', 'admin'] as const
const lists = [...all, 'list'] as const

export const requestsQuery = (filters: RequestFilters) =>
  infiniteQueryOptions({
    queryKey: [...lists, filters],
    queryFn: ({ pageParam, signal }) =>
      api.support.all({ query: { ...filters, limit: '50', cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined,
    // Keeps the results while the next ones load.
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, 'request', id],
    queryFn: ({ signal }) => api.support.one({ params: { id } }, { signal }),
    staleTime: 0,
  })

export const daysQuery = queryOptions({
  queryKey: [...all, 'days'],
  queryFn: ({ signal }) => api.support.days({}, { signal }),
  select: ({ items }) => items,
})

/** Reloads everything shown here, and the number of open requests. */
export function refreshRequests(client: QueryClient) {
  void client.invalidateQueries({ queryKey: all })
  void client.invalidateQueries({ queryKey: ['moderation', 'pending'] })
}

/** Puts the server's response for a request into every list. */
function put(client: QueryClient, request: RequestDetail) {
  client.setQueryData(requestQuery(request.id).queryKey, request)
  client.setQueriesData<Requests>({ queryKey: lists }, (known) => known && withRequest(known, request))
}

interface Change {
  status?: SupportStatus
  admin_notes?: string
}

export function useUpdate(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => api.support.update({ params: { id }, body: change }),
    onSuccess: (request) => put(client, request),
    // Also after a refusal, because another administrator may have been faster.
    onSettled: () => refreshRequests(client),
  })
}

export function useReply(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { message: string; client_id: string }) => api.support.reply({ params: { id }, body }),
    onSuccess: (request) => put(client, request),
    onSettled: () => refreshRequests(client),
  })
}

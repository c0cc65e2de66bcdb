import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { HandoverBody, OwnRequestDetail, SupportBody } from '@samtur/contract/support'
import { api } from '#lib/api'
import { useCatchUp, useLive, usePolling } from '#lib/live'
import { withMessage } from './model.ts'

const minute = 60_000

const ownQuery = infiniteQueryOptions({
  queryKey: ['support', 'own'],
  queryFn: ({ pageParam, signal }) => api.support.own({ query: { cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined,
  // New requests shift later pages, so duplicates are removed.
  select: ({ pages }) => [...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()],
  staleTime: 0,
})

const oneQuery = (id: string) =>
  queryOptions({
    queryKey: ['support', 'one', id],
    queryFn: ({ signal }) => api.support.ownOne({ params: { id } }, { signal }),
    staleTime: 0,
  })

export const useOwnRequests = () => useInfiniteQuery({ ...ownQuery, refetchInterval: usePolling('inbox', minute) })
export const useOwnRequest = (id: string) => useQuery({ ...oneQuery(id), refetchInterval: usePolling('inbox', minute) })

/** The inbox reports a change without its content, so the shown queries load again. */
export function useLiveSupport() {
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: ['support'] })
  useLive('inbox', (event) => {
    if (event.event === 'changed' && event.what === 'support') refresh()
  })
  useCatchUp('inbox', refresh)
}

interface NewRequest {
  body: SupportBody
  idempotencyKey: string
}

export function useCreateRequest() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: NewRequest) => api.support.create({ body }, { idempotencyKey }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ownQuery.queryKey }),
  })
}

/** Hands the conversation over to a person; the response is its new state. */
export function useHandOver() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: HandoverBody; idempotencyKey: string }) =>
      api.support.handOver({ body }, { idempotencyKey }),
    onSuccess: (request) => {
      client.setQueryData(oneQuery(request.id).queryKey, request)
      void client.invalidateQueries({ queryKey: ownQuery.queryKey })
    },
  })
}

/** The client's id makes sending again safe. */
export function useSay(id: string) {
  const client = useQueryClient()
  const { queryKey } = oneQuery(id)
  return useMutation({
    mutationFn: (body: { content: string; client_id: string }) => api.support.say({ params: { id }, body }),
    onSuccess: (message) => {
      client.setQueryData(queryKey, (known: OwnRequestDetail | undefined) => known && withMessage(known, message))
      void client.invalidateQueries({ queryKey: ownQuery.queryKey })
    },
    // The request may be resolved meanwhile, so it loads again.
    onError: () => client.invalidateQueries({ queryKey }),
  })
}

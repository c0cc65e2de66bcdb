import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MeetingPointBody, MeetingPointChanges } from '@samtur/contract/meeting-points'
import { api } from '#lib/api'

/** Loads the points that can be chosen at a place; the list hardly ever changes. */
export const pointsQuery = (placeId: number) =>
  queryOptions({
    queryKey: ['meeting-points', 'place', placeId],
    queryFn: ({ signal }) => api.meetingPoints.list({ query: { place_id: String(placeId) } }, { signal }),
    staleTime: 5 * 60_000,
  })

// ---- Administrators --------------------------------------------------------------------------------------

/** Loads all points, or those of a place, page by page. */
export const allPointsQuery = (placeId: number | undefined) =>
  infiniteQueryOptions({
    queryKey: ['meeting-points', 'all', placeId ?? null],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.meetingPoints.all(
        { query: { ...(placeId !== undefined && { place_id: String(placeId) }), ...(cursor && { cursor }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    staleTime: 0,
  })

export const suggestionsQuery = queryOptions({
  queryKey: ['meeting-points', 'suggestions'],
  queryFn: ({ signal }) => api.meetingPoints.suggestions({}, { signal }),
  select: ({ items }) => items,
  staleTime: 0,
})

function useRefresh() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: ['moderation', 'log'] })
    return client.invalidateQueries({ queryKey: ['meeting-points'] })
  }
}

type Write = { id: string; changes: MeetingPointChanges } | { body: MeetingPointBody }

export function useSavePoint() {
  const onSettled = useRefresh()
  return useMutation({
    mutationFn: (write: Write) =>
      'id' in write
        ? api.meetingPoints.change({ params: { id: write.id }, body: write.changes })
        : api.meetingPoints.add({ body: write.body }),
    onSettled,
  })
}

export function useRetirePoint() {
  const onSettled = useRefresh()
  return useMutation({ mutationFn: (id: string) => api.meetingPoints.retire({ params: { id } }), onSettled })
}

export function useRestorePoint() {
  const onSettled = useRefresh()
  return useMutation({ mutationFn: (id: string) => api.meetingPoints.restore({ params: { id }, body: {} }), onSettled })
}

export function useDismissSuggestion() {
  const onSettled = useRefresh()
  return useMutation({
    mutationFn: (body: { place_id: number; name: string }) => api.meetingPoints.dismiss({ body }),
    onSettled,
  })
}

export function useImportPoints() {
  const onSettled = useRefresh()
  return useMutation({ mutationFn: (csv: string) => api.meetingPoints.import({ body: { csv } }), onSettled })
}

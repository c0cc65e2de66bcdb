// Apart from queries.ts, of which the home page needs a part.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#lib/api'
import type { Lost } from './model.ts'

/** Other ways to travel for a lost trip. Each visit reloads them, because seats are taken meanwhile. */
export const rescueQuery = (lost: Lost) =>
  queryOptions({
    queryKey: ['wanted', 'rescue', lost],
    queryFn: ({ signal }) =>
      'reservation_id' in lost
        ? api.wanted.rescueReservation({ params: { id: lost.reservation_id } }, { signal })
        : api.wanted.rescueWaiting({ params: { id: lost.waiting_id } }, { signal }),
    staleTime: 0,
  })

/** Keeps a search for a lost trip. */
export function useWantLost(lost: Lost) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (idempotencyKey: string) =>
      'reservation_id' in lost
        ? api.wanted.wantReservation({ params: { id: lost.reservation_id } }, { idempotencyKey })
        : api.wanted.wantWaiting({ params: { id: lost.waiting_id } }, { idempotencyKey }),
    onSettled: () => void client.invalidateQueries({ queryKey: ['wanted'] }),
  })
}

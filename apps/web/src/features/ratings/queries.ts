import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RatingBody } from '@samtur/contract/ratings'
import { api } from '#lib/api'

export const ratingsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['ratings', userId],
    queryFn: ({ pageParam, signal }) =>
      api.ratings.list({ params: { id: userId }, query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined,
  })

interface NewRating {
  reservationId: string
  body: RatingBody
  idempotencyKey: string
}

export function useRate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ reservationId, body, idempotencyKey }: NewRating) =>
      api.ratings.create({ params: { id: reservationId }, body }, { idempotencyKey }),
    // Also after a refusal: it may have been rated on another device.
    onSettled: () => {
      // The driver's average stands beside every ride and on the profile.
      for (const slice of ['ratings', 'reservations', 'rides', 'profiles']) {
        void client.invalidateQueries({ queryKey: [slice] })
      }
    },
  })
}

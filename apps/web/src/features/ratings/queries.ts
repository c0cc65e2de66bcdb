import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RatingBody } from '@samtur/contract/ratings'
import { api } from '#lib/api'

export const ratingsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['ratings', userId],
    queryFn: ({ pageParam, signal }) =>
      api.ratings.list({ params: { id: userId }, query: { cursor: pageParam || undefined } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined,
  })

/** Sends the rated person's reply, of which there is one. */
export function useReply() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, text, idempotencyKey }: { id: string; text: string; idempotencyKey: string }) =>
      api.ratings.reply({ params: { id }, body: { text } }, { idempotencyKey }),
    // Also after an error: the reply may have been written on another device.
    onSettled: () => client.invalidateQueries({ queryKey: ['ratings'] }),
  })
}

export const reportComment = (id: string, reason: string) => api.ratings.report({ params: { id }, body: { reason } })

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

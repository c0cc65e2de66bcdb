import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#lib/api'

export const feedQuery = queryOptions({
  queryKey: ['calendar', 'feed'],
  queryFn: ({ signal }) => api.calendar.get(undefined, { signal }),
  staleTime: 0,
  // It is asked for by a press, and a refusal is answered with the question for the password.
  retry: false,
})

/** A new address, or none any more; the one before stops working either way. */
export function useFeedChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: 'renew' | 'remove') => api.calendar[change](),
    onSuccess: (feed) => client.setQueryData(feedQuery.queryKey, feed),
  })
}

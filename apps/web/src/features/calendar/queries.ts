import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#lib/api'

export const feedQuery = queryOptions({
  queryKey: ['calendar', 'feed'],
  queryFn: ({ signal }) => api.calendar.get(undefined, { signal }),
  staleTime: 0,
  // The person requests the address by a press, and a refusal opens the password dialog.
  retry: false,
})

/** Makes a new address, or removes it; the previous one stops working either way. */
export function useFeedChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: 'renew' | 'remove') => api.calendar[change](),
    onSuccess: (feed) => client.setQueryData(feedQuery.queryKey, feed),
  })
}

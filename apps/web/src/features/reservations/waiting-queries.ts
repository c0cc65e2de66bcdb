import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TakeBody, WaitingBody } from '@samtur/contract/waiting'
import { api } from '#lib/api'
import { usePolling } from '#lib/live'
import { refreshSeatsAtOnce } from './queries.ts'

const minute = 60_000

const waitingQuery = queryOptions({
  queryKey: ['reservations', 'waiting'],
  queryFn: ({ signal }) => api.waiting.mine({}, { signal }),
  select: ({ items }) => items,
  staleTime: 0,
})

/** The reader's places on waiting lists of rides ahead: offers first, then by departure. */
export const useWaitingEntries = () => useQuery({ ...waitingQuery, refetchInterval: usePolling('inbox', minute) })

/** Returns the reader's place on the waiting list of a ride, while it is waiting or has an offer. */
export const useWaitingEntry = (rideId: string) =>
  useQuery({
    ...waitingQuery,
    select: ({ items }) => items.find(({ ride_id, state }) => ride_id === rideId && isOpen(state)),
  }).data

const isOpen = (state: string) => state === 'waiting' || state === 'offered'

/** Reloads reservations, waiting lists and rides; also after an error, because the shown data may be outdated. */
function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['reservations'] }),
      client.invalidateQueries({ queryKey: ['rides'] }),
    ])
}

interface NewEntry {
  rideId: string
  body: WaitingBody
  idempotencyKey: string
}

export function useJoin() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ rideId, body, idempotencyKey }: NewEntry) =>
      api.waiting.join({ params: { id: rideId }, body }, { idempotencyKey }),
    onSettled: () => void refresh(),
  })
}

/** Leaves the waiting list of a ride; held seats go to the next person. Stays pending until the lists show it. */
export function useLeave() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (rideId: string) => api.waiting.leave({ params: { id: rideId } }),
    onSettled: refresh,
  })
}

interface Taking {
  id: string
  body: TakeBody
  idempotencyKey: string
}

/** Takes the held seats: a reservation, or a request that stands first. Stays pending until the lists show it. */
export function useTake() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, body, idempotencyKey }: Taking) =>
      api.waiting.take({ params: { id }, body }, { idempotencyKey }),
    onSuccess: refreshSeatsAtOnce,
    onSettled: refresh,
  })
}

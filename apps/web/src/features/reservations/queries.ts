import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReservationBody } from '@samtur/contract/reservations'
import { api } from '#lib/api'
import { useLive, useLiveState } from '#lib/live'
import { activeOn } from './model.ts'

const minute = 60_000

const reservationsQuery = queryOptions({
  queryKey: ['reservations', 'mine'],
  queryFn: ({ signal }) => api.reservations.mine({}, { signal }),
  select: ({ items }) => items,
  // Nobody hears of changes on other pages: always ask anew.
  staleTime: 0,
})

const ridesQuery = queryOptions({
  queryKey: ['reservations', 'my-rides'],
  queryFn: ({ signal }) => api.reservations.myRides({}, { signal }),
  select: ({ items }) => items,
  staleTime: 0,
})

/** While nothing arrives live, the lists ask from time to time. */
function usePolling() {
  return useLiveState('inbox') === 'joined' ? (false as const) : minute
}

export const useMyReservations = () => useQuery({ ...reservationsQuery, refetchInterval: usePolling() })
export const useMyRides = () => useQuery({ ...ridesQuery, refetchInterval: usePolling() })

/** For cards of rides, which are many: asked for once for all of them, and not again with each page of them. */
export const useActiveReservation = (rideId: string) =>
  useQuery({ ...reservationsQuery, select: ({ items }) => activeOn(rideId, items), staleTime: minute }).data

/** Seats and requests are on both kinds of screens. Resolves when the visible ones are fresh. */
function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['reservations'] }),
      client.invalidateQueries({ queryKey: ['rides'] }),
    ])
}

/** The inbox says that something has changed, not what it is now: the lists ask again. */
export function useLiveLists() {
  const refresh = useRefresh()
  useLive('inbox', (event) => {
    if (event.event === 'changed' && event.what !== 'chats') void refresh()
  })
  const catchUp = useEffectEvent(() => void refresh())
  const joined = useLiveState('inbox') === 'joined'
  const before = useRef(joined)
  useEffect(() => {
    // What is mounted while the inbox is joined has just been asked for.
    if (joined && !before.current) catchUp()
    before.current = joined
  }, [joined])
}

interface NewReservation {
  rideId: string
  body: ReservationBody
  idempotencyKey: string
}

export function useReserve() {
  const refresh = useRefresh()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ rideId, body, idempotencyKey }: NewReservation) =>
      api.reservations.create({ params: { id: rideId }, body }, { idempotencyKey }),
    onSuccess: (created) => {
      // What was just asked for is known before the list has come again.
      client.setQueryData(reservationsQuery.queryKey, (page) => page && { ...page, items: [created, ...page.items] })
      void refresh()
    },
  })
}

export type Answer = 'accept' | 'reject'

/** Stays pending until the lists show the outcome, so that nobody answers twice meanwhile. */
export function useAnswer() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, answer }: { id: string; answer: Answer }) => api.reservations[answer]({ params: { id } }),
    // Also after a refusal: somebody else was faster, or the seats are gone, and the list should say so.
    onSettled: refresh,
  })
}

/** The present time, to the minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(timer)
  }, [])
  return now
}

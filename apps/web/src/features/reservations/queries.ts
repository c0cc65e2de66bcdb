import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnReservation, ReservationBody } from '@samtur/contract/reservations'
import type { Ride } from '@samtur/contract/rides'
import { api, ApiError } from '#lib/api'
import { useLive, usePolling, useRejoined } from '#lib/live'
import { keep, recall, type Lists } from '#lib/offline-copy'
import { getSession, refreshSession } from '#lib/session'
import type { SectionPositions } from '../rides/model.ts'
import { partFields, type RidePart } from '../rides/detours.ts'
import { activeOn } from './model.ts'

const minute = 60_000

interface Part<Item> {
  items: Item[]
  next_cursor: string | null
  /** For an offline copy: when it was read from the server. */
  as_of?: string
}

/** Returns the items of all pages, without those that moved to the next page while it was loaded. */
function unique<Item extends { id: string }>(pages: readonly Part<Item>[]): Item[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()]
}

const endless = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }: Part<unknown>) => next_cursor ?? undefined,
  // Live updates arrive only while a list is shown, so each visit reloads it.
  staleTime: 0,
}

const away: unknown[] = ['offline', 'unavailable']

/** Reads a page of a list. The first page is stored on the device, and returned while the server cannot be reached. */
async function readOrRecall<Name extends keyof Lists>(
  list: Name,
  cursor: string | undefined,
  ask: () => Promise<Part<Lists[Name]>>,
): Promise<Part<Lists[Name]>> {
  const owner = cursor ? undefined : getSession().me?.id
  try {
    const part = await ask()
    if (owner) void keep(owner, list, part.items)
    return part
  } catch (error) {
    const isAway = error instanceof ApiError && away.includes(error.code)
    const copy = owner && isAway ? await recall(owner, list) : undefined
    if (!copy) throw error
    return { items: [...copy.items], next_cursor: null, as_of: new Date(copy.at).toISOString() }
  }
}

const reservationsQuery = infiniteQueryOptions({
  ...endless,
  queryKey: ['reservations', 'mine'],
  queryFn: ({ pageParam: cursor, signal }) =>
    readOrRecall('reservations', cursor, () => api.reservations.mine({ query: { cursor } }, { signal })),
  select: ({ pages }) => unique(pages),
})

const ridesQuery = infiniteQueryOptions({
  ...endless,
  queryKey: ['reservations', 'my-rides'],
  queryFn: ({ pageParam: cursor, signal }) =>
    readOrRecall('rides', cursor, () => api.reservations.myRides({ query: { cursor } }, { signal })),
  select: ({ pages }) => unique(pages),
})

export const useMyReservations = () =>
  useInfiniteQuery({ ...reservationsQuery, refetchInterval: usePolling('inbox', minute) })
export const useMyRides = () => useInfiniteQuery({ ...ridesQuery, refetchInterval: usePolling('inbox', minute) })

const asOf = ({ pages: [first] }: { pages: readonly Part<unknown>[] }) => first?.as_of

/** Returns when the shown list was read, if it is the offline copy; undefined if it comes from the server. */
export const useReservationsAsOf = () => useInfiniteQuery({ ...reservationsQuery, select: asOf, enabled: false }).data
export const useRidesAsOf = () => useInfiniteQuery({ ...ridesQuery, select: asOf, enabled: false }).data

/** Returns the reader's reservation on a ride in a list. All cards share one request, which is not repeated for each page. */
export const useActiveReservation = (rideId: string) =>
  useInfiniteQuery({
    ...reservationsQuery,
    select: ({ pages }) => activeOn(rideId, unique<OwnReservation>(pages)),
    staleTime: minute,
  }).data

/** Reloads reservations and rides, which both show seats and requests. Resolves when the visible ones are up to date. */
function useRefresh() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['reservations'] }),
      client.invalidateQueries({ queryKey: ['rides'] }),
    ])
}

/** Reloads the lists when the inbox reports a change; the event does not contain the new data. */
export function useLiveLists() {
  const refresh = useRefresh()
  useLive('inbox', (event) => {
    if (event.event === 'changed' && (event.what === 'reservations' || event.what === 'rides')) void refresh()
  })
  useRejoined('inbox', () => void refresh())
}

/** Loads anew how many seats the reader still gets at once, where that is limited. */
export function refreshSeatsAtOnce() {
  if (typeof getSession().me?.profile.instant_seats_left === 'number') void refreshSession()
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
      // The new reservation is shown before the list has reloaded.
      client.setQueryData(reservationsQuery.queryKey, (known) => {
        const [first, ...rest] = known?.pages ?? []
        return known && first && { ...known, pages: [{ ...first, items: [created, ...first.items] }, ...rest] }
      })
      void refresh()
      refreshSeatsAtOnce()
    },
  })
}

/** Returns the ride as it is now, with the same part or another one. */
export async function fetchRide(ride: Ride, other?: SectionPositions): Promise<Ride> {
  const { id, route, section, detour } = ride
  const part: RidePart = other ?? { ...section, detour: detour ?? undefined }
  const whole = !part.detour && part.from_position === 0 && part.to_position === route.length - 1
  return api.rides.get({ params: { id }, query: whole ? {} : partFields(part) })
}

/** What the driver does with a passenger; `accept_only` accepts without the meeting points that were asked for. */
export type Answer = 'accept' | 'accept_only' | 'reject' | 'remove'

/** What the driver says with an answer. */
export interface Said {
  reason?: string
  /** To how many minutes beyond the own limit for detours the driver has agreed. */
  minutesOverLimit?: number
}

export interface GivenAnswer extends Said {
  id: string
  answer: Answer
}

/** Sends a decision. Stays pending until the lists show the outcome, so that it cannot be sent twice. */
export function useAnswer() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, answer, reason = '', minutesOverLimit }: GivenAnswer) => {
      const params = { id }
      if (answer === 'remove') return api.reservations.remove({ params, body: { reason } })
      if (answer === 'reject') return api.reservations.reject({ params, body: reason ? { reason } : undefined })
      const choices = {
        ...(answer === 'accept_only' && { keep_points: true }),
        ...(minutesOverLimit && { minutes_over_limit: minutesOverLimit }),
      }
      const chooses = Object.keys(choices).length > 0
      return api.reservations.accept({ params, body: chooses ? { reason: null, ...choices } : undefined })
    },
    // Also after an error: the request may have been cancelled, or the seats taken, which the list then shows.
    onSettled: refresh,
  })
}

/** Cancels an own reservation. */
export function useWithdraw() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      api.reservations.cancel({ params: { id }, body: reason ? { reason } : undefined }),
    onSuccess: refreshSeatsAtOnce,
    onSettled: refresh,
  })
}

/** Confirms a changed ride; the version is that of the ride on the screen. */
export function useConfirmChange() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, version }: { id: string; version: number }) =>
      api.reservations.confirm({ params: { id }, body: { ride_version: version } }),
    onSettled: refresh,
  })
}

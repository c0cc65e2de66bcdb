/** Pure rules of trips that ended without the passenger's doing: which rides stand in for one, and the wanted ride that asks for it again. */
import { rescueLimits } from '@samtur/contract/constants'
import type { NewWanted } from '@samtur/contract/wanted'
import { toWantedFilters } from '@samtur/contract/wanted-filters'
import { distanceKm, type Place, placeOfStop } from '#features/places/port'
import { clockOf, dayInOslo, dayOf } from '#platform/clock'
import type { Criteria, Span } from './rules.ts'

export interface LostTrip {
  ride_id: string
  from: string
  to: string
  /** Null where the stop is of no place, or no stop of the ride any more. */
  from_place_id: number | null
  to_place_id: number | null
  departs_at: Date
  seats: number
}

/** Whose trip it was is checked by the look-up. */
export type Lost = { reservation_id: string } | { waiting_id: string }

const MINUTE = 60_000
const WINDOW = rescueLimits.hours * 60 * MINUTE

/** Returns the departures that are near enough in time, without those that have passed. */
export function spanAround({ departs_at }: Pick<LostTrip, 'departs_at'>, now: Date): Span & { before: Date } {
  const first = new Date(departs_at.getTime() - WINDOW)
  // The window includes its last minute.
  return { after: first > now ? first : now, before: new Date(departs_at.getTime() + WINDOW + MINUTE) }
}

/** Returns whether no ride near enough in time can depart any more. */
export const isOver = (trip: Pick<LostTrip, 'departs_at'>, now: Date): boolean => spanAround(trip, now).before <= now

/** Returns the two places; undefined where one is unknown, and where both are one. */
export function endsOf({ from, to, from_place_id, to_place_id }: LostTrip): { from: Place; to: Place } | undefined {
  const [a, b] = [
    placeOfStop({ text: from, place_id: from_place_id }),
    placeOfStop({ text: to, place_id: to_place_id }),
  ]
  return a && b && a.id !== b.id ? { from: a, to: b } : undefined
}

/** Returns what a ride has to have to stand in for the lost one, at any time. */
export const criteriaOf = ({ from, to }: { from: Place; to: Place }, { seats }: LostTrip): Criteria => ({
  from_place_id: from.id,
  to_place_id: to.id,
  way_km: distanceKm(from, to),
  radius_km: 0,
  date_from: null,
  date_to: null,
  weekdays: null,
  time_from: null,
  time_to: null,
  until_day: null,
  filters: { seats },
})

/** Returns the input of a private wanted ride that asks for the trip again. Its window ends with the day of the trip, because a window lies within a day. */
export function wantedFor({ from, to, from_place_id, to_place_id, departs_at, seats }: LostTrip): NewWanted {
  const day = dayOf(departs_at)
  const { start, end } = dayInOslo(day)
  const earliest = Math.max(departs_at.getTime() - WINDOW, start.getTime())
  const latest = Math.min(departs_at.getTime() + WINDOW, end.getTime() - MINUTE)
  return {
    from: { text: from, place_id: from_place_id },
    to: { text: to, place_id: to_place_id },
    radius_km: 0,
    date_from: day,
    date_to: day,
    time_from: clockOf(new Date(earliest)),
    time_to: clockOf(new Date(latest)),
    ...toWantedFilters({ seats }),
    note: null,
    public: false,
  }
}

/** Pure rules of reservations: their visible state, and what counts as another trip. */
import { confirmChangeMinutes, type ReservationEnding, type ReservationStatus } from '@samtur/contract/constants'

const MINUTE = 60_000

/** When and where a section begins and ends. */
export interface Trip {
  departure_time: string
  arrival_time: string
  start_location: string
  end_location: string
}

/** Returns whether the trip is another one than agreed; a shift of a few minutes does not count. */
export function hasMoved(agreed: Trip, now: Trip): boolean {
  const isFar = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) > confirmChangeMinutes * MINUTE
  return (
    isFar(agreed.departure_time, now.departure_time) ||
    isFar(agreed.arrival_time, now.arrival_time) ||
    agreed.start_location !== now.start_location ||
    agreed.end_location !== now.end_location
  )
}

/** The ids of the meeting points at both ends of a section; null where the two people agree on it themselves. */
export interface EndPoints {
  from: string | null
  to: string | null
}

/** Returns whether driver and passenger meet at, or part at, another point than agreed. */
export const hasOtherPoints = (agreed: EndPoints, now: EndPoints): boolean =>
  agreed.from !== now.from || agreed.to !== now.to

interface State {
  status: ReservationStatus
  ended_by: ReservationEnding | null
  end_reason: string | null
}

/**
 * Returns the state that both sides see. A pending request has expired once its time is over or the ride has left, even before that is
 * stored. A request that a block has ended looks rejected, because blocks are not disclosed.
 */
export function shownState({ status, ended_by, end_reason }: State, isOver: boolean): State {
  if (status === 'pending' && isOver) return { status: 'cancelled', ended_by: 'expired', end_reason: null }
  return { status, ended_by: ended_by === 'block' ? 'driver' : ended_by, end_reason }
}

/** Who may say what of a trip, and who may share it. */
import type { ErrorCode } from '@samtur/contract/errors'
import { endOf, isTravelDay, type Span } from './rules.ts'

interface Trip extends Span {
  ride_status: 'active' | 'cancelled'
  /** Null for a driver's own ride. */
  status: 'pending' | 'accepted' | 'rejected' | 'cancelled' | null
}

function closed({ ride_status, status }: Trip): ErrorCode | undefined {
  if (ride_status === 'cancelled') return 'ride_cancelled'
  return status === null || status === 'accepted' ? undefined : 'not_accepted'
}

/** Returns why nothing can be said of a trip; undefined where it can. */
export const checkInRefusal = (trip: Trip, now: Date): ErrorCode | undefined =>
  closed(trip) ?? (isTravelDay(trip, now) ? undefined : 'not_travel_day')

/** Returns why a trip cannot be shared; undefined where it can: from acceptance on until its links would end. */
export const shareRefusal = (trip: Trip, now: Date): ErrorCode | undefined =>
  closed(trip) ?? (now < endOf(trip.arrives_at) ? undefined : 'trip_over')

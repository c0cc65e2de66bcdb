/** Who may say what of a trip, and who may share it. */
import type { CheckInKind } from '@samtur/contract/constants'
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

/** Returns the error code that refuses a check-in; undefined when it is allowed. `arrived` is refused before departure. */
export function checkInRefusal(trip: Trip, kind: CheckInKind, now: Date): ErrorCode | undefined {
  const code = closed(trip)
  if (code) return code
  if (!isTravelDay(trip, now)) return 'not_travel_day'
  return kind === 'arrived' && now < trip.departs_at ? 'not_departed' : undefined
}

/** Returns why a trip cannot be shared; undefined where it can: from acceptance on until its links would end. */
export const shareRefusal = (trip: Trip, now: Date): ErrorCode | undefined =>
  closed(trip) ?? (now < endOf(trip.arrives_at) ? undefined : 'trip_over')

/** Who may ask for seats on a ride, and agree to what has become of it. */
import type { ErrorCode } from '@samtur/contract/errors'
import { reservationAttemptsAfterRejection, type ReservationStatus } from '@samtur/contract/constants'

export interface Request {
  passengerId: string
  driverId: string
  rideStatus: 'active' | 'cancelled'
  departure: Date
  now: Date
  blocked: boolean
  /** Does the passenger have a pending or accepted reservation on this ride? */
  active: boolean
  /** How often the driver has rejected this passenger on this ride, or taken them off it. */
  rejections: number
}

/** Why the request may not be made; undefined when it may. */
export function refusal(request: Request): ErrorCode | undefined {
  if (request.passengerId === request.driverId) return 'own_ride'
  if (request.rideStatus === 'cancelled') return 'ride_cancelled'
  if (request.departure <= request.now) return 'ride_departed'
  // Neutral: nobody is told that somebody has blocked them.
  if (request.blocked) return 'not_bookable'
  if (request.active) return 'already_reserved'
  if (request.rejections >= reservationAttemptsAfterRejection) return 'too_many_attempts'
  return undefined
}

interface Confirming {
  status: ReservationStatus
  departure: Date
  now: Date
}

/** Why the passenger cannot agree to the ride as it is now; undefined when that may be. */
export function confirmRefusal({ status, departure, now }: Confirming): ErrorCode | undefined {
  if (status !== 'pending' && status !== 'accepted') return 'reservation_closed'
  if (departure <= now) return 'ride_departed'
  return undefined
}

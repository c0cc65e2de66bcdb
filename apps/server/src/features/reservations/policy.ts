/** Decides who may request seats on a ride. */
import type { ErrorCode } from '@samtur/contract/errors'
import { reservationAttemptsAfterRejection } from '@samtur/contract/constants'

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

/** Returns why the request is refused; undefined when it is not. */
export function refusal(request: Request): ErrorCode | undefined {
  if (request.passengerId === request.driverId) return 'own_ride'
  if (request.rideStatus === 'cancelled') return 'ride_cancelled'
  if (request.departure <= request.now) return 'ride_departed'
  // The code names no reason: a block is not disclosed.
  if (request.blocked) return 'not_bookable'
  if (request.active) return 'already_reserved'
  if (request.rejections >= reservationAttemptsAfterRejection) return 'too_many_attempts'
  return undefined
}

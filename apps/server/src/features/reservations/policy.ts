/** Decides who may request seats on a ride. */
import type { ErrorCode } from '@samtur/contract/errors'
import { reservationAttemptsAfterRejection } from '@samtur/contract/constants'

export interface Request {
  passenger_id: string
  driver_id: string
  ride_status: 'active' | 'cancelled'
  departure: Date
  now: Date
  /** The passenger's account is being deleted. */
  closing: boolean
  /** One of the two has blocked the other, the driver's account is suspended, or an administrator has hidden the ride. */
  unavailable: boolean
  /** The ride is for the driver's gender only, which is not the passenger's. */
  other_gender: boolean
  /** The passenger has a pending or accepted reservation on this ride. */
  active: boolean
  /** How often the driver has rejected this passenger on this ride, or removed the passenger from it. */
  rejections: number
}

/** Returns why the request is refused; undefined when it is not. */
export function refusal(request: Request): ErrorCode | undefined {
  // A passenger who has a seat sees the ride, also after another gender.
  if (request.other_gender && !request.active) return 'not_found'
  if (request.closing) return 'account_closing'
  if (request.passenger_id === request.driver_id) return 'own_ride'
  if (request.ride_status === 'cancelled') return 'ride_cancelled'
  if (request.departure <= request.now) return 'ride_departed'
  // The code names no reason: a block is not disclosed.
  if (request.unavailable) return 'not_bookable'
  if (request.active) return 'already_reserved'
  if (request.rejections >= reservationAttemptsAfterRejection) return 'too_many_attempts'
  return undefined
}

import type { RideDetail } from '@samtur/contract/rides'
import { hasDeparted } from './model.ts'

/** Returns the state that decides what a ride's page shows. */
export function rideState(ride: RideDetail, now = Date.now()) {
  if (ride.status === 'cancelled') return 'cancelled'
  if (hasDeparted(ride, now)) return 'departed'
  if (ride.viewer === 'driver') return 'own'
  if (ride.driver_unavailable) return 'unavailable'
  if (ride.reservation?.status === 'accepted' || ride.reservation?.status === 'pending') return ride.reservation.status
  if (ride.waiting) return 'waiting'
  return ride.section.available_seats === 0 ? 'full' : 'open'
}

/** Which rides a driver may offer. */
import type { ErrorCode } from '@samtur/contract/errors'

interface Offered {
  status: 'active' | 'cancelled'
  departure_time: Date
  /** Hidden, or the driver's account is suspended. */
  shut: boolean
}

/** Returns why a driver cannot offer the own ride; undefined when it can be offered. */
export function offerRefusal(ride: Offered, now: Date): ErrorCode | undefined {
  if (ride.status === 'cancelled') return 'ride_cancelled'
  if (ride.departure_time <= now) return 'ride_departed'
  return ride.shut ? 'not_on_the_way' : undefined
}

/** Who may see what of a ride. */
import { contactVisibleDaysAfterArrival } from '@samtur/contract/constants'

const DAY = 24 * 3_600_000

interface Passenger {
  status: 'pending' | 'accepted' | 'rejected' | 'cancelled'
}

/** Returns whether a passenger sees the driver's phone and the car's plate: from acceptance until 30 days after arrival. */
export function seesContact(reservation: Passenger | null, arrival: Date, now: Date): boolean {
  return reservation?.status === 'accepted' && now.getTime() <= arrival.getTime() + contactVisibleDaysAfterArrival * DAY
}

/** Returns whether a reader sees a ride. A hidden one is seen by its driver, by passengers with any reservation on it, and by administrators. */
export const seesRide = (ride: { hidden: boolean }, viewer: { driver: boolean; passenger: boolean; admin: boolean }) =>
  !ride.hidden || viewer.driver || viewer.passenger || viewer.admin

/** Who may see what of a ride. */
import { contactVisibleDaysAfterArrival } from '@samtur/contract/constants'

const DAY = 24 * 3_600_000

interface Passenger {
  status: 'pending' | 'accepted' | 'rejected' | 'cancelled'
}

/** An accepted passenger sees how to reach the driver and recognise the car, from acceptance until 30 days after arrival. */
export function seesContact(reservation: Passenger | null, arrival: Date, now: Date): boolean {
  return reservation?.status === 'accepted' && now.getTime() <= arrival.getTime() + contactVisibleDaysAfterArrival * DAY
}

/** A hidden ride is seen by its driver, by whoever has or had a reservation on it, and by the administrator. */
export const seesRide = (ride: { hidden: boolean }, viewer: { driver: boolean; passenger: boolean; admin: boolean }) =>
  !ride.hidden || viewer.driver || viewer.passenger || viewer.admin

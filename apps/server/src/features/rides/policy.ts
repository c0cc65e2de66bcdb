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

interface Viewer {
  driver: boolean
  admin: boolean
  /** Has a reservation of any state on the ride. */
  passenger: boolean
  /** Has an accepted reservation. */
  accepted: boolean
  /** Has the driver's gender. */
  sharesGender: boolean
}

/**
 * Returns whether a reader sees a ride. Its driver and administrators see every one. A hidden one is seen by passengers with any reservation on
 * it; one for the driver's gender only by people of that gender, and by accepted passengers who have changed theirs.
 */
export const seesRide = (ride: { hidden: boolean; same_gender: boolean }, viewer: Viewer): boolean =>
  viewer.driver ||
  viewer.admin ||
  ((!ride.hidden || viewer.passenger) && (!ride.same_gender || viewer.accepted || viewer.sharesGender))

/** What other slices use of reservations. */
export type { Deps } from './events.ts'
export { followRideChange } from './service-changes.ts'
export { cancelRideOf, leaveRides } from './service-rides.ts'
export { releaseHeldSeats } from './service-offers.ts'
export { forgetMessages, replaceAgreedPlaces } from './store.ts'
export { forgetEntries } from './store-waiting.ts'
export { countActiveReservations } from './views-ahead.ts'

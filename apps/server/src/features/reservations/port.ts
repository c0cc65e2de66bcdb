/** What other slices use of reservations. */
export type { Deps } from './events.ts'
export { cancelRideOf, followRideChange, leaveRides } from './service-rides.ts'
export { forgetMessages, replaceAgreedPlaces } from './store.ts'
export { countActiveReservations } from './views.ts'

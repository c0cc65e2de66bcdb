/** What other slices may ask of rides. */
export { seesContact } from './policy.ts'
export { presentContact, presentRide, presentSection, sectionOf, seatsFree } from './present.ts'
export { sectionPrice } from './rules.ts'
export { findRide, rideColumns, type RideRow } from './views.ts'
export { anonymiseRides } from './store.ts'

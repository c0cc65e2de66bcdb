/** What other slices may ask of reservations. */
export { leaveRides } from './service.ts'
export { forgetMessages } from './store.ts'

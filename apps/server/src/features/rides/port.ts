/** What other slices may use of rides. */
export { seesContact } from './policy.ts'
export { presentContact, presentDetail, presentFound, presentRide, presentSection, sectionOf } from './present.ts'
export { decideCancellation, passingTime, timeProblem } from './rules.ts'
export { type Seats, type SeatMove, seatsFree, takenAfter } from './rules-sections.ts'
export { isOffered, minutesOverLimit, presentFoundDetour, sectionByDetour } from './present-detours.ts'
export { type Cards, createCards } from './service-cards.ts'
export { addDetour, movePoints } from './service-detours.ts'
export {
  cardTables,
  findRide,
  foundCard,
  foundCardColumns,
  foundDetourColumns,
  foundSection,
  foundSectionColumns,
  longestRide,
  reservedEnds,
  rideColumns,
  rideRow,
  type RideRow,
} from './views.ts'
export { publishLimit, type RideRules } from './service.ts'
export { compareWithCosts, refuseOverlap, refusePoints, spanOf } from './service-checks.ts'
export { rewriteRide, rideToStore, roadsOfRide, storeRides } from './service-storing.ts'
export { cancelRide, lockOwnRide, type RideToStore } from './store.ts'
export { sectionTerms } from './store-columns.ts'
export { seatsMoved } from './store-seats.ts'
export { createStopTexts, type StopTexts } from './store-texts.ts'
export { eraseRides, UNKNOWN_PLACE } from './store-erasing.ts'

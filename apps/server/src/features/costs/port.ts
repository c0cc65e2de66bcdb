/** What other slices use of costs. */
export { refuseAboveShare, refuseDistance } from './policy.ts'
export { figuresOf, tripKm } from './rules.ts'
export { listRates, type RateRow, shareOfCosts } from './views.ts'

/** What other slices use of costs. */
export { refuseAboveShare, refuseDistance } from './policy.ts'
export { figuresOf, type OwnFigures, tripKm } from './rules.ts'
export { listRates, type RateRow, shareOfCosts } from './views.ts'

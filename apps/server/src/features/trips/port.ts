/** What other slices use of trips. */
export { forgetSeries } from './store.ts'

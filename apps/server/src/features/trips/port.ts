/** What other slices may ask of trips. */
export { forgetSeries } from './store.ts'

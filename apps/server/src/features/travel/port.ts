/** What other slices use of the day of travel. */
export { forgetLinks } from './store.ts'

/** What other slices may use of support. */
export { forgetSupport } from './store.ts'

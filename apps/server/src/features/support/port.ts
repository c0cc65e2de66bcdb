/** What other slices may ask of support. */
export { forgetSupport } from './store.ts'

/** What other slices, and the service interface, may use of support. */
export { forgetSupport } from './store.ts'
export { listDetails } from './views-search.ts'

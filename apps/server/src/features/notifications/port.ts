/** What other slices may ask of notifications. */
export type { News } from './rules.ts'
export { notify } from './service.ts'
export { forgetNewsAbout } from './store.ts'

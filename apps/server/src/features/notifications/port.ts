/** What other slices may ask of notifications. */
export { tell as storyOf } from './mails.ts'
export type { News } from './rules.ts'
export { notify } from './service.ts'
export { forgetNewsAbout, replacePlaces } from './store.ts'

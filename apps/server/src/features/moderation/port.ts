/** What other slices may ask of moderation. */
export { isBlockedBetween } from './views.ts'
export { forgetPerson } from './store.ts'

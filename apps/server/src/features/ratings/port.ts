/** What other slices may ask of ratings. */
export { forgetReplies } from './store.ts'

/** What other slices use of ratings. */
export { forgetReplies } from './store.ts'

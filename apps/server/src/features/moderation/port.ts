/** What other slices may ask of moderation. */
export { isBlockedBetween } from './views.ts'
export { addAuditEntry, forgetPerson } from './store.ts'
export { fileReport } from './service.ts'

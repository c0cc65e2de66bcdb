/** What other slices may use of moderation. */
export { isBlockedBetween } from './views.ts'
export { addAuditEntry, forgetOldSearches, forgetPerson, forgetSearches } from './store.ts'
export { fileReport } from './service.ts'
export { readReportedImage } from './service-reports.ts'
export { isMessageReported, listAdministrators } from './views-reports.ts'

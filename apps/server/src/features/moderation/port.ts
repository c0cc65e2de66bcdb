/** What other slices may use of moderation. */
export { isBlockedBetween } from './views.ts'
export { actorEntry, addAuditEntry, forgetOldSearches, forgetPerson, forgetSearches } from './store.ts'
export { fileReport } from './service.ts'
export { deleteUser, endSessionsOfUser, liftFactorOfUser, liftUser, suspendUser } from './service-accounts.ts'
export { createForOther, inviteForOther, makeLinkForOther } from './service-newcomers.ts'
export { readReportedImage } from './service-reports.ts'
export { isMessageReported, listAdministrators } from './views-reports.ts'

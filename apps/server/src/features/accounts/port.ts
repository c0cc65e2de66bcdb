/** What other slices and the service interface may use of accounts. */
export { deviceOf } from './present.ts'
export { redirectTarget } from './rules-flows.ts'
export { responseOf, stateOfProgram } from './rules-ways.ts'
export { asciiAddress, isReservedName, maskAddress, networkMark, owesFactor } from './rules.ts'
export { raiseClientSession, startClientSession } from './service-arrivals.ts'
export { beginStep, passStep } from './service-clients.ts'
export { moveAddress } from './service-confirmation.ts'
export { dropSecondFactor, liftSecondFactor, offerSecondFactor, removeShownFactor } from './service-factor.ts'
export { exchangeCode, methodOf, storeFlow } from './service-flows.ts'
export { hashPassword, refuseWhileBusy } from './service-hashing.ts'
export { changeOwnPassword, checkPassword, setPasswordOf } from './service-passwords.ts'
export { refreshClient, renewClient } from './service-refresh.ts'
export {
  requestConfirmation,
  requestNewEmail,
  requestReauthenticationCode,
  requestReset,
  requestSignIn,
} from './service-requests.ts'
export { endVisit, refuseVisit } from './service-returns.ts'
export { linkToCaller, openByService, serviceSignIns, unlink } from './service-linking.ts'
export { announceEnd, endOwnSessions, signOut } from './service-sessions.ts'
export { createAccount, makeLink, type Newcomer, register } from './service-signup.ts'
export { findClientUser, findManagedUser, listManagedUsers } from './views-clients.ts'
export { verifyMailed } from './service-verify.ts'
export { signInByPassword } from './service.ts'
export type { NewFlow } from './store-flows.ts'
export { endSessions, touchSession } from './store-sessions.ts'
export { forgetTokens } from './store-tokens.ts'
export { spendIdToken } from './store-ways.ts'
export {
  clearPurge,
  eraseAccount,
  holdOpen,
  liftSuspension,
  lockAccount,
  makeAdministrator,
  renameAccount,
  setPurge,
  suspendAccount,
  touchAccount,
} from './store.ts'
export { findAccount, findByMailbox, findClient, findHolders, findSessionMark, findShutReason } from './views.ts'

/** Fills the ports of accounts and of their second factors. */
import type { Accounts } from '@samtur/interface/ports/accounts'
import type { Factors } from '@samtur/interface/ports/factors'
import {
  asciiAddress,
  beginStep,
  changeOwnPassword,
  dropSecondFactor,
  exchangeCode,
  findClientUser,
  methodOf,
  networkMark,
  offerSecondFactor,
  passStep,
  redirectTarget,
  register,
  removeShownFactor,
  requestConfirmation,
  requestNewEmail,
  requestReauthenticationCode,
  requestReset,
  requestSignIn,
  verifyMailed,
} from '#features/accounts/port'
import type { Deps } from '../composition/entry.ts'

export function createAccounts(deps: Deps): Accounts {
  const { config, parts, secret, origin } = deps
  return {
    find: (userId) => findClientUser(parts.db.read, userId),
    storedAddress: asciiAddress,
    networkMark: (ip) => networkMark(ip, secret),
    redirectTarget: (requested) => redirectTarget(requested, origin(), config.redirectUrls),
    signUp: (visitor, ip) => register(parts, config, visitor, ip),
    requestConfirmation: (to, requester) => requestConfirmation(parts, to, { requester }),
    requestReset: (to, requester) => requestReset(parts, to, requester),
    requestSignIn: (to, requester) => requestSignIn(parts, to, requester),
    requestNewEmail: (caller, newEmail, requester) => requestNewEmail(parts, secret, caller, { newEmail, requester }),
    requestReauthenticationCode: (caller) => requestReauthenticationCode(parts, caller),
    changePassword: (caller, newPassword, proof) => changeOwnPassword(deps, caller, newPassword, proof),
    async verify(mailed, purposes, visit) {
      const all = { ...deps, dropFactors: dropSecondFactor }
      const { userId, purpose } = await verifyMailed(all, mailed, purposes, visit)
      return { userId, method: purpose === 'reset' ? 'recovery' : 'otp' }
    },
    async exchangeCode(shown) {
      const ended = await exchangeCode(parts, shown)
      return typeof ended === 'string' ? ended : { userId: ended.userId, method: methodOf(ended.kind) }
    },
  }
}

export const createFactors = (deps: Deps): Factors => ({
  offer: async (caller) => (await offerSecondFactor(deps, caller)).totpURI,
  begin: (caller) => beginStep(deps, caller),
  pass: (caller, challenge, code) => passStep(deps, caller, challenge, code),
  remove: (caller) => removeShownFactor(deps, caller),
})

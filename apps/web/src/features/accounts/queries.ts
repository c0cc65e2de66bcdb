import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConfirmationPurpose, OwnSession } from '@samtur/contract/accounts'
import { api, ApiError } from '#lib/api'
import { callAuth } from '#lib/auth-api'
import { currentLanguage } from '#lib/i18n'
import { endRecovery, enterSession, refreshSession } from '#lib/session'

/** The account's ways to sign in, which are also the ways to confirm a change. */
export const ownWaysInQuery = queryOptions({
  queryKey: ['accounts', 'ways-in'],
  queryFn: ({ signal }) => api.identities.own({}, { signal }),
})

/** The own sessions, this one first. There are no live updates of them, so they are reloaded on every visit. */
export const sessionsQuery = queryOptions({
  queryKey: ['accounts', 'sessions'],
  queryFn: ({ signal }) => api.accounts.sessions({}, { signal }),
  select: ({ items }) => items,
  staleTime: 0,
})

/** The own last sign-ins. */
export const signInsQuery = queryOptions({
  queryKey: ['accounts', 'sign-ins'],
  queryFn: ({ signal }) => api.accounts.signIns({}, { signal }),
  select: ({ items }) => items,
  staleTime: 0,
})

/** Returns a function that reloads the list and resolves when that is done. */
function useRefreshSessions() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
}

export function useEndSession() {
  const refresh = useRefreshSessions()
  return useMutation({
    mutationFn: async ({ id }: OwnSession) => {
      try {
        await api.accounts.endSession({ params: { id } })
      } catch (error) {
        // The session has ended meanwhile, which is the intended result.
        if (!(error instanceof ApiError && error.code === 'not_found')) throw error
      }
    },
    onSettled: refresh,
  })
}

type Scope = 'others' | 'all'

export function useEndSessions() {
  const refresh = useRefreshSessions()
  return useMutation({
    mutationFn: (scope: Scope) => api.accounts.endSessions({ body: { scope } }),
    // With all sessions ended, the list can no longer be requested.
    onSettled: (ended, _error, scope) => (ended && scope === 'all' ? undefined : refresh()),
  })
}

/** Also ends the other sessions. */
export function useChangePassword() {
  const refresh = useRefreshSessions()
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => callAuth('change-password', body),
    onSuccess: refresh,
  })
}

export const changeEmail = (newEmail: string) => callAuth('change-email', { newEmail })

/** Mails a link to set a password, also to an account without one. */
export const sendPasswordLink = (email: string) => callAuth('request-password-reset', { email })

/** One proof is enough. `factor` is a code of the second factor, required where the account has one. */
export type Proof = { password: string } | { code: string } | { factor: string }

export const showAgain = (proof: Proof) =>
  'factor' in proof
    ? api.identities.reauthenticate({ body: { code: proof.factor } })
    : api.accounts.reauthenticate({ body: proof })
export const sendCode = () => api.accounts.sendReauthenticationCode()

/** `twoFactorRedirect`: the first factor was right, and the account has a second one. */
interface SignInAnswer {
  twoFactorRedirect?: boolean
}

export type Entered = 'in' | 'second-factor'

async function enter(answer: SignInAnswer): Promise<Entered> {
  if (answer.twoFactorRedirect) return 'second-factor'
  await enterSession()
  return 'in'
}

export const signIn = async (credentials: { email: string; password: string }) =>
  enter(await callAuth<SignInAnswer>('sign-in/email', credentials))

export const sendSignInCode = (email: string) => callAuth('email-otp/send-verification-otp', { email })

export const signInWithCode = async (body: { email: string; otp: string }) =>
  enter(await callAuth<SignInAnswer>('sign-in/email-otp', body))

/** Six digits from the app, or a recovery code. */
export type SecondFactor = 'totp' | 'backup-code'

export async function showSecondFactor(factor: SecondFactor, code: string) {
  await callAuth(`two-factor/verify-${factor}`, { code })
  await enterSession()
}

/** Returns the address of the service's sign-in page; it sends the person back to `callbackURL`. */
export async function startProvider(provider: string, callbackURL: string): Promise<string> {
  const { url } = await callAuth<{ url: string }>('sign-in/social', { provider, callbackURL })
  return url
}

export interface NewAccount {
  name: string
  email: string
  password: string
  terms_accepted: boolean
}

/** The mailed link contains `next`, so that it leads there also in another tab or on another device. */
const onwards = (next: string) => (next === '/' ? {} : { next })

/** Creates an account. The person is signed in only once the address is confirmed. */
export const signUp = (account: NewAccount, next: string) =>
  callAuth('sign-up/email', { ...account, locale: currentLanguage(), ...onwards(next) })

export const sendConfirmation = (email: string, next: string) =>
  callAuth('send-verification-email', { email, ...onwards(next) })

/** The browser that signed up needs no proof; others need the account's password, or a new one. */
export type ConfirmProof = { password?: never; new_password?: never } | { password: string } | { new_password: string }

interface Followed {
  signed_in: boolean
  /** Address of the app that requested the mail. */
  continue_to?: string
}

/** Uses the mailed token up. Returns what it was for, and where the app that requested it continues. `flow` comes with the link. */
export async function confirmAddress(token: string, flow: string | null, proof: ConfirmProof) {
  type Response = Followed & { purpose: ConfirmationPurpose }
  const body = { token, ...(flow !== null && { flow }), ...proof }
  const { purpose, signed_in, continue_to: appAddress } = await callAuth<Response>('verify-email', body)
  if (signed_in) await enterSession()
  else await refreshSession()
  return { purpose, appAddress }
}

/** Sets a new password and uses up the link. Returns whether the person is signed in by that, and where the app that requested it continues. */
export async function chooseNewPassword(newPassword: string, flow: string | null) {
  const body = { newPassword, ...(flow !== null && { flow }) }
  const { signed_in: signedIn, continue_to: appAddress } = await callAuth<Followed>('reset-password', body)
  endRecovery()
  if (signedIn) await enterSession()
  return { signedIn, appAddress }
}

/**
 * The routes under /api/auth: requests, responses and errors. Their paths are those of the first version, so they are not `endpoint`s.
 */
import {
  changeEmailBody,
  changePasswordBody,
  confirmationPurposes,
  email,
  requestResetBody,
  resetPasswordBody,
  signInBody,
  signUpBody,
  verifyEmailBody,
} from './accounts.ts'
import { id } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import {
  emailCodeBody,
  emailCodeSignInBody,
  factorBody,
  linkBody,
  recoveryCodeBody,
  serviceSignInBody,
  totpBody,
  unlinkBody,
} from './identities.ts'
import { z } from './zod.ts'

export interface AuthRouteDescription {
  summary: string
  body?: z.ZodType
  query?: Readonly<Record<string, string>>
  /** The body of a success; a redirect has none. */
  output: z.ZodType | 'redirect'
  errors: readonly ErrorCode[]
}

const account = z.object({ id, name: z.string(), email: z.string() })
const entered = z.union([z.object({ user: z.object({ id }) }), z.object({ twoFactorRedirect: z.literal(true) })])
const requested = z.object({ status: z.literal(true) })
const elsewhere = z.object({ url: z.string(), redirect: z.boolean() })
/** Errors of routes that change the own account. */
const confirmed = ['unauthenticated', 'email_not_verified', 'account_closing'] as const
const recent = [...confirmed, 'reauthentication_required'] as const
const shut = ['account_suspended', 'invalid_credentials'] as const

const routes = {
  'POST /sign-up/email': {
    summary: 'Sign up with an address and a password; a link to confirm the address is mailed',
    body: signUpBody,
    output: z.object({ user: account }),
    errors: ['validation', 'already_registered', 'rate_limited'],
  },
  'POST /sign-in/email': {
    summary: 'Sign in with the password: a session cookie, or the question for the second factor',
    body: signInBody,
    output: z.union([
      z.object({ redirect: z.literal(false), user: account }),
      z.object({ twoFactorRedirect: z.literal(true) }),
    ]),
    errors: ['validation', ...shut, 'email_not_verified', 'rate_limited'],
  },
  'POST /sign-out': {
    summary: 'End the session of the request; without one nothing happens',
    output: z.object({ success: z.literal(true) }),
    errors: [],
  },
  'GET /get-session': {
    summary: 'The session of the cookie, or null',
    output: z.object({ session: z.object({ id, expiresAt: z.string() }), user: account }).nullable(),
    errors: ['unauthenticated'],
  },
  'GET /verify-email': {
    summary: 'Where the mailed link of a confirmation leads; changes nothing',
    query: { token: 'From the mail' },
    output: 'redirect',
    errors: [],
  },
  'POST /verify-email': {
    summary:
      'Confirm an address: the token alone in the browser that signed up, elsewhere with its password or a new one',
    body: verifyEmailBody,
    output: z.object({
      status: z.literal(true),
      purpose: z.enum(confirmationPurposes),
      signed_in: z.boolean(),
      continue_to: z.string().optional(),
    }),
    errors: ['validation', 'invalid_token', 'password_required', 'wrong_password', 'rate_limited'],
  },
  'POST /send-verification-email': {
    summary: 'Mail the link of the confirmation again; the same response for every address',
    body: z.object({ email }),
    output: requested,
    errors: ['validation', 'rate_limited'],
  },
  'POST /request-password-reset': {
    summary: 'Mail a link for a new password; the same response for every address',
    body: requestResetBody,
    output: requested,
    errors: ['validation', 'rate_limited'],
  },
  'GET /reset-password/{token}': {
    summary: 'Where the mailed link for a new password leads; uses nothing up',
    query: { flow: 'From the mail, for the page that follows' },
    output: 'redirect',
    errors: [],
  },
  'POST /reset-password': {
    summary: 'Set a new password with the mailed token; says whether the browser is signed in afterwards',
    body: resetPasswordBody,
    output: z.object({ signed_in: z.boolean(), continue_to: z.string().optional() }),
    errors: ['validation', 'invalid_token', 'rate_limited'],
  },
  'POST /change-password': {
    summary: 'Change the own password; the other sessions end',
    body: changePasswordBody,
    output: requested,
    errors: [...confirmed, 'validation', 'wrong_password', 'rate_limited'],
  },
  'POST /change-email': {
    summary: 'Request another address; it applies once its mailed link is confirmed',
    body: changeEmailBody,
    output: requested,
    errors: [...recent, 'validation', 'protected_account', 'rate_limited'],
  },
  'POST /email-otp/send-verification-otp': {
    summary:
      'Mail a code to sign in with; it works with the cookie of this response only; the same response for every address; 404 where it is off',
    body: emailCodeBody,
    output: z.object({ success: z.literal(true) }),
    errors: ['not_found', 'validation', 'rate_limited'],
  },
  'POST /sign-in/email-otp': {
    summary: 'Sign in with a mailed code',
    body: emailCodeSignInBody,
    output: entered,
    errors: ['not_found', 'validation', 'invalid_code', ...shut, 'rate_limited'],
  },
  'POST /two-factor/enable': {
    summary: 'Offer a second factor: the address for the app and the recovery codes',
    output: z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) }),
    errors: [...recent, 'validation', 'two_factor_already_on'],
  },
  'POST /two-factor/generate-backup-codes': {
    summary: 'Make new recovery codes with a code of the second factor; the old ones stop working',
    body: factorBody,
    output: z.object({ backupCodes: z.array(z.string()) }),
    errors: [...confirmed, 'validation', 'two_factor_off', 'invalid_code', 'rate_limited'],
  },
  'POST /two-factor/disable': {
    summary: 'Take the second factor away with a code of it',
    body: factorBody,
    output: z.object({ status: z.literal(true) }),
    errors: [...confirmed, 'validation', 'two_factor_off', 'invalid_code', 'protected_account', 'rate_limited'],
  },
  'POST /two-factor/verify-totp': {
    summary: 'Show a code of the app: the first of a new second factor, or the step after the password',
    body: totpBody,
    output: z.union([z.object({ status: z.literal(true) }), z.object({ user: z.object({ id }) })]),
    errors: [
      ...confirmed,
      ...shut,
      'validation',
      'invalid_code',
      'two_factor_off',
      'two_factor_already_on',
      'rate_limited',
    ],
  },
  'POST /two-factor/verify-backup-code': {
    summary: 'Show a recovery code as the step after the password',
    body: recoveryCodeBody,
    output: z.object({ user: z.object({ id }) }),
    errors: ['unauthenticated', ...shut, 'validation', 'invalid_code', 'rate_limited'],
  },
  'POST /sign-in/social': {
    summary: 'Begin to sign in through another service; the browser goes to the url',
    body: serviceSignInBody,
    output: elsewhere,
    errors: ['validation', 'not_found', 'provider_refused', 'rate_limited'],
  },
  'POST /link-social': {
    summary: 'Begin to link another service to the own account; the browser goes to the url',
    body: linkBody,
    output: elsewhere,
    errors: [...recent, 'validation', 'not_found', 'provider_refused', 'rate_limited'],
  },
  'GET /callback/{id}': {
    summary: 'Where another service sends the browser back to',
    query: { code: 'From the service', state: 'From the service', error: 'From the service', iss: 'From the service' },
    output: 'redirect',
    errors: [],
  },
  'POST /unlink-account': {
    summary: 'Take a linked service away from the own account',
    body: unlinkBody,
    output: z.object({ status: z.literal(true) }),
    errors: [...recent, 'validation', 'not_found', 'last_way_in'],
  },
  'GET /token': {
    summary: 'A bearer token for an hour; it ends with the session',
    output: z.object({ token: z.string() }),
    errors: ['unauthenticated', 'rate_limited'],
  },
  'GET /jwks': {
    summary: 'The public keys that the tokens are signed with',
    output: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }),
    errors: [],
  },
} satisfies Readonly<Record<string, AuthRouteDescription>>

export type AuthRoutes = typeof routes
/** `METHOD /path` below /api/auth with its description. Every route that the server registers there has its row. */
export const authRoutes: Readonly<Record<string, AuthRouteDescription>> = routes

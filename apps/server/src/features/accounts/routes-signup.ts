/** Signing up, confirming an address, and changing it. */
import { changeEmailBody, email as emailSchema, signUpBody, verifyEmailBody } from '@samtur/contract/accounts'
import type { ConfirmationStart } from '@samtur/contract/pages'
import { confirmPath, paths } from '@samtur/contract/paths'
import { sitePath } from '@samtur/contract/site-path'
import { matchLanguage } from '@samtur/i18n/translate'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Caller, recentlyAuthenticated, verified } from '#platform/http/context'
import { presentAccount } from './present.ts'
import { type AuthRoute, parseBody } from './routes-serving.ts'
import {
  type AuthOptions,
  accepted,
  ignored,
  languageOf,
  leadOn,
  openByMailbox,
  transportEmail,
} from './routes-signin.ts'
import { forgetSignUp, rememberSignUp, signedUpAs } from './rules-browser.ts'
import { hashToken, maskAddress } from './rules.ts'
import { confirm, isTheirs } from './service-confirmation.ts'
import { requestConfirmation, requestNewEmail } from './service-requests.ts'
import { register } from './service-signup.ts'
import { findConfirmation } from './views.ts'

/** The page after the confirmation: a path of this site. */
const next = z
  .string()
  .max(1000, { error: 'too_long' })
  .refine((path) => sitePath(path) !== undefined, { error: 'invalid' })
  .transform(sitePath)
  .optional()
const signUpInput = z.strictObject({
  ...signUpBody.shape,
  locale: z.string().max(10).optional(),
  next,
  callbackURL: ignored,
})
const resendInput = z.strictObject({ email: emailSchema, next, callbackURL: ignored })
const changeEmailInput = z.strictObject({ ...changeEmailBody.shape, callbackURL: ignored })

export const createSignUpRoutes = (options: AuthOptions): AuthRoute[] => [
  { method: 'POST', path: '/sign-up/email', handle: (request, reply) => signUp(request, reply, options) },
  { method: 'GET', path: '/verify-email', handle: async (request, reply) => openConfirmation(request, reply) },
  { method: 'POST', path: '/verify-email', handle: (request, reply) => confirmAddress(request, reply, options) },
  { method: 'POST', path: '/send-verification-email', handle: (request) => resend(request, options) },
  { method: 'POST', path: '/change-email', handle: (request) => changeEmail(request, options) },
]

async function signUp(request: FastifyRequest, reply: FastifyReply, { config, parts, secret }: AuthOptions) {
  const { terms_accepted: _, callbackURL: __, ...input } = parseBody(signUpInput, request.body)
  const locale = matchLanguage([input.locale ?? '', languageOf(request)])
  const visitor = { ...input, email: transportEmail(input.email), locale }
  const account = await register(parts, config, visitor, request.ip)
  reply.header('set-cookie', rememberSignUp(account.id, secret, config))
  return { user: presentAccount(account) }
}

async function resend(request: FastifyRequest, { parts }: AuthOptions) {
  const { email: typed, next } = parseBody(resendInput, request.body)
  const mail = { email: transportEmail(typed), ip: request.ip, locale: languageOf(request) }
  await requestConfirmation(parts, mail, { next })
  return accepted
}

/** Redirects mails that were sent before their link led to a page. Changes nothing, however often it is opened. */
function openConfirmation(request: FastifyRequest, reply: FastifyReply) {
  const { token } = request.query as Record<string, string | string[] | undefined>
  return reply.redirect(typeof token === 'string' ? confirmPath(token) : paths.confirm)
}

/** Returns whether the account is signed in afterwards. A session of another account in this browser stays, unless the password was given. */
async function confirmAddress(request: FastifyRequest, reply: FastifyReply, options: AuthOptions) {
  const input = parseBody(verifyEmailBody, request.body)
  const before = await options.callerOf(request)
  const done = await confirm(options, input, browserOf(request, options, before))
  const { userId, purpose, mark } = done
  if (purpose === 'confirm') reply.header('set-cookie', forgetSignUp(options.config))
  // The session of a program's flow is the program's.
  const next = await leadOn(input.flow, userId, request, options, mark)
  if (next !== undefined) return { status: true, purpose, signed_in: false, continue_to: next }
  const enters = purpose === 'sign_in' || (purpose === 'confirm' && (!before || done.by !== 'browser'))
  const signedIn = enters && (await openByMailbox(userId, request, reply, options, mark))
  return { status: true, purpose, signed_in: signedIn }
}

const browserOf = (
  request: FastifyRequest,
  { secret, config }: Pick<AuthOptions, 'secret' | 'config'>,
  caller: Caller | null,
) => ({
  signedUpAs: signedUpAs(request.headers.cookie, secret, config),
  signedInAs: caller?.id,
})

/** Returns what the page behind a mailed link says before anything is confirmed. Uses nothing up. */
export async function describeConfirmation(
  options: Pick<AuthOptions, 'parts' | 'config' | 'secret'>,
  request: FastifyRequest,
  caller: Caller | null,
  token: string,
): Promise<ConfirmationStart> {
  const found = await findConfirmation(options.parts.db.read, hashToken(token))
  if (!found) return { state: 'invalid' }
  const state = isTheirs(browserOf(request, options, caller), found) ? 'ready' : 'password'
  return { state, purpose: found.purpose, email: maskAddress(found.new_email ?? found.email) }
}

async function changeEmail(request: FastifyRequest, { parts, secret, callerOf }: AuthOptions) {
  const caller = verified({ caller: await callerOf(request) })
  const newEmail = transportEmail(parseBody(changeEmailInput, request.body).newEmail, 'newEmail')
  recentlyAuthenticated({ caller })
  await requestNewEmail(parts, secret, caller, { newEmail })
  return accepted
}

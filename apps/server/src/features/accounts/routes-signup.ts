/** Signing up, confirming an address, and changing it. */
import { changeEmailBody, email as emailSchema, signUpBody, verifyEmailBody } from '@samtur/contract/accounts'
import type { ConfirmationStart } from '@samtur/contract/pages'
import { confirmPath, paths } from '@samtur/contract/paths'
import { sitePath } from '@samtur/contract/site-path'
import { matchLanguage } from '@samtur/i18n/translate'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type AuthRoute, parseBody } from '#platform/auth/routes'
import { forgetSignUp, rememberSignUp, signedUpAs } from '#platform/auth/sign-up-browser'
import { type Caller, recentlyAuthenticated, verified } from '#platform/http/context'
import type { Limit } from '#platform/http/rate-limit'
import { presentAccount } from './present.ts'
import {
  type AuthOptions,
  accepted,
  ignored,
  languageOf,
  letIn,
  requestedMails,
  transportEmail,
} from './routes-signin.ts'
import { hashToken, maskAddress } from './rules.ts'
import { confirm, isTheirs } from './service-confirmation.ts'
import { fromNetwork } from './service-guessing.ts'
import { register } from './service-signup.ts'
import * as service from './service.ts'
import { findConfirmation } from './views.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const limits = {
  /** One address from one network. */
  resend: { name: 'resend', max: 5, per: 30 * MINUTE },
  resendPause: { name: 'resend-pause', max: 1, per: MINUTE },
  changeEmail: { name: 'change-email', max: 5, per: HOUR },
  /** Mails to one mailbox that one person requests. */
  changeEmailTo: { name: 'change-email-to', max: 3, per: 24 * HOUR },
  /** Mails to one mailbox that all people together request. */
  changeEmailMails: { name: 'change-email-mails', max: 10, per: 24 * HOUR },
} satisfies Record<string, Limit>

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
  {
    method: 'POST',
    path: '/sign-up/email',
    handle: (request, reply) => signUp(request, reply, options),
    hashes: true,
  },
  { method: 'GET', path: '/verify-email', handle: async (request, reply) => openConfirmation(request, reply) },
  {
    method: 'POST',
    path: '/verify-email',
    handle: (request, reply) => confirmAddress(request, reply, options),
    hashes: true,
  },
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
  const email = transportEmail(typed)
  await parts.limiter.use(requestedMails, request.ip)
  const here = fromNetwork(email, request.ip)
  await parts.limiter.use(limits.resendPause, here)
  await parts.limiter.use(limits.resend, here)
  await service.sendRequestedMail(parts, 'accounts.confirm_request', email, languageOf(request), { next })
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
  const enters = done.purpose === 'confirm' && (!before || done.by !== 'browser')
  const signedIn = enters && (await letIn(done.userId, request, reply, options, done.mark))
  if (done.purpose === 'confirm') reply.header('set-cookie', forgetSignUp(options.config))
  return { status: true, purpose: done.purpose, signed_in: signedIn }
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
  await parts.limiter.use(limits.changeEmail, caller.id)
  await parts.limiter.use(limits.changeEmailTo, `${newEmail} ${caller.id}`)
  await parts.limiter.use(limits.changeEmailMails, newEmail)
  await service.askForNewEmail(parts, secret, caller, newEmail)
  return accepted
}

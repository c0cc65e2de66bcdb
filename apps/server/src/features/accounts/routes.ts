/** Sign-up, sign-in, links from mails, and the own sessions: which routes there are and what is checked before each. */
import {
  changeEmailBody,
  changePasswordBody,
  email as emailSchema,
  requestResetBody,
  resetPasswordBody,
  signInBody,
  signUpBody,
  verifyEmailBody,
} from '@samtur/contract/accounts'
import type { ConfirmationStart } from '@samtur/contract/pages'
import { confirmPath, paths } from '@samtur/contract/paths'
import { sitePath } from '@samtur/contract/site-path'
import { matchLanguage } from '@samtur/i18n/translate'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Config, demoAdminEmail } from '../../config.ts'
import { cookieName, readCookie, setCookie } from '#platform/auth/cookies'
import type { Auth } from '#platform/auth/engine'
import { deviceCookie, knownDevice } from '#platform/auth/known-devices'
import { type AuthRoute, parseBody } from '#platform/auth/routes'
import { forgetSignUp, rememberSignUp, signedUpAs } from '#platform/auth/sign-up-browser'
import type { Tx } from '#platform/db/database'
import {
  type Caller,
  recentlyAuthenticated,
  recentlyAuthenticatedUntil,
  os,
  type Parts,
  signedIn,
  verified,
} from '#platform/http/context'
import { AppError, invalidField } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { deviceKeeper, sessionCookie, startSession, type NotifyOfNewDevice } from './port.ts'
import { presentAccount, presentSession, presentSignIn } from './present.ts'
import { asciiAddress, hashToken, isReservedName, mailboxOf, maskAddress } from './rules.ts'
import { redeemAdminCode } from './service-administrator.ts'
import { confirm, isTheirs } from './service-confirmation.ts'
import { fromNetwork } from './service-guessing.ts'
import { endOwnSession, endOwnSessions, reauthenticate as showAgain, signOut as signOutOf } from './service-sessions.ts'
import * as service from './service.ts'
import { findAccount, findByEmail, findConfirmation, findReset, listSessions, listSignIns } from './views.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const limits = {
  signUp: { name: 'sign-up', max: 5, per: 30 * MINUTE, byAddress: true },
  /** One mailbox from one network. */
  signUpTo: { name: 'sign-up-to', max: 5, per: 24 * HOUR },
  /** One address from one network. */
  resend: { name: 'resend', max: 5, per: 30 * MINUTE },
  resendPause: { name: 'resend-pause', max: 1, per: MINUTE },
  reset: { name: 'reset', max: 5, per: 30 * MINUTE },
  resetPause: { name: 'reset-pause', max: 1, per: MINUTE },
  /** Links and mails asked for from one place, whoever they are for. */
  mails: { name: 'account-mails', max: 30, per: 30 * MINUTE, byAddress: true },
  changeEmail: { name: 'change-email', max: 5, per: HOUR },
  /** By one person; and by all of them together, for the sake of the mailbox. */
  changeEmailTo: { name: 'change-email-to', max: 3, per: 24 * HOUR },
  changeEmailMails: { name: 'change-email-mails', max: 10, per: 24 * HOUR },
  /** Guesses at the password or code of somebody whose session is at hand. */
  guess: { name: 'reauthenticate', max: 10, per: 15 * MINUTE },
  adminCode: { name: 'admin-code', max: 10, per: 15 * MINUTE },
  code: { name: 'reauthentication-code', max: 5, per: 30 * MINUTE },
  codePause: { name: 'reauthentication-code-pause', max: 1, per: MINUTE },
} satisfies Record<string, Limit>

/** Clients of the library send it; where a link leads is ours to say. */
const ignored = z.string().max(200).optional()
/** Where the person goes on after the confirmation: on this site and nowhere else. */
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
const signInInput = z.strictObject({
  ...signInBody.shape,
  rememberMe: z.boolean().optional(),
  callbackURL: ignored,
})
const resendInput = z.strictObject({ email: emailSchema, next, callbackURL: ignored })
const resetRequestInput = z.strictObject({ ...requestResetBody.shape, redirectTo: ignored })
const resetInput = z.strictObject(resetPasswordBody.shape)
const changePasswordInput = z.strictObject({
  ...changePasswordBody.shape,
  revokeOtherSessions: z.literal(true).optional(),
})
const changeEmailInput = z.strictObject({ ...changeEmailBody.shape, callbackURL: ignored })

interface Options {
  config: Config
  parts: Parts
  secret: string
  auth: Auth
  notifyOfNewDevice?: NotifyOfNewDevice
  callerOf(request: FastifyRequest): Promise<Caller | null>
  /** Removes the second factor of an account, which is another slice's. */
  dropFactors(tx: Tx, userId: string): Promise<void>
  /** A session for somebody who has shown the password that the mark is of, or the question for more. Answers what the client gets. */
  enter(userId: string, request: FastifyRequest, reply: FastifyReply, passwordMark: string): Promise<Entered>
}

type Entered = { twoFactorRedirect: true } | { user: { id: string } }

/** The routes of the accounts slice outside the contract; the rights matrix lists each. */
export function createAuthRoutes(options: Options): AuthRoute[] {
  return [
    {
      method: 'POST',
      path: '/sign-up/email',
      handle: (request, reply) => signUp(request, reply, options),
      hashes: true,
    },
    {
      method: 'POST',
      path: '/sign-in/email',
      handle: (request, reply) => signIn(request, reply, options),
    },
    { method: 'POST', path: '/sign-out', handle: (request, reply) => signOut(request, reply, options) },
    { method: 'GET', path: '/get-session', cookieOnly: true },
    { method: 'GET', path: '/verify-email', handle: async (request, reply) => openConfirmation(request, reply) },
    {
      method: 'POST',
      path: '/verify-email',
      handle: (request, reply) => confirmAddress(request, reply, options),
      hashes: true,
    },
    { method: 'POST', path: '/send-verification-email', handle: (request) => resend(request, options) },
    { method: 'POST', path: '/request-password-reset', handle: (request) => requestReset(request, options) },
    { method: 'GET', path: '/reset-password/:token', handle: (request, reply) => followReset(request, reply, options) },
    {
      method: 'POST',
      path: '/reset-password',
      handle: (request, reply) => reset(request, reply, options),
      hashes: true,
    },
    {
      method: 'POST',
      path: '/change-password',
      handle: (request, reply) => changePassword(request, reply, options),
      hashes: true,
    },
    { method: 'POST', path: '/change-email', handle: (request) => changeEmail(request, options) },
  ]
}

/** International domains travel as punycode: one account per address, however it was typed. */
function transportEmail(address: string, field = 'email') {
  const ascii = asciiAddress(address)
  if (!ascii) throw invalidField(field, 'invalid')
  return ascii
}

async function signUp(request: FastifyRequest, reply: FastifyReply, { config, parts, secret }: Options) {
  const { terms_accepted: _, callbackURL: __, ...input } = parseBody(signUpInput, request.body)
  const email = transportEmail(input.email)
  if (isReservedName(input.name)) throw invalidField('name', 'reserved_name')
  service.checkPassword('password', input.password, { email, name: input.name }, config)
  await parts.limiter.use(limits.signUp, request.ip)
  await parts.limiter.use(limits.signUpTo, fromNetwork(mailboxOf(email), request.ip))
  if (config.signUpTellsKnownAddresses && (await findByEmail(parts.db.read, email)))
    throw new AppError('already_registered')
  const locale = matchLanguage([input.locale ?? '', languageOf(request)])
  const account = await service.signUp(parts, config, { ...input, email, locale })
  reply.header('set-cookie', rememberSignUp(account.id, secret, config))
  return { user: presentAccount(account) }
}

const languageOf = (request: FastifyRequest) => matchLanguage(request.headers['accept-language'])

async function signIn(request: FastifyRequest, reply: FastifyReply, options: Options) {
  const { config, parts, enter } = options
  const input = parseBody(signInInput, request.body)
  const attempt = { email: transportEmail(input.email), password: input.password, ip: request.ip }
  const keeper = deviceKeeper(options)
  // What the README prints is no password where others can reach the server; the same answer as for a wrong one.
  if (config.reachableFromOutside && attempt.email === demoAdminEmail) attempt.password = ''
  const checked = service.checkCredentials(parts, config, attempt, (account) =>
    knownDevice(keeper, request.headers.cookie, account),
  )
  const { person, mark } = await checked.catch(async (error) => {
    // It may be an account that is not confirmed. The same work for every address.
    if (!config.signUpTellsKnownAddresses)
      await service.sendRequestedMail(parts, 'accounts.confirm_request', attempt.email, languageOf(request), {})
    throw error
  })
  const entered = await enter(person.id, request, reply, mark)
  return 'user' in entered ? { redirect: false, user: presentAccount(person) } : entered
}

/** The one answer for every address: whether anything is sent is found out when the mail is written. */
const asked = { status: true }

async function resend(request: FastifyRequest, { parts }: Options) {
  const { email: typed, next } = parseBody(resendInput, request.body)
  const email = transportEmail(typed)
  await parts.limiter.use(limits.mails, request.ip)
  const here = fromNetwork(email, request.ip)
  await parts.limiter.use(limits.resendPause, here)
  await parts.limiter.use(limits.resend, here)
  await service.sendRequestedMail(parts, 'accounts.confirm_request', email, languageOf(request), { next })
  return asked
}

async function requestReset(request: FastifyRequest, { parts }: Options) {
  const email = transportEmail(parseBody(resetRequestInput, request.body).email)
  await parts.limiter.use(limits.mails, request.ip)
  const here = fromNetwork(email, request.ip)
  await parts.limiter.use(limits.resetPause, here)
  await parts.limiter.use(limits.reset, here)
  await service.sendRequestedMail(parts, 'accounts.reset_request', email, languageOf(request), {})
  return asked
}

/** Mails that were sent before the link led to a page lead here. Nothing changes, however often it is opened. */
function openConfirmation(request: FastifyRequest, reply: FastifyReply) {
  const { token } = request.query as Record<string, string | string[] | undefined>
  return reply.redirect(typeof token === 'string' ? confirmPath(token) : paths.confirm)
}

/** Returns whether the account is signed in afterwards. A session of another account in this browser stays, unless the password was given. */
async function confirmAddress(request: FastifyRequest, reply: FastifyReply, options: Options) {
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
  { secret, config }: Pick<Options, 'secret' | 'config'>,
  caller: Caller | null,
) => ({
  signedUpAs: signedUpAs(request.headers.cookie, secret, config),
  signedInAs: caller?.id,
})

/** Returns what the page behind a mailed link says before anything is confirmed; uses nothing up. */
export async function describeConfirmation(
  options: Pick<Options, 'parts' | 'config' | 'secret'>,
  request: FastifyRequest,
  caller: Caller | null,
  token: string,
): Promise<ConfirmationStart> {
  const found = await findConfirmation(options.parts.db.read, hashToken(token))
  if (!found) return { state: 'invalid' }
  const state = isTheirs(browserOf(request, options, caller), found) ? 'ready' : 'password'
  return { state, purpose: found.purpose, email: maskAddress(found.new_email ?? found.email) }
}

/** Signs a person in who has proven the mailbox; false where that is not enough. */
async function letIn(
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  options: Options,
  passwordMark: string | null = null,
) {
  const account = await findAccount(options.parts.db.read, userId)
  const opens = account !== undefined && !account.two_factor_enabled
  return opens && startSession(options, userId, request, reply, { passwordMark, byMailbox: true })
}

/** Ends the session that the request came with, whether in a cookie or named by a token, and no other. */
async function signOut(request: FastifyRequest, reply: FastifyReply, { parts, config, callerOf }: Options) {
  const caller = await callerOf(request)
  if (caller) await signOutOf(parts, caller)
  reply.header('set-cookie', setCookie(cookieName('session', config), '', 0))
  return { success: true }
}

const RECOVERY = 'recovery'

/** Is there a link for a new password that this browser has followed, and does it still work? */
export async function hasRecovery(
  { parts, config }: Pick<Options, 'parts' | 'config'>,
  request: FastifyRequest,
): Promise<boolean> {
  const token = readCookie(request.headers.cookie, cookieName(RECOVERY, config))
  return token !== undefined && (await findReset(parts.db.read, hashToken(token))) !== undefined
}

/** Opening the mailed link changes nothing and uses nothing up (mail programs open links too); the browser remembers it for the page. */
async function followReset(request: FastifyRequest, reply: FastifyReply, { parts, config }: Options) {
  const { token } = request.params as { token: string }
  const found = await findReset(parts.db.read, hashToken(token))
  if (!found) return reply.redirect('/auth?error=link')
  reply.header('set-cookie', setCookie(cookieName(RECOVERY, config), token, found.seconds_left))
  return reply.redirect('/reset-password')
}

/** Says whether the person is signed in afterwards. Not where a second factor is on or the account is shut. */
async function reset(request: FastifyRequest, reply: FastifyReply, options: Options) {
  const input = parseBody(resetInput, request.body)
  const cookie = cookieName(RECOVERY, options.config)
  const token = input.token ?? readCookie(request.headers.cookie, cookie) ?? ''
  const userId = await service.resetPassword(
    options.parts,
    options.config,
    token,
    input.newPassword,
    options.dropFactors,
  )
  const signed = await letIn(userId, request, reply, options)
  reply.header('set-cookie', setCookie(cookie, '', 0))
  return { signed_in: signed }
}

async function changePassword(request: FastifyRequest, reply: FastifyReply, options: Options) {
  const { parts, config, callerOf } = options
  const caller = verified({ caller: await callerOf(request) })
  const input = parseBody(changePasswordInput, request.body)
  await parts.limiter.use(limits.guess, caller.sessionId)
  const byCookie = request.headers.authorization === undefined
  const { mark, token } = await service.changePassword(parts, config, caller, input, byCookie)
  if (token !== undefined) reply.header('set-cookie', sessionCookie(options, token))
  const device = deviceCookie(deviceKeeper(options), request.headers.cookie, { id: caller.id, mark })
  reply.header('set-cookie', setCookie(device.name, device.value, device.seconds))
  return asked
}

async function changeEmail(request: FastifyRequest, { parts, secret, callerOf }: Options) {
  const caller = verified({ caller: await callerOf(request) })
  const newEmail = transportEmail(parseBody(changeEmailInput, request.body).newEmail, 'newEmail')
  recentlyAuthenticated({ caller })
  await parts.limiter.use(limits.changeEmail, caller.id)
  await parts.limiter.use(limits.changeEmailTo, `${newEmail} ${caller.id}`)
  await parts.limiter.use(limits.changeEmailMails, newEmail)
  await service.askForNewEmail(parts, secret, caller, newEmail)
  return asked
}

/** The contract's endpoints about the own sessions. `me` is the profiles slice's. */
export function createAccountRoutes({ secret, config }: Pick<Options, 'secret' | 'config'>) {
  const {
    sessions,
    signIns,
    endSession,
    endSessions,
    reauthenticate,
    redeemAdminCode: redeem,
    sendReauthenticationCode,
  } = os.accounts
  return {
    sessions: sessions.handler(async ({ context }) => {
      const caller = signedIn(context)
      const rows = await listSessions(context.db.read, caller.id, caller.sessionId)
      return { items: rows.map((row) => presentSession(row, caller.sessionId)) }
    }),
    signIns: signIns.handler(async ({ context }) => ({
      items: (await listSignIns(context.db.read, signedIn(context).id)).map(presentSignIn),
    })),
    endSession: endSession.handler(async ({ input, context }) => ({
      ended: await endOwnSession(context, recentlyAuthenticated(context), input.params.id),
    })),
    endSessions: endSessions.handler(async ({ input, context }) => ({
      ended: await endOwnSessions(context, recentlyAuthenticated(context), input.body.scope),
    })),
    reauthenticate: reauthenticate.handler(async ({ input, context }) => {
      const caller = signedIn(context)
      await context.limiter.use(limits.guess, caller.sessionId)
      const { setCookie: send, ...parts } = context
      const deps = { ...parts, secret, byCookie: send !== undefined }
      const isOwn = (password: string) => service.isOwnPassword(context, caller.id, password)
      const { since, token } = await showAgain(deps, caller, input.body, isOwn)
      if (token !== undefined) send?.(sessionCookie({ config, secret }, token))
      return { until: recentlyAuthenticatedUntil(since) }
    }),
    redeemAdminCode: redeem.handler(async ({ input, context }) => {
      const caller = verified(context)
      await context.limiter.use(limits.adminCode, caller.id)
      await redeemAdminCode(context, config, caller, input.body.code)
      return { role: 'admin' as const }
    }),
    sendReauthenticationCode: sendReauthenticationCode.handler(async ({ context }) => {
      const caller = signedIn(context)
      await context.limiter.use(limits.codePause, caller.id)
      await context.limiter.use(limits.code, caller.id)
      await service.sendMail(context, 'accounts.reauthentication_code', caller.email, caller.locale, {
        user_id: caller.id,
      })
      return { sent: true as const }
    }),
  }
}

/** The second factor: signing in with it, setting it up, and removing it. */
import { factorBody, recoveryCodeBody, totpBody } from '@samtur/contract/identities'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Caller, recentlyAuthenticated, verified } from '#platform/http/context'
import { cookieName, readCookie, setCookie } from '#platform/http/cookies'
import { AppError } from '#platform/http/errors'
import { type AuthRoute, parseBody } from './routes-serving.ts'
import {
  deviceKnownTo,
  sessionCookie,
  sessionToken,
  startSession,
  type NotifyOfNewDevice,
  type Shown,
} from './service-arrivals.ts'
import type { CallerOf } from './service-callers.ts'
import { beginChallenge, challengeSeconds, isChallenge, passChallenge, type Proof } from './service-challenge.ts'
import { confirmSecondFactor, offerSecondFactor, removeSecondFactor, renewRecoveryCodes } from './service-factor.ts'
import { endBrowserSession } from './service-sessions.ts'
import type { Deps } from './service-ways.ts'
import { findTwoFactor, hasTwoFactor } from './views-ways.ts'
import { findShutReason } from './views.ts'

/** Returns the name of the challenge’s cookie. */
const challengeCookie = ({ config }: Pick<Deps, 'config'>) => cookieName('two-factor', config)

/** What a way in needs to end in a session. */
export interface EnterOptions extends Deps {
  notifyOfNewDevice?: NotifyOfNewDevice
}

interface Options extends EnterOptions {
  callerOf: CallerOf
}

/** Earlier clients send these. Neither has an effect: trust ends with the session, and a fresh session needs no password. */
const nothing = z.strictObject({ password: z.string().max(1024).optional(), method: z.literal('totp').optional() })
const managing = z.strictObject({ ...nothing.shape, ...factorBody.shape })
const ignored = z.boolean().optional()
const totpInput = z.strictObject({ ...totpBody.shape, trustDevice: ignored })
const recoveryInput = z.strictObject({ ...recoveryCodeBody.shape, trustDevice: ignored, disableSession: ignored })

/**
 * Begins a session, or a challenge where the account has a second factor. A sign-in by password brings the password's mark: it opens nothing once
 * the account has another password.
 */
export async function letIn(
  options: EnterOptions,
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Shown = {},
) {
  const { parts } = options
  if (!(await hasTwoFactor(parts.db.read, userId))) return open(options, userId, request, reply, shown)
  const value = await beginChallenge(options, userId, shown)
  reply.header('set-cookie', setCookie(challengeCookie(options), value, challengeSeconds))
  // The session that this browser had ends here, as it does where no factor is needed.
  const before = sessionToken(options, request.headers.cookie)
  if (before !== undefined) await parts.db.tx((tx) => endBrowserSession(tx, parts, before))
  reply.header('set-cookie', setCookie(cookieName('session', options.config), '', 0))
  return { twoFactorRedirect: true as const }
}

async function open(options: EnterOptions, userId: string, request: FastifyRequest, reply: FastifyReply, shown: Shown) {
  if (await startSession(options, userId, request, reply, shown)) return { user: { id: userId } }
  const reason = await findShutReason(options.parts.db.read, userId)
  // Without a reason the password has changed meanwhile, or the account is gone.
  throw reason === null
    ? new AppError('invalid_credentials')
    : new AppError('account_suspended', { params: { reason } })
}

export function createFactorRoutes(options: Options): AuthRoute[] {
  const post = (path: AuthRoute['path'], handle: NonNullable<AuthRoute['handle']>): AuthRoute => ({
    method: 'POST',
    path: `/two-factor${path}`,
    handle,
  })
  /** A route that takes a code of the factor; neither the session nor the password is enough. */
  const manage = (path: AuthRoute['path'], work: (caller: Caller, code: string) => Promise<unknown>) =>
    post(path, async (request) => {
      const caller = verified({ caller: await options.callerOf(request) })
      const { code } = parseBody(managing, request.body)
      return work(caller, code)
    })
  return [
    post('/enable', async (request) => {
      const caller = await freshCaller(options, request)
      parseBody(nothing, request.body)
      return offerSecondFactor(options, caller)
    }),
    manage('/generate-backup-codes', (caller, code) => renewRecoveryCodes(options, caller, code)),
    manage('/disable', async (caller, code) => {
      await removeSecondFactor(options, caller, code)
      return { status: true }
    }),
    post('/verify-totp', async (request, reply) => {
      const { code } = parseBody(totpInput, request.body)
      const caller = await options.callerOf(request)
      // It is the first code of a new second factor, or the step after the password.
      if (!caller || (await owesSecondFactor(options, caller, request)))
        return pass(options, { totp: code }, request, reply)
      const byCookie = request.headers.authorization === undefined
      const token = await confirmSecondFactor(options, verified({ caller }), code, byCookie)
      if (token !== undefined) reply.header('set-cookie', sessionCookie(options, token))
      return { status: true }
    }),
    post('/verify-backup-code', async (request, reply) => {
      const { code } = parseBody(recoveryInput, request.body)
      return pass(options, { recovery: code }, request, reply)
    }),
  ]
}

async function pass(options: Options, proof: Proof, request: FastifyRequest, reply: FastifyReply) {
  const name = challengeCookie(options)
  const value = readCookie(request.headers.cookie, name) ?? ''
  const passed = await passChallenge(options, { value }, proof, (userId) => deviceKnownTo(options, request, userId))
  reply.header('set-cookie', setCookie(name, '', 0))
  return open(options, passed.userId, request, reply, { passwordMark: passed.passwordMark, aal: 'aal2' })
}

/** Returns whether the request completes a challenge. A browser may have both a challenge and a session in which a factor is being set up. */
async function owesSecondFactor(options: Options, caller: Caller, request: FastifyRequest) {
  const offer = await findTwoFactor(options.parts.db.read, caller.id)
  const settingUp = offer !== undefined && offer.confirmed_at === null
  const value = readCookie(request.headers.cookie, challengeCookie(options))
  return !settingUp && value !== undefined && isChallenge(options, { value })
}

/** Returns the confirmed caller of a recently authenticated session, or throws. */
export async function freshCaller({ callerOf }: Pick<Options, 'callerOf'>, request: FastifyRequest): Promise<Caller> {
  const caller = await callerOf(request)
  verified({ caller })
  return recentlyAuthenticated({ caller })
}

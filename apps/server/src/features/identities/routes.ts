/** The ways in beside the password: mailed codes, the second factor, other services, bearer tokens. */
import {
  emailCodeBody,
  emailCodeSignInBody,
  factorBody,
  linkBody,
  recoveryCodeBody,
  serviceSignInBody,
  totpBody,
  unlinkBody,
} from '@samtur/contract/identities'
import { matchLanguage } from '@samtur/i18n/translate'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  asciiAddress,
  type CallerOf,
  deviceKnownTo,
  endBrowserSession,
  findShutReason,
  fromNetwork,
  sessionCookie,
  sessionToken,
  startSession,
  type TellOfNewDevice,
} from '#features/accounts/port'
import { cookieName, readCookie, setCookie } from '#platform/auth/cookies'
import type { Auth } from '#platform/auth/engine'
import type { Providers } from '#platform/auth/providers'
import { type AuthRoute, parseBody } from '#platform/auth/routes'
import type { Tokens } from '#platform/auth/tokens'
import {
  type Aal,
  type Caller,
  recentlyAuthenticated,
  recentlyAuthenticatedUntil,
  os,
  signedIn,
  verified,
} from '#platform/http/context'
import { AppError, invalidField } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { BEGUN_BY, challengeCookie } from './events.ts'
import { presentOwnWays, presentWaysIn } from './present.ts'
import { landing, pagePath } from './rules.ts'
import {
  beginChallenge,
  challengeSeconds,
  confirmSecondFactor,
  type Deps,
  isChallenge,
  offerSecondFactor,
  passChallenge,
  type Proof,
  removeSecondFactor,
  renewRecoveryCodes,
  requestEmailCode,
  showFactorAgain,
  unlink,
  acceptEmailCode,
} from './service.ts'
import { findOwnWays, findTwoFactor, hasTwoFactor } from './views.ts'

const MINUTE = 60
const limits = {
  send: { name: 'email-code', max: 5, per: 30 * MINUTE },
  sendPause: { name: 'email-code-pause', max: 1, per: MINUTE },
  /** Codes asked for from one place, whoever they are for. */
  sendFrom: { name: 'email-code-from', max: 30, per: 30 * MINUTE, byAddress: true },
  signIn: { name: 'code-sign-in', max: 30, per: 5 * MINUTE, byAddress: true },
  signInTo: { name: 'code-sign-in-to', max: 10, per: 15 * MINUTE },
  service: { name: 'service-sign-in', max: 30, per: 5 * MINUTE, byAddress: true },
  token: { name: 'token', max: 60, per: 15 * MINUTE },
} satisfies Record<string, Limit>

interface Options extends Deps {
  auth: Auth
  tellOfNewDevice?: TellOfNewDevice
  origin: () => string
  callerOf: CallerOf
  providers: Providers
  tokens: Tokens
}

/** The endpoints of the contract. */
export function createIdentityRouter(deps: Deps) {
  const { config } = deps
  return {
    waysIn: os.identities.waysIn.handler(() => presentWaysIn(config)),
    own: os.identities.own.handler(async ({ context }) => {
      const caller = signedIn(context)
      return presentOwnWays(await findOwnWays(context.db.read, caller.id), caller, config)
    }),
    reauthenticate: os.identities.reauthenticate.handler(async ({ input, context }) => {
      const { setCookie: send } = context
      const caller = signedIn(context)
      const { since, token } = await showFactorAgain(deps, caller, input.body.code, send !== undefined)
      if (token !== undefined) send?.(sessionCookie(deps, token))
      return { until: recentlyAuthenticatedUntil(since) }
    }),
  }
}

/** The routes of this slice under /api/auth. */
export function createIdentityRoutes(options: Options): AuthRoute[] {
  return [...codeRoutes(options), ...secondFactorRoutes(options), ...serviceRoutes(options), ...tokenRoutes(options)]
}

function codeRoutes(options: Options): AuthRoute[] {
  const { config, parts } = options
  const mustBeOn = () => {
    if (!config.emailCodeSignIn) throw new AppError('not_found')
  }
  return [
    {
      method: 'POST',
      path: '/email-otp/send-verification-otp',
      async handle(request) {
        mustBeOn()
        const email = reachable(parseBody(codeRequest, request.body).email)
        await parts.limiter.use(limits.sendFrom, request.ip)
        const here = fromNetwork(email, request.ip)
        await parts.limiter.use(limits.sendPause, here)
        await parts.limiter.use(limits.send, here)
        await requestEmailCode(options, email, matchLanguage(request.headers['accept-language']))
        return { success: true }
      },
    },
    {
      method: 'POST',
      path: '/sign-in/email-otp',
      async handle(request, reply) {
        mustBeOn()
        const { otp, ...input } = parseBody(codeInput, request.body)
        const email = reachable(input.email)
        await parts.limiter.use(limits.signIn, request.ip)
        await parts.limiter.use(limits.signInTo, fromNetwork(email, request.ip))
        return letIn(options, await acceptEmailCode(options, email, otp), request, reply)
      },
    },
  ]
}

/** The address as accounts have it. */
function reachable(address: string) {
  const ascii = asciiAddress(address)
  if (!ascii) throw invalidField('email', 'invalid')
  return ascii
}

/** A session, or the question for the second factor. Whoever came by password brings its mark: another password by then opens nothing. */
export async function letIn(
  options: Options,
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  passwordMark: string | null = null,
) {
  const { parts } = options
  if (!(await hasTwoFactor(parts.db.read, userId))) return open(options, userId, request, reply, passwordMark)
  const value = await beginChallenge(options, userId, passwordMark)
  reply.header('set-cookie', setCookie(challengeCookie(options), value, challengeSeconds))
  // Whoever had been signed in here is not any more.
  const before = sessionToken(options, request.headers.cookie)
  if (before !== undefined) await parts.db.tx((tx) => endBrowserSession(tx, parts, before))
  reply.header('set-cookie', setCookie(cookieName('session', options.config), '', 0))
  return { twoFactorRedirect: true as const }
}

async function open(
  options: Options,
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  passwordMark: string | null,
  aal: Aal = 'aal1',
) {
  if (await startSession(options, userId, request, reply, { passwordMark, aal })) return { user: { id: userId } }
  const reason = await findShutReason(options.parts.db.read, userId)
  // Neither shut: the password changed on the way, or the account is gone.
  throw reason === null
    ? new AppError('invalid_credentials')
    : new AppError('account_suspended', { params: { reason } })
}

function secondFactorRoutes(options: Options): AuthRoute[] {
  const post = (path: AuthRoute['path'], handle: NonNullable<AuthRoute['handle']>): AuthRoute => ({
    method: 'POST',
    path: `/two-factor${path}`,
    handle,
  })
  /** What only the factor itself allows, and neither the session nor the password. */
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

/** Clients of the library send these; nobody is trusted for longer than a session, and who is fresh needs no password again. */
const nothing = z.strictObject({ password: z.string().max(1024).optional(), method: z.literal('totp').optional() })
const managing = z.strictObject({ ...nothing.shape, ...factorBody.shape })
const ignored = z.boolean().optional()
const codeRequest = z.strictObject({ ...emailCodeBody.shape, type: z.literal('sign-in').optional() })
const codeInput = z.strictObject(emailCodeSignInBody.shape)
const totpInput = z.strictObject({ ...totpBody.shape, trustDevice: ignored })
const recoveryInput = z.strictObject({ ...recoveryCodeBody.shape, trustDevice: ignored, disableSession: ignored })

async function pass(options: Options, proof: Proof, request: FastifyRequest, reply: FastifyReply) {
  const name = challengeCookie(options)
  const passed = await passChallenge(options, readCookie(request.headers.cookie, name), proof, (userId) =>
    deviceKnownTo(options, request, userId),
  )
  reply.header('set-cookie', setCookie(name, '', 0))
  return open(options, passed.userId, request, reply, passed.passwordMark, 'aal2')
}

/** A browser may still have another session while somebody signs in there; whoever is setting up means that. */
async function owesSecondFactor(options: Options, caller: Caller, request: FastifyRequest) {
  const offer = await findTwoFactor(options.parts.db.read, caller.id)
  const settingUp = offer !== undefined && offer.confirmed_at === null
  return !settingUp && isChallenge(options, readCookie(request.headers.cookie, challengeCookie(options)))
}

async function freshCaller({ callerOf }: Options, request: FastifyRequest) {
  const caller = await callerOf(request)
  verified({ caller })
  return recentlyAuthenticated({ caller })
}

function serviceRoutes(options: Options): AuthRoute[] {
  const { parts, providers } = options
  const leave = async (
    request: FastifyRequest,
    input: { provider: string; callbackURL?: string | undefined },
    page: string,
  ) => {
    await parts.limiter.use(limits.service, request.ip)
    await providers.ready(input.provider)
    const callbackURL = pagePath(input.callbackURL) ?? (page === '/security' ? page : '/')
    return { provider: input.provider, callbackURL, errorCallbackURL: page, disableRedirect: true }
  }
  return [
    {
      method: 'POST',
      path: '/sign-in/social',
      anonymous: true,
      before: async (request) => leave(request, parseBody(serviceSignInBody, request.body), '/auth'),
    },
    {
      method: 'POST',
      path: '/link-social',
      cookieOnly: true,
      async before(request) {
        const caller = await freshCaller(options, request)
        const body = await leave(request, parseBody(linkBody, request.body), '/security')
        return { ...body, additionalData: { [BEGUN_BY]: caller.sessionId } }
      },
    },
    {
      method: 'GET',
      path: '/callback/:id',
      query: (request) => returning(options, request),
      location: (text) => landing(text, options.origin()),
    },
    {
      method: 'POST',
      path: '/unlink-account',
      async handle(request) {
        const caller = await freshCaller(options, request)
        await unlink(options, caller, parseBody(unlinkBody, request.body).provider)
        return { status: true }
      },
    },
  ]
}

/** What a service may say when it sends somebody back; each once, and no more than that. */
async function returning({ providers }: Options, request: FastifyRequest) {
  const given = request.query as Record<string, unknown>
  const query = new URLSearchParams()
  for (const name of ['code', 'state', 'error', 'iss']) {
    const value = given[name]
    if (typeof value === 'string') query.set(name, value)
  }
  // Unknown or away: better-auth says so in its way, and the person lands on the sign-in page.
  await providers.ready((request.params as { id: string }).id).catch(() => {})
  return `?${query.toString()}`
}

function tokenRoutes({ callerOf, parts, tokens }: Options): AuthRoute[] {
  return [
    {
      method: 'GET',
      path: '/token',
      async handle(request) {
        // A token lives for minutes; only the session itself can get another.
        if (request.headers.authorization !== undefined) throw new AppError('unauthenticated')
        const caller = signedIn({ caller: await callerOf(request) })
        parts.limiter.useLocally(limits.token, caller.id)
        return {
          token: await tokens.sign({ userId: caller.id, sessionId: caller.sessionId, rotations: caller.rotations }),
        }
      },
    },
    { method: 'GET', path: '/jwks', handle: () => tokens.publicKeys() },
  ]
}

/** Signing in by password and signing out, and what the routes of this slice share. */
import { signInBody } from '@samtur/contract/accounts'
import { matchLanguage } from '@samtur/i18n/translate'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { Caller, Parts } from '#platform/http/context'
import { cookieName, setCookie } from '#platform/http/cookies'
import { invalidField } from '#platform/http/errors'
import { presentAccount, presentSignedIn } from './present.ts'
import { letIn } from './routes-factor.ts'
import { type AuthRoute, parseBody } from './routes-serving.ts'
import { knownDevice } from './rules-devices.ts'
import { asciiAddress } from './rules.ts'
import { deviceKeeper, type NotifyOfNewDevice, startClientSession, startSession } from './service-arrivals.ts'
import { endFlow, methodOf } from './service-flows.ts'
import { signOut as endSession } from './service-sessions.ts'
import type { Tokens } from './service-tokens.ts'
import { signInByPassword } from './service.ts'
import { findAccount, findSession } from './views.ts'

export interface AuthOptions {
  config: Config
  parts: Parts
  secret: string
  notifyOfNewDevice?: NotifyOfNewDevice
  tokens: Tokens
  callerOf(request: FastifyRequest): Promise<Caller | null>
}

/** A field of earlier clients without an effect: links lead where the server says. */
export const ignored = z.string().max(200).optional()

/** The one body for every address: the mail's writer finds out whether there is an account. */
export const accepted = { status: true }

const signInInput = z.strictObject({
  ...signInBody.shape,
  rememberMe: z.boolean().optional(),
  callbackURL: ignored,
})

export const createSignInRoutes = (options: AuthOptions): AuthRoute[] => [
  { method: 'POST', path: '/sign-in/email', handle: (request, reply) => signIn(request, reply, options) },
  { method: 'POST', path: '/sign-out', handle: (request, reply) => signOut(request, reply, options) },
  {
    method: 'GET',
    path: '/get-session',
    cookieOnly: true,
    handle: (request, reply) => getSession(request, reply, options),
  },
]

/** Returns the address with its domain in punycode, so that there is one account per address, however it was typed. */
export function transportEmail(address: string, field = 'email'): string {
  const ascii = asciiAddress(address)
  if (!ascii) throw invalidField(field, 'invalid')
  return ascii
}

export const languageOf = (request: FastifyRequest) => matchLanguage(request.headers['accept-language'])

async function signIn(request: FastifyRequest, reply: FastifyReply, options: AuthOptions) {
  const { config, parts } = options
  const input = parseBody(signInInput, request.body)
  const attempt = { email: transportEmail(input.email), password: input.password, ip: request.ip }
  const keeper = deviceKeeper(options)
  const { person, mark } = await signInByPassword(
    parts,
    config,
    { ...attempt, locale: languageOf(request) },
    (account) => knownDevice(keeper, request.headers.cookie, account),
  )
  const entered = await letIn(options, person.id, request, reply, { passwordMark: mark })
  return 'user' in entered ? { redirect: false, user: presentAccount(person) } : entered
}

/** Begins a session for a person who has proven the mailbox; returns false where a second factor is on or the account is suspended. */
export async function openByMailbox(
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AuthOptions,
  passwordMark: string | null = null,
): Promise<boolean> {
  const account = await findAccount(options.parts.db.read, userId)
  const opens = account !== undefined && !account.two_factor_enabled
  return opens && startSession(options, userId, request, reply, { passwordMark, byMailbox: true })
}

/** Ends the flow of a program for a person who has proven the mailbox; returns where the browser goes on. Undefined without a flow that is still open. */
export async function leadOn(
  flow: string | undefined,
  userId: string,
  request: FastifyRequest,
  options: AuthOptions,
  passwordMark: string | null = null,
): Promise<string | undefined> {
  if (flow === undefined) return undefined
  return endFlow(options.parts, flow, userId, (kind) =>
    startClientSession(options, request, { userId, method: methodOf(kind), passwordMark }),
  )
}

/** Returns the session of the cookie with its account, or null. */
async function getSession(request: FastifyRequest, reply: FastifyReply, { parts, callerOf }: AuthOptions) {
  const caller = await callerOf(request)
  const own = caller && (await findSession(parts.db.read, caller.sessionId))
  // Without a text the framework would send no body in place of null.
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(own ? presentSignedIn(own) : null))
}

/** Ends the session of the request, by cookie or token, and no other. */
async function signOut(request: FastifyRequest, reply: FastifyReply, { parts, config, callerOf }: AuthOptions) {
  const caller = await callerOf(request)
  if (caller) await endSession(parts, caller)
  reply.header('set-cookie', setCookie(cookieName('session', config), '', 0))
  return { success: true }
}

/** How the session of a browser or a program begins: its cookies, and the sign-in that the account's owner sees. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { session as limits } from '@samtur/contract/constants'
import type { Config } from '../../config.ts'
import type { Executor } from '#platform/db/database'
import type { Aal, Parts } from '#platform/http/context'
import { cookieName, readCookie, setCookie, signedToken, signToken } from '#platform/http/cookies'
import { deviceOf } from './present.ts'
import { signedUpAs } from './rules-browser.ts'
import { type DeviceCookie, deviceCookie, knownDevice } from './rules-devices.ts'
import { newToken, owesFactor, passwordMark as markOf } from './rules.ts'
import { beginClientSession, type ClientDeps, type ClientSession, raiseClient } from './service-refresh.ts'
import { beginSession } from './service-sessions.ts'
import { insertSignIn } from './store-sessions.ts'
import { type ClientHolder, findPasswordHash } from './views.ts'

const LONGEST_USER_AGENT = 512

/** Returns the browser's User-Agent, cut to the stored length. */
const userAgentOf = ({ headers }: FastifyRequest) => (headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT)

/** What a sign-in needs. */
interface Door {
  config: Pick<Config, 'publicUrl'>
  parts: Pick<Parts, 'db' | 'bus' | 'limiter' | 'security'>
  secret: string
  /** Called after a sign-in from a browser that the account did not know; not after the account's first one. */
  notifyOfNewDevice?: NotifyOfNewDevice
}

export type NotifyOfNewDevice = (userId: string, device: ReturnType<typeof deviceOf>) => Promise<void>

/** Returns what the cookies of known devices are made with. */
export const deviceKeeper = ({ config, secret }: Pick<Door, 'config' | 'secret'>) => ({
  secret,
  sessionCookie: cookieName('session', config),
})

/** What a person has shown to sign in. */
export interface Shown {
  /** Mark of the password that was shown. */
  passwordMark?: string | null
  aal?: Aal
  /** A mailed link was used in this browser, so its owner needs no mail about a new device. */
  byMailbox?: boolean
  /** Narrows the line of the security log down. */
  detail?: string
}

/**
 * Begins a session and sets its cookie, and the cookie by which the account will know the browser; the session that the browser had before
 * ends. Returns false, and changes nothing, for an account that is shut, that has another password than the one shown, or a second factor that
 * was not shown.
 */
export async function startSession(
  door: Door,
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { passwordMark = null, aal = 'aal1', byMailbox = false, detail }: Shown = {},
): Promise<boolean> {
  const { config, parts, secret } = door
  const token = newToken()
  const from = { ipAddress: request.ip, userAgent: userAgentOf(request) }
  const before = sessionToken({ config, secret }, request.headers.cookie)
  if ((await beginSession(parts, { token, userId, ...from, passwordMark, aal }, before)) === undefined) return false
  reply.header('set-cookie', sessionCookie({ config, secret }, token))
  const visit = { cookies: request.headers.cookie, userAgent: from.userAgent }
  const device = await recordSignIn(door, userId, visit, { passwordMark, byMailbox })
  reply.header('set-cookie', setCookie(device.name, device.value, device.seconds))
  parts.security.note({ kind: 'sign_in', accountId: userId, detail, requestId: request.id, ip: request.ip })
  return true
}

interface ClientArrival {
  userId: string
  /** How the person signed in, as the claim `amr` names it. */
  method: string
  /** Mark of the password that was shown. */
  passwordMark?: string | null
}

/**
 * Opens a session for a program as `startSession` does for a browser. In an account with a second factor the sign-in is complete with
 * `raiseClientSession` only. Undefined for an account that is shut or has another password by now.
 */
export async function startClientSession(
  door: Door & Pick<ClientDeps, 'tokens'>,
  request: FastifyRequest,
  { userId, method, passwordMark = null }: ClientArrival,
): Promise<ClientSession | undefined> {
  const from = { ipAddress: request.ip, userAgent: userAgentOf(request) }
  const session = await beginClientSession(door, { userId, method, passwordMark, aal: 'aal1', ...from })
  if (session && !session.owesFactor) await recordClientSignIn(door, request, userId, [method])
  return session
}

/** Raises the session of a program that has shown the second factor, as `raiseClient` does. That completes its sign-in. */
export async function raiseClientSession(
  door: Door & ClientDeps,
  request: FastifyRequest,
  holder: Omit<ClientHolder, 'unseen'>,
): Promise<ClientSession | undefined> {
  const session = await raiseClient(door, holder)
  const methods = holder.methods.map(({ method }) => method)
  if (session && owesFactor(holder)) await recordClientSignIn(door, request, holder.id, methods)
  return session
}

async function recordClientSignIn(door: Door, request: FastifyRequest, userId: string, methods: readonly string[]) {
  const byMailbox = methods.some((method) => method === 'otp' || method === 'recovery')
  // A program keeps no cookie by which the account could know its device.
  const visit = { cookies: undefined, userAgent: userAgentOf(request) }
  await recordSignIn(door, userId, visit, { byMailbox })
  door.parts.security.note({ kind: 'sign_in', accountId: userId, requestId: request.id, ip: request.ip })
}

interface Visit {
  /** The request's cookie header. */
  cookies: string | undefined
  userAgent: string
}

/**
 * Stores a sign-in for its owner to see, and notifies of one from an unknown browser unless it is the account's first. Returns the cookie by
 * which the account will know the browser.
 */
async function recordSignIn(
  { config, parts, secret, notifyOfNewDevice }: Door,
  userId: string,
  { cookies, userAgent }: Visit,
  { passwordMark = null, byMailbox = false }: Pick<Shown, 'passwordMark' | 'byMailbox'> = {},
): Promise<DeviceCookie> {
  const account = { id: userId, mark: passwordMark ?? (await findMark(parts.db.read, userId)) }
  const keeper = deviceKeeper({ config, secret })
  const isKnown = knownDevice(keeper, cookies, account) !== undefined
  const isNew = !isKnown && !byMailbox && signedUpAs(cookies, secret, config) !== userId
  const hasSignedInBefore = await insertSignIn(parts.db.read, { userId, userAgent, isNew })
  if (isNew && hasSignedInBefore) await notifyOfNewDevice?.(userId, deviceOf(userAgent))
  return deviceCookie(keeper, cookies, account)
}

/** Returns a name for the browser where the account knows it from an earlier sign-in; undefined for every other one. */
export async function deviceKnownTo(
  { config, parts, secret }: Door,
  request: FastifyRequest,
  userId: string,
): Promise<string | undefined> {
  return knownDevice(deviceKeeper({ config, secret }), request.headers.cookie, {
    id: userId,
    mark: await findMark(parts.db.read, userId),
  })
}

/** Returns the mark of the account's password; empty where it has none. */
async function findMark(executor: Executor, userId: string) {
  const hash = await findPasswordHash(executor, userId)
  return hash === undefined ? '' : markOf(hash)
}

/** Returns the cookie of a session that has just begun or got another token. */
export const sessionCookie = ({ config, secret }: Pick<Door, 'config' | 'secret'>, token: string): string =>
  setCookie(cookieName('session', config), signToken(token, secret), limits.maxDays * 86_400)

/** Returns the session token in a cookie header; undefined when there is none that is signed by us. */
export function sessionToken({ config, secret }: Pick<Door, 'config' | 'secret'>, header: string | undefined) {
  const value = readCookie(header, cookieName('session', config))
  return value ? signedToken(value, secret) : undefined
}

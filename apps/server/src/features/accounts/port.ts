/** Who is calling: the session behind a request; and how a new one begins. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie, signedToken, signToken } from '#platform/auth/cookies'
import { type Auth, callAuth } from '#platform/auth/engine'
import { rememberDevice } from '#platform/auth/known-devices'
import { userAgentOf } from '#platform/auth/sessions'
import type { Executor } from '#platform/db/database'
import type { Caller, Parts } from '#platform/http/context'
import { newToken, passwordMark as markOf } from './rules.ts'
import { insertSession } from './store-sessions.ts'
import { touchAccount } from './store.ts'
import { findCaller, findPasswordHash } from './views.ts'

export { deviceOf } from './present.ts'
export { asciiAddress, isReservedName, maskAddress } from './rules.ts'
export { fromNetwork } from './service-guessing.ts'
export { endSessions } from './store-sessions.ts'
export { forgetTokens } from './store-tokens.ts'
export { clearPurge, eraseAccount, lockAccount, setPurge } from './store.ts'
export { liftSuspension, setTwoFactor, suspendAccount, unlinkService } from './store.ts'
export { findAccount, findCaller, findHolders, findShutReason, holdOpen } from './views.ts'

export type CallerOf = (request: FastifyRequest) => Promise<Caller | null>
/** Answers the session that a bearer token stands for; undefined for a token that is not ours or too old. */
export type SessionOfToken = (token: string) => Promise<string | undefined>

interface Options {
  auth: Auth
  executor: Executor
  secret: string
  sessionOfToken: SessionOfToken
}

/** Answers the caller, or null without a valid session. Looks the session up once per request. */
export function createCallerOf({ auth, executor, secret, sessionOfToken }: Options): CallerOf {
  const cookieName = auth.options.advanced.cookies.session_token.name
  const byCookie = async (header: string) => {
    const value = readCookie(header, cookieName)
    const token = value ? signedToken(value, secret) : undefined
    return token ? findCaller(executor, { token }) : null
  }
  const byToken = async (token: string) => {
    const id = await sessionOfToken(token)
    return id ? findCaller(executor, { id }) : null
  }
  return (request) => {
    const { authorization, cookie } = request.headers
    const bearer = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
    // A token that is no good is not made up for by a cookie that happens to be there.
    request.caller ??= bearer ? byToken(bearer) : cookie ? byCookie(cookie) : Promise.resolve(null)
    return request.caller
  }
}

/** What beginning a session needs. */
interface Door {
  auth: Auth
  parts: Pick<Parts, 'db' | 'security'>
  secret: string
}

/** What the cookies of known devices are made with. */
export const deviceKeeper = ({ auth, secret }: Pick<Door, 'auth' | 'secret'>) => ({
  secret,
  sessionCookie: auth.options.advanced.cookies.session_token.name,
})

/** A new session with its cookie, and the cookie by which the account will know the browser; false for an account that is shut or, where a password was shown, has another one by now. */
export async function startSession(
  { auth, parts, secret }: Door,
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  passwordMark: string | null = null,
): Promise<boolean> {
  const token = newToken()
  const { expiresIn: seconds } = auth.options.session
  const from = { ipAddress: request.ip, userAgent: userAgentOf(request) }
  if (!(await insertSession(parts.db.read, { token, userId, seconds, ...from, passwordMark }))) return false
  const { name } = auth.options.advanced.cookies.session_token
  reply.header('set-cookie', setCookie(name, signToken(token, secret), seconds))
  const mark = passwordMark ?? (await findMark(parts.db.read, userId))
  rememberDevice(deviceKeeper({ auth, secret }), request, reply, { id: userId, mark })
  parts.security.note({ kind: 'sign_in', accountId: userId, requestId: request.id, ip: request.ip })
  return true
}

/** Of the account's password; empty where it has none. */
async function findMark(executor: Executor, userId: string) {
  const hash = await findPasswordHash(executor, userId)
  return hash === undefined ? '' : markOf(hash)
}

/** Opening a page counts as being there: once a day that prolongs the session. Answers the cookies to set. */
export async function prolongSession(
  auth: Auth,
  executor: Executor,
  request: FastifyRequest,
  caller: Caller,
): Promise<string[]> {
  const cookie = new Headers({ cookie: request.headers.cookie ?? '' })
  const { result } = await callAuth(() => auth.api.getSession({ headers: cookie, returnHeaders: true }))
  await touchAccount(executor, caller.id)
  return result.headers.getSetCookie()
}

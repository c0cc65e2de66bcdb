/** Who is calling: the session behind a request. */
import type { FastifyRequest } from 'fastify'
import { readCookie, signedToken } from '#platform/auth/cookies'
import { type Auth, callAuth } from '#platform/auth/engine'
import type { Executor } from '#platform/db/database'
import type { Caller } from '#platform/http/context'
import { touchAccount } from './store.ts'
import { findCaller } from './views.ts'

export { deviceOf } from './present.ts'
export { asciiAddress, isReservedName } from './rules.ts'
export { clearPurge, eraseAccount, lockAccount, setPurge } from './store.ts'
export { setTwoFactor, unlinkService } from './store.ts'
export { endSessions, liftSuspension, suspendAccount } from './store.ts'
export { findShutReason, holdOpen } from './views.ts'

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

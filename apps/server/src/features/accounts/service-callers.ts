/** The caller behind a request. */
import type { FastifyRequest } from 'fastify'
import type { Executor } from '#platform/db/database'
import type { Caller } from '#platform/http/context'
import type { Config } from '../../config.ts'
import { sessionToken } from './service-arrivals.ts'
import type { TokenSession } from './service-tokens.ts'
import { touchSession } from './store-sessions.ts'
import { findCaller } from './views.ts'

/** A page sends it after a minute without input: its own polling does not count as use of the session. */
const idleHeader = 'x-idle'

export type CallerOf = (request: FastifyRequest) => Promise<Caller | null>
/** Returns the session of a bearer token; undefined for a token that is not ours or too old. */
export type SessionOfToken = (token: string) => Promise<TokenSession | undefined>

interface Options {
  config: Pick<Config, 'publicUrl'>
  executor: Executor
  secret: string
  sessionOfToken: SessionOfToken
}

/** Returns the caller, or null without a valid session. Looks the session up once per request. */
export function createCallerOf({ config, executor, secret, sessionOfToken }: Options): CallerOf {
  const byCookie = async (header: string) => {
    const token = sessionToken({ config, secret }, header)
    return token ? findCaller(executor, { token }) : null
  }
  const byToken = async (token: string) => {
    const session = await sessionOfToken(token)
    return session ? findCaller(executor, session) : null
  }
  const find = async ({ headers }: FastifyRequest, bearer: string | undefined) => {
    // An invalid token counts as no session, also beside a valid cookie.
    const holder = await (bearer ? byToken(bearer) : headers.cookie ? byCookie(headers.cookie) : null)
    if (!holder) return null
    const { unseen, ...caller } = holder
    // A reconnecting socket, or a page without input for a while, does not keep a session alive.
    if (unseen && !headers.upgrade && headers[idleHeader] === undefined) await touchSession(executor, caller.sessionId)
    return caller
  }
  return (request) => {
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    request.caller ??= find(request, bearer)
    return request.caller
  }
}

/** Who is calling: the session behind a request. */
import type { FastifyRequest } from 'fastify'
import type { Caller } from '#platform/http/context'
import { callAuth, type Auth } from './service.ts'

export { isReservedName } from './rules.ts'

/** Base64 has spare bits at its end: one signature could be written in several ways, of which only one is ours. */
function isCanonical(cookie: string) {
  const signature = decoded(cookie).split('.').at(-1) ?? ''
  return Buffer.from(signature, 'base64').toString('base64') === signature
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

export type CallerOf = (request: FastifyRequest) => Promise<Caller | null>

/** Answers the caller, or null without a valid session. Looks the session up once per request. */
export function createCallerOf(auth: Auth): CallerOf {
  const cookieName = auth.options.advanced.cookies.session_token.name
  const resolve = async (cookie: string): Promise<Caller | null> => {
    // Two session cookies mean that somebody else set one of them; neither is trusted.
    const [value, ...others] = cookie.split(/;\s*/).filter((pair) => pair.startsWith(`${cookieName}=`))
    if (!value || others.length > 0 || !isCanonical(value)) return null
    const ask = () => auth.api.getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } })
    const { result: found } = await callAuth(ask)
    if (!found) return null
    const { user, session } = found
    return {
      id: user.id,
      email: user.email,
      verified: user.emailVerified,
      role: user.role === 'admin' ? 'admin' : 'user',
      sessionId: session.id,
      locale: user.locale ?? 'en',
    }
  }
  return (request) => {
    const { cookie } = request.headers
    request.caller ??= cookie ? resolve(cookie) : Promise.resolve(null)
    return request.caller
  }
}

/** Opening a page counts as being there: once a day that prolongs the session. Answers the cookies to set. */
export async function prolongSession(auth: Auth, request: FastifyRequest): Promise<string[]> {
  const cookie = new Headers({ cookie: request.headers.cookie ?? '' })
  const { result } = await callAuth(() => auth.api.getSession({ headers: cookie, returnHeaders: true }))
  return result.headers.getSetCookie()
}

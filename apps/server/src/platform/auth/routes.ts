/** The routes under /api/auth, better-auth's and those that stand in for them: which of them exist is the slices' to say; every answer has the product's error body. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldErrors } from '@samtur/contract/field-errors'
import type { z } from 'zod'
import type { Caller, Parts } from '../http/context.ts'
import { AppError, toAppError } from '../http/errors.ts'
import { withoutCookie } from './cookies.ts'
import { type Auth, callAuth } from './engine.ts'
import { hashing } from './passwords.ts'
import { userAgentOf } from './sessions.ts'

export interface AuthRoute {
  method: 'GET' | 'POST'
  /** Below /api/auth, as better-auth names it. */
  path: `/${string}`
  /** Answered here instead of by better-auth: what comes back is the body, unless the reply has been sent. */
  handle?(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  /** Checked first; answers the body that better-auth gets. */
  before?(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  /** The query that better-auth gets, with its question mark; none without this. */
  query?(request: FastifyRequest): Promise<string>
  /** Where the browser is led instead of where better-auth would lead it. */
  location?(location: string): string
  /** Hashes a password: refused while too many wait for that. */
  hashes?: true
  /** Answered alike for everybody, whoever is signed in. */
  anonymous?: true
  /** About the session of a browser: of no use to whoever comes with a token. */
  cookieOnly?: true
}

interface Options {
  auth: Auth
  parts: Parts
  origin: () => string
  callerOf(request: FastifyRequest): Promise<Caller | null>
}

export function serveAuthRoutes(app: FastifyInstance, options: Options, routes: readonly AuthRoute[]) {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: `/api/auth${route.path}`,
      handler: async (request, reply) => {
        if (route.hashes && hashing.full()) throw new AppError('rate_limited', { params: { retry_after: 1 } })
        if (route.handle) {
          reply.header('cache-control', 'no-store')
          return route.handle(request, reply)
        }
        if (route.cookieOnly && request.headers.authorization !== undefined) throw new AppError('unauthenticated')
        const body = (await route.before?.(request, reply)) ?? request.body
        return forward(options, route, request, reply, body)
      },
    })
  }
}

/** The body as the schema gives it, or the errors of its fields. */
export function parseBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body ?? {})
  if (!parsed.success) throw new AppError('validation', { fields: fieldErrors(parsed.error.issues) })
  return parsed.data
}

async function forward(
  { auth, origin, callerOf }: Options,
  route: AuthRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
) {
  const caller = route.anonymous ? null : await callerOf(request)
  // Only now: asking for the caller may have renewed the signature of the cookie.
  const { authorization, cookie } = request.headers
  const headers = new Headers({ 'x-client-ip': request.ip, origin: origin() })
  if (!route.anonymous) {
    headers.set('user-agent', userAgentOf(request))
    // A session that we do not take for one is none for the library either: with a token it is not the cookie's.
    const ours = caller && authorization === undefined
    const kept = ours ? cookie : withoutCookie(cookie, auth.options.advanced.cookies.session_token.name)
    if (kept) headers.set('cookie', kept)
  }
  const init: RequestInit = { method: request.method, headers }
  if (request.method === 'POST') {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(body ?? {})
  }
  const query = (await route.query?.(request)) ?? ''
  const path = pathOf(route.path, request)
  const { result: response, cause } = await callAuth(() =>
    auth.handler(new Request(`${auth.options.baseURL}/api/auth${path}${query}`, init)),
  )
  if (cause && (response.status >= 500 || toAppError(cause).code === 'unavailable'))
    throw cause instanceof Error ? cause : new Error('better-auth failed', { cause })
  reply.header('cache-control', 'no-store')
  for (const one of response.headers.getSetCookie()) reply.header('set-cookie', one)
  return answer(response, reply, route)
}

/** The path with its parameters filled in. */
function pathOf(path: string, request: FastifyRequest) {
  const params = request.params as Record<string, string>
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

async function answer(response: Response, reply: FastifyReply, route: AuthRoute) {
  const location = response.headers.get('location')
  if (location) {
    const led = route.location?.(location) ?? location
    return reply.code(response.status).header('location', led).send()
  }
  const text = await response.text()
  const body = text ? (JSON.parse(text) as Record<string, unknown> | null) : null
  if (!response.ok) throw toAppError({ statusCode: response.status })
  // The session token travels in the cookie only, where scripts cannot read it.
  return reply
    .code(response.status)
    .type('application/json')
    .send(JSON.stringify(withoutToken(body)))
}

function withoutToken(body: Record<string, unknown> | null) {
  if (!body) return null
  const { token: _, session, ...rest } = body
  if (typeof session !== 'object' || session === null) return rest
  const { token: __, ipAddress: ___, userAgent: ____, ...shown } = session as Record<string, unknown>
  return { ...rest, session: shown }
}

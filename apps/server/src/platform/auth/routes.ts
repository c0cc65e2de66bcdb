/** The routes under /api/auth, handled by better-auth or by a slice. Only routes that a slice lists exist; errors have the product's error body. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldErrors } from '@samtur/contract/field-errors'
import type { z } from 'zod'
import type { Caller, Parts } from '../http/context.ts'
import { AppError, toAppError } from '../http/errors.ts'
import { withoutCookie } from './cookies.ts'
import { type Auth, callAuth } from './engine.ts'
import { refuseWhileBusy } from './passwords.ts'
import { userAgentOf } from './sessions.ts'

export interface AuthRoute {
  method: 'GET' | 'POST'
  /** Below /api/auth, as better-auth names it. */
  path: `/${string}`
  /** Handles the request in place of better-auth. Returns the body, unless it has sent the reply. */
  handle?(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  /** Returns the address to which the request is redirected in place of better-auth, if it is not for it. */
  instead?(request: FastifyRequest): string | undefined
  /** Checks the request; returns the body that better-auth gets. */
  before?(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  /** Returns the query that better-auth gets, with its question mark; without this it gets none. */
  query?(request: FastifyRequest): Promise<string>
  /** Returns the address of the redirect in place of better-auth's. */
  location?(location: string): string
  /** Hashes a password; refused while too many requests wait for that. */
  hashes?: true
  /** The response does not depend on the session. */
  anonymous?: true
  /** Concerns the session of a cookie, so requests with a token are refused. */
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
        if (route.hashes) refuseWhileBusy()
        if (route.handle) {
          reply.header('cache-control', 'no-store')
          return route.handle(request, reply)
        }
        const elsewhere = route.instead?.(request)
        if (elsewhere !== undefined) return reply.header('cache-control', 'no-store').redirect(elsewhere)
        if (route.cookieOnly && request.headers.authorization !== undefined) throw new AppError('unauthenticated')
        const body = (await route.before?.(request, reply)) ?? request.body
        return forward(options, route, request, reply, body)
      },
    })
  }
}

/** Returns the body as the schema parses it. Throws `validation` with its fields. */
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
  // After the look-up of the caller, which may have renewed the signature of the cookie.
  const { authorization, cookie } = request.headers
  const headers = new Headers({ 'x-client-ip': request.ip, origin: origin() })
  if (!route.anonymous) {
    headers.set('user-agent', userAgentOf(request))
    // The library gets no session that the product refuses; with a token the cookie's session does not count.
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
  return send(response, reply, route)
}

/** Returns the path with the values of its parameters. */
function pathOf(path: string, request: FastifyRequest) {
  const params = request.params as Record<string, string>
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

async function send(response: Response, reply: FastifyReply, route: AuthRoute) {
  const location = response.headers.get('location')
  if (location) {
    const led = route.location?.(location) ?? location
    return reply.code(response.status).header('location', led).send()
  }
  const text = await response.text()
  const body = text ? (JSON.parse(text) as Record<string, unknown> | null) : null
  if (!response.ok) throw toAppError({ statusCode: response.status })
  // The session token is sent in the cookie only, which scripts cannot read.
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

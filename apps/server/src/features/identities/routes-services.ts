/** Other sign-in services: going there, coming back, and unlinking. */
import { linkBody, serviceSignInBody, unlinkBody } from '@samtur/contract/identities'
import type { FastifyRequest } from 'fastify'
import type { CallerOf } from '#features/accounts/port'
import type { Providers } from '#platform/auth/providers'
import { type AuthRoute, parseBody } from '#platform/auth/routes'
import { BEGUN_BY } from './events.ts'
import { freshCaller } from './routes-factor.ts'
import { landing, pagePath, returnOfProgram } from './rules.ts'
import { serviceSignIns } from './service-services.ts'
import { type Deps, unlink } from './service.ts'

interface Options extends Deps {
  origin: () => string
  callerOf: CallerOf
  providers: Providers
}

export function createServiceRoutes(options: Options): AuthRoute[] {
  const { parts, providers } = options
  const leave = async (
    request: FastifyRequest,
    input: { provider: string; callbackURL?: string | undefined },
    page: string,
  ) => {
    await parts.limiter.use(serviceSignIns, request.ip)
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
      instead: (request) => returnOfProgram(request.url, idOf(request)),
      query: (request) => returning(options, request),
      location: (text) => landing(text, options.origin()),
    },
    {
      method: 'POST',
      path: '/unlink-account',
      async handle(request) {
        const caller = await freshCaller(options, request)
        await unlink(options, caller, parseBody(unlinkBody, request.body))
        return { status: true }
      },
    },
  ]
}

const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

/** Returns the query for better-auth: only the parameters that a service may send, each once. */
async function returning({ providers }: Options, request: FastifyRequest) {
  const given = request.query as Record<string, unknown>
  const query = new URLSearchParams()
  for (const name of ['code', 'state', 'error', 'iss']) {
    const value = given[name]
    if (typeof value === 'string') query.set(name, value)
  }
  // For an unknown or unreachable service better-auth redirects to the sign-in page with its own error.
  await providers.ready(idOf(request)).catch(() => {})
  return `?${query.toString()}`
}

/** Other sign-in services: going there, coming back, and unlinking. */
import { linkBody, serviceSignInBody, unlinkBody } from '@samtur/contract/identities'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#platform/http/context'
import { cookieName, readCookie, setCookie, signedToken, signToken } from '#platform/http/cookies'
import { type EnterOptions, freshCaller, letIn } from './routes-factor.ts'
import { type AuthRoute, parseBody } from './routes-serving.ts'
import { pagePath, responseOf, returnOfProgram } from './rules-ways.ts'
import type { CallerOf } from './service-callers.ts'
import type { Providers } from './service-providers.ts'
import { serviceSignIns, unlink } from './service-linking.ts'
import { beginVisit, completeVisit, findOpenVisit, visitSeconds } from './service-visits.ts'

interface Options extends EnterOptions {
  callerOf: CallerOf
  providers: Providers
}

/** Where a browser is led that came back from a service and still has to show the second factor. */
const secondStep = '/auth?step=two-factor'

export function createServiceRoutes(options: Options): AuthRoute[] {
  return [
    {
      method: 'POST',
      path: '/sign-in/social',
      handle: (request, reply) => leave(options, request, reply, parseBody(serviceSignInBody, request.body)),
    },
    {
      method: 'POST',
      path: '/link-social',
      cookieOnly: true,
      async handle(request, reply) {
        const caller = await freshCaller(options, request)
        return leave(options, request, reply, parseBody(linkBody, request.body), caller)
      },
    },
    {
      method: 'GET',
      path: '/callback/:id',
      handle: async (request, reply) => reply.redirect(await comeBack(options, request, reply)),
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
/** Returns the name of the cookie that binds a visit to its browser. */
const stateCookie = ({ config }: Pick<Options, 'config'>) => `${cookieName('auth', config)}.state`

/** Begins a visit; with a caller to link the service to that account. Returns the address to which the page leads the browser. */
async function leave(
  options: Options,
  request: FastifyRequest,
  reply: FastifyReply,
  input: { provider: string; callbackURL?: string | undefined },
  caller?: Caller,
) {
  await options.parts.limiter.use(serviceSignIns, request.ip)
  const callbackURL = pagePath(input.callbackURL)
  const { state, url } = await beginVisit(options, input.provider, callbackURL, caller)
  reply.header('set-cookie', setCookie(stateCookie(options), signToken(state, options.secret), visitSeconds))
  return { url, redirect: false }
}

/** Returns where the browser continues that comes back from a service: where the person was going, or on a page that says why not. */
async function comeBack(options: Options, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const program = returnOfProgram(request.url, idOf(request))
  if (program !== undefined) return program
  const response = responseOf(request.query)
  const visit = await findOpenVisit(options, response.get('state') ?? '')
  if (!visit) return '/auth?error=provider'
  const refused = (reason: string) => `${visit.errorURL}?error=${reason}`
  const name = stateCookie(options)
  const isOfBrowser = signedToken(readCookie(request.headers.cookie, name) ?? '', options.secret) === visit.state
  if (!isOfBrowser) return refused('provider')
  reply.header('set-cookie', setCookie(name, '', 0))
  const findCaller = () => options.callerOf(request)
  const outcome = await completeVisit(options, { visit, id: idOf(request), response, findCaller })
  if (typeof outcome === 'string') return refused(outcome)
  if (visit.link) return visit.callbackURL
  const entered = await letIn(options, outcome.userId, request, reply, { detail: 'another service' })
  return 'user' in entered ? visit.callbackURL : secondStep
}

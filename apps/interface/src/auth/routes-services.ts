/** Signing in and linking at another service: `/authorize` leads there, `/callback` leads back to the program. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InterfaceDeps } from '../deps.ts'
import { AuthError } from './errors.ts'
import { accountOf, serviceOf } from './grants-services.ts'
import { authorizeQuery, readBody, ssoInput } from './input.ts'
import { challengeOf, targetOf } from './requester.ts'
import { recentCallerOf } from './routes-sessions.ts'
import { newVisit, noVisitCookie, openVisit, sealVisit, type Visit, visitCookie, visitOf } from './visits.ts'

/** The page for a browser without a valid visit. */
const LOST = '/auth?error=provider'
const refused = new AuthError(400, 'bad_oauth_callback', 'The provider has not signed the person in')

export function serveServices(http: FastifyInstance, deps: InterfaceDeps): void {
  const { accounts, services, settings, origin } = deps
  /** Returns the address that begins a visit in the person's browser. */
  const addressOf = (visit: Visit) => `${origin()}/auth/v1/authorize?visit=${sealVisit(deps, visit)}`

  http.get('/authorize', async (request, reply) => {
    const { visit: sealed, provider, ...flow } = readBody(authorizeQuery, request.query)
    if (sealed === undefined)
      return leave(deps, request, reply, visitFor(deps, { provider, kind: 'oauth', link: null }, flow))
    const visit = openVisit(deps, encodeURIComponent(sealed))
    const isHere = visit?.link?.network === undefined || visit.link.network === accounts.networkMark(request.ip)
    if (!visit || !isHere) return reply.redirect(LOST)
    return leave(deps, request, reply, newVisit(visit))
  })

  // A service leads back to the address that our pages' visits have, too, which leads on to here.
  http.get<{ Params: { provider: string } }>('/callback/:provider', async (request, reply) => {
    const visit = visitOf(deps, request.headers.cookie)
    reply.header('set-cookie', noVisitCookie(deps))
    const { state } = request.query as { state?: unknown }
    const isOfVisit = visit?.provider === request.params.provider && state === services.stateOf(visit)
    if (!visit || !isOfVisit) return reply.redirect(LOST)
    return reply.redirect(await comeBack(deps, request, visit))
  })

  // The one address for all services that the version before had: it does not say which service leads back, so nothing is opened there.
  http.get('/callback', (_request, reply) => reply.redirect(LOST))

  http.post('/sso', async (request, reply) => {
    await deps.clients.of(request)
    const { domain, provider_id, skip_http_redirect, ...flow } = readBody(ssoInput, request.body)
    const ids = new Set(settings.ssoDomains.values())
    const provider = domain === undefined ? provider_id : settings.ssoDomains.get(domain.toLowerCase())
    if (provider === undefined || !ids.has(provider))
      throw new AuthError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain')
    await serviceOf(deps, provider)
    const visit = visitFor(deps, { provider, kind: 'sso', link: null }, flow)
    return skip_http_redirect ? { url: addressOf(visit) } : reply.redirect(addressOf(visit), 303)
  })

  http.get('/user/identities/authorize', async (request) => {
    const caller = await recentCallerOf(deps, request, 'Identity linking')
    await services.count(request.ip)
    const { provider, ...flow } = readBody(authorizeQuery, request.query)
    await serviceOf(deps, provider)
    const link = { sessionId: caller.sessionId, network: accounts.networkMark(request.ip) }
    return { url: addressOf(visitFor(deps, { provider, kind: 'oauth', link }, flow)) }
  })
}

type FlowInput = Parameters<typeof challengeOf>[0] & { redirect_to?: string | null | undefined }

/** Returns a new visit that ends where the program has asked for. */
function visitFor(deps: InterfaceDeps, purpose: Pick<Visit, 'provider' | 'kind' | 'link'>, flow: FlowInput): Visit {
  return newVisit({
    ...purpose,
    redirectTo: targetOf(deps, flow.redirect_to ?? undefined),
    challenge: challengeOf(flow),
  })
}

async function leave(deps: InterfaceDeps, request: FastifyRequest, reply: FastifyReply, visit: Visit) {
  await deps.services.count(request.ip)
  const service = await serviceOf(deps, visit.provider)
  const url = await service.pageOf(visit.id)
  return reply.header('set-cookie', visitCookie(deps, visit)).redirect(url)
}

/** Returns the address to which the browser continues: the program's, with a code or tokens, or with the reason of a refusal. */
async function comeBack(deps: InterfaceDeps, request: FastifyRequest, visit: Visit): Promise<string> {
  const { services } = deps
  try {
    return await services.endVisit(request, visit, await accountOfVisit(deps, request, visit))
  } catch (error) {
    if (!(error instanceof AuthError)) services.note(visit.provider, error)
    return services.refuseVisit(visit, error instanceof AuthError ? error : refused)
  }
}

/** Returns the account that the visitor opens; where a session began the visit, its account, to which the visitor's identity is linked. */
async function accountOfVisit(deps: InterfaceDeps, request: FastifyRequest, visit: Visit): Promise<string> {
  const service = await serviceOf(deps, visit.provider)
  const identity = await service.identityOfCode(request.query, visit.id)
  if (!identity) throw refused
  const caller = visit.link && (await deps.sessions.find(visit.link.sessionId))
  if (visit.link && !caller) throw new AuthError(403, 'session_not_found', 'The session that began the link has ended')
  return accountOf(deps, identity, caller)
}

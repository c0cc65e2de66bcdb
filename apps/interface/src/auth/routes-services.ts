/** Signing in and linking at another service: `/authorize` leads there, `/callback` leads back to the program. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InterfaceDeps } from '../deps.ts'
import type { ServiceIdentity } from '../ports/services.ts'
import { AuthError } from './errors.ts'
import { serviceOf, serviceRefusals } from './grants-services.ts'
import { authorizeQuery, readBody, ssoInput } from './input.ts'
import { challengeOf, targetOf } from './requester.ts'
import { recentCallerOf } from './routes-sessions.ts'
import {
  newVisit,
  noVisitCookie,
  openVisit,
  protectionOf,
  sealVisit,
  type Visit,
  visitCookie,
  visitOf,
} from './visits.ts'

/** The page for a browser without a valid visit. */
const LOST = '/auth?error=provider'
const refused = new AuthError(400, 'bad_oauth_callback', 'The provider has not signed the person in')

export function serveServices(http: FastifyInstance, deps: InterfaceDeps): void {
  const { accounts, services, settings, origin } = deps
  /** Returns the address that begins a visit in the person's browser. */
  const addressOf = (visit: Visit) => `${origin()}/auth/v1/authorize?visit=${sealVisit(deps, visit)}`

  http.get('/authorize', async (request, reply) => {
    const { visit: sealed, provider, redirect_to, ...challenge } = readBody(authorizeQuery, request.query)
    if (sealed === undefined) {
      const purpose = { provider, kind: 'oauth', link: null } as const
      const visit = newVisit({
        ...purpose,
        redirectTo: targetOf(deps, redirect_to ?? undefined),
        challenge: challengeOf(challenge),
      })
      return leave(deps, request, reply, visit)
    }
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
    const isOfVisit = visit?.provider === request.params.provider && state === protectionOf(deps, visit).state
    if (!visit || !isOfVisit) return reply.redirect(LOST)
    return reply.redirect(await comeBack(deps, request, visit))
  })

  // The one address for all services that the version before had: it does not say which service leads back, so nothing is opened there.
  http.get('/callback', (_request, reply) => reply.redirect(LOST))

  http.post('/sso', async (request, reply) => {
    await deps.clients.of(request)
    const { domain, provider_id, redirect_to, skip_http_redirect, ...challenge } = readBody(ssoInput, request.body)
    const ids = new Set(settings.ssoDomains.values())
    const provider = domain === undefined ? provider_id : settings.ssoDomains.get(domain.toLowerCase())
    if (provider === undefined || !ids.has(provider))
      throw new AuthError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain')
    await serviceOf(deps, provider)
    const purpose = { provider, kind: 'sso', link: null } as const
    const visit = newVisit({
      ...purpose,
      redirectTo: targetOf(deps, redirect_to ?? undefined),
      challenge: challengeOf(challenge),
    })
    return skip_http_redirect ? { url: addressOf(visit) } : reply.redirect(addressOf(visit), 303)
  })

  http.get('/user/identities/authorize', async (request) => {
    const caller = await recentCallerOf(deps, request, 'Identity linking')
    await services.count(request.ip)
    const { provider, redirect_to, ...challenge } = readBody(authorizeQuery, request.query)
    await serviceOf(deps, provider)
    const link = { sessionId: caller.sessionId, network: accounts.networkMark(request.ip) }
    const purpose = { provider, kind: 'oauth', link } as const
    const visit = newVisit({
      ...purpose,
      redirectTo: targetOf(deps, redirect_to ?? undefined),
      challenge: challengeOf(challenge),
    })
    return { url: addressOf(visit) }
  })
}

async function leave(deps: InterfaceDeps, request: FastifyRequest, reply: FastifyReply, visit: Visit) {
  await deps.services.count(request.ip)
  const service = await serviceOf(deps, visit.provider)
  const url = await service.pageOf(protectionOf(deps, visit))
  return reply.header('set-cookie', visitCookie(deps, visit)).redirect(url)
}

/** Returns the address to which the browser continues: the program's, with a code or tokens, or with the reason of a refusal. */
async function comeBack(deps: InterfaceDeps, request: FastifyRequest, visit: Visit): Promise<string> {
  const { services } = deps
  try {
    const userId = await accountOf(deps, visit, await identityOf(deps, request, visit))
    return await services.endVisit(request, visit, userId)
  } catch (error) {
    if (!(error instanceof AuthError)) services.note(visit.provider, error)
    return services.refuseVisit(visit, error instanceof AuthError ? error : refused)
  }
}

async function identityOf(deps: InterfaceDeps, request: FastifyRequest, visit: Visit): Promise<ServiceIdentity> {
  const service = await serviceOf(deps, visit.provider)
  const identity = await service.identityOfCode(request.query, protectionOf(deps, visit))
  if (!identity) throw refused
  return identity
}

/** Returns the account that the identity opens; where a session began the visit, its account, to which the identity is linked. */
async function accountOf(deps: InterfaceDeps, { link }: Visit, identity: ServiceIdentity): Promise<string> {
  if (!link) {
    const opened = await deps.services.open(identity)
    if (typeof opened === 'string') throw serviceRefusals[opened]
    return opened.userId
  }
  const caller = await deps.sessions.find(link.sessionId)
  if (!caller) throw new AuthError(403, 'session_not_found', 'The session that began the link has ended')
  const refusal = await deps.services.link(caller, identity)
  if (refusal) throw serviceRefusals[refusal]
  return caller.id
}

/** The session of a request, and the settings and state of the service. */
import { PRODUCT_NAME } from '@samtur/contract/constants'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noteServiceAct } from '../clients.ts'
import type { InterfaceDeps } from '../deps.ts'
import { apiError, assertThat } from '../errors.ts'
import type { Caller, Holder } from '../ports/sessions.ts'
import { AuthError, recentFor } from './errors.ts'
import { presentUser } from './present.ts'

type WithClients = Pick<InterfaceDeps, 'clients'>
type WithSessions = Pick<InterfaceDeps, 'clients' | 'sessions'>

/** Returns the signed-in person of a request, also in a session that has not passed the second factor yet. */
async function personOf({ clients }: WithClients, request: FastifyRequest) {
  const client = await clients.of(request)
  if (client.kind === 'person') return client
  throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
}

/** Returns the holder of the session of such a person. */
export const holderOf = async (deps: WithClients, request: FastifyRequest): Promise<Holder> =>
  (await personOf(deps, request)).holder

/** Returns the signed-in person of a request. Throws `second_factor_required` until the session has passed the second factor. */
export async function callerOf(deps: WithClients, request: FastifyRequest): Promise<Caller> {
  const { caller } = await personOf(deps, request)
  assertThat(caller, 'second_factor_required')
  return caller
}

/** Returns the confirmed person of a session that was authenticated a moment ago. Error: `reauthentication_needed`, which names the change. */
export const recentCallerOf = async (deps: WithSessions, request: FastifyRequest, change: string): Promise<Caller> =>
  recentFor(deps.sessions, change, deps.sessions.confirmed(await callerOf(deps, request)))

const scopes = ['global', 'local', 'others'] as const

/** Ends sessions whose token another server of the operator has sent, and stores that it did. */
async function endByService(
  { administration, requests }: InterfaceDeps,
  request: FastifyRequest,
  { id, sessionId }: Caller,
  scope: (typeof scopes)[number],
) {
  noteServiceAct(requests, request)
  const which = { global: 'all', local: { only: sessionId }, others: { except: sessionId } } as const
  await administration.endSessions(id, which[scope])
}

export function serveSessions(http: FastifyInstance, deps: InterfaceDeps): void {
  const { accounts, sessions, settings } = deps

  http.get('/user', async (request) => {
    const holder = await holderOf(deps, request)
    const user = await accounts.find(holder.id)
    if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
    return presentUser(user)
  })

  http.post('/logout', async (request, reply) => {
    const { holder, byService } = await personOf(deps, request)
    const { scope = 'global' } = request.query as { scope?: unknown }
    const known = scopes.find((one) => one === scope)
    if (!known) throw new AuthError(400, 'validation_failed', `Unsupported logout scope: ${String(scope)}`)
    // Knowing the password alone ends no session elsewhere.
    const isHalf = sessions.owesFactor(holder)
    if (byService) await endByService(deps, request, holder, known)
    else if (known === 'local' || (known === 'global' && isHalf)) await sessions.end(holder)
    else if (isHalf) throw apiError('second_factor_required')
    else await sessions.endOwn(holder, known === 'global' ? 'all' : 'others')
    return reply.code(204).send()
  })

  http.get('/settings', async (request) => {
    await deps.clients.of(request)
    const providers = Object.fromEntries(settings.services.map((id) => [id, true]))
    return {
      external: { email: true, phone: false, anonymous_users: false, ...providers },
      disable_signup: false,
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      mfa_enabled: true,
    }
  })

  http.get('/health', () => ({ version: 'v1', name: PRODUCT_NAME, description: 'Authentication' }))
  http.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=600')
    return sessions.publicKeys()
  })
}

/** Identities of the signed-in person: the list, and unlinking. */
import type { FastifyInstance } from 'fastify'
import type { InterfaceDeps } from '../deps.ts'
import { AuthError } from './errors.ts'
import { presentUser } from './present.ts'
import { callerOf, recentCallerOf } from './routes-sessions.ts'

export function serveIdentities(http: FastifyInstance, deps: InterfaceDeps): void {
  const identitiesOf = async (userId: string) => {
    const user = await deps.accounts.find(userId)
    return user ? presentUser(user).identities : []
  }

  http.get('/user/identities', async (request) => {
    const caller = await callerOf(deps, request)
    return { identities: await identitiesOf(caller.id) }
  })

  http.delete<{ Params: { id: string } }>('/user/identities/:id', async (request) => {
    const caller = await recentCallerOf(deps, request, 'Identity unlinking')
    const identities = await identitiesOf(caller.id)
    const identity = identities.find(({ identity_id }) => identity_id === request.params.id)
    if (!identity) throw new AuthError(404, 'identity_not_found', 'Identity doesn’t exist')
    if (identity.provider === 'email')
      throw new AuthError(
        422,
        'email_conflict_identity_not_deletable',
        'The identity of the password cannot be unlinked',
      )
    await deps.services.unlink(caller, identity.identity_id)
    return {}
  })
}

/** The administrator's part of `/auth/v1`, for other servers of the operator that have the service key. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noteServiceAct } from '../clients.ts'
import type { AuthDeps } from '../deps.ts'
import { assertThat } from '../errors.ts'
import { serveLinks } from './routes-links.ts'
import { serveUsers } from './routes-users.ts'

export function serveAdministration(http: FastifyInstance, deps: AuthDeps): void {
  void http.register(async (scope) => {
    // Before the body is read, so that nothing but the key decides.
    scope.addHook('onRequest', (request) => requireServiceKey(deps, request))
    serveUsers(scope, deps)
    serveLinks(scope, deps)
  })
}

/** Notes the act. Errors: KeyError, and `forbidden` for every other caller, administrators too. */
async function requireServiceKey({ clients, requests }: AuthDeps, request: FastifyRequest) {
  const client = await clients.of(request)
  assertThat(client.kind === 'service', 'forbidden')
  noteServiceAct(requests, request)
}

/** `/auth/v1`: signing up, in and out, and the account, as the client libraries of section 7 of the specification call it. */
import type { FastifyInstance } from 'fastify'
import type { InterfaceDeps } from '../deps.ts'
import { sendAuthError } from './errors.ts'
import { createAdminInput } from './input-admin.ts'
import { createInput } from './input.ts'
import { targetOf } from './requester.ts'
import { serveAdministration } from './routes-admin.ts'
import { serveFactors } from './routes-factors.ts'
import { serveGrants } from './routes-grants.ts'
import { serveIdentities } from './routes-identities.ts'
import { serveMails } from './routes-mails.ts'
import { serveServices } from './routes-services.ts'
import { serveSessions } from './routes-sessions.ts'
import { serveSignUp } from './routes-signup.ts'
import { serveUser } from './routes-user.ts'

export function serveAuth(http: FastifyInstance, interfaceDeps: InterfaceDeps): void {
  const input = createInput(interfaceDeps.accounts)
  const deps = { ...interfaceDeps, input, adminInput: createAdminInput(input.address) }
  http.setErrorHandler((error, request, reply) => void sendAuthError(deps.requests, error, request, reply))
  http.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  // For every request, so that none opens a session for an address that is refused.
  http.addHook('preHandler', (request, _reply, done) => {
    targetOf(deps, (request.query as { redirect_to?: unknown }).redirect_to)
    done()
  })
  serveSessions(http, deps)
  serveGrants(http, deps)
  serveSignUp(http, deps)
  serveFactors(http, deps)
  serveIdentities(http, deps)
  serveMails(http, deps)
  serveUser(http, deps)
  serveServices(http, deps)
  serveAdministration(http, deps)
}

/**
 * The specification's service interface: `/auth/v1`, `/rest/v1`, `/storage/v1` and `/realtime/v1`, as its client libraries call them. It translates
 * requests onto the use cases and presenters of the slices and decides nothing itself (docs/interface.md).
 */
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import type { Deps, Entry } from '../entry.ts'
import type { Hub } from '../platform/live/hub.ts'
import { serveAuth } from './auth/routes.ts'
import { createClients } from './clients.ts'
import type { RestDeps } from './deps.ts'
import { serveRealtime } from './realtime/routes.ts'
import { serveRest } from './rest/routes.ts'
import type { StorageDeps } from './storage/callers.ts'
import { createLinks } from './storage/links.ts'
import { serveStorage } from './storage/routes.ts'

/** Headers that the libraries send and read. */
const corsOptions = {
  origin: '*',
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'accept',
    'accept-profile',
    'apikey',
    'authorization',
    'cache-control',
    'content-profile',
    'content-type',
    'idempotency-key',
    'prefer',
    'range',
    'x-client-info',
    'x-metadata',
    'x-retry-count',
    'x-supabase-api-version',
    'x-upsert',
  ],
  exposedHeaders: ['content-range', 'retry-after', 'x-request-id', 'x-supabase-api-version'],
  maxAge: 3600,
}

/** What the composition root passes in beside its own dependencies. */
type Composed = Pick<RestDeps, 'router' | 'search' | 'translators'> &
  Pick<StorageDeps, 'images' | 'room'> & { hub: Hub }

export function serveInterface(http: FastifyInstance, deps: Deps, entry: Entry, composed: Composed): void {
  const { parts, config } = deps
  const clients = createClients({ config, db: parts.db, tokens: entry.tokens })
  const secrets = [deps.secret, ...config.previousSecrets] as const
  const links = createLinks({ ...deps, secrets, db: parts.db, clock: parts.clock })
  const all = { ...deps, ...entry, ...composed, clients, links }
  const served: Record<string, (scope: FastifyInstance) => void> = {
    '/auth/v1': (scope) => serveAuth(scope, all),
    '/rest/v1': (scope) => serveRest(scope, all),
    '/storage/v1': (scope) => serveStorage(scope, all),
    '/realtime/v1': (scope) => serveRealtime(scope, all),
  }
  for (const [prefix, serve] of Object.entries(served))
    void http.register(
      async (scope) => {
        // No cookie is read here, so pages of any site may call it.
        scope.addHook('onRoute', (route) => {
          route.config = { ...route.config, anyOrigin: true }
        })
        await scope.register(cors, corsOptions)
        serve(scope)
      },
      { prefix },
    )
}

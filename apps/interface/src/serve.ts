/**
 * The specification's service interface: `/auth/v1`, `/rest/v1`, `/storage/v1` and `/realtime/v1`, as its client libraries call them. It translates
 * requests onto the product's endpoints and a few ports, and decides nothing itself (docs/interface.md).
 */
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { serveAuth } from './auth/routes.ts'
import { createClients } from './clients.ts'
import type { Ports } from './ports/ports.ts'
import { serveRealtime } from './realtime/routes.ts'
import { serveRest } from './rest/routes.ts'
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

/** Serves it below a scope in which no cookie is read, so that pages of any site may call it. */
export function serveInterface(http: FastifyInstance, ports: Ports): void {
  const deps = { ...ports, clients: createClients(ports), links: createLinks(ports) }
  const served: Record<string, (scope: FastifyInstance) => void> = {
    '/auth/v1': (scope) => serveAuth(scope, deps),
    '/rest/v1': (scope) => serveRest(scope, deps),
    '/storage/v1': (scope) => serveStorage(scope, deps),
    '/realtime/v1': (scope) => serveRealtime(scope, deps),
  }
  for (const [prefix, serve] of Object.entries(served))
    void http.register(
      async (scope) => {
        await scope.register(cors, corsOptions)
        serve(scope)
      },
      { prefix },
    )
}

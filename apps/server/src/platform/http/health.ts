/** Health, readiness and metrics. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../db/database.ts'
import { isLoopback } from '../loopback.ts'
import { createCollector, type Sources } from '../../operating/metrics/collect.ts'
import { AppError } from './errors.ts'
import { isLoopbackHost } from './request-checks.ts'

interface Options extends Omit<Sources, 'connections'> {
  db: Database
  config: Config
  /** True from the first moment of a stop on, when requests are still served. */
  isStopping(): boolean
}

export function serveHealth(app: FastifyInstance, { db, config, isStopping, ...sources }: Options) {
  const collector = createCollector(app.metrics.registry, { db, ...sources, connections: app.connections })
  app.addHook('onClose', (_app, done) => {
    collector.stop()
    done()
  })
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    await db.ping()
    return reply.send({ status: 'ok', database: db.kind })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, config)) throw new AppError('not_found')
    return reply.type(app.metrics.registry.contentType).send(await collector.read())
  })
}

/** Headers that a proxy adds: a request with one of them comes from elsewhere, whatever its connection. */
const addedByProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Returns true with the configured token. Without one, for requests of this machine under one of its own names that no proxy passed on. */
function mayReadMetrics({ headers, socket }: FastifyRequest, { metricsToken }: Config) {
  if (metricsToken !== undefined) return isSameText(headers.authorization ?? '', `Bearer ${metricsToken}`)
  if (addedByProxies.some((name) => headers[name] !== undefined)) return false
  return isLoopback(socket.remoteAddress ?? '') && isLoopbackHost(headers.host)
}

/** Compares in constant time, so that the duration says nothing about the token. */
const isSameText = (one: string, other: string) => timingSafeEqual(digestOf(one), digestOf(other))
const digestOf = (text: string) => createHash('sha256').update(text).digest()

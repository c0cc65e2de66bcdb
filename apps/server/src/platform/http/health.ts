/** Health, readiness and metrics. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { isLoopback } from '../loopback.ts'
import type { Database } from '../db/database.ts'
import type { LiveMetrics } from '../live/hub.ts'
import { AppError } from './errors.ts'
import { isLoopbackHost } from './request-checks.ts'

interface Options {
  db: Database
  config: Config
  /** Returns counters of the live channel. */
  live(): Readonly<LiveMetrics>
  /** Returns how many pictures are being decoded or wait for it. */
  images(): Record<string, number>
}

export function serveHealth(app: FastifyInstance, { db, config, live, images }: Options) {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  app.addHook('onClose', (_app, done) => {
    delay.disable()
    done()
  })
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    await db.ping()
    return reply.header('cache-control', 'no-store').send({ status: 'ok', database: db.kind })
  })
  app.get('/metrics', (request, reply) => {
    if (!mayReadMetrics(request, config)) throw new AppError('not_found')
    return reply
      .type('text/plain; version=0.0.4')
      .send(
        metrics(delay.percentile(99) / 1e6, { live: live(), images: images(), connections: { ...app.connections } }),
      )
  })
}

/** Headers that a proxy adds: a request with one of them comes from elsewhere, whatever its connection. */
const addedByProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Returns true with the configured token, and for requests of this machine under one of its own names that no proxy passed on. */
function mayReadMetrics(request: FastifyRequest, config: Config) {
  if (config.metricsToken && isSameText(request.headers.authorization ?? '', `Bearer ${config.metricsToken}`))
    return true
  const { headers, socket } = request
  if (addedByProxies.some((name) => headers[name] !== undefined)) return false
  return isLoopback(socket.remoteAddress ?? '') && isLoopbackHost(headers.host)
}

/** Compares in constant time, so that the duration says nothing about the token. */
const isSameText = (one: string, other: string) => timingSafeEqual(digestOf(one), digestOf(other))
const digestOf = (text: string) => createHash('sha256').update(text).digest()

function metrics(
  loopDelayMs: number,
  parts: Record<'live' | 'images' | 'connections', Readonly<Record<keyof never, number>>>,
) {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const own = {
    process_cpu_seconds_total: (user + system) / 1e6,
    process_resident_memory_bytes: rss,
    process_uptime_seconds: process.uptime(),
    nodejs_heap_used_bytes: heapUsed,
    nodejs_eventloop_lag_p99_milliseconds: loopDelayMs,
  }
  const ofParts = Object.entries(parts).flatMap(([part, values]) =>
    Object.entries(values).map(([name, value]) => [`samtur_${part}_${name}`, value] as const),
  )
  return [...Object.entries(own), ...ofParts]
    .map(([name, value]) => `# TYPE ${name} gauge\n${name} ${value}\n`)
    .join('')
}

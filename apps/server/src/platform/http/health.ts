/** Whether the process lives, whether it can work, and a few numbers for whoever runs it. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback, type Config } from '../../config.ts'
import type { Database } from '../db/database.ts'
import type { LiveMetrics } from '../live/hub.ts'
import { AppError } from './errors.ts'

interface Options {
  db: Database
  config: Config
  /** Counters of the live channel. */
  live(): Readonly<LiveMetrics>
  /** Pictures under way. */
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
      .send(metrics(delay.percentile(99) / 1e6, { live: live(), images: images() }))
  })
}

/** On this machine itself, or with the configured token; never through a proxy without one. */
function mayReadMetrics(request: FastifyRequest, config: Config) {
  if (config.metricsToken && request.headers.authorization === `Bearer ${config.metricsToken}`) return true
  return isLoopback(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined
}

function metrics(loopDelayMs: number, parts: Record<'live' | 'images', Readonly<Record<keyof never, number>>>) {
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

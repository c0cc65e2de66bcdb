/** Whether the process lives, whether it can work, and a few numbers for whoever runs it. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback, type Config } from '../../config.ts'
import type { Database } from '../db/database.ts'
import type { LiveMetrics } from '../live/hub.ts'
import { AppError } from './errors.ts'
import { isLoopbackHost } from './request-checks.ts'

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
      .send(
        metrics(delay.percentile(99) / 1e6, { live: live(), images: images(), connections: { ...app.connections } }),
      )
  })
}

/** Headers that a proxy adds: with one of them the request comes from elsewhere, whoever made the connection. */
const addedByProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Only with the configured token, or from this machine itself under one of its own names: never through a proxy without the token. */
function mayReadMetrics(request: FastifyRequest, config: Config) {
  if (config.metricsToken && request.headers.authorization === `Bearer ${config.metricsToken}`) return true
  const { headers, socket } = request
  if (addedByProxies.some((name) => headers[name] !== undefined)) return false
  return isLoopback(socket.remoteAddress ?? '') && isLoopbackHost(headers.host)
}

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

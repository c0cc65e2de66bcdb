/**
 * Measures the live connection: `npm run bench -- live [--quick]`. Covers messages written over it and, fewer, over HTTP, stored in a real
 * PostgreSQL and delivered to the other person; idle connections; slow readers; a bare relay for comparison; and a restart. `--cuts[=1000]`
 * instead checks that no message is lost or doubled over a network that cuts connections at random. Exits with 1 when a goal is missed.
 */
import { spawnSync } from 'node:child_process'
import {
  type Busy,
  closeAll,
  type Deps,
  openServer,
  rateBusy,
  rateIdle,
  rateSlow,
} from '../apps/server/test/bench/deliveries.ts'
import type { Delivery } from '../apps/server/test/bench/crowd.ts'
import { rateRelays } from '../apps/server/test/bench/relay.ts'
import { rateStorm } from './live/storm.ts'
import { type Figure, option, quick, report } from './report.ts'

const cuts = process.argv.find((argument) => argument === '--cuts' || argument.startsWith('--cuts='))
const only = option('only')

if (cuts) {
  const env = { ...process.env, CUTS: cuts.split('=')[1] ?? '1000' }
  const run = spawnSync('vitest', ['run', '--project', 'server', 'bench/cuts'], { env, stdio: 'inherit' })
  process.exit(run.status ?? 1)
}

const effort = quick
  ? { pairs: 250, rate: 500, httpRate: 50, seconds: 5, idle: 2_000, relaySeconds: 4, storm: 400 }
  : { pairs: 1_000, rate: 2_000, httpRate: 200, seconds: 30, idle: 10_000, relaySeconds: 16, storm: 2_000 }
const goals = { p99: 15, micros: 120, idleKb: 15, idleMb: 450, idleP99: 250, relay: 0.5, spread: 10 }

/** Messages that did not arrive exactly once. */
const failuresOf = (title: string, { refused, lost, doubled }: Delivery): Figure => ({
  what: `${title}: messages refused, lost or doubled`,
  value: refused + lost + doubled,
  goal: 0,
})

async function inServer<T>(
  pairs: number,
  work: (deps: Deps) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  const deps = await openServer(pairs, env)
  try {
    return await work(deps)
  } finally {
    await deps.close()
  }
}

/** Keeps the product's own limits on Linux. Elsewhere all clients have one address, which may not connect so often. */
const asServed: Record<string, string> = process.platform === 'linux' ? { RATE_LIMITS: 'on' } : {}

const figuresOf = (title: string, busy: Busy): Figure[] => [
  failuresOf(title, busy),
  { what: `${title}: written, but not stored once`, value: Math.abs(busy.written - busy.stored), goal: 0 },
  { what: `${title}: delivered, p50`, value: busy.p50, unit: 'ms' },
  { what: `${title}: delivered, longest`, value: busy.max, unit: 'ms' },
  { what: `${title}: request to response, p50`, value: busy.answerP50, unit: 'ms' },
  { what: `${title}: memory`, value: busy.memory, unit: 'MB' },
]

const parts: Record<string, () => Promise<Figure[]>> = {
  async busy() {
    const { rate, seconds, pairs } = effort
    const busy = await inServer(pairs, (deps) => rateBusy(deps, { over: 'live', rate, seconds }), asServed)
    const title = `${rate} messages/s over ${2 * pairs} connections for ${seconds} s`
    return [
      { what: `${title}: delivered, p99`, value: busy.p99, unit: 'ms', goal: goals.p99 },
      { what: `${title}: processor for each`, value: busy.micros, unit: 'µs', goal: goals.micros },
      ...figuresOf(title, busy),
      { what: 'connections opened', value: busy.opened, unit: 'per s' },
    ]
  },
  async http() {
    const { httpRate: rate, seconds, pairs } = effort
    const busy = await inServer(pairs, (deps) => rateBusy(deps, { over: 'http', rate, seconds }), asServed)
    const title = `${rate} messages/s over HTTP to ${2 * pairs} connections for ${seconds} s`
    return [
      { what: `${title}: delivered, p99`, value: busy.p99, unit: 'ms' },
      { what: `${title}: processor for each`, value: busy.micros, unit: 'µs' },
      ...figuresOf(title, busy),
    ]
  },
  async idle() {
    const idle = await inServer(effort.idle / 2, (deps) => rateIdle(deps, effort.idle, quick ? 4 : 10))
    const title = `${idle.connections} idle connections`
    return [
      { what: `${title}: memory for each`, value: idle.each, unit: 'kB', goal: goals.idleKb },
      { what: `${title}: memory in all`, value: idle.memory, unit: 'MB', goal: goals.idleMb },
      { what: '50 messages/s among them: delivered, p99', value: idle.p99, unit: 'ms', goal: goals.idleP99 },
      failuresOf('50 messages/s among them', idle),
    ]
  },
  async slow() {
    const { asleep, cutOff, others } = await inServer(100, (deps) => rateSlow(deps, 200, quick ? 10 : 15))
    return [
      { what: `slow readers of ${asleep} that were not cut off`, value: asleep - cutOff, goal: 0 },
      { what: 'beside slow readers: delivered, p99', value: others.p99, unit: 'ms' },
      failuresOf('beside slow readers', others),
    ]
  },
  async relay() {
    const { hub, bare } = await rateRelays(effort.relaySeconds)
    return [
      { what: 'relay through the hub', value: hub.perSecond, unit: 'per s' },
      { what: 'relay of bare ws', value: bare.perSecond, unit: 'per s' },
      {
        what: 'relay through the hub, of bare ws: the smaller of rate and processor',
        value: Math.min(hub.perSecond / bare.perSecond, bare.micros / hub.micros),
        goal: goals.relay,
        least: true,
      },
    ]
  },
  async storm() {
    const { connections, back, spread, most } = await rateStorm(effort.storm)
    return [
      { what: `of ${connections} connections, not back after a restart`, value: connections - back, goal: 0 },
      { what: 'the others came back within', value: spread, unit: 's', goal: goals.spread, least: true },
      { what: 'most in one second', value: most },
    ]
  },
}

/** Removes the server on a signal, because it would go on filling the disk. */
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => {
    process.on('uncaughtException', () => {})
    void closeAll().finally(() => process.exit(code))
  })

try {
  const figures: Figure[] = []
  for (const [name, measure] of Object.entries(parts)) if (!only || only === name) figures.push(...(await measure()))
  report('live', figures)
} finally {
  await closeAll()
}

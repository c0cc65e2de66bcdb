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

const quick = process.argv.includes('--quick')
const cuts = process.argv.find((argument) => argument === '--cuts' || argument.startsWith('--cuts='))
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)

if (cuts) {
  const env = { ...process.env, CUTS: cuts.split('=')[1] ?? '1000' }
  const run = spawnSync('vitest', ['run', '--project', 'server', 'bench/cuts'], { env, stdio: 'inherit' })
  process.exit(run.status ?? 1)
}

const effort = quick
  ? { pairs: 250, rate: 500, httpRate: 50, seconds: 5, idle: 2_000, relaySeconds: 4, storm: 400 }
  : { pairs: 1_000, rate: 2_000, httpRate: 200, seconds: 30, idle: 10_000, relaySeconds: 16, storm: 2_000 }
const goals = { p99: 15, micros: 120, idleKb: 15, idleMb: 450, idleP99: 250, relay: 0.5, spread: 10 }

const rows: Record<string, string> = {}
const judged: string[] = []
const judge = (text: string, met: boolean) => void judged.push(`${met ? 'met   ' : 'MISSED'}  ${text}`)
const milliseconds = ({ p50, p99 }: Delivery) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`
const allThere = ({ refused, lost, doubled }: Delivery) => refused === 0 && lost === 0 && doubled === 0
const failures = ({ refused, lost, doubled }: Delivery) => `refused, lost, doubled: ${refused}, ${lost}, ${doubled}`

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

function tellBusy(title: string, busy: Busy) {
  rows[`${title}: delivered, p50 / p99 / longest ms`] = `${milliseconds(busy)} / ${busy.max.toFixed(1)}`
  rows[`${title}: request to response, p50 ms`] = busy.answerP50.toFixed(1)
  rows[`${title}: µs of the server’s processor for each, MB`] = `${Math.round(busy.micros)}, ${Math.round(busy.memory)}`
  judge(
    `${title}: ${busy.written} written, ${busy.stored} stored, ${failures(busy)}`,
    allThere(busy) && busy.stored === busy.written,
  )
}

const parts: Record<string, () => Promise<void>> = {
  async busy() {
    const { rate, seconds, pairs } = effort
    const busy = await inServer(pairs, (deps) => rateBusy(deps, { over: 'live', rate, seconds }), asServed)
    tellBusy(`${rate} messages/s over ${2 * pairs} connections for ${seconds} s`, busy)
    rows['connections opened/s'] = String(Math.round(busy.opened))
    judge(`p99 ${busy.p99.toFixed(1)} ms <= ${goals.p99}`, busy.p99 <= goals.p99)
    judge(`${Math.round(busy.micros)} µs of the processor for each <= ${goals.micros}`, busy.micros <= goals.micros)
  },
  async http() {
    const { httpRate: rate, seconds, pairs } = effort
    const busy = await inServer(pairs, (deps) => rateBusy(deps, { over: 'http', rate, seconds }), asServed)
    tellBusy(`${rate} messages/s over HTTP to ${2 * pairs} connections for ${seconds} s`, busy)
  },
  async idle() {
    const idle = await inServer(effort.idle / 2, (deps) => rateIdle(deps, effort.idle, quick ? 4 : 10))
    rows[`${idle.connections} idle connections: kB each, MB in all`] =
      `${idle.each.toFixed(1)}, ${Math.round(idle.memory)}`
    rows['50 messages/s among them: p50 / p99 ms'] = milliseconds(idle)
    judge(`${idle.each.toFixed(1)} kB per idle connection <= ${goals.idleKb}`, idle.each <= goals.idleKb)
    judge(`${Math.round(idle.memory)} MB with all of them < ${goals.idleMb}`, idle.memory < goals.idleMb)
    judge(`p99 among them ${idle.p99.toFixed(1)} ms <= ${goals.idleP99}`, idle.p99 <= goals.idleP99 && allThere(idle))
  },
  async slow() {
    const { asleep, cutOff, others } = await inServer(100, (deps) => rateSlow(deps, 200, quick ? 10 : 15))
    rows['beside slow readers: p50 / p99 ms'] = milliseconds(others)
    judge(
      `${cutOff} of ${asleep} slow readers cut off; of the others ${failures(others)}`,
      cutOff === asleep && allThere(others),
    )
  },
  async relay() {
    const { hub, bare } = await rateRelays(effort.relaySeconds)
    rows['relay through the hub / bare ws, delivered/s'] =
      `${Math.round(hub.perSecond)} / ${Math.round(bare.perSecond)}`
    rows['the same: µs of the server’s processor for each'] = `${hub.micros.toFixed(1)} / ${bare.micros.toFixed(1)}`
    const share = Math.min(hub.perSecond / bare.perSecond, bare.micros / hub.micros)
    judge(`relay ${share.toFixed(2)} of bare ws >= ${goals.relay}`, share >= goals.relay)
  },
  async storm() {
    const storm = await rateStorm(effort.storm)
    rows[`${storm.connections} connections come back after a restart: s, most in one`] =
      `${storm.spread.toFixed(1)}, ${storm.most}`
    judge(
      `${storm.back} came back, spread over ${storm.spread.toFixed(1)} s >= ${goals.spread}`,
      storm.back === storm.connections && storm.spread >= goals.spread,
    )
  },
}

/** Removes the server on a signal, because it would go on filling the disk. */
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => {
    process.on('uncaughtException', () => {})
    void closeAll().finally(() => process.exit(code))
  })

try {
  for (const [name, measure] of Object.entries(parts)) if (!only || only === name) await measure()
  console.table(Object.fromEntries(Object.entries(rows).map(([name, value]) => [name, { value }])))
  for (const line of judged) console.log(line)
  process.exitCode = judged.some((line) => line.startsWith('MISSED')) && !quick ? 1 : 0
} finally {
  await closeAll()
}

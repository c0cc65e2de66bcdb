/**
 * Measures what docs/scaling.md counts on: `npm run bench -- capacity [--quick] [--only=browse|pictures|messages|writes|pgbench]`. People who browse with one worker and
 * with two, messages and writes at rising rates, with the processor time of server and database, and the bytes that rows take. Takes about three minutes.
 * Exits with 1 when a message is lost or a write fails below the rate that is still in time.
 */
import path from 'node:path'
import {
  climbMessages,
  closeAll as closeCapacity,
  rateWorkers,
  ratePgbench,
  type Talking,
} from '../apps/server/test/bench/capacity.ts'
import { closeAll as closeDeliveries, openServer } from '../apps/server/test/bench/deliveries.ts'
import { climbWrites, closeAll as closeWrites } from '../apps/server/test/bench/writes.ts'
import { flags, program } from '../scripts/run/server.mjs'
import { sizesOfPictures } from '../apps/server/test/bench/pictures.ts'
import { type Figure, option, quick, report } from './report.ts'
import { root } from './server/process.ts'

const only = option('only')
const WITHIN_MS = 100
const effort = quick
  ? { rides: 20_000, browsing: 2, pairs: 200, messages: [500, 1_000], talking: 2, writes: [50], writing: 2, pgbench: 1 }
  : {
      rides: 200_000,
      browsing: 8,
      pairs: 1_000,
      messages: [1_000, 2_000, 3_000, 4_000, 5_000, 6_000],
      talking: 4,
      writes: [50, 100, 150, 200],
      writing: 5,
      pgbench: 4,
    }

/** Removes the servers and their databases on a signal. */
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => {
    process.on('uncaughtException', () => {})
    void Promise.all([closeCapacity(), closeDeliveries(), closeWrites()]).finally(() => process.exit(code))
  })

const parts: Record<string, () => Promise<Figure[]>> = {
  async browse() {
    const command = [...flags, path.join(root, program), 'start']
    const { rides, browsing, pages, bytes, pageBytes } = await rateWorkers([1, 2], {
      command,
      rides: effort.rides,
      seconds: effort.browsing,
    })
    const [one, two] = browsing
    const figures = Object.entries({ browsing, pages }).flatMap(([name, rates]) =>
      rates.flatMap(({ workers, rate, server, database, client, busy }) => {
        const title = `${name}, WORKERS=${workers}`
        return [
          { what: `${title}: requests`, value: rate, unit: 'per s' },
          { what: `${title}: processor of the server for each`, value: server, unit: 'µs' },
          { what: `${title}: processor of PostgreSQL for each`, value: database, unit: 'µs' },
          { what: `${title}: processor of the client for each`, value: client, unit: 'µs' },
          { what: `${title}: of all cores in use`, value: busy },
        ]
      }),
    )
    return [
      ...figures,
      { what: 'browsing, two workers, of one', value: (two?.rate ?? NaN) / (one?.rate ?? NaN) },
      { what: 'browsing: size of a response', value: bytes / 1000, unit: 'kB' },
      { what: 'pages: size of the document', value: pageBytes / 1000, unit: 'kB' },
      { what: 'database: an upcoming ride', value: rides.upcoming, unit: 'bytes' },
      { what: 'database: a ride that has departed', value: rides.departed, unit: 'bytes' },
    ]
  },
  async pictures() {
    const sizes = await sizesOfPictures()
    return Object.entries(sizes).map(([what, value]) => ({ what: `picture: ${what}`, value, unit: 'kB' }))
  },
  async pgbench() {
    const { select, update } = await ratePgbench(effort.pgbench)
    return [
      { what: 'pgbench, select-only, 8 clients', value: select, unit: 'per s' },
      { what: 'pgbench, simple-update, 8 clients', value: update, unit: 'per s' },
    ]
  },
  // These pin the process to a core, and what it starts later.
  async messages() {
    const deps = await openServer(effort.pairs)
    const loads = await climbMessages(deps, { rates: effort.messages, seconds: effort.talking, within: WITHIN_MS })
    await deps.close()
    console.table(loads)
    const met = loads.filter(({ p99, refused, lost, doubled }) => p99 <= WITHIN_MS && refused + lost + doubled === 0)
    // Without a rate that is in time, the lowest one says what a message costs.
    const [first, knee] = [loads[0], met.at(-1) ?? loads[0]]
    const wrong = met.reduce((sum, { refused, lost, doubled }) => sum + refused + lost + doubled, 0)
    return [
      { what: `messages with 99 of 100 delivered within ${WITHIN_MS} ms, one process`, value: met.at(-1)?.rate ?? 0, unit: 'per s' }, // prettier-ignore
      { what: 'messages refused, lost or doubled up to there', value: wrong, goal: 0 },
      ...(first ? detailsOf(`messages, ${first.rate} per s`, first) : []),
      ...(knee ? detailsOf('messages, at that rate', knee) : []),
      { what: 'events on the bus for one message', value: knee?.events ?? NaN },
    ]
  },
  async writes() {
    const { loads, mails, notifications, sizes } = await climbWrites(effort.writes, effort.writing, WITHIN_MS)
    console.table(
      loads.map(({ rate, all, processor, database, events }) => ({ rate, ...all, processor, database, events })),
    )
    const met = loads.filter(({ all, failed }) => all.p99 <= WITHIN_MS && failed.length === 0)
    const knee = met.at(-1) ?? loads[0]
    return [
      { what: `writes with 99 of 100 answered within ${WITHIN_MS} ms, one process`, value: met.at(-1)?.rate ?? 0, unit: 'per s' }, // prettier-ignore
      { what: 'writes: p99 there', value: knee?.all.p99 ?? NaN, unit: 'ms' },
      { what: 'writes: processor of the server for each', value: knee?.processor ?? NaN, unit: 'ms' },
      { what: 'writes: processor of PostgreSQL for each', value: knee?.database ?? NaN, unit: 'ms' },
      { what: 'writes: events on the bus for each', value: knee?.events ?? NaN },
      { what: 'mails for each request or acceptance', value: mails },
      { what: 'notifications for each request or acceptance', value: notifications },
      ...Object.entries(sizes).map(([table, value]) => ({ what: `database: ${nameOf(table)}`, value, unit: 'bytes' })),
    ]
  },
}

const detailsOf = (title: string, { p99, server, database }: Talking): Figure[] => [
  { what: `${title}: delivered, p99`, value: p99, unit: 'ms' },
  { what: `${title}: processor of the server for each`, value: server, unit: 'µs' },
  { what: `${title}: processor of PostgreSQL for each`, value: database, unit: 'µs' },
]

const nameOf = (table: string) => (table === 'outbox' ? 'a mail until 7 days after it was sent' : `a ${table}`)

try {
  const figures: Figure[] = []
  for (const [name, measure] of Object.entries(parts)) if (!only || only === name) figures.push(...(await measure()))
  report('capacity', figures)
} finally {
  await Promise.all([closeCapacity(), closeDeliveries(), closeWrites()])
}

/**
 * Measures what signed-in people write over HTTP, on PostgreSQL and on the embedded database: `npm run bench -- writes [--quick]`. Each second 50
 * requests, a quarter of each kind: publish a ride, request a seat, accept the request, send a message. Exits with 1 when a goal is missed.
 */
import { closeAll, kinds, measureWrites } from '../apps/server/test/bench/writes.ts'
import { type Figure, option, quick, report } from './report.ts'

const only = option('only')
const effort = { rate: 50, seconds: quick ? 6 : 30 }
/** Milliseconds within which 99 of 100 have their response. */
const goals = { server: 30, embedded: 60 }

const figures: Figure[] = []

/** Removes the server and its database on a signal. */
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => {
    process.on('uncaughtException', () => {})
    void closeAll().finally(() => process.exit(code))
  })

for (const database of ['server', 'embedded'] as const) {
  if (only && only !== database) continue
  const title = database === 'server' ? 'PostgreSQL' : 'embedded database'
  const { all, each, processor, failed } = await measureWrites(database, effort)
  const [first] = failed
  if (first) console.log(`${title}: the first failure: ${first}`)
  figures.push(
    { what: `${title}: all, p50`, value: all.p50, unit: 'ms' },
    ...kinds.flatMap((kind) => [
      { what: `${title}: ${kind}, p50`, value: each[kind].p50, unit: 'ms' },
      { what: `${title}: ${kind}, p99`, value: each[kind].p99, unit: 'ms', goal: goals[database] },
    ]),
    { what: `${title}: processor for each`, value: processor, unit: 'ms' },
    { what: `${title}: writes that failed`, value: failed.length, goal: 0 },
  )
}
report('writes', figures)

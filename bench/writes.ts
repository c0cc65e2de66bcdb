/**
 * Measures what signed-in people write over HTTP, on PostgreSQL and on the embedded database: `npm run bench -- writes [--quick]`. Each second 50
 * requests, a quarter of each kind: publish a ride, request a seat, accept the request, send a message. Exits with 1 when a goal is missed.
 */
import { closeAll, kinds, measureWrites } from '../apps/server/test/bench/writes.ts'

const quick = process.argv.includes('--quick')
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
const effort = { rate: 50, seconds: quick ? 6 : 30 }
/** Milliseconds within which 99 of 100 have their response. */
const goals = { server: 30, embedded: 60 }

const rows: Record<string, Record<string, string>> = {}
const judged: string[] = []
const judge = (text: string, met: boolean) => void judged.push(`${met ? 'met   ' : 'MISSED'}  ${text}`)

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
  const told = Object.entries({ ...each, all }).map(([name, { p50, p99 }]) => [
    name,
    `${p50.toFixed(1)} / ${p99.toFixed(1)}`,
  ])
  rows[`${title}: p50 / p99 ms`] = Object.fromEntries(told)
  rows[`${title}: ms of the processor for each`] = { all: processor.toFixed(1) }
  for (const kind of kinds)
    judge(
      `${title}: ${kind} p99 ${each[kind].p99.toFixed(1)} ms <= ${goals[database]}`,
      each[kind].p99 <= goals[database],
    )
  judge(`${title}: ${failed.length} writes failed${failed[0] ? `, the first: ${failed[0]}` : ''}`, failed.length === 0)
}
console.table(rows)
for (const line of judged) console.log(line)
process.exitCode = judged.some((line) => line.startsWith('MISSED')) && !quick ? 1 : 0

/**
 * Measures search and publishing on a real PostgreSQL with generated rides: `npm run bench -- search [--quick] [--rides=10000000]`. The
 * default is 10,000 and 1,000,000 rides; `--quick` measures only the former. The database server is started for the run and removed
 * afterwards; DATABASE_URL names another one, in which databases are created and dropped. Exits with 1 when a goal is missed.
 */
import { makeRoutes, randomOf } from '../apps/server/test/bench/routes.ts'
import { closeAll, measureWorld, type Figures } from '../apps/server/test/bench/measure.ts'

const quick = process.argv.includes('--quick')
const size = process.argv.find((argument) => argument.startsWith('--rides='))?.slice('--rides='.length)
const sizes = size ? [10_000, Number(size)] : quick ? [10_000] : [10_000, 1_000_000]

const goals = { p99: 0.5, growth: 4, beside: 2, vague: 10, nearby: 5, publish: 0.5, pgbench: 0.5, bare: 0.1 }

function judge(figures: readonly Figures[]): string[] {
  const [small, large] = [figures[0], figures.at(-1)]
  if (!small || !large) return []
  const found = {
    [`search p99 ${large.search.p99.toFixed(2)} ms <= ${goals.p99}`]: large.search.p99 <= goals.p99,
    [`growth of p99 x${(large.search.p99 / small.search.p99).toFixed(1)} <= x${goals.growth}`]:
      large.search.p99 / small.search.p99 <= goals.growth,
    [`search beside the way p99 ${large.beside.p99.toFixed(2)} ms <= ${goals.beside}`]:
      large.beside.p99 <= goals.beside,
    [`publish ${(large.publish.ours / large.publish.theirs).toFixed(2)} of a plain insert >= ${goals.publish}`]:
      large.publish.ours / large.publish.theirs >= goals.publish,
    [`vague texts p99 ${large.vague.p99.toFixed(1)} ms <= ${goals.vague}`]: large.vague.p99 <= goals.vague,
    [`nearby p99 ${large.nearby.p99.toFixed(1)} ms <= ${goals.nearby}`]: large.nearby.p99 <= goals.nearby,
    [`HTTP ${(large.http.server / large.http.bare).toFixed(2)} of bare node:http >= ${goals.bare}`]:
      large.http.server / large.http.bare >= goals.bare,
    [`HTTP, each computed anew, ${(large.http.anew / large.http.pgbenchCards).toFixed(2)} of pgbench with the cards >= ${goals.pgbench}`]:
      large.http.anew / large.http.pgbenchCards >= goals.pgbench,
    [`HTTP, each computed anew, ${(large.http.anew / large.http.pgbench).toFixed(2)} of pgbench with the same statement >= ${goals.pgbench}`]:
      large.http.anew / large.http.pgbench >= goals.pgbench,
  }
  // Growth needs two sizes.
  const shown = Object.entries(found).filter(([text]) => figures.length > 1 || !text.startsWith('growth'))
  return shown.map(([text, met]) => `${met ? 'met   ' : 'MISSED'}  ${text}`)
}

const milliseconds = ({ p50, p99 }: { p50: number; p99: number }) => `${p50.toFixed(3)} / ${p99.toFixed(3)}`

function print(figures: readonly Figures[]) {
  const table: Record<string, Record<string, string | number>> = {}
  const row = (name: string, cell: (figures: Figures) => string | number) => {
    table[name] = Object.fromEntries(figures.map((of) => [of.rides.toLocaleString('en'), cell(of)]))
  }
  row('filled in s', ({ seconds }) => Math.round(seconds))
  row('different searches, first 10: p50 / p99 ms', ({ search }) => milliseconds(search))
  row('the same, of all runs', ({ search }) => (search.runs ? milliseconds(search.runs) : ''))
  row('rides found on average', ({ found }) => found.toFixed(1))
  row('the same without rides by a detour', ({ stopping }) => milliseconds(stopping))
  row('from places beside the ways of rides', ({ beside }) => milliseconds(beside))
  row('rides found on average from there', ({ foundBeside }) => foundBeside.toFixed(1))
  row('with texts that were never searched before', ({ unknown }) => milliseconds(unknown))
  row('first 20 (the page)', ({ page }) => milliseconds(page))
  row('one-sided', ({ oneSided }) => milliseconds(oneSided))
  row('from ‘Ås’, a part of a thousand names', ({ vague }) => milliseconds(vague))
  row('home', ({ home }) => milliseconds(home))
  row('nearby with a day, both questions and offers', ({ nearby }) => milliseconds(nearby))
  row(
    'publish / plain insert, 8 clients, per s',
    ({ publish }) => `${Math.round(publish.ours)} / ${Math.round(publish.theirs)}`,
  )
  row(
    'publish with detours of 15 minutes / plain insert',
    ({ publishWithDetours: { ours, theirs } }) => `${Math.round(ours)} / ${Math.round(theirs)}`,
  )
  row('HTTP / each computed anew / pgbench / with cards / bare node:http, 8 clients, per s', ({ http }) =>
    [http.server, http.anew, http.pgbench, http.pgbenchCards, http.bare].map(Math.round).join(' / '),
  )
  row('bytes of an answer', ({ http }) => http.bytes)
  console.table(table)
}

/** Removes the server on a signal, because it would go on filling the disk. Queries that break off meanwhile are not reported. */
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => {
    process.on('uncaughtException', () => {})
    void closeAll().finally(() => process.exit(code))
  })

const figures: Figures[] = []
try {
  const routes = makeRoutes(quick ? 2_000 : 20_000, randomOf(20_270_326))
  for (const rides of sizes)
    figures.push(await measureWorld(routes, rides, { seconds: quick ? 2 : 9, searches: quick ? 400 : 2_000 }))
  print(figures)
  const judged = judge(figures)
  for (const line of judged) console.log(line)
  process.exitCode = judged.some((line) => line.startsWith('MISSED')) && !quick ? 1 : 0
} finally {
  await closeAll()
}

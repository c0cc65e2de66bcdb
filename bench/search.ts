/**
 * Measures search and publishing on a real PostgreSQL with generated rides: `npm run bench -- search [--quick] [--rides=10000000]
 * [--upcoming=200000]`. The default is 10,000 and then 1,000,000 rides, all upcoming; `--quick` measures only the former. The database server is
 * started for the run and removed afterwards; DATABASE_URL names another one, in which databases are created and dropped. Exits with 1
 * when a goal is missed.
 */
import { makeRoutes, randomOf } from '../apps/server/test/bench/routes.ts'
import { closeAll, measureWorld, type Figures } from '../apps/server/test/bench/measure.ts'
import { type Figure, option, quick, report } from './report.ts'

const size = option('rides')
const upcoming = option('upcoming')
const large = { rides: Number(size ?? 1_000_000), ...(upcoming && { upcoming: Number(upcoming) }) }
const sizes = quick ? [{ rides: 10_000 }] : size ? [large] : [{ rides: 10_000 }, large]

/** Milliseconds, and ratios of rates. */
const goals = {
  p99: 0.5,
  p99OfMany: 1,
  growth: 4,
  beside: 2,
  vague: 10,
  nearby: 5,
  publish: 0.5,
  pgbench: 0.5,
  signedIn: 0.4,
  bare: 0.1,
}

const ratio = (what: string, value: number, goal: number): Figure => ({ what, value, goal, least: true })

function figuresOf(measured: readonly Figures[]): Figure[] {
  const [small, large] = [measured[0], measured.at(-1)]
  if (!small || !large) return []
  const { http, publish } = large
  const many = large.upcoming > 1_000_000
  const rides = `${large.rides.toLocaleString('en')} rides, ${large.upcoming.toLocaleString('en')} upcoming`
  const growth = {
    what: 'growth of that from 10,000 rides',
    value: large.search.p99 / small.search.p99,
    goal: goals.growth,
  }
  const search = { what: `search, ${rides}, p99`, value: large.search.p99, unit: 'ms' }
  const others: Figure[] = [
    // Growth needs two sizes.
    ...(measured.length > 1 ? [growth] : []),
    { what: 'from a place beside the way, p99', value: large.beside.p99, unit: 'ms', goal: goals.beside },
    { what: 'from ‘Ås’, a part of a thousand names, p99', value: large.vague.p99, unit: 'ms', goal: goals.vague },
    { what: 'places nearby, p99', value: large.nearby.p99, unit: 'ms', goal: goals.nearby },
    ratio('publishing, of a plain insert', publish.ours / publish.theirs, goals.publish),
    { what: 'HTTP, shared responses', value: http.server, unit: 'per s' },
    ratio('HTTP, shared responses, of bare node:http', http.server / http.bare, goals.bare),
    { what: 'HTTP, each computed anew', value: http.anew, unit: 'per s' },
    ratio(
      'HTTP, each computed anew, of pgbench with the cards of the page',
      http.anew / http.pgbenchCards,
      goals.pgbench,
    ),
    ratio('HTTP, each computed anew, of pgbench with the same statement', http.anew / http.pgbench, goals.pgbench),
    { what: 'HTTP, signed in', value: http.signedIn, unit: 'per s' },
    ratio('HTTP, signed in, of pgbench with the cards of the page', http.signedIn / http.pgbenchCards, goals.signedIn),
    { what: 'people who browse: requests', value: http.browsing.rate, unit: 'per s' },
    { what: 'people who browse: processor for each request', value: http.browsing.micros, unit: 'µs' },
    ...Object.entries(http.browsing.each).map(([kind, value]) => ({
      what: `of these, ${kind}: processor`,
      value,
      unit: 'µs',
    })),
    { what: 'bare node:http', value: http.bare, unit: 'per s' },
    { what: 'pgbench with the same statement', value: http.pgbench, unit: 'per s' },
    { what: 'pgbench with the cards of the page', value: http.pgbenchCards, unit: 'per s' },
  ]
  // Above a million upcoming rides the goals of the other figures do not apply.
  const shown = many ? others.map(({ goal: _, ...figure }) => figure) : others
  return [{ ...search, goal: many ? goals.p99OfMany : goals.p99 }, ...shown]
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
  for (const world of sizes)
    figures.push(await measureWorld(routes, world, { seconds: quick ? 2 : 9, searches: quick ? 400 : 2_000 }))
  print(figures)
  report(
    ['search', ...(size ? [`--rides=${size}`] : []), ...(upcoming ? [`--upcoming=${upcoming}`] : [])].join(' '),
    figuresOf(figures),
  )
} finally {
  await closeAll()
}

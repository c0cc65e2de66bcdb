/**
 * Measures search and publishing on a real PostgreSQL with generated rides: `npm run bench -- search [--rides=10000000] [--upcoming=200000]`.
 * Without `--rides` 10,000 and then 1,000,000 rides, all upcoming.
 */
import { openDatabase } from '../apps/server/src/platform/db/database.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { compareWithPublishing, fillDatabase, type Size } from './search/dataset.ts'
import { makeDetourSearches, makeSearches, openStatements, type Query, type Statement } from './search/queries.ts'
import { rateHttp, ratePublishing } from './search/rates.ts'
import { countFound, timeInside, timeNearby } from './search/times.ts'
import { connect, openPostgres } from './tools/databases.ts'
import { type Figure, option, quick, run } from './tools/report.ts'
import { makeRoutes, randomOf, type Route } from './tools/routes.ts'

const effort = quick ? { routes: 300, searches: 60, seconds: 1 } : { routes: 20_000, searches: 2_000, seconds: 9 }
const COMPARED = 20
const settings = ['shared_buffers=1GB', 'max_wal_size=4GB', 'checkpoint_timeout=30min']

function sizes(): Size[] {
  const rides = Number(option('rides') ?? (quick ? 2_000 : 1_000_000))
  const large = { rides, upcoming: Number(option('upcoming') ?? rides) }
  return quick || option('rides') ? [large] : [{ rides: 10_000, upcoming: 10_000 }, large]
}

async function measure(url: string, size: Size, routes: readonly Route[]): Promise<Figure[]> {
  await using cleanup = new AsyncDisposableStack()
  const db = await openDatabase({ url, folder: '', clock: systemClock })
  cleanup.defer(() => db.close())
  const connection = cleanup.use(connect(url))
  await fillDatabase(connection, size, routes)
  await compareWithPublishing(db, routes, COMPARED)
  const { ofSearch, ofNearby } = openStatements(cleanup, db, url)
  const statementsOf = async (queries: readonly Query[]) => {
    const statements: Statement[] = []
    for (const query of queries) statements.push(await ofSearch(query))
    return statements
  }
  const time = async (queries: readonly Query[]) => timeInside(connection, await statementsOf(queries))
  const queries = makeSearches(routes, effort.searches, randomOf(7))
  const first = queries.map((query) => ({ ...query, limit: '10' }))
  const statements = await statementsOf(first)
  const search = await timeInside(connection, statements)
  const beside = await time(makeDetourSearches(routes, effort.searches / 2, randomOf(8)))
  const vague = await time(first.slice(0, 200).map((query) => ({ ...query, from: 'Ås' })))
  const nearby = await timeNearby(db, ofNearby, queries.slice(0, 200))
  const publishing = await ratePublishing(db, routes, effort.seconds)
  const many = size.upcoming > 1_000_000
  const title = `search, ${size.rides.toLocaleString('en')} rides, ${size.upcoming.toLocaleString('en')} upcoming`
  const others: Figure[] = [
    { what: 'rides that a search finds', value: await countFound(db, statements) },
    { what: 'from a place beside the way, p99', value: beside, unit: 'ms', limit: 2 },
    { what: "from 'Ås', a part of a thousand names, p99", value: vague, unit: 'ms', limit: 10 },
    { what: 'places nearby, p99', value: nearby, unit: 'ms', limit: 5 },
    { what: 'publishing, of a plain insert', value: publishing, limit: 0.5, least: true },
    ...(await rateHttp(cleanup, { url, db, queries: first, statements }, effort.seconds)),
  ]
  return [
    { what: `${title}, p99`, value: search, unit: 'ms', limit: many ? 1 : 0.5 },
    // Above a million upcoming rides the limits of the other figures do not apply.
    ...(many ? others.map(({ limit: _, ...figure }) => figure) : others),
  ]
}

await run({
  async search(cleanup) {
    const create = await openPostgres(cleanup, settings)
    const routes = makeRoutes(effort.routes, randomOf(20_270_326))
    const worlds: Figure[][] = []
    for (const size of sizes()) worlds.push(await measure(await create(), size, routes))
    const [small = NaN, large = NaN] = worlds.map(([search]) => search?.value)
    const growth = { what: 'growth of that from 10,000 rides', value: large / small, limit: 4 }
    return [...(worlds.at(-1) ?? []), ...(worlds.length > 1 ? [growth] : [])]
  },
})

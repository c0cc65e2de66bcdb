/** Generates searches, and takes the server's own statements for them. */
import { CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { alternativesQuery, searchQuery } from '@samtur/contract/search'
import { createSearchCounts, detoursAlong, placeById } from '../../src/features/places/port.ts'
import { createCards } from '../../src/features/rides/port.ts'
import { cardColumns } from '../../src/features/rides/views.ts'
import { alternativesOf, createSearch } from '../../src/features/search/routes.ts'
import { createMeanings, EVERYTHING } from '../../src/features/search/views-texts.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Database, Executor } from '../../src/platform/db/database.ts'
import type { Tables } from '../../src/platform/db/tables.ts'
import type { Route } from './routes.ts'

export type Query = Record<string, string>

export interface Statement {
  text: string
  values: readonly unknown[]
}

/** Generates different searches for a part of a route on one of the next thirty days, more of them for near days. */
export function makeSearches(routes: readonly Route[], count: number, random: () => number): Query[] {
  const searches = new Map<string, Query>()
  while (searches.size < count) {
    const { stops } = routes[Math.floor(random() * routes.length)] ?? { stops: [] }
    const from = Math.floor(random() * (stops.length - 1))
    const to = from + 1 + Math.floor(random() * (stops.length - from - 1))
    const name = (stop: number) => placeById(stops[stop]?.place_id ?? 0)?.name ?? ''
    const date = Temporal.Now.plainDateISO('Europe/Oslo')
      .add({ days: 1 + Math.floor(30 * random() ** 1.5) })
      .toString()
    const query = { from: name(from), to: name(to), date }
    searches.set(JSON.stringify(query), query)
  }
  return [...searches.values()]
}

/** Generates searches from places beside the ways of drivers who offer detours, on one of the next thirty days. */
export function makeDetourSearches(routes: readonly Route[], count: number, random: () => number): Query[] {
  const offered = routes.filter(({ detour }) => detour > 0)
  const searches: Query[] = []
  while (searches.length < count) {
    const { stops, detour } = offered[Math.floor(random() * offered.length)] ?? { stops: [], detour: 0 }
    const places = stops.map(({ place_id }) => placeById(place_id))
    const found = detoursAlong(places, detour)
    const beside = found[Math.floor(random() * found.length)]
    const date = Temporal.Now.plainDateISO('Europe/Oslo').add({ days: 1 + Math.floor(30 * random() ** 1.5) })
    const to = places.at(-1)?.name
    if (beside && to) searches.push({ from: beside.place.name, to, date: date.toString(), limit: '10' })
  }
  return searches
}

const nothingKept = () => ({ meanings: createMeanings(), cards: createCards(systemClock) })

/** Returns all statements of the server for a search over HTTP with new texts. */
export async function statementsOf(db: Database, query: Query): Promise<Statement[]> {
  const statements: Statement[] = []
  const responses = { get: <T>(_key: string, make: () => Promise<T>) => make() }
  const { page } = createSearch(nothingKept(), createSearchCounts())
  await page({ db: recording(db, statements), caller: null, responses, ip: '127.0.0.1' }, searchQuery.parse(query))
  return statements
}

/** Returns the statements that find the sections, once the meanings of the texts are known: between stops, and by a detour. */
export async function sectionStatementsOf(db: Database, query: Query): Promise<Statement[]> {
  return (await statementsOf(db, query)).filter(({ text }) => text.includes('seats_free'))
}

/** Returns the statement that finds the sections between stops. */
export async function statementOf(db: Database, query: Query): Promise<Statement> {
  const [statement] = await sectionStatementsOf(db, query)
  if (!statement) throw new Error('the search has no statement')
  return statement
}

/** Returns the statement for the same page with the cards of its rides, as the database would have to return it without kept cards. */
export async function statementWithCards(db: Database, query: Query): Promise<Statement> {
  const { text, values } = await statementOf(db, query)
  const cards = sql`select page.*, ${cardColumns} from page join ride on ride.id = page.id join profile driver on driver.id = ride.driver_id`
  return { text: `with page as (${text}) ${cards.compile(db.read).sql}`, values }
}

/** Returns the number of rides on the page. */
export async function foundBy(db: Database, { text, values }: Statement): Promise<number> {
  const { rows } = await db.prepared.executeQuery<{ id: string | null }>(CompiledQuery.raw(text, [...values]))
  return rows.filter(({ id }) => id !== null).length
}

/** Returns all statements for places nearby: the meaning of the texts, and the alternatives. */
export async function statementsNearby(
  db: Database,
  query: Query,
): Promise<{ meant: Statement[]; offers: Statement[] }> {
  const statements: Statement[] = []
  const context = { db: recording(db, statements), caller: null, sameGender: 'none' as const }
  await alternativesOf(nothingKept(), context, alternativesQuery.parse(query))
  const offers = statements.filter(({ text }) => text.includes('from_km'))
  const meant = statements.filter(
    ({ text, values }) => text.includes('pg_current_snapshot') && values.includes(EVERYTHING),
  )
  if (offers.length > 1 || meant.length > 2) throw new Error('the search for places nearby has other statements')
  return { meant, offers }
}

/** Returns a database that records its statements and has nothing cached. */
function recording(db: Database, statements: Statement[]): Database {
  const recorded = (executor: Executor) =>
    kyselyOf(async (query) => {
      statements.push({ text: query.sql, values: query.parameters })
      return (await executor.executeQuery(CompiledQuery.raw(query.sql, [...query.parameters]))).rows
    })
  return { ...db, read: recorded(db.read), prepared: recorded(db.prepared) }
}

function kyselyOf(answer: (query: CompiledQuery) => Promise<unknown[]>): Executor {
  const connection = {
    executeQuery: async <R>(query: CompiledQuery) => ({ rows: (await answer(query)) as R[] }),
    streamQuery: () => {
      throw new Error('nothing is streamed')
    },
  }
  const nothing = () => Promise.resolve()
  const driver = {
    init: nothing,
    destroy: nothing,
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: nothing,
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
  }
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

/** Returns a parameter as text that the database parses. */
export function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.join(',')}}`
  if (typeof value === 'string' || typeof value === 'number') return `${value}`
  throw new Error('no parameter of a search')
}

export interface Times {
  /** Percentile of the searches' medians, in milliseconds. */
  p50: number
  p99: number
  /** Percentiles of all runs, including disturbances of the machine. */
  runs?: { p50: number; p99: number }
}

const ROUNDS = 5
const percentiles = sql`percentile_cont(0.5) within group (order by took) as p50, percentile_cont(0.99) within group (order by took) as p99`

/**
 * Measures the milliseconds inside the database for each search: every statement is prepared once and run on one connection, all searches in
 * turn, in several rounds. A search counts with the median of its rounds, so that a disturbance of the machine does not count. `runs` has the
 * percentiles of all runs.
 */
export async function timeInside(db: Executor, searches: readonly Statement[][]): Promise<Times> {
  await sql.raw('set plan_cache_mode = force_generic_plan').execute(db)
  await sql.raw('create temporary table timing (round integer, nr bigint, took float8)').execute(db)
  const texts = [...new Set(searches.flat().map(({ text }) => text))]
  for (const [nr, text] of texts.entries()) await sql.raw(`prepare timed_${nr} as ${text}`).execute(db)
  const call = ({ text, values }: Statement) =>
    `execute timed_${texts.indexOf(text)}${values.length > 0 ? `(${values.map(literal).join(',')})` : ''}`
  const calls = searches.map((statements) => [...statements.map(call), '', '', ''].slice(0, 4))
  await sql`select set_config('bench.calls', ${JSON.stringify(calls)}, false)`.execute(db)
  await sql.raw(timingLoop).execute(db)
  const { rows: runs } = await sql<{ p50: number; p99: number }>`
    with rounds as (select ${percentiles} from timing group by round)
    select percentile_cont(0.5) within group (order by p50) as p50, percentile_cont(0.5) within group (order by p99) as p99 from rounds`.execute(
    db,
  )
  const { rows } = await sql<{ p50: number; p99: number }>`
    with searches as (select percentile_cont(0.5) within group (order by took) as took from timing group by nr)
    select ${percentiles} from searches`.execute(db)
  await sql.raw('drop table timing').execute(db)
  await sql.raw('deallocate all').execute(db)
  const [times = { p50: NaN, p99: NaN }] = rows
  return { ...times, ...(runs[0] && { runs: runs[0] }) }
}

function literal(value: unknown) {
  const text = asText(value)
  return text === null ? 'null' : `'${text.replaceAll("'", "''")}'`
}

const timingLoop = `do $$
declare
  calls text[] := array(select array[c->>0, c->>1, c->>2, c->>3] from jsonb_array_elements(current_setting('bench.calls')::jsonb) c);
  started timestamptz;
  took float8[];
begin
  for round in 0..${ROUNDS} loop
    took := '{}';
    for nr in 1..array_length(calls, 1) loop
      started := clock_timestamp();
      for part in 1..4 loop
        exit when calls[nr][part] = '';
        execute calls[nr][part];
      end loop;
      took := took || 1000 * extract(epoch from clock_timestamp() - started)::float8;
    end loop;
    -- The first round only warms up.
    if round > 0 then
      insert into timing select round, nr, t from unnest(took) with ordinality as given (t, nr);
    end if;
  end loop;
end $$`

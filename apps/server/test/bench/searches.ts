/** What people search for, and what the server asks the database for it: the statements are taken from the server's own code. */
import { CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { alternativesQuery, searchQuery } from '@samtur/contract/rides'
import { placeById } from '../../src/features/places/port.ts'
import { alternativesOf, search } from '../../src/features/search/routes.ts'
import type { Database, Executor } from '../../src/platform/db/database.ts'
import type { Tables } from '../../src/platform/db/tables.ts'
import type { Route } from './routes.ts'

export type Query = Record<string, string>

export interface Statement {
  text: string
  values: readonly unknown[]
}

/** Different searches for a part of a route on one of the next thirty days, the near ones more often. */
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

/** What the server would ask the database; only the first statement where one depends on the answer to another. */
export async function statementOf(query: Query): Promise<Statement> {
  const { executor, asked } = recorder([])
  await search({ db: { read: executor, prepared: executor } as Database, caller: null }, searchQuery.parse(query))
  const [first] = asked
  if (!first) throw new Error('the search asked nothing')
  return first
}

/** All that is asked for places nearby; the first questions are answered by the database. */
export async function statementsNearby(db: Database, query: Query): Promise<Statement[]> {
  const asked: Statement[] = []
  const read = recording(db.read, asked)
  await alternativesOf({ db: { read, prepared: read } as Database, caller: null }, alternativesQuery.parse(query))
  return asked
}

function recorder(rows: unknown[]) {
  const asked: Statement[] = []
  return {
    asked,
    executor: kyselyOf(async (query) => (asked.push({ text: query.sql, values: query.parameters }), rows)),
  }
}

function recording(executor: Executor, asked: Statement[]): Executor {
  return kyselyOf(async (query) => {
    asked.push({ text: query.sql, values: query.parameters })
    return (await executor.executeQuery(CompiledQuery.raw(query.sql, [...query.parameters]))).rows
  })
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

/** A parameter as text that the database reads. */
export function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.join(',')}}`
  if (typeof value === 'string' || typeof value === 'number') return `${value}`
  throw new Error('no parameter of a search')
}

export interface Times {
  p50: number
  p99: number
  rows: number
}

const ROUNDS = 5

/**
 * Milliseconds inside the database: every search is prepared once and asked on one connection, all of them in turn, several rounds of it.
 * Each asking counts. The middle of the rounds is told, so that a round in which the machine did something else does not speak for all.
 */
export async function timeInside(db: Executor, statements: readonly Statement[]): Promise<Times> {
  await sql.raw('set plan_cache_mode = force_generic_plan').execute(db)
  await sql.raw('create temporary table timing (round integer, took float8, found bigint)').execute(db)
  const texts = [...new Set(statements.map(({ text }) => text))]
  for (const [nr, text] of texts.entries()) await sql.raw(`prepare timed_${nr} as ${text}`).execute(db)
  const calls = statements.map(({ text, values }) => `timed_${texts.indexOf(text)}(${values.map(literal).join(',')})`)
  await sql`select set_config('bench.calls', ${JSON.stringify(calls)}, false)`.execute(db)
  await sql.raw(timingLoop).execute(db)
  const { rows } = await sql<Times>`
    with rounds as (select percentile_cont(0.5) within group (order by took) as p50, percentile_cont(0.99) within group (order by took) as p99,
      avg(found) as rows from timing group by round)
    select percentile_cont(0.5) within group (order by p50) as p50, percentile_cont(0.5) within group (order by p99) as p99,
      avg(rows)::float8 as rows from rounds`.execute(db)
  await sql.raw('drop table timing').execute(db)
  await sql.raw('deallocate all').execute(db)
  return rows[0] ?? { p50: NaN, p99: NaN, rows: NaN }
}

function literal(value: unknown) {
  const text = asText(value)
  return text === null ? 'null' : `'${text.replaceAll("'", "''")}'`
}

const timingLoop = `do $$
declare
  calls text[] := array(select jsonb_array_elements_text(current_setting('bench.calls')::jsonb));
  started timestamptz;
  took float8[];
  counts bigint[];
  found bigint;
begin
  for round in 0..${ROUNDS} loop
    took := '{}';
    counts := '{}';
    for nr in 1..cardinality(calls) loop
      started := clock_timestamp();
      execute 'execute ' || calls[nr];
      get diagnostics found = row_count;
      took := took || 1000 * extract(epoch from clock_timestamp() - started)::float8;
      counts := counts || found;
    end loop;
    -- The first round only warms up.
    if round > 0 then
      insert into timing select round, t, n from unnest(took, counts) as of(t, n);
    end if;
  end loop;
end $$`

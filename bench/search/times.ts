/** How long the statements of searches take. */
import { CompiledQuery, sql } from 'kysely'
import type { Database, Executor } from '../../apps/server/src/platform/db/database.ts'
import { percentile } from '../tools/report.ts'
import { literal, type Query, type Statement, type Statements } from './queries.ts'

const ROUNDS = 5

/**
 * Returns the 99th percentile of the milliseconds inside the database: every statement is prepared once and run on one connection, all searches
 * in turn, in several rounds. A search counts with the median of its rounds, so that a disturbance of the machine does not count.
 */
export async function timeInside(db: Executor, searches: readonly Statement[]): Promise<number> {
  await sql.raw('set plan_cache_mode = force_generic_plan').execute(db)
  await sql.raw('create temporary table timing (nr bigint, took float8)').execute(db)
  const texts = [...new Set(searches.map(({ text }) => text))]
  for (const [nr, text] of texts.entries()) await sql.raw(`prepare timed_${nr} as ${text}`).execute(db)
  const calls = searches.map(
    ({ text, values }) => `execute timed_${texts.indexOf(text)} (${values.map(literal).join(',')})`,
  )
  await sql`select set_config('bench.calls', ${JSON.stringify(calls)}, false)`.execute(db)
  await sql.raw(timingLoop).execute(db)
  const { rows } = await sql<{ took: number }>`
    select percentile_cont(0.5) within group (order by took) as took from timing group by nr`.execute(db)
  await sql.raw('drop table timing').execute(db)
  await sql.raw('deallocate all').execute(db)
  return percentile(
    rows.map(({ took }) => took),
    0.99,
  )
}

const timingLoop = `do $$
declare
  calls text[] := array(select jsonb_array_elements_text(current_setting('bench.calls')::jsonb));
  started timestamptz;
  took float8[];
begin
  for round in 0..${ROUNDS} loop
    took := '{}';
    for nr in 1..array_length(calls, 1) loop
      started := clock_timestamp();
      execute calls[nr];
      took := took || 1000 * extract(epoch from clock_timestamp() - started)::float8;
    end loop;
    -- The first round only warms up.
    if round > 0 then
      insert into timing select nr, t from unnest(took) with ordinality as given (t, nr);
    end if;
  end loop;
end $$`

/** Runs the server's statements for places nearby: the meaning of both texts, then the alternatives. Measures from the client, with the round trips. */
export async function timeNearby(
  db: Database,
  ofNearby: Statements['ofNearby'],
  queries: readonly Query[],
): Promise<number> {
  const took: number[] = []
  const ask = ({ text, values }: Statement) => db.prepared.executeQuery(CompiledQuery.raw(text, [...values]))
  for (const query of queries) {
    const { meant, offers } = await ofNearby(query)
    for (let run = 0; run < 3; run++) {
      const started = performance.now()
      await Promise.all(meant.map(ask))
      for (const statement of offers) await ask(statement)
      took.push(performance.now() - started)
    }
  }
  return percentile(took, 0.99)
}

/** Returns the mean number of rides on the pages. */
export async function countFound(db: Database, searches: readonly Statement[]): Promise<number> {
  let found = 0
  for (const { text, values } of searches) {
    const { rows } = await db.prepared.executeQuery<{ id: string | null }>(CompiledQuery.raw(text, [...values]))
    found += rows.filter(({ id }) => id !== null).length
  }
  return found / searches.length
}

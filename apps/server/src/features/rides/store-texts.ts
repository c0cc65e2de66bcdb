/** Stop texts: the places that stops are at, as drivers write them. */
import { sql } from 'kysely'
import { lowerCase } from '#features/places/port'
import { afterCommit, type Executor } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import { integer, nullable, rowsOf } from '#platform/db/rows'
import type { StopToStore } from './store.ts'

type Named = Pick<StopToStore, 'text' | 'folded' | 'place_id'>

/** Of each database the ids of stop texts, by what they are known by: the database does not let a stop text become another one. */
const knownStopTexts = new WeakMap<object, Map<string, number>>()
const MOST_KNOWN = 50_000

function stopTextsKnownIn(executor: Executor): Map<string, number> {
  // What a database's transactions have in common with it.
  const database = executor.getExecutor().adapter
  const known = knownStopTexts.get(database) ?? new Map<string, number>()
  knownStopTexts.set(database, known)
  return known
}

/** Lets the next ride look its stop texts up again, after the texts of some were erased. */
export function forgetStopTexts(executor: Executor): void {
  knownStopTexts.delete(executor.getExecutor().adapter)
}

const stopTextKey = ({ text, place_id }: Pick<Named, 'text' | 'place_id'>) => `${place_id} ${lowerCase(text)}`

/** Stop texts for the stops, made where drivers write a place for the first time. Answers their ids in the order of the stops. */
export async function ensureStopTexts(executor: Executor, stops: Named[]): Promise<number[]> {
  const known = stopTextsKnownIn(executor)
  const keys = stops.map(stopTextKey)
  const remembered = keys.map((key) => known.get(key))
  if (remembered.every((id) => id !== undefined)) return remembered
  const ids = await storedStopTexts(executor, stops)
  // One that this transaction has made may be gone with it.
  afterCommit(() => {
    for (const [index, key] of keys.entries()) known.set(key, ids[index] ?? 0)
    for (const oldest of known.keys()) {
      if (known.size <= MOST_KNOWN) break
      known.delete(oldest)
    }
  })
  return ids
}

async function storedStopTexts(executor: Executor, stops: Named[]): Promise<number[]> {
  const wanted = sql`unnest(${stops.map((stop) => lowerCase(stop.text))}::text[], ${stops.map((stop) => stop.folded)}::text[],
    ${stops.map((stop) => stop.place_id)}::integer[]) with ordinality as wanted(name, folded, place_id, nth)`
  const find = async () => {
    const { rows } = await rowsOf({ id: nullable(integer) })`${prepared}
      select stop_text.id from ${wanted} left join stop_text on stop_text.name = wanted.name and stop_text.place_id is not distinct from wanted.place_id
      order by wanted.nth`.execute(executor)
    return rows.map((row) => row.id)
  }
  const found = await find()
  if (found.every((id) => id !== null)) return found
  await sql`insert into stop_text (name, folded, place_id)
    select distinct wanted.name, wanted.folded, wanted.place_id from ${wanted} order by 1 on conflict do nothing`.execute(
    executor,
  )
  return (await find()).map((id) => {
    if (id === null) throw new Error('a stop text was stored and is not there')
    return id
  })
}

/** Out of a backup the numbers of another server's transactions may lie ahead of this one's: all such stop texts would seem new for ever. */
export async function renumberStopTexts(executor: Executor): Promise<void> {
  await sql`update stop_text set made_by = pg_current_xact_id() where made_by >= pg_snapshot_xmax(pg_current_snapshot())`.execute(
    executor,
  )
}

/** Spots: the places that stops are at, as drivers write them. */
import { sql } from 'kysely'
import { lowerCase } from '#features/places/port'
import { afterCommit, type Executor } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import type { StopToStore } from './store.ts'

type Named = Pick<StopToStore, 'text' | 'folded' | 'place_id'>

/** Of each database the ids of spots, by what they are known by: the database does not let a spot become another one. */
const knownSpots = new WeakMap<object, Map<string, number>>()
const MOST_KNOWN = 50_000

function spotsKnownIn(executor: Executor): Map<string, number> {
  // What a database's transactions have in common with it.
  const database = executor.getExecutor().adapter
  const known = knownSpots.get(database) ?? new Map<string, number>()
  knownSpots.set(database, known)
  return known
}

/** Lets the next ride look its spots up again, after the texts of some were erased. */
export function forgetKnownSpots(executor: Executor): void {
  knownSpots.delete(executor.getExecutor().adapter)
}

const spotKey = ({ text, place_id }: Pick<Named, 'text' | 'place_id'>) => `${place_id} ${lowerCase(text)}`

/** Spots for the stops, made where drivers write a place for the first time. Answers their ids in the order of the stops. */
export async function ensureSpots(executor: Executor, stops: Named[]): Promise<number[]> {
  const known = spotsKnownIn(executor)
  const keys = stops.map(spotKey)
  const remembered = keys.map((key) => known.get(key))
  if (remembered.every((id) => id !== undefined)) return remembered
  const ids = await storedSpots(executor, stops)
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

async function storedSpots(executor: Executor, stops: Named[]): Promise<number[]> {
  const wanted = sql`unnest(${stops.map((stop) => lowerCase(stop.text))}::text[], ${stops.map((stop) => stop.folded)}::text[],
    ${stops.map((stop) => stop.place_id)}::integer[]) with ordinality as wanted(name, folded, place_id, nth)`
  const find = async () => {
    const { rows } = await sql<{ id: number | null }>`${prepared}
      select spot.id from ${wanted} left join spot on spot.name = wanted.name and spot.place_id is not distinct from wanted.place_id
      order by wanted.nth`.execute(executor)
    return rows.map((row) => row.id)
  }
  const found = await find()
  if (found.every((id) => id !== null)) return found
  await sql`insert into spot (name, folded, place_id)
    select distinct wanted.name, wanted.folded, wanted.place_id from ${wanted} order by 1 on conflict do nothing`.execute(
    executor,
  )
  return (await find()).map((id) => {
    if (id === null) throw new Error('a spot was stored and is not there')
    return id
  })
}

/** Out of a backup the numbers of another server's transactions may lie ahead of this one's: all such spots would seem new for ever. */
export async function renumberSpots(executor: Executor): Promise<void> {
  await sql`update spot set made_by = pg_current_xact_id() where made_by >= pg_snapshot_xmax(pg_current_snapshot())`.execute(
    executor,
  )
}

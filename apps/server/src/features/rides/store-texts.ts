/** The texts of stops as drivers write them: one row for each text and place, which the stops of all rides share. */
import { sql } from 'kysely'
import { lowerCase } from '#features/places/port'
import { afterCommit, type Executor } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import { integer, nullable, rowsOf } from '#platform/db/rows'
import type { StopToStore } from './store.ts'

type Named = Pick<StopToStore, 'text' | 'folded' | 'place_id'>

/** Returns the ids of the stops' texts in the order of the stops; stores the texts that no driver has written before. */
export async function ensureStopTexts(executor: Executor, stops: Named[]): Promise<number[]> {
  const given = sql`unnest(${stops.map((stop) => lowerCase(stop.text))}::text[], ${stops.map((stop) => stop.folded)}::text[],
    ${stops.map((stop) => stop.place_id)}::integer[]) with ordinality as given(name, folded, place_id, nth)`
  const find = async () => {
    const { rows } = await rowsOf({ id: nullable(integer) })`${prepared}
      select stop_text.id from ${given}
        left join stop_text on stop_text.name = given.name and stop_text.place_id is not distinct from given.place_id
      order by given.nth`.execute(executor)
    return rows.map((row) => row.id)
  }
  const found = await find()
  if (found.every((id) => id !== null)) return found
  await sql`${prepared} insert into stop_text (name, folded, place_id)
    select distinct given.name, given.folded, given.place_id from ${given} order by 1 on conflict do nothing`.execute(
    executor,
  )
  return (await find()).map((id) => {
    if (id === null) throw new Error('a stop text was stored and is not there')
    return id
  })
}

const MOST_KNOWN = 50_000

/** The ids of stop texts that a process knows. They stay valid, because the database refuses to change a stop text that a ride uses. */
export interface StopTexts {
  /** Like `ensureStopTexts`, without a query where all texts are known. */
  ensure: typeof ensureStopTexts
  /** Forgets all ids, for when an erasure may have removed some of the texts. */
  forget(): void
}

/** Keeps the ids of one database. */
export function createStopTexts(): StopTexts {
  const known = new Map<string, number>()
  const keyOf = ({ text, place_id }: Named) => `${place_id} ${lowerCase(text)}`
  return {
    async ensure(executor, stops) {
      const keys = stops.map(keyOf)
      const knownIds = keys.map((key) => known.get(key))
      if (knownIds.every((id) => id !== undefined)) return knownIds
      const ids = await ensureStopTexts(executor, stops)
      // Not before the commit: a transaction that fails takes its new stop texts with it.
      afterCommit(() => {
        for (const [index, key] of keys.entries()) known.set(key, ids[index] ?? 0)
        for (const oldest of known.keys()) {
          if (known.size <= MOST_KNOWN) break
          known.delete(oldest)
        }
      })
      return ids
    },
    forget: () => known.clear(),
  }
}

/**
 * Replaces numbers of transactions that lie ahead of the database's own, as in a backup of another server. Searches would compare such
 * stop texts as new ones for ever.
 */
export async function renumberStopTexts(executor: Executor): Promise<void> {
  await sql`update stop_text set made_by = pg_current_xact_id() where made_by >= pg_snapshot_xmax(pg_current_snapshot())`.execute(
    executor,
  )
}

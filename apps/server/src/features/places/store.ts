/** The only writer of `place_search`. */
import { sql } from 'kysely'
import { suggestions } from '@samtur/contract/constants'
import type { Executor } from '#platform/db/database'

/** Adds searches of a day, yyyy-mm-dd in Oslo, by place. */
export async function addSearches(executor: Executor, day: string, counts: ReadonlyMap<number, number>): Promise<void> {
  if (counts.size === 0) return
  await sql`insert into place_search (place_id, day, searches)
    select place_id, ${day}::date, searches
    from unnest(${[...counts.keys()]}::integer[], ${[...counts.values()]}::integer[]) as counted(place_id, searches)
    order by place_id
    on conflict (place_id, day) do update set searches = place_search.searches + excluded.searches`.execute(executor)
}

/** Removes the counts of days that no suggestion uses any more. */
export async function removeOldSearches(executor: Executor, today: string): Promise<void> {
  await sql`delete from place_search where day < ${today}::date - ${suggestions.days}::integer`.execute(executor)
}

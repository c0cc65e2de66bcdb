/** Reads what drivers and passengers do with places. */
import { suggestions } from '@samtur/contract/constants'
import type { Executor } from '#platform/db/database'
import { integer, type RowOf, rowsOf } from '#platform/db/rows'

const demand = { place_id: integer, drivers: integer, searches: integer }
export type Demand = RowOf<typeof demand>

/** Rides of a busy way that are looked at, so that a suggestion costs the same on every way. */
const MOST_RIDES = 200

/** Returns for each place how many coming rides between the two ends stop there, and how often it was searched for lately. `today` is yyyy-mm-dd in Oslo. */
export async function findDemand(
  executor: Executor,
  ends: { from: number; to: number },
  placeIds: number[],
  today: string,
): Promise<Demand[]> {
  const { rows } = await rowsOf(demand)`
    with ways as materialized (
      select ride_id from ride_section where from_key = ${ends.from} and to_key = ${ends.to} and not same_gender order by departs_at limit ${MOST_RIDES})
    select place.id as place_id,
      (select count(distinct ways.ride_id) from ways join ride_stop using (ride_id) where ride_stop.place_id = place.id)::integer as drivers,
      (select coalesce(sum(searches), 0) from place_search
        where place_id = place.id and day > ${today}::date - ${suggestions.days}::integer)::integer as searches
    from unnest(${placeIds}::integer[]) as place(id)`.execute(executor)
  return rows
}

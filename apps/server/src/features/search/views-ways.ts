/** Reads which ways many coming rides go. */
import { sql } from 'kysely'
import { currencies, popularWaysMax, suggestions } from '@samtur/contract/constants'
import type { Database } from '#platform/db/database'
import { integer, oneOf, type RowOf, rowsOf } from '#platform/db/rows'
import { bookable, type Conditions, now } from './views-conditions.ts'

const way = { from_id: integer, to_id: integer, rides: integer, price: integer, currency: oneOf(currencies) }

/** The next departures that are counted, so that the list costs the same however many rides there are. */
const COUNTED = 2_000

/**
 * Returns the ways between two known places with the most coming rides that meet the conditions, each with its lowest price. Whole kr are compared
 * whatever their currency. Of equally many rides the way whose places are searched for more often comes first.
 */
export async function findWays(executor: Database['read'], conditions: Conditions): Promise<RowOf<typeof way>[]> {
  const { rows } = await rowsOf(way)`
    with coming as materialized (
      select s.ride_id, s.from_key, s.to_key, s.price from ride_section s
      where s.is_start and s.is_end and s.departs_at > ${now} and ${bookable(conditions)}
      order by s.departs_at, s.ride_id limit ${sql.lit(COUNTED)}),
    ways as (
      select from_key, to_key, count(*)::integer as rides, min(coming.price) as price, (array_agg(ride.currency order by coming.price, ride.currency))[1] as currency
      from coming join ride on ride.id = coming.ride_id
      where from_key > 0 and to_key > 0 and from_key <> to_key
      group by from_key, to_key)
    select from_key as from_id, to_key as to_id, rides, price, currency from ways
    order by rides desc, (select coalesce(sum(searches), 0) from place_search
        where place_id in (from_key, to_key) and day > (${now} at time zone 'Europe/Oslo')::date - ${suggestions.days}::integer) desc,
      from_key, to_key
    limit ${sql.lit(popularWaysMax)}`.execute(executor)
  return rows
}

/** The life of sections: what the search finds of a ride, from when it is seen until it has departed. */
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#platform/db/database'

/** Departed rides cannot be found or booked any more, so what the search reads only holds what can be. Answers how many went. */
export async function removeDepartedSections(executor: Executor): Promise<number> {
  // By their whole way, which every ride has and an index knows.
  const result = await sql`delete from ride_section where ride_id in (
    select ride_id from ride_section where is_start and is_end and departs_at <= app_now() - interval '1 hour')`.execute(
    executor,
  )
  return Number(result.numAffectedRows ?? 0)
}

/** From now on no search finds the driver's rides. */
export async function removeSectionsOf(executor: Executor, driverId: string): Promise<void> {
  await sql`delete from ride_section using ride where ride.id = ride_id and ride.driver_id = ${driverId}`.execute(
    executor,
  )
}

/** Makes the driver's rides ahead findable again. The caller has locked the rides. */
export async function restoreSectionsOf(executor: Executor, driverId: string): Promise<void> {
  await insertSections(executor, sql`ride.driver_id = ${driverId}`)
}

/** What the search finds of rides follows their stops and legs again, or does for the first time. The caller has locked the rides. */
export async function refreshSections(executor: Executor, rideIds: string[]): Promise<void> {
  await sql`delete from ride_section where ride_id = any(${rideIds}::uuid[])`.execute(executor)
  await insertSections(executor, sql`ride.id = any(${rideIds}::uuid[])`)
}

/** Of every pair of spots the first that a ride passes, and the whole way, as `sectionsOf` makes them for a new one. */
async function insertSections(executor: Executor, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into ride_section (ride_id, from_position, to_position, from_spot, to_spot, from_key, to_key, departs_at, arrives_at,
      ride_departs_at, is_start, is_end, price, pets_allowed, seats_free, repeated)
    select ride_id, from_position, to_position, from_spot, to_spot, start_spot.key, end_spot.key, departs_at, arrives_at,
      departure_time, is_start, is_end, least(price, ceil(round((price * share)::numeric, 6))), pets_allowed,
      -- Most rides that are written anew have nobody on board.
      case when available_seats = total_seats then total_seats else (select min(capacity - seats_taken) from ride_leg leg
        where leg.ride_id = pair.ride_id and leg.position >= from_position and leg.position < to_position) end,
      count(*) over (partition by ride_id, start_spot.key, end_spot.key) > 1
    from (
      select ride.id as ride_id, a.position as from_position, b.position as to_position, a.spot_id as from_spot, b.spot_id as to_spot,
        a.passes_at as departs_at, b.passes_at as arrives_at, ride.departure_time, ride.price, b.share - a.share as share,
        ride.pets_allowed, ride.available_seats, ride.total_seats, a.position = 0 as is_start,
        b.position = last as is_end,
        row_number() over (partition by ride.id, a.spot_id, b.spot_id order by a.position, b.position) as nth
      from ride cross join lateral (select max(position) as last from ride_stop where ride_id = ride.id) ends
        join ride_stop a on a.ride_id = ride.id join ride_stop b on b.ride_id = ride.id and b.position > a.position
      where ${which} and ride.status = 'active' and ride.hidden_at is null and ride.departure_time > app_now()
        and not is_suspended(ride.driver_id)) pair
      join spot start_spot on start_spot.id = from_spot join spot end_spot on end_spot.id = to_spot
    where nth = 1 or (is_start and is_end)
    on conflict do nothing`.execute(executor)
}

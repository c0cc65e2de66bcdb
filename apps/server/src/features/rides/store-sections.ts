/** Writes what a search finds of a ride, from publishing until departure: its sections and its detours. */
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import { integer, json, nullable, rowsOf, uuid } from '#platform/db/rows'
import { searchSections } from './rules-sections.ts'
import { sectionColumns, sectionTerms } from './store-columns.ts'
import { insertDetours } from './store-detours.ts'

/** Removes what a search found of rides that left an hour ago or earlier; returns the number of sections. */
export async function removeDepartedSections(executor: Executor): Promise<number> {
  // Finds rides by the section of the whole way, which has an index.
  const result = await sql`
    with departed as materialized (
      select ride_id from ride_section where is_start and is_end and departs_at <= app_now() - interval '1 hour'),
    detours as (delete from ride_detour where ride_id in (select ride_id from departed))
    delete from ride_section where ride_id in (select ride_id from departed)`.execute(executor)
  return Number(result.numAffectedRows ?? 0)
}

/** Removes the sections and detours of all rides of the driver, so that no search finds them. */
export async function removeSectionsOf(executor: Executor, driverId: string): Promise<void> {
  await sql`with own as (select id from ride where driver_id = ${driverId}),
    detours as (delete from ride_detour where ride_id in (select id from own))
    delete from ride_section where ride_id in (select id from own)`.execute(executor)
}

/** Writes the sections and detours of the driver's rides ahead; returns the rides that a search may find. The caller has locked the rides. */
export const restoreSectionsOf = (executor: Executor, driverId: string): Promise<string[]> =>
  insertSections(executor, sql`ride.driver_id = ${driverId}`)

/** Writes the sections and detours of the rides anew from their stops and legs. The caller has locked the rides. */
export async function refreshSections(executor: Executor, rideIds: string[]): Promise<void> {
  await removeSections(executor, rideIds)
  await insertSections(executor, sql`ride.id = any(${rideIds}::uuid[])`)
}

/** Removes what a search finds of the rides. */
export async function removeSections(executor: Executor, rideIds: string[]): Promise<void> {
  await sql`with detours as (delete from ride_detour where ride_id = any(${rideIds}::uuid[]))
    delete from ride_section where ride_id = any(${rideIds}::uuid[])`.execute(executor)
}

const termsOfRide = sql.join(sectionTerms.map((name) => sql.ref(`ride.${name}`)))

const findableRide = {
  id: uuid,
  price: integer,
  total_seats: integer,
  taken: json<number[]>(),
  distance_km: nullable(integer),
  minutes_left: integer,
  stops: json<{ stop_text_id: number; place_id: number | null; share: number; passes_at: string }[]>(),
}

/** Writes the sections and detours of the rides that a search may find now; returns those rides. */
async function insertSections(executor: Executor, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows: rides } = await rowsOf(findableRide)`
    select ride.id, price, total_seats, distance_km, detour_minutes - detour_minutes_used as minutes_left,
      (select json_agg(seats_taken order by position) from ride_leg where ride_id = ride.id) as taken,
      (select json_agg(json_build_object('stop_text_id', stop_text_id, 'place_id', place_id, 'share', share, 'passes_at', passes_at) order by position)
        from ride_stop where ride_id = ride.id) as stops
    from ride where ${which} and ride.status = 'active' and ride.hidden_at is null and ride.departure_time > app_now()
      and not is_suspended(ride.driver_id)`.execute(executor)
  if (rides.length === 0) return []
  const sections = rides.flatMap((ride) =>
    searchSections(ride).map((section) => ({
      ...section,
      ride_id: ride.id,
      is_start: section.from === 0,
      is_end: section.to === ride.stops.length - 1,
    })),
  )
  await sql`
    insert into ride_section (${sql.raw(sectionColumns)})
    select ride.id, "from", "to", a.stop_text_id, b.stop_text_id, coalesce(a.place_id, -a.stop_text_id), coalesce(b.place_id, -b.stop_text_id),
      a.passes_at, b.passes_at, ride.departure_time, is_start, is_end, section.price, section.seats_free, repeated, ${termsOfRide}
    from jsonb_to_recordset(${JSON.stringify(sections)}::jsonb) as section(ride_id uuid, "from" smallint, "to" smallint, price integer,
        seats_free smallint, repeated boolean, is_start boolean, is_end boolean)
      join ride on ride.id = section.ride_id
      join ride_stop a on a.ride_id = ride.id and a.position = "from" join ride_stop b on b.ride_id = ride.id and b.position = "to"
    on conflict do nothing`.execute(executor)
  await insertDetours(executor, rides)
  return rides.map(({ id }) => id)
}

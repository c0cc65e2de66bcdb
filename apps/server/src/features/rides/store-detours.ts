/** Writes the places that a search finds by a detour, from publishing until departure. */
import { sql } from 'kysely'
import { detoursAlong, type LegInsertion } from '#features/places/port'
import { listOf } from '#platform/db/arrays'
import type { Executor } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import { type Detour, type DetouredRide, detoursOf } from './rules-detours.ts'

/** A ride that a search may find, with the minutes that are left for detours. */
export interface RideWithDetours extends DetouredRide {
  id: string
  minutes_left: number
}

/** Stores the places beside the ways of rides whose sections a search finds. The caller has removed those of before. */
export async function insertDetours(executor: Executor, rides: readonly RideWithDetours[]): Promise<void> {
  // The rides of a series have the same stops.
  const known = new Map<string, LegInsertion[]>()
  const along: typeof detoursAlong = (stops, most) => {
    const key = `${stops.map((stop) => stop?.id).join()} ${most}`
    const found = known.get(key) ?? detoursAlong(stops, most)
    known.set(key, found)
    return found
  }
  const rows = rides.flatMap((ride) =>
    detoursOf(ride, ride.minutes_left, along).map((detour) => ({ ...detour, ride_id: ride.id })),
  )
  if (rows.length === 0) return
  const column = (valueOf: (row: Detour & { ride_id: string }) => number | string) => listOf(rows.map(valueOf))
  await sql`${prepared} insert into ride_detour (ride_id, place_id, leg, minutes, passes_at, start_change, end_change, detour_price, stops_before, stops_after)
    select detour.*, stops_before, stops_after from unnest(${column((row) => row.ride_id)}::uuid[], ${column(({ place }) => place.id)}::integer[],
      ${column(({ leg }) => leg)}::smallint[], ${column(({ minutes }) => minutes)}::smallint[],
      ${column(({ passes_at }) => passes_at.toISOString())}::timestamptz[], ${column((row) => row.start_change)}::integer[],
      ${column((row) => row.end_change)}::integer[], ${column(({ price }) => price)}::integer[]) as detour(ride_id, place_id, leg)
      join (
        select ride_id, leg.position, bit_or(stop_bits(key)) filter (where stop.position <= leg.position) as stops_before,
          bit_or(stop_bits(key)) filter (where stop.position > leg.position) as stops_after
        from ride_leg leg join (select ride_id, position, coalesce(place_id, -stop_text_id) as key from ride_stop) stop using (ride_id)
        where ride_id = any(${listOf(rides.map(({ id }) => id))}::uuid[]) group by ride_id, leg.position) legs
      on legs.ride_id = detour.ride_id and legs.position = leg
    where exists (select from ride_section where ride_section.ride_id = detour.ride_id)`.execute(executor)
}

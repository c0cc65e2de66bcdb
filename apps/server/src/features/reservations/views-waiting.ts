/** Reads of waiting lists. */
import { sql, type RawBuilder } from 'kysely'
import { rideColumns, rideRow, type RideRow } from '#features/rides/port'
import type { Executor } from '#platform/db/database'
import { boolean, instant, integer, json, type JsonRow, nullable, type RowOf, rowsOf } from '#platform/db/rows'
import { otherTrips } from './views-ahead.ts'

type EntryJson = JsonRow<'waiting_entry'>

const besideRide = {
  entry: json<EntryJson>(),
  /** How many wait before this one for a part of the same section, plus one. */
  line: integer,
  /** The person's first other trip at that time, of a place that has not ended. */
  overlap: nullable(json<{ from: string; to: string; departs_at: string }>()),
  trusted: boolean,
  instant_seats_left: nullable(integer),
  /** The driver's account is suspended. */
  suspended: boolean,
  now: instant,
}
export type ShownEntry = RowOf<typeof besideRide> & { ride: RideRow }

async function selectEntries(
  executor: Executor,
  passengerId: string,
  rest: RawBuilder<unknown>,
): Promise<ShownEntry[]> {
  const { rows } = await rowsOf({ ...rideRow, ...besideRide })`
    select ${rideColumns}, to_json(entry) as entry, is_trusted(entry.passenger_id) as trusted, instant_seats_left(entry.passenger_id) as instant_seats_left,
      is_suspended(ride.driver_id) as suspended, app_now() as now,
      (select 1 + count(*)::integer from waiting_entry other where other.ride_id = entry.ride_id and other.state = 'waiting'
        and other.number < entry.number and other.from_position < entry.to_position and other.to_position > entry.from_position) as line,
      (select json_build_object('from', trip.from, 'to', trip.to, 'departs_at', trip.departs_at) from (${otherTrips(passengerId)}) trip
        where entry.state in ('waiting', 'offered') and trip.departs_at < b.passes_at and trip.arrives_at > a.passes_at
        order by trip.departs_at limit 1) as overlap
    from waiting_entry entry join ride on ride.id = entry.ride_id join profile driver on driver.id = ride.driver_id
      join ride_stop a on a.ride_id = ride.id and a.position = entry.from_position
      join ride_stop b on b.ride_id = ride.id and b.position = entry.to_position
    where entry.passenger_id = ${passengerId} ${rest}`.execute(executor)
  return rows.map(({ entry, line, overlap, trusted, instant_seats_left, suspended, now, ...ride }) => ({
    entry,
    line,
    overlap,
    trusted,
    instant_seats_left,
    suspended,
    now,
    ride,
  }))
}

/** Returns one of the person's places; undefined for another person's. */
export async function findShownEntry(executor: Executor, id: string, passengerId: string) {
  const [row] = await selectEntries(executor, passengerId, sql`and entry.id = ${id}`)
  return row
}

/** Returns the person's places on lists of rides ahead, without those that the person has left or taken: offers first, then by departure. */
export const listEntries = (executor: Executor, passengerId: string) =>
  selectEntries(
    executor,
    passengerId,
    sql`and entry.state not in ('left', 'taken') and ride.departure_time > app_now()
      and not exists (select from waiting_entry newer where newer.ride_id = entry.ride_id and newer.passenger_id = entry.passenger_id
        and newer.number > entry.number)
      order by entry.state <> 'offered', ride.departure_time, entry.number limit 100`,
  )

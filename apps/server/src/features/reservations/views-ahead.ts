/** Reads of trips that lie ahead: a person's other trips, and what is active on rides. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import { boolean, instant, integer, nullable, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'
import { reservedEnds } from '#features/rides/port'

const overlap = { from: text, to: text, departs_at: instant }

/** Selects where and when the person travels: requested or accepted as a passenger, or as a driver. */
export const otherTrips = (personId: string) => sql`
  select ${reservedEnds(sql.raw('a'), sql.raw('b'))}
  from reservation r join ride on ride.id = r.ride_id
    join ride_stop a on a.ride_id = ride.id and a.position = from_position
    join ride_stop b on b.ride_id = ride.id and b.position = to_position
  where r.passenger_id = ${personId} and (r.status = 'accepted'
    or (r.status = 'pending' and departure_time > app_now() and answer_by > app_now()))
  union all
  select start_location, end_location, departure_time, arrival_time from ride where driver_id = ${personId} and status = 'active'`

/**
 * Returns the first of the passenger's other trips during the time. A trip that ends when the other begins does not overlap. The caller
 * holds the passenger's lock.
 */
export async function findOverlap(
  executor: Executor,
  passengerId: string,
  { departs, arrives }: { departs: string; arrives: string },
): Promise<RowOf<typeof overlap> | undefined> {
  const { rows } = await rowsOf(overlap)`${prepared}
    select trip.from, trip.to, departs_at from (${otherTrips(passengerId)}) trip
    where departs_at < ${arrives} and arrives_at > ${departs} order by departs_at limit 1`.execute(executor)
  return rows[0]
}

/** Returns the person's rides, active reservations and places on waiting lists that lie ahead, in the order in which rides are locked. */
export async function listAhead(executor: Executor, personId: string) {
  const { rows } = await rowsOf({ ride_id: uuid, reservation_id: nullable(uuid), waits: boolean })`
    select id as ride_id, null::uuid as reservation_id, false as waits from ride
    where driver_id = ${personId} and status = 'active' and departure_time > app_now()
    union all
    select ride.id, reservation.id, false from reservation join ride on ride.id = reservation.ride_id
    where passenger_id = ${personId} and reservation.status in ('pending', 'accepted') and departure_time > app_now()
    union all
    select ride_id, null, true from waiting_entry where passenger_id = ${personId} and state in ('waiting', 'offered')
    order by ride_id`.execute(executor)
  return rows
}

/** Returns the ids of pending and accepted reservations on the driver's rides ahead. */
export async function listActiveReservationsOf(executor: Executor, driverId: string): Promise<string[]> {
  const { rows } = await rowsOf({ id: uuid })`
    select reservation.id from reservation join ride on ride.id = ride_id
    where driver_id = ${driverId} and ride.status = 'active' and departure_time > app_now()
      and reservation.status in ('pending', 'accepted')`.execute(executor)
  return rows.map(({ id }) => id)
}

/** Returns how many reservations on a ride are pending and accepted, and how many offers of its waiting list stand. */
export async function countActiveReservations(
  executor: Executor,
  rideId: string,
): Promise<{ pending: number; accepted: number; offered: number }> {
  const { rows } = await rowsOf({ pending: integer, accepted: integer, offered: integer })`
    select count(*) filter (where status = 'pending' and answer_by > app_now())::integer as pending,
      count(*) filter (where status = 'accepted')::integer as accepted,
      (select count(*)::integer from waiting_entry where ride_id = ${rideId} and state = 'offered') as offered
    from reservation where ride_id = ${rideId} and status in ('pending', 'accepted')`.execute(executor)
  return rows[0] ?? { pending: 0, accepted: 0, offered: 0 }
}

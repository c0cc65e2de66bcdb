/** Reads of what notifications say of reservations and rides. */
import { sql, type RawBuilder } from 'kysely'
import { detourEnds } from '@samtur/contract/constants'
import type { Executor } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import { instant, integer, json, nullable, oneOf, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'
import { reservedEnds } from '#features/rides/port'

const person = json<{ id: string; full_name: string }>()

/** What a notification about a reservation says: the two people, and the section as it is now. */
const notificationRow = {
  id: uuid,
  ride_id: uuid,
  passenger: person,
  driver: person,
  from: text,
  to: text,
  departs_at: instant,
  seats: integer,
  answer_by: nullable(instant),
  /** Name of the meeting point where the passenger gets in. */
  meeting_point: nullable(text),
}
export type ReservationNotificationRow = RowOf<typeof notificationRow>

const sectionRow = {
  ...notificationRow,
  arrives_at: instant,
  from_position: integer,
  to_position: integer,
  detour_place_id: nullable(integer),
  detour_end: nullable(oneOf(detourEnds)),
  agreed_departs_at: instant,
  agreed_arrives_at: instant,
  agreed_from: text,
  agreed_to: text,
}

export const listReservationNotifications = (executor: Executor, reservationIds: string[]) =>
  reservationIds.length === 0
    ? Promise.resolve([])
    : selectNotifications(executor, sql`reservation.id = any(${reservationIds}::uuid[])`)

/** Returns the pending reservations on a ride that hold no seats. */
export const listPendingNotifications = (executor: Executor, rideId: string) =>
  selectNotifications(
    executor,
    sql`reservation.ride_id = ${rideId} and reservation.status = 'pending' and not reservation.holds_seats`,
  )

async function selectNotifications(executor: Executor, which: RawBuilder<unknown>) {
  const { rows } = await rowsOf(sectionRow)`${prepared}
    select reservation.id, reservation.ride_id, ${reservedEnds(sql.raw('start_stop'), sql.raw('end_stop'))},
      seats_requested as seats, answer_by,
      (select name from meeting_point where id = start_stop.meeting_point_id and detour_end is distinct from 'start') as meeting_point, from_position, to_position, detour_place_id, detour_end, agreed_departs_at, agreed_arrives_at, agreed_from, agreed_to,
      json_build_object('id', passenger.id, 'full_name', passenger.full_name) as passenger,
      json_build_object('id', driver.id, 'full_name', driver.full_name) as driver
    from reservation join ride on ride.id = reservation.ride_id
      join ride_stop start_stop on start_stop.ride_id = ride.id and start_stop.position = from_position
      join ride_stop end_stop on end_stop.ride_id = ride.id and end_stop.position = to_position
      join profile passenger on passenger.id = passenger_id join profile driver on driver.id = driver_id
    where ${which} order by reservation.id`.execute(executor)
  return rows
}

const tripRow = {
  id: uuid,
  driver_id: uuid,
  from: text,
  to: text,
  departs_at: instant,
  /** Name of the meeting point at the start. */
  meeting_point: nullable(text),
}

/** Returns whole rides by their ids. */
export async function listTrips(executor: Executor, rideIds: string[]) {
  const { rows } = await rowsOf(tripRow)`
    select id, driver_id, start_location as from, end_location as to, departure_time as departs_at,
      (select name from ride_stop join meeting_point on meeting_point.id = meeting_point_id where ride_id = ride.id and position = 0) as meeting_point
    from ride where id = any(${rideIds}::uuid[])`.execute(executor)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Reads of the calendar slice: trips as a calendar shows them. */
import { sql, type RawBuilder } from 'kysely'
import { reservationStatuses } from '@samtur/contract/constants'
import type { Executor } from '#platform/db/database'
import { boolean, instant, integer, nullable, oneOf, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'

/** Returns the id of the person's feed. */
export async function findFeed(executor: Executor, userId: string): Promise<string | undefined> {
  const row = await executor.selectFrom('calendar_feed').select('id').where('user_id', '=', userId).executeTakeFirst()
  return row?.id
}

export interface FeedOwner {
  id: string
  locale: string
}

/** Returns the owner of a feed; undefined while the account is suspended or being deleted. */
export async function findFeedOwner(executor: Executor, feedId: string): Promise<FeedOwner | undefined> {
  return executor
    .selectFrom('calendar_feed')
    .innerJoin('auth_user as account', 'account.id', 'calendar_feed.user_id')
    .select(['account.id', 'account.locale'])
    .where('calendar_feed.id', '=', feedId)
    .where('account.suspended_at', 'is', null)
    .where('account.purge_at', 'is', null)
    .executeTakeFirst()
}

const tripRow = {
  /** Of the reservation, or of the own ride. */
  id: uuid,
  ride_id: uuid,
  driving: boolean,
  cancelled: boolean,
  version: integer,
  from_position: integer,
  to_position: integer,
  from_text: text,
  to_text: text,
  /** Name of the meeting point at the start. */
  from_point: nullable(text),
  departs_at: instant,
  arrives_at: instant,
  /** The driver's full name; empty on the own ride. */
  driver: text,
  car_make: text,
  car_model: text,
  car_color: text,
  license_plate: text,
  /** Null for an own ride. */
  reservation_status: nullable(oneOf(reservationStatuses)),
  /** When the whole ride arrives. */
  ride_arrives_at: instant,
  /** Reserved by the person, or on the own ride by others. */
  seats: integer,
  created_at: instant,
}
export type TripRow = RowOf<typeof tripRow>

const shown =
  sql.raw(`ride.id as ride_id, ride.version, a.text as from_text, b.text as to_text, a.passes_at as departs_at,
  b.passes_at as arrives_at, (select name from meeting_point where id = a.meeting_point_id) as from_point, arrival_time as ride_arrives_at, car_make, car_model, car_color, license_plate`)

/** Selects the person's own rides. */
const driven = (personId: string, which: RawBuilder<unknown>) => sql`
  select ride.id, true as driving, ride.status = 'cancelled' as cancelled, 0 as from_position, b.position as to_position, '' as driver,
    null::text as reservation_status, ride.created_at, ${shown},
    (select coalesce(sum(seats_requested), 0)::int from reservation where ride_id = ride.id and status = 'accepted') as seats
  from ride join ride_stop a on a.ride_id = ride.id and a.position = 0
    join lateral (select * from ride_stop where ride_id = ride.id order by position desc limit 1) b on true
  where driver_id = ${personId} and ${which}`

/** Selects one end of a reservation: the stop, or what was agreed where it has ended. */
const endOf = (position: RawBuilder<unknown>, agreed: RawBuilder<unknown>) => sql`
  select text, passes_at, meeting_point_id from ride_stop
    where ride_stop.ride_id = reservation.ride_id and ride_stop.position = ${position} and reservation.status = 'accepted'
  union all select ${agreed} where reservation.status <> 'accepted'`

/** Selects the person's reservations. One that has ended keeps what was agreed, whatever the ride's route is now. */
const ridden = (personId: string, which: RawBuilder<unknown>) => sql`
  select reservation.id, false as driving, reservation.status = 'cancelled' as cancelled, from_position, to_position,
    driver.full_name as driver, reservation.status as reservation_status, reservation.created_at, ${shown}, seats_requested as seats
  from reservation join ride on ride.id = ride_id join profile driver on driver.id = driver_id
    join lateral (${endOf(sql`from_position`, sql`agreed_from, agreed_departs_at, agreed_from_point`)}) a on true
    join lateral (${endOf(sql`to_position`, sql`agreed_to, agreed_arrives_at, agreed_to_point`)}) b on true
  where passenger_id = ${personId} and ${which}`

/** The condition on a reservation that was a trip: a request that was never accepted is none. */
const wasTrip = sql`(reservation.status = 'accepted' or (reservation.status = 'cancelled' and accepted_at is not null))`

const DAYS = 30
const LIMIT = 1000
const recently = sql`app_now() - make_interval(days => ${DAYS})`

/**
 * Returns the trips that lie ahead or in the last 30 days, and those cancelled in the last 30 days.
 */
export async function listTrips(executor: Executor, personId: string): Promise<TripRow[]> {
  const own = sql`ride.departure_time > ${recently}
    and (ride.status = 'active' or coalesce(cancelled_at, departure_time) > ${recently})`
  const reserved = sql`ride.departure_time > ${recently}
    and ${wasTrip} and (reservation.status = 'accepted' or decided_at > ${recently})`
  const { rows } = await rowsOf(tripRow)`
    select * from (${columnsOf(driven(personId, own))} union all ${columnsOf(ridden(personId, reserved))}) trip
    order by departs_at desc, id limit ${LIMIT}`.execute(executor)
  return rows
}

/** Selects the columns of a half in one order, so that both halves can be joined. */
const columnsOf = (trips: RawBuilder<unknown>) => sql`
  select id, ride_id, driving, cancelled, version, from_position, to_position, from_text, to_text, from_point, departs_at, arrives_at, driver, car_make,
    car_model, car_color, license_plate, reservation_status, ride_arrives_at, seats, created_at from (${trips}) half`

/** Returns the trip of a reservation that is or was accepted: the passenger's, or the driver's ride. */
export async function findReservedTrip(
  executor: Executor,
  personId: string,
  reservationId: string,
): Promise<TripRow | undefined> {
  const own = sql`exists (select from reservation where id = ${reservationId} and ride_id = ride.id and ${wasTrip})`
  return findTrip(executor, personId, own, sql`reservation.id = ${reservationId} and ${wasTrip}`)
}

/** Returns the trip on a ride: the driver's own, or the section that a passenger has reserved, if need be the last one that was cancelled. */
export async function findRideTrip(executor: Executor, personId: string, rideId: string): Promise<TripRow | undefined> {
  return findTrip(executor, personId, sql`ride.id = ${rideId}`, sql`ride.id = ${rideId} and ${wasTrip}`)
}

async function findTrip(
  executor: Executor,
  personId: string,
  own: RawBuilder<unknown>,
  reserved: RawBuilder<unknown>,
): Promise<TripRow | undefined> {
  const { rows } = await rowsOf(tripRow)`
    ${columnsOf(driven(personId, own))} union all ${columnsOf(ridden(personId, reserved))}
    order by cancelled, created_at desc limit 1`.execute(executor)
  return rows[0]
}

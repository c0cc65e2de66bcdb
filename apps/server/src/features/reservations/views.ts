/** Reads of the reservations slice. */
import { sql, type RawBuilder } from 'kysely'
import type { ChosenPoint } from '@samtur/contract/meeting-points'
import type { NameConfirmation } from '@samtur/contract/profiles'
import { pointJson } from '#features/meeting-points/port'
import type { Executor } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import {
  boolean,
  instant,
  integer,
  json,
  type JsonRow,
  nullable,
  type RowOf,
  rowsOf,
  text,
  uuid,
} from '#platform/db/rows'
import { rideColumns, rideRow, type RideRow } from '#features/rides/port'
import type { PersonRow } from '#features/profiles/port'

export type ReservationRow = JsonRow<'reservation'>

/** A reservation with the meeting points that its passenger asks for. */
export interface ShownRow extends ReservationRow {
  proposed_start: ChosenPoint | null
  proposed_end: ChosenPoint | null
}

const proposed = sql.raw(
  `jsonb_build_object('proposed_start', ${pointJson('proposed_from_point')}, 'proposed_end', ${pointJson('proposed_to_point')})`,
)

/** Returns the meeting points that a request asks for, with their places. */
export async function findProposed(
  executor: Executor,
  { proposed_from_point: from, proposed_to_point: to }: ReservationRow,
) {
  const { rows } = await rowsOf({ id: uuid, place_id: integer })`${prepared}
    select id, place_id from meeting_point where id in (${from}::uuid, ${to}::uuid)`.execute(executor)
  const find = (id: string | null) => rows.find((row) => row.id === id)
  return { from: find(from), to: find(to) }
}

const besideRide = {
  reservation: json<ShownRow>(),
  own_rating: nullable(integer),
  /** The passenger has a check-in `not_met` for this reservation and therefore cannot rate the driver. */
  not_met: boolean,
  /** An earlier rating of the driver stands in the way of another one, until then; null is for good. */
  rating_paused: boolean,
  rate_from: nullable(instant),
  blocked: boolean,
  /** The driver's account is suspended. */
  suspended: boolean,
  /** Names of the agreed meeting points. */
  agreed_from_name: nullable(text),
  agreed_to_name: nullable(text),
  /** Of the driver. */
  name_confirmed: nullable(json<NameConfirmation>()),
  now: instant,
}
export type OwnReservationRow = RowOf<typeof besideRide> & { ride: RideRow }

/** Returns SQL that tells whether a person has a check-in `not_met` for a reservation. */
const saidNotMet = (reservation: RawBuilder<unknown>, person: RawBuilder<unknown>) =>
  sql`exists (select from check_in where reservation_id = ${reservation} and person_id = ${person} and kind = 'not_met')`

/** Returns reservations of one passenger with their rides. */
async function selectOwn(executor: Executor, passengerId: string, rest: RawBuilder<unknown>) {
  const { rows } = await rowsOf({ ...rideRow, ...besideRide })`${prepared}
    select ${rideColumns}, to_jsonb(reservation) || ${proposed} as reservation, blocked_between(driver.id, ${passengerId}) as blocked,
      is_suspended(driver.id) as suspended, confirmed_name(driver.id) as name_confirmed, app_now() as now,
      (select name from meeting_point where id = agreed_from_point) as agreed_from_name,
      (select name from meeting_point where id = agreed_to_point) as agreed_to_name,
      (select rating from rating where ride_id = ride.id and rater_id = ${passengerId} and rated_id = driver.id) as own_rating,
      ${saidNotMet(sql`reservation.id`, sql`${passengerId}`)} as not_met,
      next.at is not null as rating_paused, nullif(next.at, 'infinity') as rate_from
    from reservation join ride on ride.id = reservation.ride_id join profile driver on driver.id = ride.driver_id
      cross join lateral (select next_rating(${passengerId}, driver.id, ride.id) as at) next
    where reservation.passenger_id = ${passengerId} ${rest}`.execute(executor)
  return rows.map(
    ({
      reservation,
      own_rating,
      not_met,
      rating_paused,
      rate_from,
      blocked,
      suspended,
      agreed_from_name,
      agreed_to_name,
      name_confirmed,
      now,
      ...ride
    }): OwnReservationRow => ({
      reservation,
      ride,
      own_rating,
      not_met,
      rating_paused,
      rate_from,
      blocked,
      suspended,
      agreed_from_name,
      agreed_to_name,
      name_confirmed,
      now,
    }),
  )
}

/** Returns one of the passenger's reservations; undefined for another person's. */
export async function findOwn(executor: Executor, passengerId: string, id: string) {
  const [row] = await selectOwn(executor, passengerId, sql`and reservation.id = ${id}`)
  return row
}

const PAGE = 50

/** Returns the rows of the page, and the id after which the next page begins. */
function pageOf<Row>(rows: Row[], idOf: (row: Row) => string) {
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
  return { rows: rows.slice(0, PAGE), next: last ? idOf(last) : null }
}

/** Returns one page of the passenger's reservations, newest first; `after` is the id of the last one on the page before. */
export async function listOwn(executor: Executor, passengerId: string, after?: string) {
  const shown = sql`select created_at, id from reservation where id = ${after}::uuid and passenger_id = ${passengerId}`
  const rows = await selectOwn(
    executor,
    passengerId,
    sql`${after ? sql`and (reservation.created_at, reservation.id) < (${shown})` : sql``}
      order by reservation.created_at desc, reservation.id desc limit ${PAGE + 1}`,
  )
  return pageOf(rows, ({ reservation }) => reservation.id)
}

export interface RequestRow extends ShownRow {
  passenger: PersonRow & { phone: string | null; name_confirmed: NameConfirmation | null }
  /** The driver's rating of the passenger for this ride. */
  own_rating: number | null
  /** The driver has a check-in `not_met` for this reservation and therefore cannot rate the passenger. */
  not_met: boolean
  /** When the driver may rate the passenger again: null is now, and `infinity` never. */
  next_rating: string | null
  blocked: boolean
}

const ownRideRow = {
  ...rideRow,
  requests: json<RequestRow[]>(),
  /** People on the waiting list, with those who have an offer. */
  waiting: integer,
  /** Seats that offers hold on the fullest leg. */
  held_seats: integer,
}
export type OwnRideRow = RowOf<typeof ownRideRow>

const requestsOfRide: RawBuilder<unknown> = sql`
  coalesce((select json_agg(to_jsonb(r) || ${proposed} || jsonb_build_object(
      'blocked', blocked_between(ride.driver_id, p.id),
      'own_rating', (select rating from rating where ride_id = ride.id and rater_id = ride.driver_id and rated_id = p.id),
      'not_met', ${saidNotMet(sql`r.id`, sql`ride.driver_id`)}, 'next_rating', next_rating(ride.driver_id, p.id, ride.id),
      'passenger', jsonb_build_object('id', p.id, 'full_name', p.full_name, 'picture_key', p.picture_key, 'rating', p.rating,
        'rating_count', p.rating_count, 'phone', p.phone, 'name_confirmed', confirmed_name(p.id))) order by r.created_at, r.id)
    from reservation r join profile p on p.id = r.passenger_id where r.ride_id = ride.id), '[]') as requests,
  (select count(*)::integer from waiting_entry w where w.ride_id = ride.id and state in ('waiting', 'offered')) as waiting,
  (select coalesce(max(held), 0)::integer from (
    select sum(seats_requested) as held from waiting_entry w
      join ride_leg leg on leg.ride_id = w.ride_id and leg.position >= w.from_position and leg.position < w.to_position
    where w.ride_id = ride.id and state = 'offered' group by leg.position) legs) as held_seats`

/** Returns one page of the driver's rides with all requests, latest departure first; `after` is the id of the last one on the page before. */
export async function listOwnRides(executor: Executor, driverId: string, after?: string) {
  const shown = sql`select departure_time, id from ride where id = ${after}::uuid and driver_id = ${driverId}`
  const { rows } = await rowsOf(ownRideRow)`
    select ${rideColumns}, ${requestsOfRide} from ride join profile driver on driver.id = ride.driver_id
    where ride.driver_id = ${driverId} ${after ? sql`and (ride.departure_time, ride.id) < (${shown})` : sql``}
    order by ride.departure_time desc, ride.id desc limit ${PAGE + 1}`.execute(executor)
  return pageOf(rows, ({ id }) => id)
}

/** Returns a request and its ride; undefined for another driver's. */
export async function findRequest(executor: Executor, id: string, driverId: string) {
  const { rows } = await rowsOf(ownRideRow)`${prepared}
    select ${rideColumns}, ${requestsOfRide} from ride join profile driver on driver.id = ride.driver_id
    where ride.driver_id = ${driverId} and ride.id = (select ride_id from reservation where id = ${id})`.execute(
    executor,
  )
  const ride = rows[0]
  const request = ride?.requests.find((row) => row.id === id)
  return ride && request ? { ride, request } : undefined
}

/** Reads of the reservations slice. */
import { sql, type RawBuilder } from 'kysely'
import type { ReservationStatus } from '@samtur/contract/constants'
import type { Language } from '@samtur/i18n/translate'
import type { Executor } from '#platform/db/database'
import { rideColumns, type RideRow } from '#features/rides/port'
import type { PersonRow } from '#features/profiles/port'

export interface ReservationRow {
  id: string
  ride_id: string
  passenger_id: string
  from_position: number
  to_position: number
  seats_requested: number
  message: string | null
  status: ReservationStatus
  price: number
  created_at: Date | string
}

/** What decides whether a request may be made, read under locks: a cancellation of the ride, or the passenger's leaving, waits or is seen. */
export interface RequestState {
  departure_time: Date
  driver_id: string
  ride_status: 'active' | 'cancelled'
  now: Date
  /** A block stands between the two, or the driver's account is shut. */
  blocked: boolean
  /** The passenger's account waits for its deletion. */
  closing: boolean
  active: boolean
  rejections: number
}

export async function lockForRequest(
  executor: Executor,
  rideId: string,
  passengerId: string,
): Promise<RequestState | undefined> {
  // Whoever blocks the other now waits for this transaction, and the other way round.
  await sql`select lock_pair(driver_id, ${passengerId}) from ride where id = ${rideId}`.execute(executor)
  const { rows } = await sql<RequestState>`
    select ride.departure_time, ride.driver_id, ride.status as ride_status, app_now() as now,
      blocked_between(ride.driver_id, ${passengerId}) or is_suspended(ride.driver_id) as blocked, passenger.closed_at is not null as closing,
      exists (select from reservation where ride_id = ride.id and passenger_id = ${passengerId} and status in ('pending', 'accepted')) as active,
      (select count(*)::integer from reservation where ride_id = ride.id and passenger_id = ${passengerId} and status = 'rejected') as rejections
    from ride join profile passenger on passenger.id = ${passengerId}
    where ride.id = ${rideId} for share of ride for key share of passenger`.execute(executor)
  return rows[0]
}

export interface OwnReservationRow {
  reservation: ReservationRow
  ride: RideRow
  own_rating: number | null
  blocked: boolean
}

/** The passenger's reservations with their rides, newest first; one when `id` is given. */
export async function listOwn(executor: Executor, passengerId: string, id?: string): Promise<OwnReservationRow[]> {
  interface Flat extends RideRow {
    reservation: ReservationRow
    own_rating: number | null
    blocked: boolean
  }
  const { rows } = await sql<Flat>`
    select ${rideColumns}, to_json(reservation) as reservation, blocked_between(driver.id, ${passengerId}) as blocked,
      (select rating from rating where ride_id = ride.id and rater_id = ${passengerId}) as own_rating
    from reservation join ride on ride.id = reservation.ride_id join profile driver on driver.id = ride.driver_id
    where reservation.passenger_id = ${passengerId} ${id ? sql`and reservation.id = ${id}` : sql``}
    order by reservation.created_at desc, reservation.id limit 200`.execute(executor)
  return rows.map(({ reservation, own_rating, blocked, ...ride }) => ({ reservation, ride, own_rating, blocked }))
}

export interface RequestRow extends ReservationRow {
  passenger: PersonRow & { phone: string | null }
  blocked: boolean
}

export interface OwnRideRow extends RideRow {
  requests: RequestRow[]
}

const requestsOfRide: RawBuilder<unknown> = sql`
  coalesce((select json_agg(to_jsonb(r) || jsonb_build_object(
      'blocked', blocked_between(ride.driver_id, p.id),
      'passenger', jsonb_build_object('id', p.id, 'full_name', p.full_name, 'picture_key', p.picture_key, 'rating', p.rating,
        'rating_count', p.rating_count, 'phone', p.phone)) order by r.created_at, r.id)
    from reservation r join profile p on p.id = r.passenger_id where r.ride_id = ride.id), '[]') as requests`

/** The driver's rides with every request, latest departure first. */
export async function listOwnRides(executor: Executor, driverId: string): Promise<OwnRideRow[]> {
  const { rows } = await sql<OwnRideRow>`
    select ${rideColumns}, ${requestsOfRide} from ride join profile driver on driver.id = ride.driver_id
    where ride.driver_id = ${driverId} order by ride.departure_time desc, ride.id limit 200`.execute(executor)
  return rows
}

/** The ride of a request, for its driver. */
export async function findRequest(executor: Executor, id: string, driverId: string) {
  const { rows } = await sql<OwnRideRow>`
    select ${rideColumns}, ${requestsOfRide} from ride join profile driver on driver.id = ride.driver_id
    where ride.driver_id = ${driverId} and ride.id = (select ride_id from reservation where id = ${id})`.execute(
    executor,
  )
  const ride = rows[0]
  const request = ride?.requests.find((row) => row.id === id)
  return ride && request ? { ride, request } : undefined
}

/** What a person drives or rides along on from now on, in the order in which the rides are to be locked. */
export async function listAhead(executor: Executor, personId: string) {
  const { rows } = await sql<{ ride_id: string; reservation_id: string | null }>`
    select id as ride_id, null::uuid as reservation_id from ride
    where driver_id = ${personId} and status = 'active' and departure_time > app_now()
    union all
    select ride.id, reservation.id from reservation join ride on ride.id = reservation.ride_id
    where passenger_id = ${personId} and reservation.status in ('pending', 'accepted') and departure_time > app_now()
    order by ride_id`.execute(executor)
  return rows
}

interface Addressee {
  id: string
  email: string
  locale: Language
  name: string
}

export interface NoticeRow {
  passenger: Addressee
  driver: Addressee
  from: string
  to: string
  departs_at: Date
  seats: number
}

const addressee = (alias: string) => {
  const [account, profile] = [sql.raw(alias), sql.raw(`${alias}_profile`)]
  return sql`json_build_object('id', ${account}.id, 'email', ${account}.email, 'locale', ${account}.locale,
    'name', coalesce(nullif(${profile}.full_name, ''), ${account}.name))`
}

/** Who has to be told what about the reservations. */
export async function listNotices(executor: Executor, reservationIds: string[]): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select ${addressee('passenger')} as passenger, ${addressee('driver')} as driver, start_stop.text as from, end_stop.text as to,
      start_stop.passes_at as departs_at, seats_requested as seats
    from reservation join ride on ride.id = reservation.ride_id
      join ride_stop start_stop on start_stop.ride_id = ride.id and start_stop.position = from_position
      join ride_stop end_stop on end_stop.ride_id = ride.id and end_stop.position = to_position
      join auth_user passenger on passenger.id = passenger_id join profile passenger_profile on passenger_profile.id = passenger_id
      join auth_user driver on driver.id = driver_id join profile driver_profile on driver_profile.id = driver_id
    where reservation.id = any(${reservationIds}::uuid[])
    order by reservation.id`.execute(executor)
  return rows
}

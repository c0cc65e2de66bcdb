/** Reads of the rides slice: rides with everything a card shows. */
import { sql } from 'kysely'
import type { Currency, ReservationStatus } from '@samtur/contract/constants'
import type { DriverRecord } from '@samtur/contract/profiles'
import type { Executor } from '#platform/db/database'
import type { PersonRow } from '#features/profiles/port'

export interface StopRow {
  position: number
  text: string
  place_id: number | null
  lat: number | null
  lon: number | null
  share: number
  /** ISO text: it comes out of JSON. */
  passes_at: string
}

/** What a card in a list shows. */
export interface CardRow {
  id: string
  driver: PersonRow & { phone: string | null; record: DriverRecord | null }
  departure_time: Date
  arrival_time: Date
  price: number
  currency: Currency
  total_seats: number
  available_seats: number
  pets_allowed: boolean
  notes: string | null
  license_plate: string
  car_make: string
  car_model: string
  car_color: string
  status: 'active' | 'cancelled'
  version: number
  distance_km: number | null
  typed_distance_km: number | null
  extra_costs: number
  cost_share: number | null
  cancelled_at: Date | null
  cancel_reason: string | null
  series_id: string | null
  created_at: Date
  stops: StopRow[]
}

export interface RideRow extends CardRow {
  /** Seats taken on each leg, in order. */
  taken: number[]
}

/** A ride's row with driver and stops nested; to be selected from `ride` joined with `profile driver`. */
export const cardColumns = sql`
  ride.id, ride.departure_time, ride.arrival_time, ride.price, ride.currency, ride.total_seats, ride.available_seats, ride.pets_allowed,
  ride.notes, ride.license_plate, ride.car_make, ride.car_model, ride.car_color, ride.status, ride.version,
  ride.distance_km, ride.typed_distance_km, ride.extra_costs, ride.cost_share, ride.cancelled_at, ride.cancel_reason, ride.series_id, ride.created_at,
  json_build_object('id', driver.id, 'full_name', driver.full_name, 'picture_key', driver.picture_key, 'rating', driver.rating,
    'rating_count', driver.rating_count, 'phone', driver.phone,
    'record', (select to_json(r) from driver_record r where r.driver_id = driver.id)) as driver,
  array_to_json(array(select json_build_object('position', s.position, 'text', s.text, 'place_id', s.place_id, 'lat', s.lat, 'lon', s.lon,
    'share', s.share, 'passes_at', s.passes_at) from ride_stop s where s.ride_id = ride.id order by s.position)) as stops`

/** The same with its legs. */
export const rideColumns = sql`${cardColumns},
  (select json_agg(l.seats_taken order by l.position) from ride_leg l where l.ride_id = ride.id) as taken`

export interface FoundRide extends RideRow {
  /** The driver's account is shut. */
  suspended: boolean
  /** The driver's account is shut, or the ride hidden: nobody can ask for a seat meanwhile. */
  shut: boolean
  /** By the administrator. */
  hidden: boolean
}

export async function findRide(executor: Executor, id: string): Promise<FoundRide | undefined> {
  const { rows } = await sql<FoundRide>`
    select ${rideColumns}, is_suspended(ride.driver_id) as suspended, is_suspended(ride.driver_id) or hidden_at is not null as shut,
      hidden_at is not null as hidden from ride join profile driver on driver.id = ride.driver_id where ride.id = ${id}`.execute(
    executor,
  )
  return rows[0]
}

export interface ViewerRow {
  reservation: { id: string; status: ReservationStatus; from_position: number; to_position: number } | null
  blocked: boolean
  now: Date
}

/** What the viewer is to a ride: the newest reservation, and whether a block stands between viewer and driver. */
export async function findViewer(executor: Executor, ride: RideRow, viewerId: string): Promise<ViewerRow> {
  const { rows } = await sql<ViewerRow>`
    select blocked_between(${ride.driver.id}, ${viewerId}) as blocked, app_now() as now,
      (select json_build_object('id', id, 'status', status, 'from_position', from_position, 'to_position', to_position) from reservation
        where ride_id = ${ride.id} and passenger_id = ${viewerId} order by created_at desc, id limit 1) as reservation`.execute(
    executor,
  )
  return rows[0] ?? { reservation: null, blocked: false, now: new Date() }
}

export interface Span {
  departs: Date
  arrives: Date
}

export interface OtherTrip {
  from: string
  to: string
  departs_at: Date
}

/**
 * The first trip that the person is on during one of the spans, as a driver or as a passenger, asked for or accepted; rides in `except` do
 * not count. One that ends when the other begins is no overlap.
 */
export async function findTripMeanwhile(
  executor: Executor,
  personId: string,
  spans: Span[],
  except: string[],
): Promise<OtherTrip | undefined> {
  const { rows } = await sql<OtherTrip>`
    select trip.from, trip.to, departs_at from (
      select start_location as from, end_location as to, departure_time as departs_at, arrival_time as arrives_at
      from ride where driver_id = ${personId} and status = 'active' and departure_time > app_now() - interval '1 day'
        and id <> all(${except}::uuid[])
      union all
      select a.text, b.text, a.passes_at, b.passes_at from reservation r
        join ride_stop a on a.ride_id = r.ride_id and a.position = from_position
        join ride_stop b on b.ride_id = r.ride_id and b.position = to_position
      where r.passenger_id = ${personId} and r.status in ('pending', 'accepted') and a.passes_at > app_now() - interval '1 day') trip
      join jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as span(departs timestamptz, arrives timestamptz)
        on departs_at < span.arrives and arrives_at > span.departs
    order by departs_at limit 1`.execute(executor)
  return rows[0]
}

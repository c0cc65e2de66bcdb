/** Reads of the rides slice: rides with everything that a card shows. */
import { type RawBuilder, sql } from 'kysely'
import {
  currencies,
  instantBookings,
  luggageSizes,
  ride as limits,
  type ReservationStatus,
  rideStatuses,
  statedGenders,
  type WaitingState,
} from '@samtur/contract/constants'
import type { ChosenPoint } from '@samtur/contract/meeting-points'
import type { DriverRecord, NameConfirmation } from '@samtur/contract/profiles'
import { pointJson } from '#features/meeting-points/port'
import type { PersonRow } from '#features/profiles/port'
import type { Executor } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import { boolean, instant, integer, json, nullable, oneOf, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'

export interface StopRow {
  position: number
  text: string
  place_id: number | null
  lat: number | null
  lon: number | null
  share: number
  /** ISO text, because it comes out of JSON. */
  passes_at: string
  meeting_point_id: string | null
  meeting_point: ChosenPoint | null
}

/** What a card in a list shows. */
export const cardRow = {
  id: uuid,
  departure_time: instant,
  arrival_time: instant,
  price: integer,
  currency: oneOf(currencies),
  total_seats: integer,
  available_seats: integer,
  pets_allowed: boolean,
  luggage: oneOf(luggageSizes),
  detour_minutes: integer,
  instant_booking: oneOf(instantBookings),
  same_gender: boolean,
  only_gender: nullable(oneOf(statedGenders)),
  notes: nullable(text),
  car_make: text,
  car_model: text,
  status: oneOf(rideStatuses),
  version: integer,
  distance_km: nullable(integer),
  cost_share: nullable(integer),
  created_at: instant,
  driver: json<PersonRow & { record: DriverRecord | null }>(),
  stops: json<StopRow[]>(),
}
export type CardRow = RowOf<typeof cardRow>

/** The columns of `cardRow`; select them from `ride` joined with `profile driver`. */
export const cardColumns = sql`
  ride.id, ride.departure_time, ride.arrival_time, ride.price, ride.currency, ride.total_seats, ride.available_seats, ride.pets_allowed,
  ride.luggage, ride.detour_minutes, ride.instant_booking, ride.same_gender,
  case when ride.same_gender and driver.gender in ('mann', 'kvinne', 'annet') then driver.gender end as only_gender, ride.notes, ride.car_make, ride.car_model, ride.status, ride.version, ride.distance_km, ride.cost_share, ride.created_at,
  json_build_object('id', driver.id, 'full_name', driver.full_name, 'picture_key', driver.picture_key, 'rating', driver.rating,
    'rating_count', driver.rating_count,
    'record', (select to_json(r) from driver_record r where r.driver_id = driver.id)) as driver,
  array_to_json(array(select json_build_object('position', s.position, 'text', s.text, 'place_id', s.place_id, 'lat', s.lat, 'lon', s.lon,
    'share', s.share, 'passes_at', s.passes_at, 'meeting_point_id', s.meeting_point_id, 'meeting_point', case when s.meeting_point_id is not null then
      ${sql.raw(pointJson('s.meeting_point_id'))} end)
    from ride_stop s where s.ride_id = ride.id order by s.position)) as stops`

/** A section that a search has found, and the version of its card: any change of ride, driver or record makes another one. */
export const foundSection = {
  id: uuid,
  card_version: text,
  from_position: integer,
  to_position: integer,
  seats_free: integer,
  departs_at: instant,
  arrives_at: instant,
  section_price: integer,
  /** The place beside the way, where the section has one; the next three belong to it. */
  place_id: nullable(integer),
  at_start: nullable(boolean),
  minutes: nullable(integer),
  detour_price: nullable(integer),
}
export type FoundSection = RowOf<typeof foundSection>

/** The transactions that have written the rows of a card. Meeting points have none here, so a card with its points is kept for a short time only. */
const cardVersion = sql`concat_ws('.', ride.xmin, driver.xmin, (select r.xmin from driver_record r where r.driver_id = driver.id))`

/** The columns of `foundSection`; `found` has the section. */
export const foundSectionColumns = sql`ride.id, ${cardVersion} as card_version, found.from_position, found.to_position, found.seats_free,
  found.departs_at, found.arrives_at, found.price as section_price, found.place_id, found.at_start, found.minutes, found.detour_price`

const versionedCard = { ...cardRow, card_version: text }

/** Returns the cards of the rides with their versions. */
export async function findCards(executor: Executor, ids: readonly string[]): Promise<RowOf<typeof versionedCard>[]> {
  const { rows } = await rowsOf(versionedCard)`${prepared} select ${cardColumns}, ${cardVersion} as card_version
    from ride join profile driver on driver.id = ride.driver_id where ride.id = any(${ids}::uuid[])`.execute(executor)
  return rows
}

/** The card of a section that a search has found. */
export const foundCard = { ...cardRow, from_position: integer, to_position: integer, seats_free: integer }
export type FoundCard = RowOf<typeof foundCard>

/** The card of a section that a search has found by a detour; `from_position` and `to_position` are those of the enclosing section. */
export interface FoundDetour extends FoundCard {
  departs_at: Date
  arrives_at: Date
  section_price: number
  place_id: number
  at_start: boolean
  minutes: number
  detour_price: number
}

/** The columns that a `FoundDetour` has beside those of `foundCard`, from the same tables. */
export const foundDetourColumns = sql`found.place_id, found.at_start, found.departs_at, found.arrives_at, found.minutes,
  found.price as section_price, found.detour_price`

/** The columns of `foundCard`; `found` has the section, with a `ride_id`. */
export const foundCardColumns = sql`found.from_position, found.to_position, found.seats_free, ${cardColumns}`
/** The tables of these columns; join them to `found`. */
export const cardTables = sql`join ride on ride.id = found.ride_id join profile driver on driver.id = ride.driver_id`

/** A card with the rest of the ride, of which policy decides what a reader sees. */
export const rideRow = {
  ...cardRow,
  license_plate: text,
  car_color: text,
  driver_phone: nullable(text),
  typed_distance_km: nullable(integer),
  road_km: nullable(integer),
  road_costs: nullable(integer),
  extra_costs: integer,
  detour_minutes_used: integer,
  cancelled_at: nullable(instant),
  cancel_reason: nullable(text),
  series_id: nullable(uuid),
  /** Seats taken on each leg, in order. */
  taken: json<number[]>(),
}
export type RideRow = RowOf<typeof rideRow>

/** The columns of `rideRow`, from the same tables. */
export const rideColumns = sql`${cardColumns}, ride.license_plate, ride.car_color, driver.phone as driver_phone, ride.typed_distance_km,
  ride.road_km, ride.road_costs, ride.extra_costs, ride.detour_minutes_used, ride.cancelled_at, ride.cancel_reason, ride.series_id,
  (select json_agg(l.seats_taken order by l.position) from ride_leg l where l.ride_id = ride.id) as taken`

const foundRide = {
  ...rideRow,
  /** The driver's account is suspended. */
  suspended: boolean,
  /** No seat can be requested: the driver's account is suspended, or the ride is hidden. */
  shut: boolean,
  /** Hidden by the administrator. */
  hidden: boolean,
  /** Of the driver. */
  name_confirmed: nullable(json<NameConfirmation>()),
}
export type FoundRide = RowOf<typeof foundRide>

export async function findRide(executor: Executor, id: string): Promise<FoundRide | undefined> {
  const { rows } = await rowsOf(foundRide)`${prepared}
    select ${rideColumns}, is_suspended(ride.driver_id) as suspended, is_suspended(ride.driver_id) or hidden_at is not null as shut,
      hidden_at is not null as hidden, confirmed_name(ride.driver_id) as name_confirmed from ride join profile driver on driver.id = ride.driver_id where ride.id = ${id}`.execute(
    executor,
  )
  return rows[0]
}

interface ViewerReservation {
  id: string
  status: ReservationStatus
  from_position: number
  to_position: number
  /** ISO text, because it comes out of JSON. */
  answer_by: string | null
}

interface ViewerWaiting {
  id: string
  state: Extract<WaitingState, 'waiting' | 'offered'>
  /** ISO text, because it comes out of JSON. */
  offer_until: string | null
}

const viewerRow = {
  reservation: nullable(json<ViewerReservation>()),
  waiting: nullable(json<ViewerWaiting>()),
  blocked: boolean,
  /** The viewer has the driver's gender. */
  shares_gender: boolean,
}
export type ViewerRow = RowOf<typeof viewerRow>

/**
 * Returns the viewer's newest reservation and place on the waiting list of the ride, whether one of
 * viewer and driver has blocked the other, and whether both have one gender.
 */
export async function findViewer(executor: Executor, ride: RideRow, viewerId: string): Promise<ViewerRow> {
  const { rows } = await rowsOf(viewerRow)`${prepared}
    select blocked_between(${ride.driver.id}, ${viewerId}) as blocked, shares_gender(${ride.driver.id}, ${viewerId}) as shares_gender,
      (select json_build_object('id', id, 'status', status, 'from_position', from_position, 'to_position', to_position,
          'answer_by', answer_by) from reservation
        where ride_id = ${ride.id} and passenger_id = ${viewerId} order by created_at desc, id limit 1) as reservation,
      (select json_build_object('id', id, 'state', state, 'offer_until', offer_until) from waiting_entry
        where ride_id = ${ride.id} and passenger_id = ${viewerId} and state in ('waiting', 'offered')) as waiting`.execute(
    executor,
  )
  return rows[0] ?? { reservation: null, waiting: null, blocked: false, shares_gender: false }
}

/** No ride takes longer, from departure to arrival. */
export const longestRide = sql.raw(`interval '${limits.maxHours} hours'`)

export interface Span {
  departs: Date
  arrives: Date
}

/**
 * Selects where and when a reservation begins and ends, of its stops `start` and `end`. A requested detour is as the passenger has seen it,
 * because its place is no stop.
 */
export const reservedEnds = (start: RawBuilder<unknown>, end: RawBuilder<unknown>) => sql`
  case when detour_end is null then ${start}.text else agreed_from end as from, case when detour_end is null then ${end}.text else agreed_to end as to,
  case when detour_end is null then ${start}.passes_at else agreed_departs_at end as departs_at,
  case when detour_end is null then ${end}.passes_at else agreed_arrives_at end as arrives_at`

const otherTrip = { from: text, to: text, departs_at: instant }

/**
 * Returns the first trip that the person is on during one of the spans: as a driver, or as a passenger with a pending or accepted
 * reservation. Rides in `except` do not count, and a trip that ends when the other begins does not overlap.
 */
export async function findTripMeanwhile(
  executor: Executor,
  personId: string,
  spans: Span[],
  except: string[],
): Promise<RowOf<typeof otherTrip> | undefined> {
  const { rows } = await rowsOf(otherTrip)`${prepared}
    select trip.from, trip.to, departs_at from (
      select start_location as from, end_location as to, departure_time as departs_at, arrival_time as arrives_at
      from ride where driver_id = ${personId} and status = 'active' and departure_time > app_now() - ${longestRide}
        and id <> all(${except}::uuid[])
      union all
      select ${reservedEnds(sql.raw('a'), sql.raw('b'))} from reservation r
        join ride_stop a on a.ride_id = r.ride_id and a.position = from_position
        join ride_stop b on b.ride_id = r.ride_id and b.position = to_position
      where r.passenger_id = ${personId} and (r.status = 'accepted' or (r.status = 'pending' and answer_by > app_now())) and a.passes_at > app_now() - ${longestRide}) trip
      join jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as span(departs timestamptz, arrives timestamptz)
        on departs_at < span.arrives and arrives_at > span.departs
    order by departs_at limit 1`.execute(executor)
  return rows[0]
}

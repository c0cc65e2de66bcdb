/** Reads of the rides slice: rides with everything a card shows. */
import { sql, type RawBuilder } from 'kysely'
import { type Currency, recordMinimum, type ReservationStatus } from '@samtur/contract/constants'
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
  ride.distance_km, ride.extra_costs, ride.cost_share, ride.cancelled_at, ride.cancel_reason, ride.series_id, ride.created_at,
  json_build_object('id', driver.id, 'full_name', driver.full_name, 'picture_key', driver.picture_key, 'rating', driver.rating,
    'rating_count', driver.rating_count, 'phone', driver.phone,
    'record', (select to_json(r) from driver_record r where r.driver_id = driver.id)) as driver,
  array_to_json(array(select json_build_object('position', s.position, 'text', s.text, 'place_id', s.place_id, 'lat', s.lat, 'lon', s.lon,
    'share', s.share, 'passes_at', s.passes_at) from ride_stop s where s.ride_id = ride.id order by s.position)) as stops`

/** A text as JSON; null where there is none. */
const jsonOf = (column: string) => sql`coalesce(to_json(${sql.ref(column)})::text, 'null')`
const numberOf = (column: string) => sql`coalesce(${sql.ref(column)}::text, 'null')`
/** As JavaScript writes an instant. The microsecond keeps the zeros at the end; `to_char` takes several times as long. */
const instantOf = (column: RawBuilder<unknown>) =>
  sql`left(to_json(date_trunc('milliseconds', ${column} at time zone 'UTC') + interval '1 microsecond')::text, 24), 'Z"'`

const driverText = sql`'{"id":"', driver.id, '","full_name":', to_json(driver.full_name), ',"profile_picture":',
  coalesce(to_json('/files/profiles/' || driver.picture_key || '?v=' || left(driver.picture_key, 8))::text, 'null'),
  ',"rating":', coalesce(trim_scale(driver.rating)::text, 'null'), ',"rating_count":', driver.rating_count, ',"record":',
  case when record.completed_trips + record.cancelled_late >= ${sql.lit(recordMinimum.trips)} then concat('{"completed_trips":', record.completed_trips,
    ',"cancelled_late":', record.cancelled_late, ',"answer_minutes":', ${numberOf('record.answer_minutes')}, '}') else 'null' end, '}'`

/**
 * What `presentFound` makes of a card, to the byte, of a section that a search has found under this name; `ride` is joined with `profile
 * driver` and with what there is of `driver_record record`.
 */
export const cardText = (hit: RawBuilder<unknown>) => sql`concat(
  '{"id":"', ride.id, '","version":', ride.version, ',"driver":', ${driverText},
  ',"start_location":', ride.stop_texts[1], ',"end_location":', ride.stop_texts[cardinality(ride.stop_texts)],
  ',"stops":[', array_to_string(ride.stop_texts[2 : cardinality(ride.stop_texts) - 1], ','),
  '],"departure_time":', ${instantOf(sql`ride.departure_time`)}, ',"arrival_time":', ${instantOf(sql`ride.arrival_time`)},
  ',"price":', ride.price, ',"currency":"', ride.currency, '","available_seats":', ride.available_seats, ',"total_seats":', ride.total_seats,
  ',"pets_allowed":', ride.pets_allowed::text, ',"notes":', ${jsonOf('ride.notes')}, ',"car_make":', to_json(ride.car_make),
  ',"car_model":', to_json(ride.car_model), ',"status":"', ride.status, '","created_at":', ${instantOf(sql`ride.created_at`)},
  ',"distance_km":', ${numberOf('ride.distance_km')}, ',"cost_share":', ${numberOf('ride.cost_share')},
  ',"above_cost_share":', coalesce(ride.price > ride.cost_share, false)::text, ',"route":', ride.route,
  ',"section":{"from_position":', ${hit}.from_position, ',"to_position":', ${hit}.to_position,
  ',"start_location":', ride.stop_texts[${hit}.from_position + 1], ',"end_location":', ride.stop_texts[${hit}.to_position + 1],
  ',"departure_time":', ${instantOf(sql`${hit}.departs_at`)}, ',"arrival_time":', ${instantOf(sql`${hit}.arrives_at`)},
  ',"price":', ${hit}.price, ',"available_seats":', ${hit}.seats_free,
  ',"whole":', (${hit}.from_position = 0 and ${hit}.to_position = cardinality(ride.stop_texts) - 1)::text, '}}')`

/** The same with its legs. */
export const rideColumns = sql`${cardColumns},
  (select json_agg(l.seats_taken order by l.position) from ride_leg l where l.ride_id = ride.id) as taken`

export interface FoundRide extends RideRow {
  /** The driver's account is shut: nobody can ask for a seat meanwhile. */
  shut: boolean
}

export async function findRide(executor: Executor, id: string): Promise<FoundRide | undefined> {
  const { rows } = await sql<FoundRide>`
    select ${rideColumns}, is_suspended(ride.driver_id) as shut from ride join profile driver on driver.id = ride.driver_id where ride.id = ${id}`.execute(
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

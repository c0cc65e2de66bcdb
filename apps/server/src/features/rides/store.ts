/** The only writer of ride, ride_stop, ride_leg, ride_section and spot. */
import { type RawBuilder, sql } from 'kysely'
import type { Currency } from '@samtur/contract/constants'
import { cellOf, lowerCase } from '#features/places/port'
import { kept, type Executor } from '#platform/db/database'
import { sectionPrice } from './rules.ts'

export interface StopToStore {
  text: string
  folded: string
  place_id: number | null
  lat: number | null
  lon: number | null
  share: number
  passes_at: Date
}

export interface RideToStore {
  driver_id: string
  departure_time: Date
  arrival_time: Date
  price: number
  currency: Currency
  /** Estimated from the places; null while an end is unknown. */
  distance_km: number | null
  extra_costs: number
  /** One person's share of the costs; null while it cannot be known or is not compared. */
  cost_share: number | null
  total_seats: number
  pets_allowed: boolean
  notes: string | null
  license_plate: string
  car_make: string
  car_model: string
  car_color: string
  created_at?: Date
  stops: StopToStore[]
}

/** Spots for the stops, made where drivers write a place for the first time. Answers their ids in the order of the stops. */
export async function ensureSpots(
  executor: Executor,
  stops: Pick<StopToStore, 'text' | 'folded' | 'place_id' | 'lat' | 'lon'>[],
): Promise<number[]> {
  const wanted = sql`unnest(${stops.map((stop) => lowerCase(stop.text))}::text[], ${stops.map((stop) => stop.folded)}::text[],
    ${stops.map((stop) => stop.place_id)}::integer[], ${stops.map(cellOf)}::integer[]) with ordinality as wanted(name, folded, place_id, cell, nth)`
  const find = async () => {
    const { rows } = await sql<{ id: number | null }>`${kept}
      select spot.id from ${wanted} left join spot on spot.name = wanted.name and spot.place_id is not distinct from wanted.place_id
      order by wanted.nth`.execute(executor)
    return rows.map((row) => row.id)
  }
  const found = await find()
  if (found.every((id) => id !== null)) return found
  await sql`insert into spot (name, folded, place_id, cell)
    select distinct wanted.name, wanted.folded, wanted.place_id, wanted.cell from ${wanted} order by 1 on conflict do nothing`.execute(
    executor,
  )
  return (await find()).map((id) => id ?? 0)
}

/** Stores the ride with its stops, legs and sections in one statement; answers its id. */
export async function insertRide(
  executor: Executor,
  ride: RideToStore,
  spots: number[],
  sections: { from: number; to: number }[],
): Promise<string> {
  const last = ride.stops.length - 1
  const stops = JSON.stringify(ride.stops.map((stop, position) => ({ ...stop, position, spot_id: spots[position] })))
  const sectionRows = JSON.stringify(sections.map((section) => sectionRow(ride, spots, section)))
  const { rows } = await sql<{ id: string }>`${kept}
    with new_ride as (
      insert into ride (driver_id, start_location, end_location, departure_time, arrival_time, price, currency, distance_km, extra_costs,
        cost_share, total_seats, available_seats, pets_allowed, notes, license_plate, car_make, car_model, car_color, created_at)
      values (${ride.driver_id}, ${ride.stops[0]?.text}, ${ride.stops[last]?.text}, ${ride.departure_time}, ${ride.arrival_time},
        ${ride.price}, ${ride.currency}, ${ride.distance_km}, ${ride.extra_costs}, ${ride.cost_share}, ${ride.total_seats}, ${ride.total_seats}, ${ride.pets_allowed}, ${ride.notes},
        ${ride.license_plate}, ${ride.car_make}, ${ride.car_model}, ${ride.car_color}, coalesce(${ride.created_at ?? null}, app_now()))
      returning id, total_seats, departure_time, pets_allowed),
    stops as (
      insert into ride_stop (ride_id, position, text, spot_id, place_id, lat, lon, share, passes_at)
      select new_ride.id, s.position, s.text, s.spot_id, s.place_id, s.lat, s.lon, s.share, s.passes_at
      from new_ride, jsonb_to_recordset(${stops}::jsonb) as s(position smallint, text text, spot_id integer, place_id integer,
        lat double precision, lon double precision, share double precision, passes_at timestamptz)),
    legs as (
      insert into ride_leg (ride_id, position, capacity)
      select new_ride.id, position, new_ride.total_seats from new_ride, generate_series(0, ${last - 1}::integer) as position)
    , sections as (
      insert into ride_section (ride_id, from_position, to_position, from_spot, to_spot, from_cell, to_cell, departs_at, arrives_at,
        ride_departs_at, is_start, is_end, price, pets_allowed, seats_free)
      select new_ride.id, s.from_position, s.to_position, s.from_spot, s.to_spot, s.from_cell, s.to_cell, s.departs_at, s.arrives_at,
        new_ride.departure_time, s.is_start, s.is_end, s.price, new_ride.pets_allowed, new_ride.total_seats
      from new_ride, jsonb_to_recordset(${sectionRows}::jsonb) as s(from_position smallint, to_position smallint, from_spot integer,
        to_spot integer, from_cell integer, to_cell integer, departs_at timestamptz, arrives_at timestamptz, is_start boolean,
        is_end boolean, price integer)
      where new_ride.departure_time > app_now())
    select id from new_ride`.execute(executor)
  return rows[0]?.id ?? ''
}

function sectionRow(ride: RideToStore, spots: number[], { from, to }: { from: number; to: number }) {
  const [start, end] = [ride.stops[from], ride.stops[to]]
  if (!start || !end) throw new Error(`a ride of ${ride.stops.length} stops has no section ${from}-${to}`)
  return {
    from_position: from,
    to_position: to,
    from_spot: spots[from],
    to_spot: spots[to],
    from_cell: cellOf(start),
    to_cell: cellOf(end),
    departs_at: start.passes_at,
    arrives_at: end.passes_at,
    is_start: from === 0,
    is_end: to === ride.stops.length - 1,
    price: sectionPrice(ride.price, start.share, end.share),
  }
}

/** Departed rides cannot be found or booked any more, so what the search reads only holds what can be. Answers how many went. */
export async function removeDepartedSections(executor: Executor): Promise<number> {
  // By their whole way, which every ride has and an index knows.
  const result = await sql`delete from ride_section where ride_id in (
    select ride_id from ride_section where is_start and is_end and departs_at <= app_now() - interval '1 hour')`.execute(
    executor,
  )
  return Number(result.numAffectedRows ?? 0)
}

/** The car and the notes of a person who has left; the route stays, because passengers' own journeys are told by it. */
export async function anonymiseRides(executor: Executor, driverId: string): Promise<void> {
  await sql`update ride set notes = null, license_plate = '00', car_make = '–', car_model = '–', car_color = '–', cancel_reason = null
    where driver_id = ${driverId}`.execute(executor)
}

/** Nothing changes about the seats of the driver's rides ahead until the transaction is over. */
export async function lockRidesAhead(executor: Executor, driverId: string): Promise<void> {
  await sql`select from ride where driver_id = ${driverId} and status = 'active' and departure_time > app_now()
    order by id for update`.execute(executor)
}

/** From now on no search finds the driver's rides. */
export async function removeSectionsOf(executor: Executor, driverId: string): Promise<void> {
  await sql`delete from ride_section using ride where ride.id = ride_id and ride.driver_id = ${driverId}`.execute(
    executor,
  )
}

/** Makes the driver's rides ahead findable again. The caller has locked the rides. */
export async function restoreSectionsOf(executor: Executor, driverId: string): Promise<void> {
  await insertSections(executor, sql`ride.driver_id = ${driverId}`)
}

/** What the search finds of rides follows their stops and legs again, or does for the first time. The caller has locked the rides. */
export async function refreshSections(executor: Executor, rideIds: string[]): Promise<void> {
  await sql`delete from ride_section where ride_id = any(${rideIds}::uuid[])`.execute(executor)
  await insertSections(executor, sql`ride.id = any(${rideIds}::uuid[])`)
}

/** Of every pair of spots the first that a ride passes, and the whole way, as `sectionsOf` makes them for a new one. */
async function insertSections(executor: Executor, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into ride_section (ride_id, from_position, to_position, from_spot, to_spot, from_cell, to_cell, departs_at, arrives_at,
      ride_departs_at, is_start, is_end, price, pets_allowed, seats_free)
    select ride_id, from_position, to_position, from_spot, to_spot, start_spot.cell, end_spot.cell, departs_at, arrives_at,
      departure_time, is_start, is_end, least(price, ceil(round((price * share)::numeric, 6))), pets_allowed,
      -- Most rides that are written anew have nobody on board.
      case when available_seats = total_seats then total_seats else (select min(capacity - seats_taken) from ride_leg leg
        where leg.ride_id = pair.ride_id and leg.position >= from_position and leg.position < to_position) end
    from (
      select ride.id as ride_id, a.position as from_position, b.position as to_position, a.spot_id as from_spot, b.spot_id as to_spot,
        a.passes_at as departs_at, b.passes_at as arrives_at, ride.departure_time, ride.price, b.share - a.share as share,
        ride.pets_allowed, ride.available_seats, ride.total_seats, a.position = 0 as is_start,
        b.position = last as is_end,
        row_number() over (partition by ride.id, a.spot_id, b.spot_id order by a.position, b.position) as nth
      from ride cross join lateral (select max(position) as last from ride_stop where ride_id = ride.id) ends
        join ride_stop a on a.ride_id = ride.id join ride_stop b on b.ride_id = ride.id and b.position > a.position
      where ${which} and ride.status = 'active' and ride.departure_time > app_now()) pair
      join spot start_spot on start_spot.id = from_spot join spot end_spot on end_spot.id = to_spot
    where nth = 1 or (is_start and is_end)
    on conflict do nothing`.execute(executor)
}

/** Locks the driver's ride until the transaction ends; answers the time by which it is judged, or undefined for somebody else's. */
export async function lockOwnRide(executor: Executor, id: string, driverId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ now: Date }>`
    select app_now() as now from ride where id = ${id} and driver_id = ${driverId} for update`.execute(executor)
  return rows[0]?.now
}

/** The ride as its driver has changed it, one version further; seats that are promised stay so. The caller has locked it. */
export async function updateRide(executor: Executor, id: string, { stops, ...ride }: RideToStore): Promise<void> {
  await sql`
    update ride set start_location = ${stops[0]?.text}, end_location = ${stops.at(-1)?.text}, departure_time = ${ride.departure_time},
      arrival_time = ${ride.arrival_time}, price = ${ride.price}, currency = ${ride.currency}, distance_km = ${ride.distance_km},
      extra_costs = ${ride.extra_costs}, cost_share = ${ride.cost_share}, total_seats = ${ride.total_seats},
      available_seats = ${ride.total_seats} - (select max(seats_taken) from ride_leg where ride_id = ${id}),
      pets_allowed = ${ride.pets_allowed}, notes = ${ride.notes}, license_plate = ${ride.license_plate}, car_make = ${ride.car_make},
      car_model = ${ride.car_model}, car_color = ${ride.car_color}, version = version + 1
    where id = ${id}`.execute(executor)
}

const stopRecord = sql`as s(ride_id uuid, position smallint, text text, spot_id integer, place_id integer,
  lat double precision, lon double precision, share double precision, passes_at timestamptz)`
const stopColumns = sql`ride_id, position, text, spot_id, place_id, lat, lon, share, passes_at`

/** Other stops, or other times at the same ones. Legs that stay keep the seats taken on them. */
export async function replaceStops(executor: Executor, id: string, ride: RideToStore, spots: number[]): Promise<void> {
  const legs = ride.stops.length - 1
  const stops = JSON.stringify(ride.stops.map((stop, i) => ({ ...stop, ride_id: id, position: i, spot_id: spots[i] })))
  await sql`delete from ride_stop where ride_id = ${id}`.execute(executor)
  await sql`insert into ride_stop (${stopColumns}) select ${stopColumns} from jsonb_to_recordset(${stops}::jsonb) ${stopRecord}`.execute(
    executor,
  )
  await sql`delete from ride_leg where ride_id = ${id} and position >= ${legs}`.execute(executor)
  await sql`insert into ride_leg (ride_id, position, capacity)
    select ${id}, position, ${ride.total_seats} from generate_series(0, ${legs - 1}::integer) as position
    on conflict (ride_id, position) do update set capacity = excluded.capacity`.execute(executor)
}

/** One of several rides that are published at once. */
export interface RideOfMany extends RideToStore {
  id: string
  series_id: string | null
  series_direction: 'out' | 'back' | null
  /** Of the stops, in their order. */
  spots: number[]
}

/** Stores many rides with their stops and legs in three statements; `refreshSections` makes them findable. */
export async function insertRides(executor: Executor, rides: RideOfMany[]): Promise<void> {
  const stops = rides.flatMap((ride) =>
    ride.stops.map((stop, i) => ({ ...stop, ride_id: ride.id, position: i, spot_id: ride.spots[i] })),
  )
  const rows = rides.map(({ stops: ofRide, spots: _, ...ride }) => ({
    ...ride,
    start_location: ofRide[0]?.text,
    end_location: ofRide.at(-1)?.text,
  }))
  await sql`
    insert into ride (id, driver_id, start_location, end_location, departure_time, arrival_time, price, currency, distance_km, extra_costs,
      cost_share, total_seats, available_seats, pets_allowed, notes, license_plate, car_make, car_model, car_color, series_id,
      series_direction, created_at)
    select id, driver_id, start_location, end_location, departure_time, arrival_time, price, currency, distance_km, extra_costs, cost_share,
      total_seats, total_seats, pets_allowed, notes, license_plate, car_make, car_model, car_color, series_id, series_direction, coalesce(created_at, app_now())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, driver_id uuid, start_location text, end_location text,
      departure_time timestamptz, arrival_time timestamptz, price integer, currency text, distance_km integer, extra_costs integer,
      cost_share integer, total_seats smallint, pets_allowed boolean, notes text, license_plate text, car_make text, car_model text,
      car_color text, series_id uuid, series_direction text, created_at timestamptz)`.execute(executor)
  await sql`insert into ride_stop (${stopColumns})
    select ${stopColumns} from jsonb_to_recordset(${JSON.stringify(stops)}::jsonb) ${stopRecord}`.execute(executor)
  await sql`
    insert into ride_leg (ride_id, position, capacity)
    select id, position, total_seats from ride cross join lateral generate_series(0,
      (select max(position) from ride_stop where ride_id = id) - 1) as position
    where id = any(${rides.map(({ id }) => id)}::uuid[])`.execute(executor)
}

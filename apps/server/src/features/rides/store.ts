/** The only writer of ride, ride_stop, ride_leg, ride_section and spot. */
import { sql } from 'kysely'
import type { Currency } from '@samtur/contract/constants'
import { lowerCase } from '#features/places/port'
import type { Executor } from '#platform/db/database'

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
  stops: Pick<StopToStore, 'text' | 'folded' | 'place_id'>[],
): Promise<number[]> {
  const wanted = sql`unnest(${stops.map((stop) => lowerCase(stop.text))}::text[], ${stops.map((stop) => stop.folded)}::text[],
    ${stops.map((stop) => stop.place_id)}::integer[]) with ordinality as wanted(name, folded, place_id, nth)`
  const find = async () => {
    const { rows } = await sql<{ id: number | null }>`
      select spot.id from ${wanted} left join spot on spot.name = wanted.name and spot.place_id is not distinct from wanted.place_id
      order by wanted.nth`.execute(executor)
    return rows.map((row) => row.id)
  }
  const found = await find()
  if (found.every((id) => id !== null)) return found
  await sql`insert into spot (name, folded, place_id)
    select distinct wanted.name, wanted.folded, wanted.place_id from ${wanted} order by 1 on conflict do nothing`.execute(
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
  const sectionRows = JSON.stringify(
    sections.map(({ from, to }) => ({
      from_position: from,
      to_position: to,
      from_spot: spots[from],
      to_spot: spots[to],
      departs_at: ride.stops[from]?.passes_at,
      is_start: from === 0,
      is_end: to === last,
    })),
  )
  const { rows } = await sql<{ id: string }>`
    with new_ride as (
      insert into ride (driver_id, start_location, end_location, departure_time, arrival_time, price, currency, total_seats,
        available_seats, pets_allowed, notes, license_plate, car_make, car_model, car_color, created_at)
      values (${ride.driver_id}, ${ride.stops[0]?.text}, ${ride.stops[last]?.text}, ${ride.departure_time}, ${ride.arrival_time},
        ${ride.price}, ${ride.currency}, ${ride.total_seats}, ${ride.total_seats}, ${ride.pets_allowed}, ${ride.notes},
        ${ride.license_plate}, ${ride.car_make}, ${ride.car_model}, ${ride.car_color}, coalesce(${ride.created_at ?? null}, app_now()))
      returning id, total_seats, departure_time),
    stops as (
      insert into ride_stop (ride_id, position, text, spot_id, place_id, lat, lon, share, passes_at)
      select new_ride.id, s.position, s.text, s.spot_id, s.place_id, s.lat, s.lon, s.share, s.passes_at
      from new_ride, jsonb_to_recordset(${stops}::jsonb) as s(position smallint, text text, spot_id integer, place_id integer,
        lat double precision, lon double precision, share double precision, passes_at timestamptz)),
    legs as (
      insert into ride_leg (ride_id, position, capacity)
      select new_ride.id, position, new_ride.total_seats from new_ride, generate_series(0, ${last - 1}::integer) as position)
    , sections as (
      insert into ride_section (ride_id, from_position, to_position, from_spot, to_spot, departs_at, ride_departs_at, is_start, is_end, seats_free)
      select new_ride.id, s.from_position, s.to_position, s.from_spot, s.to_spot, s.departs_at, new_ride.departure_time, s.is_start, s.is_end,
        new_ride.total_seats
      from new_ride, jsonb_to_recordset(${sectionRows}::jsonb) as s(from_position smallint, to_position smallint, from_spot integer,
        to_spot integer, departs_at timestamptz, is_start boolean, is_end boolean)
      where new_ride.departure_time > app_now())
    select id from new_ride`.execute(executor)
  return rows[0]?.id ?? ''
}

/** Departed rides cannot be found or booked any more, so what the search reads only holds what can be. Answers how many went. */
export async function removeDepartedSections(executor: Executor): Promise<number> {
  const result = await sql`delete from ride_section where ride_departs_at <= app_now() - interval '1 hour'`.execute(
    executor,
  )
  return Number(result.numAffectedRows ?? 0)
}

/** The car and the notes of a person who has left; the route stays, because passengers' own journeys are told by it. */
export async function anonymiseRides(executor: Executor, driverId: string): Promise<void> {
  await sql`update ride set notes = null, license_plate = '00', car_make = '–', car_model = '–', car_color = '–'
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

/**
 * Makes the driver's rides ahead findable again: of every pair of spots the first that a ride passes, and the whole way, as `sectionsOf`
 * makes them for a new one. The caller has locked the rides.
 */
export async function restoreSectionsOf(executor: Executor, driverId: string): Promise<void> {
  await sql`
    insert into ride_section (ride_id, from_position, to_position, from_spot, to_spot, departs_at, ride_departs_at, is_start, is_end, seats_free)
    select ride_id, from_position, to_position, from_spot, to_spot, departs_at, departure_time, is_start, is_end,
      (select min(capacity - seats_taken) from ride_leg leg
        where leg.ride_id = pair.ride_id and leg.position >= from_position and leg.position < to_position)
    from (
      select ride.id as ride_id, a.position as from_position, b.position as to_position, a.spot_id as from_spot, b.spot_id as to_spot,
        a.passes_at as departs_at, ride.departure_time, a.position = 0 as is_start,
        b.position = (select max(position) from ride_stop where ride_id = ride.id) as is_end,
        row_number() over (partition by ride.id, a.spot_id, b.spot_id order by a.position, b.position) as nth
      from ride join ride_stop a on a.ride_id = ride.id join ride_stop b on b.ride_id = ride.id and b.position > a.position
      where ride.driver_id = ${driverId} and ride.status = 'active' and ride.departure_time > app_now()) pair
    where nth = 1 or (is_start and is_end)
    on conflict do nothing`.execute(executor)
}

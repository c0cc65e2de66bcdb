/** Writes rides with their stops and legs; a new ride together with its sections. */
import { randomUUIDv7 } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import type { Currency } from '@samtur/contract/constants'
import type { NewRide, RideTerm } from '@samtur/contract/rides'
import { listOf } from '#platform/db/arrays'
import type { Executor, Tx } from '#platform/db/database'
import { instant, rowsOf } from '#platform/db/rows'
import { searchSections, seatsFree } from './rules-sections.ts'
import { sectionColumns, sectionTerms, storedColumns, storedTypes, type StoredRide } from './store-columns.ts'
import { refreshSections, removeSections } from './store-sections.ts'
import type { RideRow } from './views.ts'

export interface StopToStore {
  text: string
  folded: string
  place_id: number | null
  lat: number | null
  lon: number | null
  share: number
  passes_at: Date
  meeting_point_id: string | null
}

export interface RideToStore extends Pick<NewRide, RideTerm> {
  driver_id: string
  departure_time: Date
  arrival_time: Date
  price: number
  currency: Currency
  /** Typed by the driver or estimated from the places; null while an end is unknown. */
  distance_km: number | null
  typed_distance_km: number | null
  /** Our own km along the stops, and the most that tolls and ferry can be by it; null where the way is uncertain and where nothing is compared. */
  road_km: number | null
  road_costs: number | null
  extra_costs: number
  /** One person's share of the costs; null while it cannot be known or is not compared. */
  cost_share: number | null
  total_seats: number
  /** Minutes of accepted detours since the stops were chosen. */
  detour_minutes_used: number
  created_at?: Date
  stops: StopToStore[]
}

/** Stores the ride with its stops, legs and sections in one statement; returns its id. */
export async function insertRide(executor: Executor, ride: RideToStore, stopTextIds: number[]): Promise<string> {
  // Ids grow with time, so that the rows of rides published one after the other are stored together.
  const id = randomUUIDv7()
  const values: Record<Parameter, unknown> = {
    id,
    driver_id: ride.driver_id,
    created_at: ride.created_at ?? null,
    ...rowOf(ride),
    ...stopValues(ride.stops, stopTextIds),
    ...sectionValues(ride, stopTextIds),
  }
  await executor.executeQuery(
    CompiledQuery.raw(
      publishStatement,
      sent.map((name) => values[name]),
    ),
  )
  return id
}

/** Returns the columns of the ride's row. */
function rowOf({ stops, ...ride }: RideToStore, available_seats = ride.total_seats): StoredRide {
  const row: StoredRide = { ...ride, ...endsOf(stops), available_seats }
  return Object.fromEntries(storedColumns.map((name) => [name, row[name]])) as unknown as StoredRide
}

/** Returns the texts of the first and last stop, which the ride's row repeats. */
export const endsOf = (stops: readonly Pick<StopToStore, 'text'>[]) => ({
  start_location: stops[0]?.text ?? '',
  end_location: stops.at(-1)?.text ?? '',
})

/** Returns the columns of the stops. */
const stopValues = (stops: StopToStore[], stopTextIds: number[]) => ({
  texts: stops.map((stop) => stop.text),
  stop_text_ids: listOf(stopTextIds),
  places: listOf(stops.map((stop) => stop.place_id)),
  lats: listOf(stops.map((stop) => stop.lat)),
  lons: listOf(stops.map((stop) => stop.lon)),
  shares: listOf(stops.map((stop) => stop.share)),
  times: listOf(stops.map((stop) => stop.passes_at.toISOString())),
  points: listOf(stops.map((stop) => stop.meeting_point_id)),
})

/** Returns the columns of the sections. Stops are counted from one, as in arrays of the database. */
function sectionValues({ price, total_seats, stops }: RideToStore, stopTextIds: number[]) {
  const taken = stops.slice(1).map(() => 0)
  const located = stops.map((stop, position) => ({ ...stop, stop_text_id: stopTextIds[position] ?? 0 }))
  const sections = searchSections({ price, total_seats, taken, stops: located })
  return {
    froms: listOf(sections.map(({ from }) => from + 1)),
    tos: listOf(sections.map(({ to }) => to + 1)),
    prices: listOf(sections.map((section) => section.price)),
    repeats: listOf(sections.map(({ repeated }) => repeated)),
  }
}

/** The parameters of the statement for a new ride with their types, in their order. */
const parameters = {
  id: 'uuid',
  driver_id: 'uuid',
  created_at: 'timestamptz',
  ...storedTypes,
  texts: 'text[]',
  stop_text_ids: 'integer[]',
  places: 'integer[]',
  lats: 'float8[]',
  lons: 'float8[]',
  shares: 'float8[]',
  times: 'timestamptz[]',
  points: 'uuid[]',
  froms: 'integer[]',
  tos: 'integer[]',
  prices: 'integer[]',
  repeats: 'boolean[]',
}
type Parameter = keyof typeof parameters
const sent = Object.keys(parameters) as Parameter[]

const rideColumns = storedColumns.join(', ')
const stopColumns = 'ride_id, position, text, stop_text_id, place_id, lat, lon, share, passes_at, meeting_point_id'

/** Compiled once, because compiling takes as long as running it. */
const publishStatement = `/* prepared */ ${namePlaces(`with stops as (
    insert into ride_stop (${stopColumns})
    select :id, nth - 1, stop.text, stop.stop_text_id, stop.place, stop.lat, stop.lon, stop.share, stop.passes_at, stop.point
    from unnest(:texts, :stop_text_ids, :places, :lats, :lons, :shares, :times, :points)
      with ordinality as stop(text, stop_text_id, place, lat, lon, share, passes_at, point, nth)),
  legs as (
    insert into ride_leg (ride_id, position, capacity)
    select :id, position, :total_seats from generate_series(0, cardinality(:stop_text_ids) - 2) as position),
  sections as (
    insert into ride_section (${sectionColumns})
    select :id, a - 1, b - 1, (:stop_text_ids)[a], (:stop_text_ids)[b],
      coalesce((:places)[a], -(:stop_text_ids)[a]), coalesce((:places)[b], -(:stop_text_ids)[b]),
      (:times)[a], (:times)[b], :departure_time, a = 1, b = cardinality(:stop_text_ids),
      section.price, :total_seats, section.repeated, ${sectionTerms.map((name) => `:${name}`).join(', ')}
    from unnest(:froms, :tos, :prices, :repeats) as section(a, b, price, repeated)
    where :departure_time > app_now())
  insert into ride (id, driver_id, created_at, ${rideColumns})
  values (:id, :driver_id, coalesce(:created_at, app_now()), ${storedColumns.map((name) => `:${name}`).join(', ')})`)}`

/** Replaces the names of parameters by their numbers and types. */
function namePlaces(text: string) {
  return text.replace(/:([a-z_]+)/g, (_, name: Parameter) => `$${sent.indexOf(name) + 1}::${parameters[name]}`)
}

/** Locks the driver's rides ahead until the transaction ends. */
export async function lockRidesAhead(executor: Executor, driverId: string): Promise<void> {
  await sql`select from ride where driver_id = ${driverId} and status = 'active' and departure_time > app_now()
    order by id for update`.execute(executor)
}

export interface HiddenRide {
  driver_id: string
  /** False when the ride was hidden or shown already. */
  changed: boolean
}

/** Hides a ride, or shows it again where `at` is null. Returns undefined for an unknown ride. */
export async function hideRide(tx: Tx, id: string, at: Date | null): Promise<HiddenRide | undefined> {
  const ride = await tx
    .selectFrom('ride')
    .select(['driver_id', 'hidden_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!ride) return undefined
  const changed = (ride.hidden_at === null) !== (at === null)
  if (changed) {
    await sql`update ride set hidden_at = ${at} where id = ${id}`.execute(tx)
    await refreshSections(tx, [id])
  }
  return { driver_id: ride.driver_id, changed }
}

/** Cancels a ride and removes what a search finds of it. The caller has locked it and ended its reservations. */
export async function cancelRide(tx: Tx, id: string, reason: string | null): Promise<void> {
  await removeSections(tx, [id])
  await sql`update ride set status = 'cancelled', cancelled_at = app_now(), cancel_reason = ${reason} where id = ${id}`.execute(
    tx,
  )
}

/** Locks the driver's ride until the transaction ends. Returns the present time, which its rules use; undefined for another driver's ride. */
export async function lockOwnRide(executor: Executor, id: string, driverId: string): Promise<Date | undefined> {
  const { rows } = await rowsOf({ now: instant })`
    select app_now() as now from ride where id = ${id} and driver_id = ${driverId} for update`.execute(executor)
  return rows[0]?.now
}

/** Writes a changed ride as its next version; taken seats stay taken. The caller has locked it. */
export async function updateRide(
  executor: Executor,
  { id, taken }: Pick<RideRow, 'id' | 'taken'>,
  ride: RideToStore,
): Promise<void> {
  const free = seatsFree({ total_seats: ride.total_seats, taken }, { from: 0, to: taken.length })
  await executor
    .updateTable('ride')
    .set({ ...rowOf(ride, free), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Replaces the stops of a ride. Legs that stay keep their taken seats. */
export async function replaceStops(
  executor: Executor,
  id: string,
  ride: RideToStore,
  stopTextIds: number[],
): Promise<void> {
  const legs = ride.stops.length - 1
  await sql`delete from ride_stop where ride_id = ${id}`.execute(executor)
  await insertStops(executor, [{ ...ride, id, stopTextIds }])
  await sql`delete from ride_leg where ride_id = ${id} and position >= ${legs}`.execute(executor)
  await sql`insert into ride_leg (ride_id, position, capacity)
    select ${id}, position, ${ride.total_seats} from generate_series(0, ${legs - 1}::integer) as position
    on conflict (ride_id, position) do update set capacity = excluded.capacity`.execute(executor)
}

/** One of several rides that are published together. */
export interface RideOfMany extends RideToStore {
  id: string
  series_id: string | null
  series_direction: 'out' | 'back' | null
  /** The ids of the stops' texts, in the order of the stops. */
  stopTextIds: number[]
}

/** Stores many rides with their stops and legs in three statements; `refreshSections` makes them findable. */
export async function insertRides(executor: Executor, rides: RideOfMany[]): Promise<void> {
  const rows = rides.map((ride) => {
    const { id, driver_id, series_id, series_direction, created_at } = ride
    return { id, driver_id, series_id, series_direction, created_at, ...rowOf(ride) }
  })
  await sql`
    insert into ride (id, driver_id, series_id, series_direction, created_at, ${sql.raw(rideColumns)})
    select id, driver_id, series_id, series_direction, coalesce(created_at, app_now()), ${sql.raw(rideColumns)}
    from jsonb_populate_recordset(null::ride, ${JSON.stringify(rows)}::jsonb)`.execute(executor)
  await insertStops(executor, rides)
  await sql`
    insert into ride_leg (ride_id, position, capacity)
    select id, position, total_seats from ride cross join lateral generate_series(0,
      (select max(position) from ride_stop where ride_id = id) - 1) as position
    where id = any(${rides.map(({ id }) => id)}::uuid[])`.execute(executor)
}

async function insertStops(executor: Executor, rides: Pick<RideOfMany, 'id' | 'stops' | 'stopTextIds'>[]) {
  const rows = rides.flatMap(({ id, stops, stopTextIds }) =>
    stops.map((stop, i) => ({ ...stop, ride_id: id, position: i, stop_text_id: stopTextIds[i] })),
  )
  const columns = sql.raw(stopColumns)
  await sql`insert into ride_stop (${columns})
    select ${columns} from jsonb_populate_recordset(null::ride_stop, ${JSON.stringify(rows)}::jsonb)`.execute(executor)
}

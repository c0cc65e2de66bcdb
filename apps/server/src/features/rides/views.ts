/** Reads of the rides slice: the search, and rides with everything a card shows. */
import { sql, type RawBuilder } from 'kysely'
import { type Currency, type ReservationStatus, ride as rideLimits } from '@samtur/contract/constants'
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

export interface RideRow {
  id: string
  driver: PersonRow & { phone: string | null }
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
  created_at: Date
  stops: StopRow[]
  /** Seats taken on each leg, in order. */
  taken: number[]
}

/** A ride's row with driver, stops and legs nested; to be selected from `ride` joined with `profile driver`. */
export const rideColumns = sql`
  ride.id, ride.departure_time, ride.arrival_time, ride.price, ride.currency, ride.total_seats, ride.available_seats, ride.pets_allowed,
  ride.notes, ride.license_plate, ride.car_make, ride.car_model, ride.car_color, ride.status, ride.created_at,
  json_build_object('id', driver.id, 'full_name', driver.full_name, 'picture_key', driver.picture_key, 'rating', driver.rating,
    'rating_count', driver.rating_count, 'phone', driver.phone) as driver,
  (select json_agg(json_build_object('position', s.position, 'text', s.text, 'place_id', s.place_id, 'lat', s.lat, 'lon', s.lon,
    'share', s.share, 'passes_at', s.passes_at) order by s.position) from ride_stop s where s.ride_id = ride.id) as stops,
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

export interface SearchText {
  /** Lower case, as typed. */
  name: string
  /** Accents and punctuation folded away; empty when nothing is left. */
  folded: string
  /** Gazetteer places that the text names. */
  placeIds: number[]
}

export interface Search {
  from: SearchText | undefined
  to: SearchText | undefined
  /** Departures from the section's first stop in [after, before). */
  after: Date | undefined
  before: Date | undefined
  seats: number
  cursor: { at: Date; id: string } | undefined
  limit: number
  /** Rides of people with a block between them and the viewer are hidden. */
  viewerId: string | null
}

export interface Hit extends RideRow {
  from_position: number
  to_position: number
  departs_at: Date
}

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Spots that a text names: the specification's partial match, blind to case and accents, and the places of the gazetteer. One letter,
 * or a text with a sign that folding drops, is compared as it was typed: 'å' must not find everything with an a, and '%' is a sign, as
 * is an accent without its letter.
 */
function spotsFor(text: SearchText): RawBuilder<unknown> {
  const partial =
    text.folded.length < 2 || /^\p{M}|[%_\\]/u.test(text.name)
      ? sql`name like ${like(text.name)}`
      : sql`folded like ${like(text.folded)}`
  return sql`select coalesce(array_agg(id), '{}') from spot where ${partial} or place_id = any(${text.placeIds}::integer[])`
}

/** Beyond this many pairs of spots a search walks the rides by departure instead of looking up each pair. */
const MANY_PAIRS = 400

/** Upcoming rides with enough free seats on a section that matches, by the section's departure. At most `limit` + 1 of them. */
export async function searchRides(executor: Executor, search: Search): Promise<Hit[]> {
  const { from, to } = search
  if (!from && !to) return runSearch(executor, search, wholeRides(search))
  const { rows } = await sql<{ f: number[] | null; t: number[] | null }>`select
    ${from ? sql`(${spotsFor(from)})` : sql`null`} as f, ${to ? sql`(${spotsFor(to)})` : sql`null`} as t`.execute(
    executor,
  )
  const f = rows[0]?.f ?? undefined
  const t = rows[0]?.t ?? undefined
  if (f?.length === 0 || t?.length === 0) return []
  const pairs = (f?.length ?? 1) * (t?.length ?? 1)
  return runSearch(executor, search, pairs > MANY_PAIRS ? manyPairs(search, f, t) : fewPairs(search, f, t))
}

const s = sql.raw('s')

/** Conditions that every search has on a section, by the name it goes under. */
function bookable({ after, before, seats, viewerId }: Search, section = s) {
  return sql`${section}.ride_departs_at > app_now() and ${section}.seats_free >= ${seats}
    ${after ? sql`and ${section}.departs_at >= ${after}` : sql``} ${before ? sql`and ${section}.departs_at < ${before}` : sql``}
    ${viewerId ? sql`and not exists (select from ride r where r.id = ${section}.ride_id and blocked_between(r.driver_id, ${viewerId}))` : sql``}`
}

function matching(f: number[] | undefined, t: number[] | undefined, section = s) {
  const start = f ? sql`${section}.from_spot = any(${f}::integer[])` : sql`${section}.is_start`
  const end = t ? sql`${section}.to_spot = any(${t}::integer[])` : sql`${section}.is_end`
  return sql`${start} and ${end}`
}

function afterCursor({ cursor }: Search) {
  return cursor ? sql`and (s.departs_at, s.ride_id) > (${cursor.at}, ${cursor.id}::uuid)` : sql``
}

function wholeRides(search: Search) {
  return sql`select s.ride_id, s.from_position, s.to_position, s.departs_at from ride_section s
    where s.is_start and s.is_end and ${bookable(search)} ${afterCursor(search)}
    order by s.departs_at, s.ride_id limit ${search.limit + 1}`
}

/** One short walk through an index per pair of spots; a ride that matches in several ways counts with its earliest section. */
function fewPairs(search: Search, f: number[] | undefined, t: number[] | undefined) {
  const { cursor, limit } = search
  const ends =
    f && t
      ? sql`s.from_spot = f.id and s.to_spot = t.id`
      : f
        ? sql`s.from_spot = f.id and s.is_end`
        : sql`s.to_spot = t.id and s.is_start`
  const source = [f && sql`unnest(${f}::integer[]) as f(id)`, t && sql`unnest(${t}::integer[]) as t(id)`].filter(
    (part) => part !== undefined,
  )
  const earlier = sql.raw('earlier')
  // Each walk leaves out what it would find twice and what earlier pages have shown, before it counts to the limit.
  const notShown = cursor
    ? sql`and not exists (select from ride_section earlier
        where earlier.ride_id = s.ride_id and ${matching(f, t, earlier)} and ${bookable(search, earlier)}
          and (earlier.departs_at, earlier.ride_id) <= (${cursor.at}, ${cursor.id}::uuid))`
    : sql``
  return sql`select * from (
    select distinct on (hit.ride_id) hit.* from ${sql.join(source, sql` cross join `)} cross join lateral (
      select distinct on (s.departs_at, s.ride_id) s.ride_id, s.from_position, s.to_position, s.departs_at from ride_section s
      where ${ends} and ${bookable(search)} ${afterCursor(search)} ${notShown}
      order by s.departs_at, s.ride_id, s.to_position desc limit ${limit + 1}) hit
    order by hit.ride_id, hit.departs_at, hit.to_position desc) hit
    order by departs_at, ride_id limit ${limit + 1}`
}

/** A text like 'o' matches most rides: walking them by departure soon finds enough. Ordered by the ride's own departure. */
function manyPairs(search: Search, f: number[] | undefined, t: number[] | undefined) {
  const { after, before, cursor, limit } = search
  // A section of the day may belong to a ride that left the day before.
  const from = after && new Date(after.getTime() - rideLimits.maxHours * 3_600_000)
  return sql`select w.ride_id, s.from_position, s.to_position, w.departs_at from ride_section w cross join lateral (
      select s.from_position, s.to_position from ride_section s
      where s.ride_id = w.ride_id and ${matching(f, t)} and ${bookable(search)}
      order by s.from_position, s.to_position desc limit 1) s
    where w.is_start and w.is_end and w.ride_departs_at > app_now()
      ${from ? sql`and w.departs_at >= ${from}` : sql``} ${before ? sql`and w.departs_at < ${before}` : sql``}
      ${cursor ? sql`and (w.departs_at, w.ride_id) > (${cursor.at}, ${cursor.id}::uuid)` : sql``}
    order by w.departs_at, w.ride_id limit ${limit + 1}`
}

async function runSearch(executor: Executor, _search: Search, hits: RawBuilder<unknown>): Promise<Hit[]> {
  // Materialised: the few hits come from one index first, then rides and drivers by primary key.
  const { rows } = await sql<Hit>`
    with hits as materialized (${hits})
    select hits.from_position, hits.to_position, hits.departs_at, ${rideColumns}
    from hits join ride on ride.id = hits.ride_id join profile driver on driver.id = ride.driver_id
    order by hits.departs_at, hits.ride_id`.execute(executor)
  return rows
}

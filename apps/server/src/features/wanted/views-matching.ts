/**
 * Which rides match which wanted rides. One condition decides both ways: from a ride to the wanted rides it serves, and from a wanted ride to the
 * rides that are there. Sections by a detour count, too.
 */
import { type RawBuilder, sql } from 'kysely'
import { wanted as limits } from '@samtur/contract/constants'
import { type WantedFilterName, wantedFilterNames } from '@samtur/contract/wanted-filters'
import { type Place, placeById, placesWithin } from '#features/places/port'
import { cardTables, foundCard, foundCardColumns, foundDetourColumns, longestRide } from '#features/rides/port'
import { filterColumns, meets, meetsColumn, type Section } from '#features/search/port'
import type { Executor } from '#platform/db/database'
import { boolean, instant, integer, integers, nullable, type RowOf, rowsOf, uuid } from '#platform/db/rows'
import type { Criteria, Span } from './rules.ts'

/** A subquery, so that the database computes it once for a statement. */
const now = sql`(select app_now())`

/**
 * What must be true: `fits` is everything; `passes` leaves out the window and most filters, of which a driver and the person can still agree
 * otherwise.
 */
export type Strictness = 'fits' | 'passes'

/** The filters of which nobody can agree otherwise. */
const firm: readonly WantedFilterName[] = ['seats', 'same_gender']
const filtersThatCount = (strictness: Strictness) => (strictness === 'fits' ? wantedFilterNames : firm)

/** A section `s` of the statements below. */
const section: Section = { row: sql.raw('s'), byDetour: sql`(s.place_id is not null)` }

/** Returns the condition that a section `s` departs on the days of the wanted ride `w`, and within its window. */
function departsInTime(strictness: Strictness): RawBuilder<unknown> {
  const local = sql`(s.departs_at at time zone 'Europe/Oslo')`
  const onDay = sql`(w.date_from is null or ${local}::date between w.date_from and w.date_to)
    and (w.weekdays is null or extract(isodow from ${local})::smallint = any(w.weekdays))
    and (w.until_day is null or ${local}::date <= w.until_day)`
  if (strictness === 'passes') return onDay
  return sql`${onDay}
    and (w.time_from is null or to_char(${local}, 'HH24:MI') >= w.time_from)
    and (w.time_to is null or to_char(${local}, 'HH24:MI') <= w.time_to)`
}

/** The account of a person who can travel. */
export const isOpen = (account: string) =>
  sql`${sql.ref(`${account}.suspended_at`)} is null and ${sql.ref(`${account}.purge_at`)} is null and ${sql.ref(`${account}.email_verified`)}`

/** The ride is for everybody or the person's gender. Its driver is another person, behind no block, and has neither refused this one on the ride nor removed them from it. */
const takes = (
  personId: RawBuilder<unknown>,
) => sql`ride.driver_id <> ${personId} and not blocked_between(ride.driver_id, ${personId})
  and (not ride.same_gender or shares_gender(ride.driver_id, ${personId}))
  and not exists (select from reservation r where r.ride_id = ride.id and r.passenger_id = ${personId}
    and (r.status = 'rejected' or r.ended_by = 'removed'))`

/** The condition on a wanted ride `w` that is neither paused nor over. */
export const isActive = sql`w.paused_at is null and w.ended_at is null and w.ends_at > ${now}`

/** Of several sections of a ride the one between stops comes first, then the nearest, the earliest and the longest. */
const preferred = (km: RawBuilder<unknown>) => sql`s.minutes, ${km}, s.departs_at, s.to_position desc, s.from_position`

const stopColumns = sql`s.ride_id, s.from_position, s.to_position, s.from_key, s.to_key, s.departs_at, s.arrives_at, s.price,
  ${filterColumns(section.row)}, null::integer as place_id, null::boolean as at_start, 0 as minutes, 0 as detour_price`
const ofDetour = sql`${filterColumns(section.row)}, d.place_id`
const startColumns = sql`s.ride_id, s.from_position, s.to_position, d.place_id as from_key, s.to_key, d.passes_at as departs_at,
  s.arrives_at + make_interval(mins => d.minutes) as arrives_at, s.price + d.start_change as price, ${ofDetour}, true as at_start,
  d.minutes::integer as minutes, d.detour_price`
const endColumns = sql`s.ride_id, s.from_position, s.to_position, s.from_key, d.place_id as to_key, s.departs_at, d.passes_at as arrives_at,
  s.price + d.end_change as price, ${ofDetour}, false as at_start, d.minutes::integer as minutes, d.detour_price`
/** A section that starts or ends at the place of a detour is part of the section of the stops around it. */
const startsAtDetour = sql`s.ride_id = d.ride_id and s.from_position = d.leg`
const endsAtDetour = sql`s.ride_id = d.ride_id and s.to_position = d.leg + 1`

const listOf = (numbers: Iterable<number>, type: 'integer' | 'float8') => sql`${[...numbers]}::${sql.raw(type)}[]`

/** The sections of one ride, and pairs of its places and the places that wanted rides name around them. */
interface RideSurroundings {
  rideId: string
  from: Pair[]
  to: Pair[]
}
interface Pair {
  here: number
  wanted: number
  km: number
}

const ridePlaces = { starts: nullable(integers), ends: nullable(integers), detours: nullable(integers) }

/** Returns the places where sections of a ride start and end, with those around them; undefined for a ride that no search finds. */
export async function surroundingsOf(executor: Executor, rideId: string): Promise<RideSurroundings | undefined> {
  const { rows } = await rowsOf(ridePlaces)`
    select array_agg(distinct from_key) as starts, array_agg(distinct to_key) as ends,
      (select array_agg(place_id) from ride_detour where ride_id = ${rideId}) as detours
    from ride_section where ride_id = ${rideId} and ride_departs_at > ${now}`.execute(executor)
  const { starts, ends, detours } = rows[0] ?? {}
  if (!starts || !ends) return undefined
  const around = (ids: number[]) =>
    [...new Set([...ids, ...(detours ?? [])])].flatMap((here) => {
      const place = placeById(here)
      return place ? [...placesWithin([place], limits.radiusKm)].map(([wanted, km]) => ({ here, wanted, km })) : []
    })
  return { rideId, from: around(starts), to: around(ends) }
}

const placesOf = (pairs: Pair[]) => listOf(new Set(pairs.map(({ wanted }) => wanted)), 'integer')

const candidate = { id: uuid, from_place_id: integer, to_place_id: integer }
export type Candidate = RowOf<typeof candidate>

/** Returns active wanted rides that name places around those of the ride, in the order of their ids, after the given one. */
export async function listCandidates(
  executor: Executor,
  { from, to }: RideSurroundings,
  { after, limit }: { after: string | null; limit: number },
): Promise<Candidate[]> {
  const { rows } = await rowsOf(candidate)`
    select w.id, w.from_place_id, w.to_place_id from ride_wanted w
    where w.from_place_id = any(${placesOf(from)}) and w.to_place_id = any(${placesOf(to)}) and ${isActive}
      ${after === null ? sql`` : sql`and w.id > ${after}`}
    order by w.id limit ${limit}`.execute(executor)
  return rows
}

/** Returns the surroundings without the places that none of the wanted rides names. */
export function narrowed({ rideId, from, to }: RideSurroundings, candidates: readonly Candidate[]): RideSurroundings {
  const [starts, ends] = [
    new Set(candidates.map(({ from_place_id }) => from_place_id)),
    new Set(candidates.map(({ to_place_id }) => to_place_id)),
  ]
  return {
    rideId,
    from: from.filter(({ wanted }) => starts.has(wanted)),
    to: to.filter(({ wanted }) => ends.has(wanted)),
  }
}

/** A section that serves a wanted ride. `place_id` and `at_start` are those of its detour. */
const servingSection = {
  ride_id: uuid,
  from_position: integer,
  to_position: integer,
  from_key: integer,
  to_key: integer,
  departs_at: instant,
  arrives_at: instant,
  price: integer,
  seats_free: integer,
  place_id: nullable(integer),
  at_start: nullable(boolean),
  minutes: integer,
  detour_price: integer,
}
const sectionColumns = sql`s.ride_id, s.from_position::integer as from_position, s.to_position::integer as to_position, s.from_key, s.to_key, s.departs_at, s.arrives_at, s.price,
  s.seats_free, s.place_id, s.at_start, s.minutes, s.detour_price`

const wantedSection = { ...servingSection, wanted_id: uuid }
export type WantedSection = RowOf<typeof wantedSection>

/** Returns the ride's best section for each wanted ride under a condition on `w`, for people other than the driver whom no block keeps apart. */
export async function findServed(
  executor: Executor,
  { rideId, from, to }: RideSurroundings,
  { which, strictness = 'fits' }: { which: RawBuilder<unknown>; strictness?: Strictness },
): Promise<WantedSection[]> {
  const pairs = (name: string, list: Pair[]) => {
    const [here, wanted] = [list.map((pair) => pair.here), list.map((pair) => pair.wanted)]
    return sql`${sql.raw(name)} as materialized (select * from unnest(${listOf(here, 'integer')}, ${listOf(wanted, 'integer')},
      ${listOf(
        list.map(({ km }) => km),
        'float8',
      )}) as pair(here, wanted, km))`
  }
  const { rows } = await rowsOf(wantedSection)`
    with ${pairs('f', from)}, ${pairs('t', to)},
    of_ride as materialized (
      select ${stopColumns} from ride_section s where s.ride_id = ${rideId} and s.ride_departs_at > ${now}
      union all select ${startColumns} from ride_detour d join ride_section s on ${startsAtDetour}
        where d.ride_id = ${rideId} and s.ride_departs_at > ${now}
      union all select ${endColumns} from ride_detour d join ride_section s on ${endsAtDetour}
        where d.ride_id = ${rideId} and s.ride_departs_at > ${now}),
    open as materialized (
      select w.* from ride_wanted w join auth_user account on account.id = w.user_id join ride on ride.id = ${rideId}
      where ${which} and ${isActive} and ${isOpen('account')}
        and w.from_place_id = any(${placesOf(from)}) and w.to_place_id = any(${placesOf(to)})
        and ${takes(sql`w.user_id`)})
    select distinct on (w.id) w.id as wanted_id, ${sectionColumns}
    from open w join f on f.wanted = w.from_place_id and f.km <= w.radius_km
      join t on t.wanted = w.to_place_id and t.km <= w.radius_km and f.km + t.km < w.way_km
      join of_ride s on s.from_key = f.here and s.to_key = t.here
    where ${departsInTime(strictness)} and ${meetsColumn(sql`w.filters`, section, sql`w.user_id`, filtersThatCount(strictness))}
    order by w.id, ${preferred(sql`f.km + t.km`)}`.execute(executor)
  return rows
}

/** Whom the rides are for, and which of them count. */
export interface Seeker {
  /** Null for a visitor. Own rides, those of people behind a block and those for another gender are left out. */
  userId: string | null
  span: Span
  strictness?: Strictness
  /** Only these rides. */
  rideIds?: string[]
}

/** Returns the parts of a `with` clause that end with `served`: the best section of each ride that serves the wanted ride. */
function servedBy(criteria: Criteria, { userId, span, strictness = 'fits', rideIds }: Seeker): RawBuilder<unknown> {
  const within = (column: RawBuilder<unknown>) =>
    sql`${column} >= ${span.after} ${span.before ? sql`and ${column} < ${span.before}` : sql``}`
  const only = rideIds ? sql`and s.ride_id = any(${rideIds}::uuid[])` : sql``
  const upcoming = sql`s.ride_departs_at > ${now} ${only}`
  // The section that ends at a detour departs before that, by the longest ride at most.
  const endsWithin = sql`d.passes_at >= ${span.after} ${span.before ? sql`and d.passes_at < ${span.before}::timestamptz + ${longestRide}` : sql``}`
  return sql`w as materialized (${criteriaRow(criteria)}),
    f as materialized (${around(criteria.from_place_id, criteria.radius_km)}),
    t as materialized (${around(criteria.to_place_id, criteria.radius_km)}),
    s as (
      select s.*, f.km + t.km as km from f cross join t cross join lateral (
        select ${stopColumns} from ride_section s
        where s.from_key = f.here and s.to_key = t.here and ${within(sql`s.departs_at`)} and ${upcoming}) s
      union all select ${startColumns}, f.km + t.km from f
        join ride_detour d on d.place_id = f.here and ${within(sql`d.passes_at`)} join ride_section s on ${startsAtDetour} and ${upcoming}
        join t on t.here = s.to_key
      union all select ${endColumns}, f.km + t.km from t
        join ride_detour d on d.place_id = t.here and ${endsWithin} join ride_section s on ${endsAtDetour} and ${upcoming}
        join f on f.here = s.from_key),
    served as (
      select distinct on (s.ride_id) ${sectionColumns}, ride.driver_id
      from w cross join s join ride on ride.id = s.ride_id
      where s.km < w.way_km and ${departsInTime(strictness)} and ${meets(criteria.filters, section, sql`${userId}::uuid`, filtersThatCount(strictness))}
        and ${userId === null ? sql`not ride.same_gender` : takes(sql`${userId}::uuid`)}
      order by s.ride_id, ${preferred(sql`s.km`)})`
}

const criteriaRow = (
  wanted: Criteria,
) => sql`select ${wanted.way_km}::float8 as way_km, ${wanted.date_from}::date as date_from,
  ${wanted.date_to}::date as date_to, ${wanted.weekdays}::smallint[] as weekdays, ${wanted.until_day}::date as until_day,
  ${wanted.time_from}::text as time_from, ${wanted.time_to}::text as time_to`

/** Returns the rows of the places around one, with their distances. */
export function around(placeId: number, radiusKm: number): RawBuilder<unknown> {
  const place: Place | undefined = placeById(placeId)
  const near = place ? placesWithin([place], radiusKm) : new Map<number, number>()
  return sql`select * from unnest(${listOf(near.keys(), 'integer')}, ${listOf(near.values(), 'float8')}) as near(here, km)`
}

const servingRide = { ...servingSection, driver_id: uuid }
export type ServingRide = RowOf<typeof servingRide>

/** Returns all rides that serve the wanted ride. */
export async function listServing(executor: Executor, criteria: Criteria, seeker: Seeker): Promise<ServingRide[]> {
  const { rows } = await rowsOf(servingRide)`
    with ${servedBy(criteria, seeker)} select ${sectionColumns}, s.driver_id from served s order by s.departs_at, s.ride_id`.execute(
    executor,
  )
  return rows
}

const servingCard = {
  ...foundCard,
  place_id: nullable(integer),
  at_start: nullable(boolean),
  departs_at: instant,
  arrives_at: instant,
  minutes: integer,
  section_price: integer,
  detour_price: integer,
  /** How many rides there are in all. */
  total: integer,
}
export type ServingCard = RowOf<typeof servingCard>

/** Which cards are shown, and in which order; a condition on `served`, and the order of a table with its columns. */
interface Cards {
  which: RawBuilder<unknown>
  order(table: RawBuilder<unknown>): RawBuilder<unknown>
  limit: number
}

/** Returns the cards of rides that serve the wanted ride. */
export async function listCards(
  executor: Executor,
  criteria: Criteria,
  seeker: Seeker,
  { which, order, limit }: Cards,
): Promise<ServingCard[]> {
  const { rows } = await rowsOf(servingCard)`
    with ${servedBy(criteria, seeker)},
    found as materialized (
      select served.*, count(*) over ()::integer as total from served where ${which} order by ${order(sql`served`)} limit ${limit})
    select ${foundCardColumns}, ${foundDetourColumns}, found.total from found ${cardTables} order by ${order(sql`found`)}`.execute(
    executor,
  )
  return rows
}

/** Returns the cards of the next rides that serve the wanted ride, by departure. */
export const listServingCards = (executor: Executor, criteria: Criteria, seeker: Seeker): Promise<ServingCard[]> =>
  listCards(executor, criteria, seeker, {
    which: sql`true`,
    order: (table) => sql`${table}.departs_at, ${table}.ride_id`,
    limit: limits.matches,
  })

/** Reads sections between places nearby, which are offered where a search finds nothing. */
import { sql, type RawBuilder } from 'kysely'
import { cardTables, foundCard, foundCardColumns } from '#features/rides/port'
import type { Database } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import { float, instant, integer, type RowOf, rowsOf } from '#platform/db/rows'
import type { Surroundings } from './rules.ts'
import { bookable, type Conditions, isBefore, preferred, sectionColumns, within } from './views-conditions.ts'
import { walk } from './views-statement.ts'
import { everythingMeant } from './views-texts.ts'

/** One side of a search for places nearby. */
export interface Near {
  text: string
  surroundings: Surroundings
}

export interface Nearby extends Conditions {
  from: Near | undefined
  to: Near | undefined
  /** Both detours together stay below this; undefined where a side is not a known place. */
  wayKm: number | undefined
  limit: number
}

const nearbyHit = { ...foundCard, sort_key: integer, sort_at: instant, from_km: float, to_km: float }
export type NearbyHit = RowOf<typeof nearbyHit>

/** Beyond this many pairs of places the statement walks the rides by departure instead of looking up each pair. */
export const MANY_PAIRS_NEARBY = 5_000

const s = sql.raw('s')
const e = sql.raw('e')

/** Places of a side with their distances; those that the text means are 0 km away. */
interface Around {
  /** By `stop_text.key`. */
  keys: number[]
  /** Null for a place of which only the stop texts count that the text means. */
  km: (number | null)[]
  /** The distance of the nearest stop text that counts. */
  least: number[]
  /** This many places at the beginning are meant whole. */
  whole: number
  /** The stop texts that the text means of other places. */
  stopTextIds: number[]
}

/** Returns at most `limit` upcoming rides between places near those of the search, without the rides that the search itself finds. */
export async function sectionsNearby(db: Database, nearby: Nearby): Promise<NearbyHit[]> {
  const [from, to] = await Promise.all([around(db, nearby.from), around(db, nearby.to)])
  const resolved = { ...nearby, from, to }
  if (from?.keys.length === 0 || to?.keys.length === 0) return []
  const pairs = (from?.keys.length ?? 1) * (to?.keys.length ?? 1)
  const { rows } = await rowsOf(nearbyHit)`${prepared}
    with found as materialized (${pairs > MANY_PAIRS_NEARBY ? manyNearby(resolved) : fewNearby(resolved)})
    select ${foundCardColumns}, 0 as sort_key, found.sort_at, found.from_km, found.to_km
    from found ${cardTables} order by found.sort_at, found.ride_id`.execute(db.prepared)
  return rows
}

async function around(db: Database, side: Near | undefined): Promise<Around | undefined> {
  if (!side) return undefined
  const { whole, partly, stopTextIds } = await everythingMeant(db, side.text)
  const meant = new Set(whole)
  const near = side.surroundings.placeIds.map((id, index) => ({ id, km: side.surroundings.km[index] ?? null }))
  const others = near.filter(({ id }) => !meant.has(id))
  const known = new Set(others.map(({ id }) => id))
  const only = partly.filter((id) => !known.has(id))
  const parts = new Set(partly)
  return {
    keys: [...whole, ...others.map(({ id }) => id), ...only],
    km: [...whole.map(() => 0), ...others.map(({ km }) => km), ...only.map(() => null)],
    least: [
      ...whole.map(() => 0),
      ...others.map(({ id, km }) => (parts.has(id) ? 0 : (km ?? 0))),
      ...only.map(() => 0),
    ],
    whole: whole.length,
    stopTextIds,
  }
}

interface ResolvedNearby extends Omit<Nearby, 'from' | 'to'> {
  from: Around | undefined
  to: Around | undefined
}

/** Returns the distance of one end of a section from the place of the search; null where it is too far. */
function kmOf(side: Around | undefined, key: RawBuilder<unknown>, stopText: RawBuilder<unknown>) {
  if (!side) return sql`0::float8`
  const byPlace = sql`(${side.km}::float8[])[array_position(${side.keys}::integer[], ${key})]`
  return side.stopTextIds.length > 0
    ? sql`case when ${stopText} = any(${side.stopTextIds}::integer[]) then 0 else ${byPlace} end`
    : byPlace
}

const fromKm = ({ from }: ResolvedNearby, section: RawBuilder<unknown>) =>
  kmOf(from, sql`${section}.from_key`, sql`${section}.from_stop_text_id`)
const toKm = ({ to }: ResolvedNearby, section: RawBuilder<unknown>) =>
  kmOf(to, sql`${section}.to_key`, sql`${section}.to_stop_text_id`)

/** Returns the condition on a section between places nearby: its detours together are shorter than the way. */
function offered(nearby: ResolvedNearby, section = s) {
  const { from, to, wayKm } = nearby
  const km = sql`${fromKm(nearby, section)} + ${toKm(nearby, section)}`
  return sql`${bookable(nearby, section)} and ${wayKm === undefined ? sql`(${km}) is not null` : sql`${km} < ${wayKm}`}
    ${from ? sql`` : sql`and ${section}.is_start`} ${to ? sql`` : sql`and ${section}.is_end`}`
}

/** Returns the condition that the search itself does not find the ride. */
function notFound(nearby: ResolvedNearby, ride: RawBuilder<unknown>) {
  const exact = (side: Around, key: RawBuilder<unknown>, stopText: RawBuilder<unknown>) =>
    sql`(${key} = any(${side.keys.slice(0, side.whole)}::integer[]) or ${stopText} = any(${side.stopTextIds}::integer[]))`
  const { from, to } = nearby
  return sql`not exists (select from ride_section e where e.ride_id = ${ride} and ${bookable({ ...nearby, viewerId: null, sameGender: 'all' }, e)}
    and ${from ? exact(from, sql`e.from_key`, sql`e.from_stop_text_id`) : sql`e.is_start`}
    and ${to ? exact(to, sql`e.to_key`, sql`e.to_stop_text_id`) : sql`e.is_end`})`
}

const offer = (nearby: ResolvedNearby) =>
  sql`${sectionColumns}, ${fromKm(nearby, s)} as from_km, ${toKm(nearby, s)} as to_km`

/**
 * Returns one look-up in an index for each pair of places, except the pairs that the search itself looks up. Each pair has a ride once, with the
 * section that is shown of it.
 */
function fewNearby(nearby: ResolvedNearby) {
  const { from, to, limit, wayKm, before } = nearby
  const places = (side: Around, name: string) =>
    sql`unnest(${side.keys}::integer[], ${side.least}::float8[]) with ordinality as ${sql.raw(name)}(key, km, nth)`
  const source = [from && places(from, 'f'), to && places(to, 't')].filter((side) => side !== undefined)
  const meant = [from && sql`f.nth <= ${from.whole}`, to && sql`t.nth <= ${to.whole}`].filter(
    (side) => side !== undefined,
  )
  const km = sql`${from ? sql`f.km` : sql`0`} + ${to ? sql`t.km` : sql`0`}`
  const pair = sql`${from ? sql`s.from_key = f.key` : sql`s.is_start`} and ${to ? sql`s.to_key = t.key` : sql`s.is_end`}`
  const pairs = sql`not (${sql.join(meant, sql` and `)}) ${wayKm === undefined ? sql`` : sql`and ${km} < ${wayKm}`}`
  const shown = sql`${offered(nearby)} and ${notFound(nearby, sql`s.ride_id`)} and not exists (
    select from ride_section e where e.ride_id = s.ride_id and ${offered({ ...nearby, viewerId: null, sameGender: 'all' }, e)} and ${isBefore(e, s)} offset 0)`
  const inOrder = sql`order by s.departs_at, s.ride_id`
  // For one day it reads all sections from the index and compares them in order until the page is full. Without a day there are too many.
  if (before)
    return sql`select ${offer(nearby)}, s.departs_at as sort_at from (
        select distinct s.departs_at, s.ride_id, s.from_key, s.to_key from ${sql.join(source, sql` cross join `)} cross join lateral (
          select s.* from ride_section s where ${pair} ${within(nearby, s)} offset 0) s
        where ${pairs} ${inOrder} offset 0) c
      join ride_section s using (ride_id, from_key, to_key, departs_at) where ${shown} ${inOrder} limit ${limit}`
  return sql`select *, departs_at as sort_at from (
    select hit.* from ${sql.join(source, sql` cross join `)} cross join lateral (
      select ${offer(nearby)} from ride_section s where ${pair} and ${shown} ${inOrder} limit ${limit}) hit where ${pairs}) hit
    order by departs_at, ride_id limit ${limit}`
}

/** Returns a walk through the rides by their departure, for surroundings that cover most of the map. */
function manyNearby(nearby: ResolvedNearby) {
  return walk(
    nearby,
    notFound(nearby, sql`w.ride_id`),
    sql`select ${offer(nearby)} from ride_section s where s.ride_id = w.ride_id and ${offered(nearby)} order by ${preferred} limit 1`,
    sql.lit(nearby.limit),
  )
}

/** Reads of the search: sections of upcoming rides, by the spots that texts name. */
import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import { homeListSize, ride as rideLimits, searchPage } from '@samtur/contract/constants'
import { cardColumns, type CardRow } from '#features/rides/port'
import { kept, type Executor } from '#platform/db/database'
import type { Position, Sort, Surroundings } from './rules.ts'

/** A value, or where it will stand in a statement that is kept. */
type Slot<T> = T | RawBuilder<T>

export interface SearchText {
  /** Lower case, as typed. */
  name: string
  /** Accents and punctuation folded away; empty when nothing is left. */
  folded: string
  /** Gazetteer places that the text names. */
  placeIds: number[]
}

interface Span {
  after: Slot<Date> | undefined
  before: Slot<Date> | undefined
}

/** What every section that is found fulfils. `after` and `before` bound its departure. */
export interface Filters extends Span {
  seats: Slot<number>
  maxPrice: number | undefined
  pets: boolean
  /** By the clock in Oslo. */
  fromHour: number | undefined
  untilHour: number | undefined
  /** Rides of people with a block between them and the viewer are hidden. */
  viewerId: Slot<string> | null
}

export interface Search extends Filters {
  from: SearchText | undefined
  to: SearchText | undefined
  /** Departures within are left out, and so is every ride that has one of them: it is found by asking for them. */
  except: Span | undefined
  sort: Sort
  cursor: Position | undefined
  limit: number
}

/** A search whose texts have become conditions on spots. */
interface Asked extends Omit<Search, 'from' | 'to'> {
  from: Named | undefined
  to: Named | undefined
}

export interface Hit extends CardRow {
  from_position: number
  to_position: number
  seats_free: number
  sort_key: number
  sort_at: Date
}

/** Beyond this many pairs of spots a search walks the rides by departure instead of looking up each pair. */
export const MANY_PAIRS = 400
/** Put in order by anything but departure, as many of the nearest departures are looked at. */
export const SORTED_CANDIDATES = 2_000

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
const s = sql.raw('s')
const nothing = sql``

/** What of a spot is compared with a text, and with which pattern. */
interface Named {
  column: 'name' | 'folded'
  pattern: Slot<string>
  placeIds: Slot<number[]>
}

/**
 * Spots that a text names: the specification's partial match, blind to case and accents, and the places of the gazetteer. One letter,
 * or a text with a sign that folding drops, is compared as it was typed: 'å' must not find everything with an a, and '%' is a sign, as
 * is an accent without its letter.
 */
function namedBy({ name, folded, placeIds }: SearchText): Named {
  const asTyped = folded.length < 2 || /^\p{M}|[%_\\]/u.test(name)
  return asTyped
    ? { column: 'name', pattern: like(name), placeIds }
    : { column: 'folded', pattern: like(folded), placeIds }
}

function named({ column, pattern, placeIds }: Named): RawBuilder<unknown> {
  return sql`(${sql.ref(column)} like ${pattern} or place_id = any(${placeIds}::integer[]))`
}

/** Conditions that every search has on a section, by the name it goes under. */
function bookable(filters: Filters, section = s): RawBuilder<unknown> {
  const { seats, maxPrice, pets, fromHour, untilHour, viewerId } = filters
  const hour = sql`extract(hour from ${section}.departs_at at time zone 'Europe/Oslo')`
  return sql`${section}.ride_departs_at > app_now() and ${section}.seats_free >= ${seats} ${within(filters, section)}
    ${maxPrice === undefined ? nothing : sql`and ${section}.price <= ${maxPrice}`}
    ${pets ? sql`and ${section}.pets_allowed` : nothing}
    ${fromHour === undefined ? nothing : sql`and ${hour} >= ${fromHour}`}
    ${untilHour === undefined ? nothing : sql`and ${hour} < ${untilHour}`}
    ${viewerId ? sql`and not exists (select from ride r where r.id = ${section}.ride_id and blocked_between(r.driver_id, ${viewerId}))` : nothing}`
}

function within({ after, before }: Span, section: RawBuilder<unknown>) {
  return sql`${after ? sql`and ${section}.departs_at >= ${after}` : nothing} ${before ? sql`and ${section}.departs_at < ${before}` : nothing}`
}

/** A section leads from where was asked for, or from the start, to where was asked for, or to the end. */
function matching({ from, to }: Asked, section = s) {
  return sql`${from ? sql`${section}.from_spot in (select id from f)` : sql`${section}.is_start`}
    and ${to ? sql`${section}.to_spot in (select id from t)` : sql`${section}.is_end`}`
}

/** Of several sections of a ride that match, the earliest is shown, and of those the longest. */
const preferred = sql`departs_at, to_position desc, from_position`

const found = sql`s.ride_id, s.from_position, s.to_position, s.departs_at, s.arrives_at, s.price, s.seats_free`

const usualLimits: readonly number[] = [homeListSize, searchPage.default]

/** Is it one of the few shapes of a search that make up nearly all of them? */
export function isPlain({ maxPrice, pets, fromHour, untilHour, except, sort, cursor, limit }: Search): boolean {
  const unusual = [maxPrice, fromHour, untilHour, except, cursor].some((part) => part !== undefined)
  return !unusual && !pets && sort === 'departure' && usualLimits.includes(limit)
}

/** Upcoming rides with enough free seats on a section that matches, in the order asked for. At most `limit` + 1 of them. */
export async function searchRides(executor: Executor, search: Search): Promise<Hit[]> {
  const { from, to } = search
  const asked = { ...search, from: from && namedBy(from), to: to && namedBy(to) }
  if (isPlain(search)) return (await executor.executeQuery<Hit>(keptStatement(executor, asked))).rows
  return (await statement(asked).execute(executor)).rows
}

const texts = new Map<string, string>()

/** Putting a statement together takes longer than answering it, so the text of each shape is made once. */
function keptStatement(executor: Executor, search: Asked): CompiledQuery<Hit> {
  const { from, to, seats, after, before, viewerId, ...asked } = search
  const shape = [
    from?.column,
    to?.column,
    after && 'after',
    before && 'before',
    viewerId && 'viewer',
    asked.limit,
  ].join()
  const values = [seats, from?.pattern, from?.placeIds, to?.pattern, to?.placeIds, after, before, viewerId]
  const used = values.filter((value) => value !== undefined && value !== null)
  let text = texts.get(shape)
  if (text === undefined) {
    let last = 1
    const slot = <T>(value: Slot<T> | undefined | null) => (value ? sql.raw<T>(`$${++last}`) : undefined)
    const slots = (name: Named | undefined) =>
      name && { ...name, pattern: slot(name.pattern) ?? '', placeIds: slot(name.placeIds) ?? [] }
    // In the order of the values.
    const shaped = { ...asked, seats: sql.raw<number>('$1'), from: slots(from), to: slots(to) }
    const span = { after: slot(after), before: slot(before), viewerId: slot(viewerId) ?? null }
    text = sql<Hit>`${kept} ${statement({ ...shaped, ...span })}`.compile(executor).sql
    texts.set(shape, text)
  }
  return CompiledQuery.raw(text, used)
}

function statement(search: Asked): RawBuilder<Hit> {
  const { from, to } = search
  const spots = [
    from && sql`f as materialized (select id from spot where ${named(from)})`,
    to && sql`t as materialized (select id from spot where ${named(to)})`,
  ].filter((part) => part !== undefined)
  // One statement: which of the two ways is taken is decided by the first condition of each, before anything of it is read.
  return sql<Hit>`
    with ${spots.length > 0 ? sql`${sql.join(spots)},` : nothing}
    hits as materialized (${order(search, spots.length > 0 ? eitherWay(search) : wholeRides(search))})
    select hits.from_position, hits.to_position, hits.seats_free, hits.sort_key, hits.sort_at, ${cardColumns}
    from hits join ride on ride.id = hits.ride_id join profile driver on driver.id = ride.driver_id
    order by hits.sort_key, hits.sort_at, hits.ride_id`
}

const keys = {
  departure: sql`0`,
  price: sql`price`,
  duration: sql`(1000 * extract(epoch from arrives_at - departs_at))::integer`,
  // Ratings are from 1 to 10 with one decimal: whoever has none comes last.
  rating: sql`coalesce((select -10 * driver.rating from ride join profile driver on driver.id = ride.driver_id where ride.id = ride_id), 0)::integer`,
} satisfies Record<Sort, unknown>

/** The page out of what was found: by departure that is the page itself. */
function order({ sort, cursor, limit }: Asked, candidates: RawBuilder<unknown>) {
  if (sort === 'departure') return sql`select *, 0 as sort_key from (${candidates}) found`
  return sql`select * from (select *, ${keys[sort]} as sort_key from (${candidates}) found) keyed
    ${cursor ? sql`where (sort_key, sort_at, ride_id) > (${cursor.key}::integer, ${cursor.at}, ${cursor.id}::uuid)` : nothing}
    order by sort_key, sort_at, ride_id limit ${limit + 1}`
}

/** By departure the walks begin behind the cursor and end with the page. A limit that is planned for has to stand in the text. */
const bounds = ({ sort, cursor, limit }: Asked) =>
  sort === 'departure'
    ? { cursor, limit: sql.lit(limit + 1), twice: sql.lit(2 * (limit + 1)) }
    : { cursor: undefined, limit: sql.lit(SORTED_CANDIDATES), twice: sql.lit(2 * SORTED_CANDIDATES) }

function wholeRides(search: Asked) {
  const { cursor, limit } = bounds(search)
  return sql`select ${found}, s.departs_at as sort_at from ride_section s
    where s.is_start and s.is_end and s.departs_at > app_now() and ${bookable(search)} ${otherwiseFound(search)}
      ${cursor ? sql`and (s.departs_at, s.ride_id) > (${cursor.at}, ${cursor.id}::uuid)` : nothing}
    order by s.departs_at, s.ride_id limit ${limit}`
}

function eitherWay(search: Asked) {
  const { from, to } = search
  const count = sql`(${from ? sql`(select count(*) from f)` : sql`1`} * ${to ? sql`(select count(*) from t)` : sql`1`})`
  return sql`(${fewPairs(search, sql`${count} <= ${sql.lit(MANY_PAIRS)}`)}) union all (${manyPairs(search, sql`${count} > ${sql.lit(MANY_PAIRS)}`)})`
}

/** A ride that the search itself finds is no other day. */
function otherwiseFound(search: Asked) {
  const { except } = search
  if (!except) return nothing
  const e = sql.raw('e')
  return sql`and not exists (select from ride_section e where e.ride_id = s.ride_id and ${matching(search, e)} and ${bookable({ ...search, ...except }, e)})`
}

/** One short walk through an index per pair of spots; a ride that matches in several ways counts with its earliest section. */
function fewPairs(search: Asked, condition: RawBuilder<unknown>) {
  const { from, to } = search
  const { cursor, limit, twice } = bounds(search)
  const ends =
    from && to
      ? sql`s.from_spot = f.id and s.to_spot = t.id`
      : from
        ? sql`s.from_spot = f.id and s.is_end`
        : sql`s.to_spot = t.id and s.is_start`
  const source = [from && sql`f`, to && sql`t`].filter((part) => part !== undefined)
  const earlier = sql.raw('earlier')
  // Each walk leaves out what earlier pages have shown before it counts. A ride has a pair of spots at most twice: the first, and the
  // whole way where that is another one. In the index's own order nothing has to be sorted.
  const notShown = cursor
    ? sql`and (s.departs_at, s.ride_id) > (${cursor.at}, ${cursor.id}::uuid)
        and not exists (select from ride_section earlier
        where earlier.ride_id = s.ride_id and ${matching(search, earlier)} and ${bookable(search, earlier)}
          and (earlier.departs_at, earlier.ride_id) <= (${cursor.at}, ${cursor.id}::uuid))`
    : nothing
  return sql`select hit.*, departs_at as sort_at from (
    select distinct on (hit.ride_id) hit.* from ${sql.join(source, sql` cross join `)} cross join lateral (
      select ${found} from ride_section s
      where ${ends} and ${bookable(search)} ${otherwiseFound(search)} ${notShown}
      order by s.departs_at, s.ride_id limit ${twice}) hit
    where ${condition}
    order by hit.ride_id, ${preferred}) hit
    order by sort_at, ride_id limit ${limit}`
}

/** A text like 'o' matches most rides: walking them by departure soon finds enough. Ordered by the ride's own departure. */
function manyPairs(search: Asked, condition: RawBuilder<unknown>) {
  const { cursor, limit } = bounds(search)
  return walk(
    search,
    sql`${condition} ${cursor ? sql`and (w.departs_at, w.ride_id) > (${cursor.at}, ${cursor.id}::uuid)` : nothing}`,
    sql`select ${found} from ride_section s
      where s.ride_id = w.ride_id and ${matching(search)} and ${bookable(search)} ${otherwiseFound(search)}
      order by ${preferred} limit 1`,
    limit,
  )
}

const longest = sql.lit(`${rideLimits.maxHours} hours`)

/** The rides by their own departure, each with the section that `pick` finds of the ride `w`. */
function walk(
  { after, before }: Span,
  condition: RawBuilder<unknown>,
  pick: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) {
  // A section of the day may belong to a ride that left the day before.
  return sql`select s.*, w.departs_at as sort_at from ride_section w cross join lateral (${pick}) s
    where ${condition} and w.is_start and w.is_end and w.departs_at > app_now()
      ${after ? sql`and w.departs_at >= ${after}::timestamptz - ${longest}::interval` : nothing} ${before ? sql`and w.departs_at < ${before}` : nothing}
    order by w.departs_at, w.ride_id limit ${limit}`
}

/** One side of a search for places nearby. */
export interface Side {
  text: SearchText
  near: Surroundings
}

export interface Nearby extends Filters {
  from: Side | undefined
  to: Side | undefined
  /** What both ways astray together stay below; undefined where a side is no known place. */
  wayKm: number | undefined
  limit: number
}

export interface NearbyHit extends Hit {
  from_km: number
  to_km: number
}

/** The spots of a side: those that the text names are 0 km away. */
interface Spots {
  ids: number[]
  km: number[]
  exact: number[]
  cells: number[]
}

/** Upcoming rides between places near those that were asked for, without those that the search itself finds. At most `limit`. */
export async function ridesNearby(executor: Executor, nearby: Nearby): Promise<NearbyHit[]> {
  const f = nearby.from && (await spotsNear(executor, nearby.from))
  const t = nearby.to && (await spotsNear(executor, nearby.to))
  if (f?.ids.length === 0 || t?.ids.length === 0) return []
  const walks = (f && t ? f.cells.length * t.cells.length : (f ?? t)?.ids.length) ?? 0
  const hits = walks > MANY_PAIRS ? manyNearby(nearby, f, t) : fewNearby(nearby, f, t)
  const { rows } = await sql<NearbyHit>`
    with hits as materialized (${hits})
    select hits.from_position, hits.to_position, hits.seats_free, 0 as sort_key, hits.sort_at, ${kmOf(f, sql`hits.from_spot`)} as from_km,
      ${kmOf(t, sql`hits.to_spot`)} as to_km, ${cardColumns}
    from hits join ride on ride.id = hits.ride_id join profile driver on driver.id = ride.driver_id
    order by hits.sort_at, hits.ride_id`.execute(executor)
  return rows
}

async function spotsNear(executor: Executor, { text, near }: Side): Promise<Spots> {
  const exact = named(namedBy(text))
  const { rows } = await sql<Spots>`
    select coalesce(array_agg(id), '{}') as ids, coalesce(array_agg(case when exact then 0 else km end), '{}') as km,
      coalesce(array_agg(id) filter (where exact), '{}') as exact, coalesce(array_agg(distinct cell), '{}') as cells
    from (select id, cell, place_id, ${exact} as exact from spot
      where ${exact} or place_id = any(${near.placeIds}::integer[])) spot
    left join unnest(${near.placeIds}::integer[], ${near.km}::float8[]) as near(place_id, km) on near.place_id = spot.place_id`.execute(
    executor,
  )
  return rows[0] ?? { ids: [], km: [], exact: [], cells: [] }
}

const kmOf = (side: Spots | undefined, spot: RawBuilder<unknown>) =>
  side ? sql`(${side.km}::float8[])[array_position(${side.ids}::integer[], ${spot})]` : sql`0::float8`

function between(from: number[] | undefined, to: number[] | undefined, section: RawBuilder<unknown>) {
  return sql`${from ? sql`${section}.from_spot = any(${from}::integer[])` : sql`${section}.is_start`}
    and ${to ? sql`${section}.to_spot = any(${to}::integer[])` : sql`${section}.is_end`}`
}

/** A section between the surroundings that leads less astray than the way is long, of a ride that the search does not find. */
function offered(nearby: Nearby, f: Spots | undefined, t: Spots | undefined, section = s) {
  const km = sql`${kmOf(f, sql`${section}.from_spot`)} + ${kmOf(t, sql`${section}.to_spot`)}`
  return sql`${bookable(nearby, section)} and ${between(f?.ids, t?.ids, section)}
    ${nearby.wayKm === undefined ? nothing : sql`and ${km} < ${nearby.wayKm}`}`
}

function notFound(nearby: Nearby, f: Spots | undefined, t: Spots | undefined, ride: RawBuilder<unknown>) {
  const e = sql.raw('e')
  return sql`not exists (select from ride_section e where e.ride_id = ${ride} and ${bookable(nearby, e)} and ${between(f?.exact, t?.exact, e)})`
}

const offer = sql`${found}, s.from_spot, s.to_spot`

/** One walk through an index per pair of squares on the map; one side alone is walked by its spots. */
function fewNearby(nearby: Nearby, f: Spots | undefined, t: Spots | undefined) {
  const { limit } = nearby
  const [source, start] =
    f && t
      ? [
          sql`unnest(${f.cells}::integer[]) as fc(cell) cross join unnest(${t.cells}::integer[]) as tc(cell)`,
          sql`s.from_cell = fc.cell and s.to_cell = tc.cell`,
        ]
      : f
        ? [sql`unnest(${f.ids}::integer[]) as f(id)`, sql`s.from_spot = f.id and s.is_end`]
        : [sql`unnest(${t?.ids ?? []}::integer[]) as t(id)`, sql`s.to_spot = t.id and s.is_start`]
  const earlier = sql.raw('earlier')
  // Each walk counts a ride once, by the section that is shown of it.
  return sql`select *, departs_at as sort_at from (
    select distinct on (hit.ride_id) hit.* from ${source} cross join lateral (
      select ${offer} from ride_section s
      where ${start} and ${offered(nearby, f, t)} and ${notFound(nearby, f, t, sql`s.ride_id`)}
        and not exists (select from ride_section earlier where earlier.ride_id = s.ride_id and ${offered(nearby, f, t, earlier)}
          and (earlier.departs_at, -earlier.to_position, earlier.from_position) < (s.departs_at, -s.to_position, s.from_position))
      order by s.departs_at, s.ride_id limit ${limit}) hit
    order by hit.ride_id, ${preferred}) hit
    order by departs_at, ride_id limit ${limit}`
}

/** Where the surroundings are most of the map, the rides are walked by their own departure. */
function manyNearby(nearby: Nearby, f: Spots | undefined, t: Spots | undefined) {
  return walk(
    nearby,
    notFound(nearby, f, t, sql`w.ride_id`),
    sql`select ${offer} from ride_section s where s.ride_id = w.ride_id and ${offered(nearby, f, t)} order by ${preferred} limit 1`,
    sql.lit(nearby.limit),
  )
}

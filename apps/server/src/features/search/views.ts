/** Reads of the search: sections of upcoming rides between the places that texts mean. */
import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import { homeListSize, ride as rideLimits, searchPage } from '@samtur/contract/constants'
import { cardColumns, type CardRow, type ReadyRow, readyColumns } from '#features/rides/port'
import { kept, type Database, type Executor } from '#platform/db/database'
import type { Position, Sort } from './rules.ts'
import {
  MANY_PAIRS,
  MANY_PLACES,
  type Meaning,
  meaningOf,
  type Named,
  named,
  namedOtherwise,
  type Slot,
} from './views-texts.ts'

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
  from: string | undefined
  to: string | undefined
  /** Departures within are left out, and so is every ride that has one of them: it is found by asking for them. */
  except: Span | undefined
  sort: Sort
  cursor: Position | undefined
  limit: number
}

/** A text whose meaning is known. */
interface Side extends Named {
  whole: Slot<number[]>
  partly: Slot<number[]>
  spots: Slot<number[]>
}

/** A search whose texts have become conditions on places and spots. */
interface Asked extends Omit<Search, 'from' | 'to'> {
  from: Side | undefined
  to: Side | undefined
  /** Newer spots are looked at beside those that the meanings know. */
  asOf: Slot<string>
  /** So many pairs of places that the rides are walked. */
  broad: boolean
}

export interface Hit extends CardRow {
  from_position: number
  to_position: number
  seats_free: number
  sort_key: number
  sort_at: Date
}

/** A section whose card is ready to be sent. */
export interface ReadyHit extends ReadyRow {
  ride_id: string
  sort_at: Date
}

/** Put in order by anything but departure, as many of the nearest departures are looked at. */
export const SORTED_CANDIDATES = 2_000

const s = sql.raw('s')
const e = sql.raw('e')
const nothing = sql``
/** Asked once for a statement, because the database would work it out for every row. */
const now = sql`(select app_now())`

/** Conditions that every search has on a section, by the name it goes under. */
export function bookable(filters: Filters, section = s): RawBuilder<unknown> {
  const { seats, maxPrice, pets, fromHour, untilHour, viewerId } = filters
  const hour = sql`extract(hour from ${section}.departs_at at time zone 'Europe/Oslo')`
  return sql`${section}.ride_departs_at > ${now} and ${section}.seats_free >= ${seats} ${within(filters, section)}
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
function matching({ from, to, broad }: Asked, section = s) {
  const ends = (side: Side, key: RawBuilder<unknown>, spot: RawBuilder<unknown>, newer: RawBuilder<unknown>) =>
    broad
      ? // As a value of its own it is looked up in a table in memory; as a condition it would be joined, spot by spot.
        sql`(${spot} in (select id from ${newer})) is true`
      : sql`(${key} = any(${side.whole}::integer[]) or ${spot} = any(${side.spots}::integer[]) or ${spot} in (select id from ${newer}))`
  return sql`${from ? ends(from, sql`${section}.from_key`, sql`${section}.from_spot`, sql.raw('f_spots')) : sql`${section}.is_start`}
    and ${to ? ends(to, sql`${section}.to_key`, sql`${section}.to_spot`, sql.raw('t_spots')) : sql`${section}.is_end`}`
}

/** Of several sections of a ride that match, the earliest is shown, and of those the longest. */
export const preferred = sql`departs_at, to_position desc, from_position`
/** The section comes before another one of its ride. */
export const isBefore = (section: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql`(${section}.departs_at, -${section}.to_position, ${section}.from_position) < (${other}.departs_at, -${other}.to_position, ${other}.from_position)`

export const found = sql`s.ride_id, s.from_position, s.to_position, s.departs_at, s.arrives_at, s.price, s.seats_free`

const usualLimits: readonly number[] = [homeListSize, searchPage.default]

/** Is it one of the few shapes of a search that make up nearly all of them? */
function isPlain({ maxPrice, pets, fromHour, untilHour, except, sort, cursor, limit }: Search): boolean {
  const unusual = [maxPrice, fromHour, untilHour, except, cursor].some((part) => part !== undefined)
  return !unusual && !pets && sort === 'departure' && usualLimits.includes(limit)
}

/** Upcoming rides with enough free seats on a section that matches, in the order asked for. At most `limit` + 1 of them. */
export async function searchRides(db: Database, search: Search): Promise<Hit[]> {
  const asked = await askedOf(db, search)
  if (isPlain(search)) return (await db.prepared.executeQuery<Hit>(keptStatement(db.prepared, asked, 'rows'))).rows
  return (await statement<Hit>(asked, 'rows').execute(db.read)).rows
}

/** The same with cards that are ready; undefined where what is asked for is unusual. */
export async function searchReady(db: Database, search: Search): Promise<ReadyHit[] | undefined> {
  if (!isPlain(search)) return undefined
  const asked = await askedOf(db, search)
  const { rows } = await db.prepared.executeQuery<ReadyHit>(keptStatement(db.prepared, asked, 'ready'))
  return rows
}

async function askedOf(db: Database, { from, to, ...search }: Search): Promise<Asked> {
  const [f, t] = await Promise.all([from ? meaningOf(db, from) : undefined, to ? meaningOf(db, to) : undefined])
  const sides = [f, t].filter((side) => side !== undefined)
  const pairs = sides.reduce((product, { whole, partly }) => product * (whole.length + partly.length), 1)
  return {
    ...search,
    from: f && sideOf(f),
    to: t && sideOf(t),
    asOf: `${sides.map(({ asOf }) => asOf).reduce((a, b) => (a < b ? a : b), sides[0]?.asOf ?? 0n)}`,
    broad: pairs > (sides.length > 1 ? MANY_PAIRS : MANY_PLACES) || sides.some(({ broad }) => broad),
  }
}

const sideOf = ({ wording, placeIds, whole, partly, spots }: Meaning): Side =>
  ({ column: wording.column, pattern: wording.pattern, placeIds, whole, partly, spots }) // prettier-ignore

type Form = 'rows' | 'ready'
const texts = new Map<string, string>()

/** Putting a statement together takes longer than answering it, so the text of each shape is made once. */
function keptStatement<T>(executor: Executor, search: Asked, form: Form): CompiledQuery<T> {
  const { from, to, asOf, seats, after, before, viewerId, ...asked } = search
  const byPlaces = !asked.broad && Boolean(from ?? to)
  const shape = [form, asked.broad, asked.limit, from?.column, to?.column, !!after, !!before, !!viewerId].join()
  const ofSide = (side: Side | undefined) =>
    side && [side.pattern, side.placeIds, ...(asked.broad ? [] : [side.whole, side.partly, side.spots])]
  const values = [seats, byPlaces ? asOf : undefined, ...(ofSide(from) ?? []), ...(ofSide(to) ?? []), after, before, viewerId] // prettier-ignore
  const used = values.filter((value) => value !== undefined && value !== null)
  let text = texts.get(shape)
  if (text === undefined) {
    let last = 0
    const slot = <T>() => sql.raw<T>(`$${++last}`)
    const next = <T>(value: Slot<T> | undefined | null) => (value ? slot<T>() : undefined)
    const none = sql.raw<number[]>('null')
    const slots = (side: Side | undefined): Side | undefined => {
      if (!side) return undefined
      const wording = { column: side.column, pattern: slot<string>(), placeIds: slot<number[]>() }
      if (asked.broad) return { ...wording, whole: none, partly: none, spots: none }
      return { ...wording, whole: slot(), partly: slot(), spots: slot() }
    }
    // In the order of the values.
    const shaped = { ...asked, seats: slot<number>(), asOf: byPlaces ? slot<string>() : '' }
    const sides = { from: slots(from), to: slots(to) }
    const span = { after: next(after), before: next(before), viewerId: next(viewerId) ?? null }
    text = sql`${kept} ${statement({ ...shaped, ...sides, ...span }, form)}`.compile(executor).sql
    texts.set(shape, text)
  }
  return CompiledQuery.raw(text, used)
}

function statement<T>(search: Asked, form: Form): RawBuilder<T> {
  const { from, to, broad } = search
  const spots = from || to ? sql`${broad ? everySpot(search) : placesAndNewSpots(search)},` : nothing
  const hits = from || to ? (broad ? manyPairs(search) : fewPairs(search)) : wholeRides(search)
  const columns =
    form === 'ready'
      ? sql`hits.ride_id, hits.sort_at, ${readyColumns(sql.raw('hits'))}`
      : sql`hits.from_position, hits.to_position, hits.seats_free, hits.sort_key, hits.sort_at, ${cardColumns}`
  return sql<T>`with ${spots} hits as materialized (${order(search, hits)})
    select ${columns} from hits join ride on ride.id = hits.ride_id join profile driver on driver.id = ride.driver_id
      ${form === 'ready' ? sql`left join driver_record record on record.driver_id = ride.driver_id` : nothing}
    order by hits.sort_key, hits.sort_at, hits.ride_id`
}

/** No spot has this number. The list of the spots that count stands in the condition: as a value of each place it would be copied for each. */
const PARTLY = sql.lit(0)

/** Of a broad text all spots that it names. */
function everySpot({ from, to }: Asked) {
  return sql.join([
    ...(from ? [sql`f_spots as materialized (select id from spot where ${named(from)})`] : []),
    ...(to ? [sql`t_spots as materialized (select id from spot where ${named(to)})`] : []),
  ])
}

/** Of each side the places: whole ones (`spot` is null), those of which the known spots count (`PARTLY`), and newer spots by themselves. */
function placesAndNewSpots({ from, to, asOf }: Asked) {
  const side = (meant: Side, name: string) => [
    sql`${sql.raw(name)}_spots as materialized (select id, key from newer where ${namedOtherwise(meant)})`,
    sql`${sql.raw(name)} as materialized (
      select key, null::integer as spot from unnest(${meant.whole}::integer[]) as key
      union all select key, ${PARTLY} from unnest(${meant.partly}::integer[]) as key
      union all select key, id from ${sql.raw(name)}_spots)`,
  ]
  return sql.join([
    sql`newer as materialized (select id, key, name, folded, place_id from spot where made_by >= ${asOf}::xid8)`,
    ...(from ? side(from, 'f') : []),
    ...(to ? side(to, 't') : []),
  ])
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
    ? { cursor, limit: sql.lit(limit + 1) }
    : { cursor: undefined, limit: sql.lit(SORTED_CANDIDATES) }

function wholeRides(search: Asked) {
  const { cursor, limit } = bounds(search)
  return sql`select ${found}, s.departs_at as sort_at from ride_section s
    where s.is_start and s.is_end and s.departs_at > ${now} and ${bookable(search)} ${otherwiseFound(search)}
      ${cursor ? sql`and (s.departs_at, s.ride_id) > (${cursor.at}, ${cursor.id}::uuid)` : nothing}
    order by s.departs_at, s.ride_id limit ${limit}`
}

/** A ride that the search itself finds is no other day. */
function otherwiseFound(search: Asked) {
  const { except } = search
  if (!except) return nothing
  return sql`and not exists (select from ride_section e where e.ride_id = s.ride_id and ${matching(search, e)} and ${bookable({ ...search, ...except }, e)})`
}

/** One short walk through an index per pair of places; a ride that matches in several ways counts with its earliest section. */
function fewPairs(search: Asked) {
  const { from, to } = search
  const { cursor, limit } = bounds(search)
  const source = [from && sql`f`, to && sql`t`].filter((part) => part !== undefined)
  const counts = ({ spots }: Side, place: RawBuilder<unknown>, spot: RawBuilder<unknown>) =>
    sql`(${place}.spot is null or ${spot} = ${place}.spot or (${place}.spot = ${PARTLY} and ${spot} = any(${spots}::integer[])))`
  const start = from ? sql`s.from_key = f.key and ${counts(from, sql`f`, sql`s.from_spot`)}` : sql`s.is_start`
  const end = to ? sql`s.to_key = t.key and ${counts(to, sql`t`, sql`s.to_spot`)}` : sql`s.is_end`
  // Each walk counts a ride once, by the section that is shown of it, and leaves out what earlier pages have shown.
  const shownOtherwise = (condition: RawBuilder<unknown>) =>
    sql`exists (select from ride_section e where e.ride_id = s.ride_id and ${matching(search, e)} and ${bookable({ ...search, viewerId: null }, e)} and ${condition})`
  const notShown = cursor
    ? sql`and (s.departs_at, s.ride_id) > (${cursor.at}, ${cursor.id}::uuid)
        and not ${shownOtherwise(sql`(e.departs_at, e.ride_id) <= (${cursor.at}, ${cursor.id}::uuid)`)}`
    : nothing
  return sql`select hit.*, departs_at as sort_at from (
    select distinct on (hit.ride_id) hit.* from ${sql.join(source, sql` cross join `)} cross join lateral (
      select ${found} from ride_section s
      where ${start} and ${end} and ${bookable(search)} ${otherwiseFound(search)} ${notShown}
        and not (s.repeated and ${shownOtherwise(isBefore(e, s))})
      order by s.departs_at, s.ride_id limit ${limit}) hit
    order by hit.ride_id, ${preferred}) hit
    order by sort_at, ride_id limit ${limit}`
}

/** A text like 'o' matches most rides: walking them by departure soon finds enough. Ordered by the ride's own departure. */
function manyPairs(search: Asked) {
  const { cursor, limit } = bounds(search)
  return walk(
    search,
    cursor ? sql`(w.departs_at, w.ride_id) > (${cursor.at}, ${cursor.id}::uuid)` : sql`true`,
    sql`select ${found} from ride_section s
      where s.ride_id = w.ride_id and ${matching(search)} and ${bookable(search)} ${otherwiseFound(search)}
      order by ${preferred} limit 1`,
    limit,
  )
}

const longest = sql.lit(`${rideLimits.maxHours} hours`)

/** The rides by their own departure, each with the section that `pick` finds of the ride `w`. */
export function walk(
  { after, before }: Span,
  condition: RawBuilder<unknown>,
  pick: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) {
  // A section of the day may belong to a ride that left the day before.
  return sql`select s.*, w.departs_at as sort_at from ride_section w cross join lateral (${pick}) s
    where ${condition} and w.is_start and w.is_end and w.departs_at > ${now}
      ${after ? sql`and w.departs_at >= ${after}::timestamptz - ${longest}::interval` : nothing} ${before ? sql`and w.departs_at < ${before}` : nothing}
    order by w.departs_at, w.ride_id limit ${limit}`
}

/** The statement of a search, which finds sections of upcoming rides between places and stop texts whose ids are known. */
import { sql, type RawBuilder } from 'kysely'
import { luggageSizes, ride as rideLimits } from '@samtur/contract/constants'
import { type FilterName, filterNames, type FilterValues, type SearchSort } from '@samtur/contract/filters'
import { cardTables, foundCardColumns } from '#features/rides/port'
import type { Position } from './rules.ts'
import { type Named, named, namedOtherwise } from './views-texts.ts'

interface Span {
  after: Date | undefined
  before: Date | undefined
}

/** The conditions on every section. `after` and `before` are the limits of its departure. */
export interface Conditions extends Span {
  /** Every search has a number of free seats. */
  filters: FilterValues & { seats: number }
  /** Rides of drivers who have blocked the viewer, or whom the viewer has blocked, are hidden. */
  viewerId: string | null
  /** Only rides of this driver. */
  driverId?: string | undefined
}

export interface Search extends Conditions {
  from: string | undefined
  to: string | undefined
  /** Rides with a matching section that departs within this span are left out, because the search for the span finds them. */
  except: Span | undefined
  sort: SearchSort
  cursor: Position | undefined
  limit: number
}

/** A text whose meaning is known. */
export interface Side extends Named {
  whole: number[]
  partly: number[]
  stopTextIds: number[]
}

/** A search whose texts have become conditions on places and stop texts. */
export interface ResolvedSearch extends Omit<Search, 'from' | 'to'> {
  from: Side | undefined
  to: Side | undefined
  /** Stop texts of this transaction and later ones are newer than the meanings. */
  asOf: string
  /** There are so many pairs of places that the statement walks the rides by departure. */
  broad: boolean
}

/** Sorted by anything but departure, a search sorts this many of the next departures. */
export const SORTED_CANDIDATES = 2_000

const s = sql.raw('s')
const e = sql.raw('e')
const nothing = sql``
/** A subquery, so that the database computes it once for a statement and not for every row. */
const now = sql`(select app_now())`

/** Returns the hour of departure by the clock in Oslo. */
const hourOf = (section: RawBuilder<unknown>) =>
  sql`extract(hour from ${section}.departs_at at time zone 'Europe/Oslo')`

/** The condition of each filter on a section. */
const filterConditions: {
  [Name in FilterName]: (value: NonNullable<FilterValues[Name]>, section: RawBuilder<unknown>) => RawBuilder<unknown>
} = {
  seats: (seats, section) => sql`${section}.seats_free >= ${seats}`,
  max_price: (price, section) => sql`${section}.price <= ${price}`,
  pets: (_, section) => sql`${section}.pets_allowed`,
  luggage: (piece, section) =>
    sql`${section}.luggage = any(${luggageSizes.slice(luggageSizes.indexOf(piece))}::text[])`,
  from_hour: (hour, section) => sql`${hourOf(section)} >= ${hour}`,
  until_hour: (hour, section) => sql`${hourOf(section)} < ${hour}`,
}

function filterCondition<Name extends FilterName>(name: Name, given: FilterValues, section: RawBuilder<unknown>) {
  const value = given[name]
  return value === undefined || value === null ? nothing : sql`and ${filterConditions[name](value, section)}`
}

/** Returns the conditions that every search has on a section; `section` is the name the statement gives it. */
export function bookable({ filters, viewerId, driverId, ...span }: Conditions, section = s): RawBuilder<unknown> {
  const conditions = filterNames.map((name) => filterCondition(name, filters, section))
  return sql`${section}.ride_departs_at > ${now} ${sql.join(conditions, sql` `)} ${within(span, section)}
    ${viewerId ? sql`and not exists (select from ride r where r.id = ${section}.ride_id and blocked_between(r.driver_id, ${viewerId}))` : nothing}
    ${driverId ? sql`and ${section}.ride_id in (select id from ride where driver_id = ${driverId})` : nothing}`
}

function within({ after, before }: Span, section: RawBuilder<unknown>) {
  return sql`${after ? sql`and ${section}.departs_at >= ${after}` : nothing} ${before ? sql`and ${section}.departs_at < ${before}` : nothing}`
}

/** Returns the condition that a section leads between the places of the search; a side without a text is the ride's start or end. */
function matching({ from, to, broad }: ResolvedSearch, section = s) {
  const ends = (side: Side, key: RawBuilder<unknown>, stopText: RawBuilder<unknown>, others: RawBuilder<unknown>) =>
    broad
      ? // With `is true` the database looks the id up in a hash table; a plain condition would become a slow join.
        sql`(${stopText} in (select id from ${others})) is true`
      : sql`(${key} = any(${side.whole}::integer[]) or ${stopText} = any(${side.stopTextIds}::integer[]) or ${stopText} in (select id from ${others}))`
  return sql`${from ? ends(from, sql`${section}.from_key`, sql`${section}.from_stop_text_id`, sql.raw('f_stop_texts')) : sql`${section}.is_start`}
    and ${to ? ends(to, sql`${section}.to_key`, sql`${section}.to_stop_text_id`, sql.raw('t_stop_texts')) : sql`${section}.is_end`}`
}

/** Of several matching sections of a ride the earliest is shown, and of those the longest. */
export const preferred = sql`departs_at, to_position desc, from_position`
/** Returns the condition that the section comes before another one of its ride. */
export const isBefore = (section: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql`(${section}.departs_at, -${section}.to_position, ${section}.from_position) < (${other}.departs_at, -${other}.to_position, ${other}.from_position)`

export const sectionColumns = sql`s.ride_id, s.from_position, s.to_position, s.departs_at, s.arrives_at, s.price, s.seats_free`

/** Returns the statement that finds a page of cards. */
export function statement(search: ResolvedSearch): RawBuilder<unknown> {
  const { from, to, broad } = search
  const known = from || to ? sql`${broad ? everyStopText(search) : placesAndNewStopTexts(search)},` : nothing
  const hits = from || to ? (broad ? manyPairs(search) : fewPairs(search)) : wholeRides(search)
  return sql`with ${known} found as materialized (${order(search, hits)})
    select ${foundCardColumns}, found.sort_key, found.sort_at from found ${cardTables}
    order by found.sort_key, found.sort_at, found.ride_id`
}

/** Stands for the list of stop texts that count, which would be copied for each place; no stop text has this id. */
const PARTLY = sql.lit(0)

/** Returns the parts of a `with` clause that hold all stop texts of broad texts. */
function everyStopText({ from, to }: ResolvedSearch) {
  return sql.join([
    ...(from ? [sql`f_stop_texts as materialized (select id from stop_text where ${named(from)})`] : []),
    ...(to ? [sql`t_stop_texts as materialized (select id from stop_text where ${named(to)})`] : []),
  ])
}

/**
 * Returns the parts of a `with` clause that hold the places of each side: whole ones (`stop_text_id` is null), those of which the known
 * stop texts count (`PARTLY`), and newer stop texts by themselves.
 */
function placesAndNewStopTexts({ from, to, asOf }: ResolvedSearch) {
  const side = (meant: Side, name: string) => [
    sql`${sql.raw(name)}_stop_texts as materialized (select id, key from newer where ${namedOtherwise(meant)})`,
    sql`${sql.raw(name)} as materialized (
      select key, null::integer as stop_text_id from unnest(${meant.whole}::integer[]) as key
      union all select key, ${PARTLY} from unnest(${meant.partly}::integer[]) as key
      union all select key, id from ${sql.raw(name)}_stop_texts)`,
  ]
  return sql.join([
    sql`newer as materialized (select id, key, name, folded, place_id from stop_text where made_by >= ${asOf}::xid8)`,
    ...(from ? side(from, 'f') : []),
    ...(to ? side(to, 't') : []),
  ])
}

const keys = {
  departure: sql`0`,
  price: sql`price`,
  duration: sql`(1000 * extract(epoch from arrives_at - departs_at))::integer`,
  // Ratings are from 1 to 10 with one decimal; a driver without one comes last.
  rating: sql`coalesce((select -10 * driver.rating from ride join profile driver on driver.id = ride.driver_id where ride.id = ride_id), 0)::integer`,
} satisfies Record<SearchSort, unknown>

/** Returns the page in order: candidates by departure already are that page, others are sorted by their key. */
function order({ sort, cursor, limit }: ResolvedSearch, candidates: RawBuilder<unknown>) {
  if (sort === 'departure') return sql`select *, 0 as sort_key from (${candidates}) found`
  return sql`select * from (select *, ${keys[sort]} as sort_key from (${candidates}) found) keyed
    ${cursor ? sql`where (sort_key, sort_at, ride_id) > (${cursor.key}::integer, ${cursor.at}, ${cursor.id}::uuid)` : nothing}
    order by sort_key, sort_at, ride_id limit ${limit + 1}`
}

/** By departure the walks begin after the cursor and end with the page. The limit stands in the text, because the plan depends on it. */
const bounds = ({ sort, cursor, limit }: ResolvedSearch) =>
  sort === 'departure'
    ? { cursor, limit: sql.lit(limit + 1) }
    : { cursor: undefined, limit: sql.lit(SORTED_CANDIDATES) }

function wholeRides(search: ResolvedSearch) {
  const { cursor, limit } = bounds(search)
  return sql`select ${sectionColumns}, s.departs_at as sort_at from ride_section s
    where s.is_start and s.is_end and s.departs_at > ${now} and ${bookable(search)} ${otherwiseFound(search)}
      ${cursor ? sql`and (s.departs_at, s.ride_id) > (${cursor.at}, ${cursor.id}::uuid)` : nothing}
    order by s.departs_at, s.ride_id limit ${limit}`
}

/** Returns the condition that the search for the span of `except` does not find the ride. */
function otherwiseFound(search: ResolvedSearch) {
  const { except } = search
  if (!except) return nothing
  return sql`and not exists (select from ride_section e where e.ride_id = s.ride_id and ${matching(search, e)} and ${bookable({ ...search, ...except }, e)})`
}

/** Returns one short walk through an index for each pair of places; a ride that matches in several ways counts with its earliest section. */
function fewPairs(search: ResolvedSearch) {
  const { from, to } = search
  const { cursor, limit } = bounds(search)
  const source = [from && sql.raw('f'), to && sql.raw('t')].filter((part) => part !== undefined)
  const counts = ({ stopTextIds }: Side, place: RawBuilder<unknown>, stopText: RawBuilder<unknown>) =>
    sql`(${place}.stop_text_id is null or ${stopText} = ${place}.stop_text_id or (${place}.stop_text_id = ${PARTLY} and ${stopText} = any(${stopTextIds}::integer[])))`
  const start = from ? sql`s.from_key = f.key and ${counts(from, sql`f`, sql`s.from_stop_text_id`)}` : sql`s.is_start`
  const end = to ? sql`s.to_key = t.key and ${counts(to, sql`t`, sql`s.to_stop_text_id`)}` : sql`s.is_end`
  // Each walk has a ride once, with the section that is shown of it, and leaves out the rides of earlier pages.
  const shownOtherwise = (condition: RawBuilder<unknown>) =>
    sql`exists (select from ride_section e where e.ride_id = s.ride_id and ${matching(search, e)} and ${bookable({ ...search, viewerId: null }, e)} and ${condition})`
  const notShown = cursor
    ? sql`and (s.departs_at, s.ride_id) > (${cursor.at}, ${cursor.id}::uuid)
        and not ${shownOtherwise(sql`(e.departs_at, e.ride_id) <= (${cursor.at}, ${cursor.id}::uuid)`)}`
    : nothing
  return sql`select hit.*, departs_at as sort_at from (
    select distinct on (hit.ride_id) hit.* from ${sql.join(source, sql` cross join `)} cross join lateral (
      select ${sectionColumns} from ride_section s
      where ${start} and ${end} and ${bookable(search)} ${otherwiseFound(search)} ${notShown}
        and not (s.repeated and ${shownOtherwise(isBefore(e, s))})
      order by s.departs_at, s.ride_id limit ${limit}) hit
    order by hit.ride_id, ${preferred}) hit
    order by sort_at, ride_id limit ${limit}`
}

/** Returns a walk through the rides by their departure: a text like 'o' matches most of them, so the page is soon full. */
function manyPairs(search: ResolvedSearch) {
  const { cursor, limit } = bounds(search)
  return walk(
    search,
    cursor ? sql`(w.departs_at, w.ride_id) > (${cursor.at}, ${cursor.id}::uuid)` : sql`true`,
    sql`select ${sectionColumns} from ride_section s
      where s.ride_id = w.ride_id and ${matching(search)} and ${bookable(search)} ${otherwiseFound(search)}
      order by ${preferred} limit 1`,
    limit,
  )
}

const longest = sql.lit(`${rideLimits.maxHours} hours`)

/** Returns rides by their own departure, each with the section that `pick` finds of the ride `w`. */
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

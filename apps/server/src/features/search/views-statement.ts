/** The statement of a search: it finds sections of upcoming rides between places and stops whose ids are known. */
import { sql, type RawBuilder } from 'kysely'
import { ride as rideLimits } from '@samtur/contract/constants'
import { type FilterName, filterNames, type FilterValues, type SearchSort } from '@samtur/contract/filters'
import { cardTables, cardVersions } from '#features/rides/port'
import type { Position } from './rules.ts'
import { type Named, named, namedOtherwise } from './views-texts.ts'

interface Span {
  after: Date | undefined
  before: Date | undefined
}

/** What every section that is found fulfils. `after` and `before` bound its departure. */
export interface Conditions extends Span {
  /** A search always asks for a number of free seats. */
  filters: FilterValues & { seats: number }
  /** Rides of people with a block between them and the viewer are hidden. */
  viewerId: string | null
}

export interface Search extends Conditions {
  from: string | undefined
  to: string | undefined
  /** Departures within are left out, and so is every ride that has one of them: it is found by asking for them. */
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
  /** All places of both kinds, and which of them are meant partly. */
  places: number[]
  isPartly: boolean[]
}

/** A search whose texts have become conditions on places and stop texts. */
export interface ResolvedSearch extends Omit<Search, 'from' | 'to'> {
  from: Side | undefined
  to: Side | undefined
  /** Stop texts made since are newer than what the meanings know. */
  asOf: string
  /** So many pairs of places that the rides are walked. */
  broad: boolean
  /** Newer stop texts that the texts name count as well; otherwise the answer is only marked where there are any. */
  newer: boolean
}

/** Put in order by anything but departure, as many of the nearest departures are looked at. */
export const SORTED_CANDIDATES = 2_000

const s = sql.raw('s')
const e = sql.raw('e')
const nothing = sql``
/** A subquery, so that the database computes it once for a statement and not for every row. */
const now = sql`(select app_now())`

/** The hour of departure by the clock in Oslo. */
const hourOf = (section: RawBuilder<unknown>) =>
  sql`extract(hour from ${section}.departs_at at time zone 'Europe/Oslo')`

/** What each filter asks of a section. */
const filterConditions: {
  [Name in FilterName]: (value: NonNullable<FilterValues[Name]>, section: RawBuilder<unknown>) => RawBuilder<unknown>
} = {
  seats: (seats, section) => sql`${section}.seats_free >= ${seats}`,
  max_price: (price, section) => sql`${section}.price <= ${price}`,
  pets: (_, section) => sql`${section}.pets_allowed`,
  from_hour: (hour, section) => sql`${hourOf(section)} >= ${hour}`,
  until_hour: (hour, section) => sql`${hourOf(section)} < ${hour}`,
}

function filterCondition<Name extends FilterName>(name: Name, given: FilterValues, section: RawBuilder<unknown>) {
  const value = given[name]
  return value === undefined || value === null ? nothing : sql`and ${filterConditions[name](value, section)}`
}

/** Returns the conditions that every search has on a section; `section` is the name the statement gives it. */
export function bookable({ filters, viewerId, ...span }: Conditions, section = s): RawBuilder<unknown> {
  const conditions = filterNames.map((name) => filterCondition(name, filters, section))
  return sql`${section}.ride_departs_at > ${now} ${sql.join(conditions, sql` `)} ${within(span, section)}
    ${viewerId ? sql`and not exists (select from ride r where r.id = ${section}.ride_id and blocked_between(r.driver_id, ${viewerId}))` : nothing}`
}

function within({ after, before }: Span, section: RawBuilder<unknown>) {
  return sql`${after ? sql`and ${section}.departs_at >= ${after}` : nothing} ${before ? sql`and ${section}.departs_at < ${before}` : nothing}`
}

/** A section leads from where was asked for, or from the start, to where was asked for, or to the end. */
function matching({ from, to, broad, newer }: ResolvedSearch, section = s) {
  const ends = (side: Side, key: RawBuilder<unknown>, stopText: RawBuilder<unknown>, others: RawBuilder<unknown>) =>
    broad
      ? // As a value of its own it is looked up in a table in memory; as a condition it would be joined, row by row.
        sql`(${stopText} in (select id from ${others})) is true`
      : sql`(${key} = any(${side.whole}::integer[]) or ${stopText} = any(${side.stopTextIds}::integer[]) ${newer ? sql`or ${stopText} in (select id from ${others})` : nothing})`
  return sql`${from ? ends(from, sql`${section}.from_key`, sql`${section}.from_stop_text_id`, sql.raw('f_stop_texts')) : sql`${section}.is_start`}
    and ${to ? ends(to, sql`${section}.to_key`, sql`${section}.to_stop_text_id`, sql.raw('t_stop_texts')) : sql`${section}.is_end`}`
}

/** Of several sections of a ride that match, the earliest is shown, and of those the longest. */
export const preferred = sql`departs_at, to_position desc, from_position`
/** The section comes before another one of its ride. */
export const isBefore = (section: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql`(${section}.departs_at, -${section}.to_position, ${section}.from_position) < (${other}.departs_at, -${other}.to_position, ${other}.from_position)`

export const sectionColumns = sql`s.ride_id, s.from_position, s.to_position, s.departs_at, s.arrives_at, s.price, s.seats_free`

/**
 * Returns the statement. Without `newer` the search has to name places: each row then says whether the meanings are `stale`, and where
 * nothing is found there is one row without a ride.
 */
export function statement(search: ResolvedSearch): RawBuilder<unknown> {
  const { from, to, broad, newer } = search
  const columns = sql`found.ride_id, found.from_position, found.to_position, found.seats_free, found.sort_key, found.sort_at, ${cardVersions}`
  if (!newer)
    return sql`select stale, shown.* from (select ${anyNewer(search)} as stale) known left join (
      select ${columns} from (${order(search, fewPairs(search))}) found ${cardTables}) shown on true
      order by sort_key, sort_at, ride_id`
  const known = from || to ? sql`${broad ? everyStopText(search) : placesAndNewStopTexts(search)},` : nothing
  const hits = from || to ? (broad ? manyPairs(search) : fewPairs(search)) : wholeRides(search)
  return sql`with ${known} found as materialized (${order(search, hits)})
    select ${columns} from found ${cardTables}
    order by found.sort_key, found.sort_at, found.ride_id`
}

/** Is there a stop text that the meanings do not know yet? Hardly ever, which is why it is asked instead of being looked up with them. */
function anyNewer({ from, to, asOf }: ResolvedSearch) {
  const either = [from, to].filter((side) => side !== undefined).map((side) => sql`(${namedOtherwise(side)})`)
  return sql`exists (select from stop_text where made_by >= ${asOf}::xid8 and (${sql.join(either, sql` or `)}))`
}

/** No stop text has this number. The list of the stop texts that count stands in the condition: as a value of each place it would be copied for each. */
const PARTLY = sql.lit(0)

/** Of a broad text all stop texts that it names. */
function everyStopText({ from, to }: ResolvedSearch) {
  return sql.join([
    ...(from ? [sql`f_stop_texts as materialized (select id from stop_text where ${named(from)})`] : []),
    ...(to ? [sql`t_stop_texts as materialized (select id from stop_text where ${named(to)})`] : []),
  ])
}

/** Of each side the places: whole ones (`stop_text_id` is null), those of which the known stop texts count (`PARTLY`), and newer stop texts by themselves. */
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
  // Ratings are from 1 to 10 with one decimal: whoever has none comes last.
  rating: sql`coalesce((select -10 * driver.rating from ride join profile driver on driver.id = ride.driver_id where ride.id = ride_id), 0)::integer`,
} satisfies Record<SearchSort, unknown>

/** The page out of what was found: by departure that is the page itself. */
function order({ sort, cursor, limit }: ResolvedSearch, candidates: RawBuilder<unknown>) {
  if (sort === 'departure') return sql`select *, 0 as sort_key from (${candidates}) found`
  return sql`select * from (select *, ${keys[sort]} as sort_key from (${candidates}) found) keyed
    ${cursor ? sql`where (sort_key, sort_at, ride_id) > (${cursor.key}::integer, ${cursor.at}, ${cursor.id}::uuid)` : nothing}
    order by sort_key, sort_at, ride_id limit ${limit + 1}`
}

/** By departure the walks begin behind the cursor and end with the page. A limit that is planned for has to stand in the text. */
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

/** A ride that the search itself finds is no other day. */
function otherwiseFound(search: ResolvedSearch) {
  const { except } = search
  if (!except) return nothing
  return sql`and not exists (select from ride_section e where e.ride_id = s.ride_id and ${matching(search, e)} and ${bookable({ ...search, ...except }, e)})`
}

/** One short walk through an index per pair of places; a ride that matches in several ways counts with its earliest section. */
function fewPairs(search: ResolvedSearch) {
  const { from, to, newer } = search
  const { cursor, limit } = bounds(search)
  const listed = (side: Side | undefined, name: string) =>
    side &&
    (newer
      ? sql.raw(name)
      : sql`unnest(${side.places}::integer[], ${side.isPartly}::boolean[]) as ${sql.raw(name)}(key, partly)`)
  const source = [listed(from, 'f'), listed(to, 't')].filter((part) => part !== undefined)
  const counts = ({ stopTextIds }: Side, place: RawBuilder<unknown>, stopText: RawBuilder<unknown>) =>
    newer
      ? sql`(${place}.stop_text_id is null or ${stopText} = ${place}.stop_text_id or (${place}.stop_text_id = ${PARTLY} and ${stopText} = any(${stopTextIds}::integer[])))`
      : sql`(not ${place}.partly or ${stopText} = any(${stopTextIds}::integer[]))`
  const start = from ? sql`s.from_key = f.key and ${counts(from, sql`f`, sql`s.from_stop_text_id`)}` : sql`s.is_start`
  const end = to ? sql`s.to_key = t.key and ${counts(to, sql`t`, sql`s.to_stop_text_id`)}` : sql`s.is_end`
  // Each walk counts a ride once, by the section that is shown of it, and leaves out what earlier pages have shown.
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

/** A text like 'o' matches most rides: walking them by departure soon finds enough. Ordered by the ride's own departure. */
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

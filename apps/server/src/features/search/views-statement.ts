/** The statement of a search, which finds sections of upcoming rides between places and stop texts whose ids are known. */
import { sql, type RawBuilder } from 'kysely'
import { cardTables, foundSectionColumns, longestRide } from '#features/rides/port'
import {
  bookable,
  bounds,
  e,
  isBefore,
  matching,
  nothing,
  now,
  order,
  preferred,
  type ResolvedSearch,
  ridesOfDay,
  s,
  sectionColumns,
  type Side,
  type Span,
} from './views-conditions.ts'
import { detourSections, findsDetours } from './views-detours.ts'
import { named, namedOtherwise, type SearchPlan } from './views-texts.ts'

/**
 * Returns the statement that finds a page of sections, those by a detour after the others; undefined where the cursor is that of a ride by a detour, and
 * the search finds none.
 */
export function statement(search: ResolvedSearch): RawBuilder<unknown> | undefined {
  const { cursor, limit } = search
  const [stopping, byDetour] = [!cursor?.byDetour, search.detours && findsDetours(search)]
  if (!stopping && !byDetour) return undefined
  const hits = sectionsOf(search)
  const detourSearch = { ...search, cursor: cursor?.byDetour ? cursor : undefined, firstPage: !cursor }
  // The database looks for detours only while the page has room for them.
  const room = stopping ? sql`where (select count(*) from stopping) <= ${limit}` : nothing
  const arms = [
    stopping && { name: 'stopping', found: order(search, hits), columns: sql`false as by_detour, ${noDetour}` },
    byDetour && {
      name: 'beside',
      found: sql`select * from (${order(detourSearch, detourSections(detourSearch))}) beside ${room}`,
      columns: sql`true as by_detour, place_id, at_start, minutes, detour_price`,
    },
  ].filter((arm) => arm !== false)
  const parts = arms.map(({ name, found }) => sql`${sql.raw(name)} as materialized (${found})`)
  const all = arms.map(({ name, columns }) => sql`select ${pageColumns}, ${columns} from ${sql.raw(name)}`)
  return sql`with ${knownTexts(search)} ${sql.join(parts)}
    select ${foundSectionColumns}, found.by_detour, found.sort_key, found.sort_at from (${sql.join(all, sql` union all `)}) found ${cardTables}
    order by found.by_detour, found.sort_key, found.sort_at, found.ride_id`
}

/**
 * Returns the statement that counts what the search finds between stops in each span, up to one more than its limit, with the lowest price of what it
 * has counted.
 */
export function countStatement(search: ResolvedSearch, spans: readonly Span[]): RawBuilder<unknown> {
  const names = spans.map((_, index) => sql.raw(`span_${index}`))
  const counts = spans.map(
    (span, index) => sql`${names[index]} as materialized (
      select ${sql.lit(index)}::integer as span, count(*)::integer as count, min(price) as lowest_price from (${sectionsOf({ ...search, ...span })}) found)`,
  )
  const all = names.map((name) => sql`select * from ${name}`)
  return sql`with ${knownTexts(search)} ${sql.join(counts)}
    select count, lowest_price from (${sql.join(all, sql` union all `)}) counted order by span`
}

const sectionsOf = (search: ResolvedSearch) =>
  search.from || search.to ? sectionsBy[search.plan](search) : wholeRides(search)

const pageColumns = sql`ride_id, from_position, to_position, departs_at, arrives_at, price, seats_free, sort_key, sort_at`
const noDetour = sql`null::integer as place_id, null::boolean as at_start, null::smallint as minutes, null::integer as detour_price`

/** Returns the parts of a `with` clause that hold what the texts of the search mean. */
function knownTexts(search: ResolvedSearch) {
  const { from, to, plan } = search
  return from || to ? sql`${plan === 'rides' ? everyStopText(search) : placesAndNewStopTexts(search)},` : nothing
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
    sql`exists (select from ride_section e where e.ride_id = s.ride_id and ${matching(search, e)} and ${bookable({ ...search, viewerId: null, sameGender: 'all' }, e)} and ${condition})`
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

/**
 * Returns the sections of the rides of a day that stop at a place of the side which names fewer places. Each ride is compared with the whole
 * search, because of a day only some hundred rides stop there.
 */
function fewPlaces(search: ResolvedSearch) {
  const { from, to } = search
  const { cursor, limit } = bounds(search)
  const placesOf = (side: Side | undefined) => (side ? side.whole.length + side.partly.length : 0)
  return sql`select hit.*, hit.departs_at as sort_at from (${ridesOfDay(search, placesOf(from) < placesOf(to) ? 'from' : 'to')}) ride cross join lateral (
      select ${sectionColumns} from ride_section s
      where s.ride_id = ride.ride_id and ${matching(search)} and ${bookable(search)} ${otherwiseFound(search)}
      order by ${preferred} limit 1) hit
    ${cursor ? sql`where (hit.departs_at, hit.ride_id) > (${cursor.at}, ${cursor.id}::uuid)` : nothing}
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

const sectionsBy: Record<SearchPlan, (search: ResolvedSearch) => RawBuilder<unknown>> = {
  pairs: fewPairs,
  side: fewPlaces,
  rides: manyPairs,
}

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
      ${after ? sql`and w.departs_at >= ${after}::timestamptz - ${longestRide}` : nothing} ${before ? sql`and w.departs_at < ${before}` : nothing}
    order by w.departs_at, w.ride_id limit ${limit}`
}

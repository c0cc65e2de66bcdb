/** The candidates of a search among sections that rides offer by a detour. */
import { sql, type RawBuilder } from 'kysely'
import { longestRide } from '#features/rides/port'
import {
  bookable,
  bounds,
  e,
  endMatches,
  matching,
  nothing,
  type ResolvedSearch,
  type Side,
  startMatches,
} from './views-conditions.ts'
import { filterColumns } from './views-filters.ts'

/** A search looks at this many of the next rides that pass a place, so that a place on a busy road costs no more than another one. */
export const DETOUR_CANDIDATES = 500

/** Returns whether the search can find detours: a text that names no place of the gazetteer, or too many, is no place to drive by. */
export const findsDetours = ({ plan, from, to }: ResolvedSearch): boolean =>
  plan !== 'rides' && (from?.placeIds.length ?? 0) + (to?.placeIds.length ?? 0) > 0

/** A search for detours; `firstPage` says that the page lists the rides between stops from the first one. */
interface DetourSearch extends ResolvedSearch {
  firstPage: boolean
}

/** Returns one section by a detour of each ride, the earliest, without the rides that the search finds between stops. */
export function detourSections(search: DetourSearch): RawBuilder<unknown> {
  const { from, to } = search
  const { limit } = bounds(search)
  const arms = [from && fromPlaces(search, from), to && toPlaces(search, to)].filter((arm) => arm !== undefined)
  return sql`select *, departs_at as sort_at from (
      select distinct on (ride_id) * from (${sql.join(arms, sql` union all `)}) hit order by ride_id, departs_at, minutes) hit
    order by departs_at, ride_id limit ${limit}`
}

const enclosing = sql.raw('enclosing')
/** The columns of a section by a detour that do not depend on the end at which the place is. */
const columns = sql`enclosing.ride_id, enclosing.from_position, enclosing.to_position, ${filterColumns(enclosing)},
  enclosing.ride_departs_at, detour.place_id, detour.minutes, detour.detour_price`

const LOWER_HALF = sql.lit(2 ** 32 - 1)

/**
 * Returns the condition on a detour that its ride may stop at the other side of the search, for what the index knows. It holds for most rides that
 * do when the side names one place, and for all rides when it names hundreds.
 */
function stopsAt(search: ResolvedSearch, other: 'from' | 'to') {
  if (!search[other]) return nothing
  const [bits, places] = other === 'from' ? [sql`stops_before`, sql`f`] : [sql`stops_after`, sql`t`]
  const shared = sql`(${bits} & (select bit_or(stop_bits(key)) from ${places}))`
  // A stop has a bit in each half.
  return sql`and (${shared} & ${LOWER_HALF}) <> 0 and (${shared} >> 32) <> 0`
}

/**
 * Returns the next rides that pass the place `place.id` within a span of `passes_at`, in the order in which they do. Leaves out most of those that
 * do not stop at the other side, before it reads a ride.
 */
function passing(search: ResolvedSearch, other: 'from' | 'to', span: RawBuilder<unknown>) {
  return sql`(
    select ride_id, passes_at from ride_detour where place_id = place.id and passes_at > (select app_now()) ${span} ${stopsAt(search, other)}
    order by passes_at, ride_id limit ${sql.lit(DETOUR_CANDIDATES)}) passing
    join ride_detour detour on detour.place_id = place.id and detour.passes_at = passing.passes_at and detour.ride_id = passing.ride_id`
}

/** Returns what `sections` finds of each place of the side, as far as the page needs it. */
function ofEachPlace(search: DetourSearch, { placeIds }: Side, sections: RawBuilder<unknown>) {
  const { limit } = bounds(search)
  return sql`select hit.* from unnest(${placeIds}::integer[]) as place(id) cross join lateral (
    select s.* from (${sections}) s where ${bookable({ ...search, byDetour: true })} and not exists (${betweenStops(search)} offset 0)
    order by s.departs_at, s.ride_id limit ${limit}) hit`
}

/** Returns what the search finds of the ride of `s` between stops. */
function betweenStops(search: DetourSearch) {
  // On the first page the statement knows all such rides, or it has no room for detours.
  if (search.firstPage) return sql`select from stopping where stopping.ride_id = s.ride_id`
  const withoutViewer = { ...search, viewerId: null, sameGender: 'all' as const }
  return sql`select from ride_section e where e.ride_id = s.ride_id and ${matching(search, e)} and ${bookable(withoutViewer, e)}`
}

/** Returns the sections that start at a place: those from the stop before it, with its own time and price. */
function fromPlaces(search: DetourSearch, from: Side) {
  const { after, before } = search
  const { cursor } = bounds(search)
  const span = sql`${after ? sql`and passes_at >= ${after}` : nothing} ${before ? sql`and passes_at < ${before}` : nothing}
    ${cursor ? sql`and (passes_at, ride_id) > (${cursor.at}, ${cursor.id}::uuid)` : nothing}`
  // A ride that passes another place of the same name earlier stood on an earlier page.
  const shown = cursor
    ? sql`and not exists (select from ride_detour d where d.ride_id = detour.ride_id and d.place_id = any(${from.placeIds}::integer[])
        and (d.passes_at, d.ride_id) <= (${cursor.at}, ${cursor.id}::uuid) offset 0)`
    : nothing
  return ofEachPlace(
    search,
    from,
    sql`select ${columns}, true as at_start, detour.passes_at as departs_at,
      enclosing.arrives_at + make_interval(mins => detour.minutes) as arrives_at, enclosing.price + detour.start_change as price
    from ${passing(search, 'to', span)} join ride_section enclosing on enclosing.ride_id = detour.ride_id and enclosing.from_position = detour.leg
    where ${endMatches(search, enclosing)} ${shown}`,
  )
}

/** Returns the sections that end at a place: those to the stop after it, with its own time and price. */
function toPlaces(search: DetourSearch, to: Side) {
  const { after, before } = search
  const { cursor } = bounds(search)
  // It passes the place within the longest ride after the section's departure.
  const span = sql`${after ? sql`and passes_at >= ${after}` : nothing}
    ${before ? sql`and passes_at < ${before}::timestamptz + ${longestRide}` : nothing}`
  // A ride that stops at another place of the search's start before stood on an earlier page.
  const page = cursor
    ? sql`and (enclosing.departs_at, enclosing.ride_id) > (${cursor.at}, ${cursor.id}::uuid) and not exists (
        select from ride_section e where e.ride_id = enclosing.ride_id and e.to_position = enclosing.to_position and ${startMatches(search, e)}
          and (e.departs_at, e.ride_id) <= (${cursor.at}, ${cursor.id}::uuid) offset 0)`
    : nothing
  return ofEachPlace(
    search,
    to,
    sql`select ${columns}, false as at_start, enclosing.departs_at, detour.passes_at as arrives_at, enclosing.price + detour.end_change as price
    from ${passing(search, 'from', span)} join ride_section enclosing on enclosing.ride_id = detour.ride_id and enclosing.to_position = detour.leg + 1
    where ${startMatches(search, enclosing)} ${page}`,
  )
}

/** The candidates of a search among sections that rides offer by a detour. */
import { sql, type RawBuilder } from 'kysely'
import {
  bookable,
  bounds,
  e,
  endMatches,
  matching,
  nothing,
  type ResolvedSearch,
  ridesOfDay,
  type Side,
  startMatches,
} from './views-conditions.ts'

/** A search looks at this many of the next rides that pass a place, so that a place on a busy road costs no more than another one. */
export const DETOUR_CANDIDATES = 500

/** Returns whether the search can find detours: a text that names no place of the gazetteer, or too many, is no place to drive by. */
export const findsDetours = ({ plan, from, to }: ResolvedSearch): boolean =>
  plan !== 'rides' && (from?.placeIds.length ?? 0) + (to?.placeIds.length ?? 0) > 0

/** Returns one section by a detour of each ride, the earliest, without the rides that the search finds between stops. */
export function detourSections(search: ResolvedSearch): RawBuilder<unknown> {
  const { from, to } = search
  const { limit } = bounds(search)
  const arms = [from && fromPlaces(search, from), to && toPlaces(search, to)].filter((arm) => arm !== undefined)
  return sql`select *, departs_at as sort_at from (
      select distinct on (ride_id) * from (${sql.join(arms, sql` union all `)}) hit order by ride_id, departs_at, minutes) hit
    order by departs_at, ride_id limit ${limit}`
}

/** The columns of a section by a detour that do not depend on the end at which the place is. */
const columns = sql`enclosing.ride_id, enclosing.from_position, enclosing.to_position, enclosing.seats_free, enclosing.pets_allowed,
  enclosing.luggage, enclosing.instant_booking, enclosing.same_gender, enclosing.ride_departs_at, detour.place_id, detour.minutes, detour.detour_price`
const enclosing = sql.raw('enclosing')

/**
 * Returns the next rides that pass the place `place.id` within a span of `passes_at`, in the order in which they do. On one day it leaves out those that
 * do not stop at the other side, which it knows from indexes, before it reads a ride. Without a day there are too many.
 */
function passing(search: ResolvedSearch, other: 'from' | 'to', span: RawBuilder<unknown>) {
  const stopping =
    search.after && search.before && search[other]
      ? sql`and (ride_id in (${ridesOfDay(search, other)})) is true`
      : nothing
  return sql`(
    select ride_id, passes_at from ride_detour where place_id = place.id and passes_at > (select app_now()) ${span} ${stopping}
    order by passes_at, ride_id limit ${sql.lit(DETOUR_CANDIDATES)}) passing
    join ride_detour detour on detour.place_id = place.id and detour.passes_at = passing.passes_at and detour.ride_id = passing.ride_id`
}

/** Returns what `sections` finds of each place of the side, as far as the page needs it. */
function ofEachPlace(search: ResolvedSearch, { placeIds }: Side, sections: RawBuilder<unknown>) {
  const { limit } = bounds(search)
  const withoutViewer = { ...search, viewerId: null, sameGender: 'all' as const }
  // A section between stops is looked up for each candidate in turn, because the page is full after a few.
  return sql`select hit.* from unnest(${placeIds}::integer[]) as place(id) cross join lateral (
    select s.* from (${sections}) s where ${bookable(search)} and not exists (
      select from ride_section e where e.ride_id = s.ride_id and ${matching(search, e)} and ${bookable(withoutViewer, e)} offset 0)
    order by s.departs_at, s.ride_id limit ${limit}) hit`
}

/** Returns the sections that start at a place: those from the stop before it, with its own time and price. */
function fromPlaces(search: ResolvedSearch, from: Side) {
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
function toPlaces(search: ResolvedSearch, to: Side) {
  const { after, before } = search
  const { cursor } = bounds(search)
  // A ride takes a day at most, so it passes the place within a day after the section's departure.
  const span = sql`${after ? sql`and passes_at >= ${after}` : nothing}
    ${before ? sql`and passes_at < ${before}::timestamptz + interval '1 day'` : nothing}`
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

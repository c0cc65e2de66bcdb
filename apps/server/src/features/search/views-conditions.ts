/** The conditions of a search on sections, and the order of what it finds. */
import { sql, type RawBuilder } from 'kysely'
import { ride as rideLimits } from '@samtur/contract/constants'
import type { FilterValues, SearchSort } from '@samtur/contract/filters'
import type { Position } from './rules.ts'
import { meets, sharesGender } from './views-filters.ts'
import type { Named, SearchPlan } from './views-texts.ts'

export interface Span {
  after: Date | undefined
  before: Date | undefined
}

/** The conditions on every section. `after` and `before` are the limits of its departure. */
export interface Conditions extends Span {
  /** Every search has a number of free seats. */
  filters: FilterValues & { seats: number }
  /** Rides of drivers who have blocked the viewer, or whom the viewer has blocked, are hidden. */
  viewerId: string | null
  /** Who gets a seat at once on a ride for trusted people, if trusted; null for a visitor. */
  readerId: string | null
  /**
   * Of rides for one gender a search finds none, those of the reader's gender, or all: for administrators, and on other sections of a ride that
   * has been compared already.
   */
  sameGender: 'none' | 'own' | 'all'
  /** Only rides of this driver. */
  driverId?: string | undefined
  /** The sections are those by a detour. */
  byDetour?: boolean
}

export interface Search extends Conditions {
  from: string | undefined
  to: string | undefined
  /** Rides with a matching section that departs within this span are left out, because the search for the span finds them. */
  except: Span | undefined
  sort: SearchSort
  /** Whether rides by a detour are found, too. */
  detours: boolean
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
  plan: SearchPlan
}

/** Sorted by anything but departure, a search sorts this many of the next departures. */
export const SORTED_CANDIDATES = 2_000

/** The section that a statement looks at, and another one of its ride. */
export const s = sql.raw('s')
export const e = sql.raw('e')
export const nothing = sql``
/** A subquery, so that the database computes it once for a statement and not for every row. */
export const now = sql`(select app_now())`

/** Returns the conditions that every search has on a section; `section` is the name the statement gives it. */
export function bookable(
  { viewerId, readerId, driverId, sameGender, filters, byDetour = false, ...span }: Conditions,
  section = s,
): RawBuilder<unknown> {
  const reader = sql`${readerId}::uuid`
  return sql`${section}.ride_departs_at > ${now} and ${meets(filters, { row: section, byDetour: sql.lit(byDetour) }, reader)} ${within(span, section)}
    ${sameGender === 'all' ? nothing : sameGender === 'none' ? sql`and not ${section}.same_gender` : sql`and (not ${section}.same_gender or ${sharesGender(sql`${section}.ride_id`, reader)})`}
    ${viewerId ? sql`and not exists (select from ride r where r.id = ${section}.ride_id and blocked_between(r.driver_id, ${viewerId}))` : nothing}
    ${driverId ? sql`and ${section}.ride_id in (select id from ride where driver_id = ${driverId})` : nothing}`
}

/** Returns the condition that the section departs within the span. */
export function within({ after, before }: Span, section: RawBuilder<unknown>) {
  return sql`${after ? sql`and ${section}.departs_at >= ${after}` : nothing} ${before ? sql`and ${section}.departs_at < ${before}` : nothing}`
}

/** Returns the condition that a stop is one that a side of the search means. */
function meant(
  { plan }: ResolvedSearch,
  side: Side,
  key: RawBuilder<unknown>,
  stopText: RawBuilder<unknown>,
  others: RawBuilder<unknown>,
) {
  // With `is true` the database looks the id up in a hash table; a plain condition would become a slow join.
  if (plan === 'rides') return sql`(${stopText} in (select id from ${others})) is true`
  // Long lists are compared by a hash table, too.
  if (plan === 'side')
    return sql`(${key} in (select unnest(${side.whole}::integer[])) or ${stopText} in (select unnest(${side.stopTextIds}::integer[]))
      or ${stopText} in (select id from ${others}))`
  return sql`(${key} = any(${side.whole}::integer[]) or ${stopText} = any(${side.stopTextIds}::integer[]) or ${stopText} in (select id from ${others}))`
}

/** Returns the condition that a section starts where the search does; without a text that is the ride's start. */
export const startMatches = (search: ResolvedSearch, section = s) =>
  search.from
    ? meant(search, search.from, sql`${section}.from_key`, sql`${section}.from_stop_text_id`, sql.raw('f_stop_texts'))
    : sql`${section}.is_start`

/** Returns the condition that a section ends where the search does; without a text that is the ride's end. */
export const endMatches = (search: ResolvedSearch, section = s) =>
  search.to
    ? meant(search, search.to, sql`${section}.to_key`, sql`${section}.to_stop_text_id`, sql.raw('t_stop_texts'))
    : sql`${section}.is_end`

/** Returns the condition that a section leads between the places of the search. */
export const matching = (search: ResolvedSearch, section = s) =>
  sql`${startMatches(search, section)} and ${endMatches(search, section)}`

const w = sql.raw('w')
const longestMs = rideLimits.maxHours * 3_600_000

/**
 * Returns the rides that stop at a place of one side and may have a section on the day of the search. Reads indexes only. The statement compares the
 * sections of these rides afterwards, and may find none.
 */
export function ridesOfDay(search: ResolvedSearch, side: 'from' | 'to') {
  const { after } = search
  // A section of the day may belong to a ride that left the day before.
  const ofDay = within({ ...search, after: after && new Date(after.getTime() - longestMs) }, w)
  // A ride that stops at its own end twice has no section to it from the stops between.
  return side === 'from'
    ? sql`select w.ride_id from (select distinct key from f) place join ride_section w on w.from_key = place.key and w.is_end ${within(search, w)}
        union select w.ride_id from ride_section w where w.is_start and w.is_end and w.repeated ${ofDay}`
    : sql`select distinct w.ride_id from (select distinct key from t) place join ride_section w on w.to_key = place.key and w.is_start ${ofDay}`
}

/** Of several matching sections of a ride the earliest is shown, and of those the longest. */
export const preferred = sql`departs_at, to_position desc, from_position`
/** Returns the condition that the section comes before another one of its ride. */
export const isBefore = (section: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql`(${section}.departs_at, -${section}.to_position, ${section}.from_position) < (${other}.departs_at, -${other}.to_position, ${other}.from_position)`

export const sectionColumns = sql`s.ride_id, s.from_position, s.to_position, s.departs_at, s.arrives_at, s.price, s.seats_free`

const keys = {
  departure: sql`0`,
  price: sql`price`,
  duration: sql`(1000 * extract(epoch from arrives_at - departs_at))::integer`,
  // Ratings are from 1 to 10 with one decimal; a driver without one comes last.
  rating: sql`coalesce((select -10 * driver.rating from ride join profile driver on driver.id = ride.driver_id where ride.id = ride_id), 0)::integer`,
} satisfies Record<SearchSort, unknown>

/** Returns the page in order: candidates by departure already are that page, others are sorted by their key. */
export function order({ sort, cursor, limit }: ResolvedSearch, candidates: RawBuilder<unknown>) {
  if (sort === 'departure') return sql`select *, 0 as sort_key from (${candidates}) found`
  return sql`select * from (select *, ${keys[sort]} as sort_key from (${candidates}) found) keyed
    ${cursor ? sql`where (sort_key, sort_at, ride_id) > (${cursor.key}::integer, ${cursor.at}, ${cursor.id}::uuid)` : nothing}
    order by sort_key, sort_at, ride_id limit ${limit + 1}`
}

/** By departure the walks begin after the cursor and end with the page. The limit stands in the text, because the plan depends on it. */
export const bounds = ({ sort, cursor, limit }: ResolvedSearch) =>
  sort === 'departure'
    ? { cursor, limit: sql.lit(limit + 1) }
    : { cursor: undefined, limit: sql.lit(SORTED_CANDIDATES) }

/** Pure rules of the search: cursors of pages, and the days and places that are offered where nothing is found. */
import { alternatives, ride as rideLimits, searchDays } from '@samtur/contract/constants'
import type { SearchSort } from '@samtur/contract/filters'
import { distanceKm, placesWithin, type Place } from '#features/places/port'
import { dayInOslo } from '#platform/clock'
import { decodeCursor, encodeCursor } from '#platform/http/cursor'
import { invalidField } from '#platform/http/errors'

/** The last ride of the previous page: its sort key (0 where the search is sorted by departure), its departure and its id. */
export interface Position {
  /** It was found by a detour; such rides come after all others. */
  byDetour: boolean
  key: number
  at: Date
  id: string
}

/** Where the first page of rides by a detour begins when the page before has room for none of them. */
export const beforeAll = { key: -999_999_999, at: new Date(0), id: '00000000-0000-0000-0000-000000000000' } as const

const BY_DETOUR = 'detour.'

/**
 * Returns a cursor of an instant and an id. In front of them stand the sort and its key, unless the search is sorted by departure, and before all a
 * word where the ride was found by a detour.
 */
export function encodePosition(sort: SearchSort, { byDetour, key, at, id }: Position): string {
  const rest = encodeCursor(at, id)
  return `${byDetour ? BY_DETOUR : ''}${sort === 'departure' ? rest : `${sort}.${key}.${rest}`}`
}

const KEYED = /^([a-z]+)\.(-?\d{1,9})\.([\w-]+)$/

/** Throws `validation` on cursor, also for a cursor of another sort. */
export function decodePosition(sort: SearchSort, text: string): Position {
  const byDetour = text.startsWith(BY_DETOUR)
  const keyed = byDetour ? text.slice(BY_DETOUR.length) : text
  const [, name = 'departure', key = '0', rest = keyed] = KEYED.exec(keyed) ?? []
  if (name !== sort) throw invalidField('cursor', 'invalid')
  return { byDetour, key: Number(key), ...decodeCursor(rest) }
}

export interface Span {
  after: Date | undefined
  before: Date | undefined
}

/** Returns the span from some days before the date until some days after it. */
export function daysAround(date: string): Span {
  const day = Temporal.PlainDate.from(date)
  const { days } = alternatives
  return {
    after: dayInOslo(day.subtract({ days }).toString()).start,
    before: dayInOslo(day.add({ days }).toString()).end,
  }
}

/** Returns the days to count around the date, among those on which rides can depart; without a date the next ones. */
export function daysToCount(date: string | undefined, today: string): string[] {
  const first = Temporal.PlainDate.from(today)
  const last = first.add({ days: rideLimits.maxDaysAhead - searchDays.count + 1 })
  const middle = date ? Temporal.PlainDate.from(date) : first
  const wanted = middle.subtract({ days: Math.floor(searchDays.count / 2) })
  const [, from = first] = [first, wanted, last].toSorted(Temporal.PlainDate.compare)
  return Array.from({ length: searchDays.count }, (_, days) => from.add({ days }).toString())
}

export interface Surroundings {
  placeIds: number[]
  /** The distance to each place in a straight line. */
  km: number[]
}

/** Returns the places that are near enough to be offered instead. */
export function surroundings(centres: readonly Place[]): Surroundings {
  const near = placesWithin(centres, alternatives.radiusKm)
  return { placeIds: [...near.keys()], km: [...near.values()] }
}

/** Returns the distance between the nearest two places; undefined where a side is unknown. The detours of an offer together stay below it. */
export function wayKm(from: readonly Place[], to: readonly Place[]): number | undefined {
  const ways = from.flatMap((a) => to.map((b) => distanceKm(a, b)))
  return ways.length > 0 ? Math.min(...ways) : undefined
}

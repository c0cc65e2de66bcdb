/** Pure rules of the search: what it is sorted by, where a page begins, and which days and places are offered instead. */
import { alternatives } from '@samtur/contract/constants'
import type { SearchSort } from '@samtur/contract/filters'
import { distanceKm, placesMatching, placesWithin, resolvePlace, type Place } from '#features/places/port'
import { dayInOslo } from '#platform/clock'
import { decodeCursor, encodeCursor } from '#platform/http/cursor'
import { invalidField } from '#platform/http/errors'

/** The last ride of the page before: its sort key (always 0 by departure), then departure and id. Keys rise. */
export interface Position {
  key: number
  at: Date
  id: string
}

/** By departure a cursor is an instant and an id; by anything else the sort and its key stand in front. */
export function encodePosition(sort: SearchSort, { key, at, id }: Position): string {
  const rest = encodeCursor(at, id)
  return sort === 'departure' ? rest : `${sort}.${key}.${rest}`
}

const KEYED = /^([a-z]+)\.(-?\d{1,9})\.([\w-]+)$/

/** Error: `validation` on cursor, also for a cursor of another sort. */
export function decodePosition(sort: SearchSort, text: string): Position {
  const [, name = 'departure', key = '0', rest = text] = KEYED.exec(text) ?? []
  if (name !== sort) throw invalidField('cursor', 'invalid')
  return { key: Number(key), ...decodeCursor(rest) }
}

export interface Span {
  after: Date | undefined
  before: Date | undefined
}

/** The days around a day, with it. */
export function daysAround(date: string): Span {
  const day = Temporal.PlainDate.from(date)
  const { days } = alternatives
  return {
    after: dayInOslo(day.subtract({ days }).toString()).start,
    before: dayInOslo(day.add({ days }).toString()).end,
  }
}

/** The places that a text stands for: all namesakes, or the one that a longer description most likely means. */
export function placesOf(text: string): Place[] {
  const named = placesMatching(text)
  if (named.length > 0) return named
  const likely = resolvePlace(text)
  return likely ? [likely] : []
}

export interface Surroundings {
  placeIds: number[]
  /** Of each place, how far it is, as the crow flies. */
  km: number[]
}

/** The places near enough to be offered instead. */
export function surroundings(centres: readonly Place[]): Surroundings {
  const near = placesWithin(centres, alternatives.radiusKm)
  return { placeIds: [...near.keys()], km: [...near.values()] }
}

/** How far it is between the nearest two; undefined where a side is unknown. An offer that leads further astray than that is none. */
export function wayKm(from: readonly Place[], to: readonly Place[]): number | undefined {
  const ways = from.flatMap((a) => to.map((b) => distanceKm(a, b)))
  return ways.length > 0 ? Math.min(...ways) : undefined
}

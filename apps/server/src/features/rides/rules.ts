/** Pure rules of rides: when a trip may start and end, and how its stops divide the way, the time and the price. */
import { ride as limits } from '@samtur/contract/constants'
import type { FieldCode } from '@samtur/contract/errors'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Estimated times are told to the minute that people plan in. */
const ESTIMATE_STEP = 5 * 60_000

/** What is wrong with the times, by field; undefined when nothing is. */
export function timeProblem(now: Date, departure: Date, arrival: Date): { field: string; code: FieldCode } | undefined {
  if (departure <= now) return { field: 'departure_time', code: 'in_past' }
  if (departure.getTime() - now.getTime() > limits.maxDaysAhead * DAY)
    return { field: 'departure_time', code: 'too_far_ahead' }
  if (arrival <= departure) return { field: 'arrival_time', code: 'before_departure' }
  if (arrival.getTime() - departure.getTime() > limits.maxHours * HOUR)
    return { field: 'arrival_time', code: 'too_long_trip' }
  return undefined
}

export interface Waypoint {
  lat: number | null
  lon: number | null
}

/**
 * How much of the whole way lies behind each stop, 0 to 1, by estimated road distance. Stops whose place is unknown are spread evenly
 * between their known neighbours; when start or end are unknown, or nothing is far from anything, all pieces count the same.
 */
export function sharesOfWay<T extends Waypoint>(
  stops: readonly T[],
  distance: (a: Located, b: Located) => number,
): number[] {
  const last = stops.length - 1
  const even = stops.map((_, index) => index / last)
  const known = stops.flatMap((stop, index) => (isLocated(stop) ? [{ index, at: stop }] : []))
  if (known[0]?.index !== 0 || known.at(-1)?.index !== last) return even
  const lengths: number[] = []
  for (const [place, { index, at }] of known.entries()) {
    const next = known[place + 1]
    if (!next) break
    const pieces = next.index - index
    for (let i = 0; i < pieces; i++) lengths.push(distance(at, next.at) / pieces)
  }
  const total = lengths.reduce((sum, length) => sum + length, 0)
  if (total === 0) return even
  let behind = 0
  return [0, ...lengths.map((length) => (behind += length) / total)].map((share, index) => (index === last ? 1 : share))
}

interface Located {
  lat: number
  lon: number
}
function isLocated<T extends Waypoint>(stop: T): stop is T & Located {
  return stop.lat !== null && stop.lon !== null
}

/** When the car passes a stop, estimated between departure and arrival; the two ends are exact. */
export function passingTime(departure: Date, arrival: Date, share: number): Date {
  if (share === 0) return departure
  if (share === 1) return arrival
  const exact = departure.getTime() + share * (arrival.getTime() - departure.getTime())
  const rounded = Math.round(exact / ESTIMATE_STEP) * ESTIMATE_STEP
  return new Date(Math.min(Math.max(rounded, departure.getTime()), arrival.getTime()))
}

/** Whole kr for one person on a section: its share of the way, rounded up, never above the whole price. */
export function sectionPrice(wholePrice: number, fromShare: number, toShare: number): number {
  // Shares are fractions: without the rounding 0.7 × 300 would cost 211.
  const exact = Number((wholePrice * (toShare - fromShare)).toFixed(6))
  return Math.min(wholePrice, Math.ceil(exact))
}

export interface Section {
  from: number
  to: number
}

/**
 * Every stop with every later one. Where a ride passes the same pair of spots twice, only the first pair counts, so that a search
 * finds a ride once.
 */
export function sectionsOf(spots: readonly number[]): Section[] {
  const seen = new Set<string>()
  const sections: Section[] = []
  for (let from = 0; from < spots.length; from++) {
    for (let to = from + 1; to < spots.length; to++) {
      const pair = `${spots[from]}-${spots[to]}`
      const whole = from === 0 && to === spots.length - 1
      if (seen.has(pair) && !whole) continue
      seen.add(pair)
      sections.push({ from, to })
    }
  }
  return sections
}

/** Of each section, whether another one of the ride leads between the same two places. */
export function repeatedSections(places: readonly number[], sections: readonly Section[]): boolean[] {
  const pairs = sections.map(({ from, to }) => `${places[from]}-${places[to]}`)
  return pairs.map((pair) => pairs.indexOf(pair) !== pairs.lastIndexOf(pair))
}

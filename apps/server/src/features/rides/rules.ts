/** Pure rules of rides: when a trip may start and end, whether it can be cancelled, and how its stops divide the way and the time. */
import { ride as limits } from '@samtur/contract/constants'
import type { FieldCode } from '@samtur/contract/errors'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Estimated times are rounded to five minutes. */
const ESTIMATE_STEP = 5 * 60_000

/** Returns what is wrong with the times, by field; undefined when nothing is. */
export function timeProblem(now: Date, departure: Date, arrival: Date): { field: string; code: FieldCode } | undefined {
  if (departure <= now) return { field: 'departure_time', code: 'in_past' }
  if (departure.getTime() - now.getTime() > limits.maxDaysAhead * DAY)
    return { field: 'departure_time', code: 'too_far_ahead' }
  if (arrival <= departure) return { field: 'arrival_time', code: 'before_departure' }
  if (arrival.getTime() - departure.getTime() > limits.maxHours * HOUR)
    return { field: 'arrival_time', code: 'too_long_trip' }
  return undefined
}

/**
 * Returns the share of the whole way that lies behind each stop, 0 to 1, by `length`: the km or the minutes between two stops. Stops whose
 * place is unknown are spread evenly between their known neighbours. When the start or the end is unknown, or all lengths are 0, all pieces
 * are equal.
 */
export function sharesOfWay<T>(stops: readonly (T | undefined)[], length: (a: T, b: T) => number): number[] {
  const last = stops.length - 1
  const even = stops.map((_, index) => index / last)
  const known = stops.flatMap((stop, index) => (stop === undefined ? [] : [{ index, at: stop }]))
  if (known[0]?.index !== 0 || known.at(-1)?.index !== last) return even
  const lengths: number[] = []
  for (const [place, { index, at }] of known.entries()) {
    const next = known[place + 1]
    if (!next) break
    const pieces = next.index - index
    for (let i = 0; i < pieces; i++) lengths.push(length(at, next.at) / pieces)
  }
  const total = lengths.reduce((sum, one) => sum + one, 0)
  if (total === 0) return even
  let behind = 0
  return [0, ...lengths.map((one) => (behind += one) / total)].map((share, index) => (index === last ? 1 : share))
}

/** Returns when the car passes a stop, estimated between departure and arrival; the two ends are exact. */
export function passingTime(departure: Date, arrival: Date, share: number): Date {
  if (share === 0) return departure
  if (share === 1) return arrival
  const exact = departure.getTime() + share * (arrival.getTime() - departure.getTime())
  const rounded = Math.round(exact / ESTIMATE_STEP) * ESTIMATE_STEP
  return new Date(Math.min(Math.max(rounded, departure.getTime()), arrival.getTime()))
}

interface Cancelling {
  status: 'active' | 'cancelled'
  departure_time: Date
}

/** Decides whether a driver can cancel a ride; a cancelled one stays as it is. */
export function decideCancellation(
  { status, departure_time }: Cancelling,
  now: Date,
): 'cancelled' | 'unchanged' | 'ride_departed' {
  if (status === 'cancelled') return 'unchanged'
  return departure_time <= now ? 'ride_departed' : 'cancelled'
}

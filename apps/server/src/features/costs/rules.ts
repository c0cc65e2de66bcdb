/** Pure arithmetic of sharing costs. */
import { countries, type Country, typedDistance } from '@samtur/contract/constants'

interface Point {
  lat: number
  lon: number
}

/**
 * Returns the whole km along the stops whose place is known; null while start or end is unknown, and where the sum is 0, as from a place
 * back to itself through an unknown one.
 */
export function tripKm<T extends Point>(
  stops: readonly (T | undefined)[],
  distance: (a: T, b: T) => number,
): number | null {
  if (!stops[0] || !stops.at(-1)) return null
  const known = stops.filter((stop) => stop !== undefined)
  const km = known.slice(1).reduce((sum, stop, index) => sum + distance(known[index] ?? stop, stop), 0)
  return Math.round(km) || null
}

/** Returns which whole km may be typed for a trip with this straight line along its stops, null where a place is unknown. */
export function distanceBounds(straightKm: number | null): { min: number; max: number } {
  if (straightKm === null) return { min: 1, max: typedDistance.max }
  const max = straightKm * typedDistance.factor + typedDistance.slack
  return { min: Math.max(1, Math.floor(straightKm)), max: Math.min(typedDistance.max, Math.floor(max)) }
}

export interface Costs {
  distanceKm: number
  orePerKm: number
  /** Tolls and ferry of the whole trip, whole kr. */
  extraCosts: number
  totalSeats: number
}

/** Returns the number of people in the full car, with the driver. */
export const peopleIn = (totalSeats: number): number => totalSeats + 1

/** Returns one person's share in whole kr, rounded down so that the passengers never pay more than their part. */
export function shareOf({ distanceKm, orePerKm, extraCosts, totalSeats }: Costs): number {
  return Math.floor((distanceKm * orePerKm + extraCosts * 100) / (100 * peopleIn(totalSeats)))
}

/** Returns the country if it has rates; prices elsewhere are not compared with costs. */
export function countryWithRate(country: string | undefined): Country | undefined {
  return countries.find((known) => known === country)
}

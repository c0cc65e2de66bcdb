/** Pure arithmetic of sharing costs. */
import { countries, type Country, typedDistance } from '@samtur/contract/constants'
import type { RoadWay } from '@samtur/contract/places'

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

/** Our figures of a trip, up to which those of the driver count. */
export interface OwnFigures {
  km: number
  /** The most that tolls and ferry can be, whole kr. */
  costs: number
}

/** A driver who fetches passengers at home or avoids a closed road seldom drives a quarter more than the way by road. */
const COUNTED_KM = 1.25
/**
 * Above this, tolls and ferry are far above the road's. A car with a trailer, or a list price in Danish kroner, comes to about twice a listed
 * price. The table has no fares of ferries and few tolls of roads: the dearest ferries cost about 15 kr for a km, Norwegian main roads below 1 kr,
 * and the toll rings of two cities 100 kr.
 */
const COUNTED_COSTS = { listed: 2, ferryKm: 15, km: 1, slack: 100 }

/** Returns our figures of the way that the driver takes: the other one where the typed kilometres are those that are offered with it. */
export function figuresOf(
  way: RoadWay,
  other: Pick<RoadWay, 'km' | 'ferries' | 'tolls'> | null,
  typedKm: number | null,
): OwnFigures {
  const { km, ferries, tolls } = other?.km === typedKm && other ? other : way
  const ferryKm = ferries.reduce((sum, ferry) => sum + ferry.km, 0)
  const listed = tolls.reduce((sum, { petrol, electric }) => sum + (petrol ?? electric ?? 0), 0)
  const { slack, ...per } = COUNTED_COSTS
  return { km, costs: Math.round(slack + listed * per.listed + ferryKm * per.ferryKm + (km - ferryKm) * per.km) }
}

/** Returns the figures that count: the driver's, up to what ours allow. Without ours the driver's count as they are. */
export function countedFigures(
  typed: { km: number | null; costs: number },
  own: OwnFigures | null,
): { km: number | null; costs: number } {
  if (!own) return typed
  return {
    km: typed.km === null ? own.km : Math.min(typed.km, Math.floor(own.km * COUNTED_KM)),
    costs: Math.min(typed.costs, own.costs),
  }
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

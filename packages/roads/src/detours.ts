/** What it costs to drive by a place on the way between two others, by the network of roads. */
import type { Place } from './gazetteer.ts'
import { treeFrom } from './network.ts'
import { accessesOf, isCovered, lengthFrom, MINUTES_PER_KM, type Road, roadBetween, type RoadMap } from './road-map.ts'

/** A way by a place, compared with the way without it. Km and minutes are fractions. */
export interface Insertion {
  place: Place
  /** By which the way gets longer; never below 0. */
  km: number
  minutes: number
  /** The part of the new way that lies before the place, 0 to 1. */
  kmShare: number
  minutesShare: number
}

/**
 * Returns the way by the place between the two ends of a way; undefined where one of the three is outside the network, so that nothing is
 * known.
 */
export function insertionAt(map: RoadMap, { from, to, ...direct }: Road, place: Place): Insertion | undefined {
  if (![from, to, place].every((one) => isCovered(map, one))) return undefined
  const [there, onward] = [lengthFrom(map, from, place), lengthFrom(map, to, place)]
  const [km, minutes] = [there.km + onward.km, there.minutes + onward.minutes]
  return {
    place,
    km: longerBy(km, direct.km),
    minutes: longerBy(minutes, direct.minutes),
    kmShare: km === 0 ? 0 : there.km / km,
    minutesShare: minutes === 0 ? 0 : there.minutes / minutes,
  }
}

/** Returns a difference without the last digits, which sums of fractions leave. */
const longerBy = (length: number, direct: number) => Math.max(0, Number((length - direct).toFixed(6)))

/** Places that ways may lead by, with the node that each of them is. */
export interface Candidates {
  places: readonly Place[]
  /** -1 for a place that is no node. */
  nodes: Int32Array
}

/** Returns the places that the network covers, in the given order. */
export function candidatesOf(map: RoadMap, all: readonly Place[]): Candidates {
  const places = all.filter((place) => isCovered(map, place))
  return { places, nodes: Int32Array.from(places, ({ id }) => map.nodeOf.get(id) ?? -1) }
}

/** A way by a place on one leg of a trip. */
export interface LegInsertion extends Insertion {
  /** The number of the leg, from 0. */
  leg: number
}

/**
 * Returns the ways by places that are no stops and make the trip at most this many minutes longer, each place once, where it costs least, in the
 * order of the places. On legs with an unknown end nothing is found.
 */
export function insertionsAlong(
  map: RoadMap,
  stops: readonly (Place | undefined)[],
  candidates: Candidates,
  mostMinutes: number,
): LegInsertion[] {
  if (mostMinutes <= 0) return []
  const best = new Map<number, LegInsertion>()
  for (const [leg, from] of stops.slice(0, -1).entries()) {
    const to = stops[leg + 1]
    if (!from || !to || from.id === to.id || !isCovered(map, from) || !isCovered(map, to)) continue
    const road = roadBetween(map, from, to)
    for (const nth of placesNear(map, road, candidates, mostMinutes)) {
      const place = candidates.places[nth]
      const found = place && insertionAt(map, road, place)
      if (found && found.minutes <= mostMinutes && found.minutes < (best.get(nth)?.minutes ?? Infinity))
        best.set(nth, { ...found, leg })
    }
  }
  const stopIds = new Set(stops.map((stop) => stop?.id))
  return [...best]
    .filter(([, { place }]) => !stopIds.has(place.id))
    .toSorted(([a], [b]) => a - b)
    .map(([, found]) => found)
}

/** Minutes by which the estimate that chooses the places may be wrong, for places that are no nodes. */
const SLACK_MINUTES = 5

/** Returns which candidates may be near enough to a way: the exact way by each is found for those alone. */
function placesNear(map: RoadMap, { from, to, minutes }: Road, { places, nodes }: Candidates, mostMinutes: number) {
  const [there, onward] = [minutesFrom(map, from), minutesFrom(map, to)]
  const most = minutes + mostMinutes + SLACK_MINUTES
  const near: number[] = []
  for (let nth = 0; nth < nodes.length; nth++) {
    const node = nodes[nth] ?? -1
    const place = places[nth]
    const by =
      node >= 0 || !place ? (there[node] ?? 0) + (onward[node] ?? 0) : aside(place, there) + aside(place, onward)
    if (by <= most) near.push(nth)
  }
  return near

  function aside(place: Place, fromEnd: Float64Array) {
    return Math.min(...accessesOf(map, place).map(({ node, km }) => (fromEnd[node] ?? Infinity) + km * MINUTES_PER_KM))
  }
}

/** Returns for each node the least minutes from an end of a way. */
function minutesFrom(map: RoadMap, end: Place): Float64Array {
  const [first, ...others] = accessesOf(map, end).map(({ node, km }) => ({ minutes: treeFrom(map.network, node).minutes, aside: km * MINUTES_PER_KM })) // prettier-ignore
  if (!first) return new Float64Array()
  if (others.length === 0 && first.aside === 0) return first.minutes
  return first.minutes.map((minutes, node) =>
    others.reduce((least, other) => Math.min(least, (other.minutes[node] ?? 0) + other.aside), minutes + first.aside),
  )
}

/** Which places on the way of a trip are offered as stops. */
import { suggestions as limits } from '@samtur/contract/constants'
import type { StopSuggestion } from '@samtur/contract/places'
import { distanceKm } from '@samtur/roads/distance'
import type { Place } from '@samtur/roads/gazetteer'
import type { Network } from '@samtur/roads/network'
import type { Road } from '@samtur/roads/road-map'
import type { RoadNode } from '@samtur/roads/stretches'

/** Nearer than this to a stop, km, a place is the same town to a passenger; on a long trip so is a suburb. */
const SAME_TOWN = { km: 10, longTripPart: 0.1, mostKm: 30 }
/** A town beside the road, such as one that a motorway leads round, is this many minutes from it at most. */
const MAX_MINUTES_ASIDE = 12
/** Another driver who stops at a place says more about it than a search does. */
const DRIVER_WEIGHT = 5

/** A place on the way, and how many of the trip's stops come before it. */
export interface Candidate {
  place: Place
  position: number
}

/** Returns the towns that the trip passes, in order; none in the towns of its stops. `beside` has the nodes next to a node. */
export function candidatesOn(legs: readonly Road[], beside: (node: RoadNode) => readonly RoadNode[]): Candidate[] {
  const stops = legs.flatMap(({ from, to }) => [from, to])
  const tripKm = legs.reduce((sum, { km }) => sum + km, 0)
  const sameTownKm = Math.min(SAME_TOWN.mostKm, Math.max(SAME_TOWN.km, tripKm * SAME_TOWN.longTripPart))
  const first = new Map<number, Candidate>()
  for (const [position, { nodes }] of legs.entries()) {
    for (const { place } of nodes.flatMap((node) => [node, ...beside(node)])) {
      if (place?.kind === 'town' && !first.has(place.id)) first.set(place.id, { place, position })
    }
  }
  return [...first.values()].filter(({ place }) => stops.every((stop) => distanceKm(stop, place) >= sameTownKm))
}

/** Returns the nodes that a short drive leads to from each node of the network. */
export function nodesBeside({ nodes, links }: Network): (node: RoadNode) => readonly RoadNode[] {
  const indexes = new Map(nodes.map((node, index) => [node, index]))
  return (node) =>
    (links[indexes.get(node) ?? -1] ?? []).flatMap(({ to, stretch }) => {
      const isNear = stretch.kind === 'road' && stretch.minutes <= MAX_MINUTES_ASIDE
      return isNear ? (nodes[to] ?? []) : []
    })
}

interface Demand {
  drivers: number
  searches: number
}

/**
 * Returns the places that most drivers stop at and most passengers search for, of equals the largest, in the order of the way. Small
 * counts are left out of the response: they could be one person's.
 */
export function suggestStops(
  candidates: readonly Candidate[],
  demandOf: (placeId: number) => Demand | undefined,
): StopSuggestion[] {
  const wanted = ({ place }: Candidate) => {
    const { drivers = 0, searches = 0 } = demandOf(place.id) ?? {}
    return drivers * DRIVER_WEIGHT + searches
  }
  const best = candidates
    .toSorted((a, b) => wanted(b) - wanted(a) || b.place.population - a.place.population || a.place.id - b.place.id)
    .slice(0, limits.max)
  const shown = (count = 0) => (count < limits.minimum ? 0 : count)
  return candidates
    .filter((candidate) => best.includes(candidate))
    .map(({ place, position }) => ({
      place_id: place.id,
      name: place.name,
      lat: place.lat,
      lon: place.lon,
      position,
      drivers: shown(demandOf(place.id)?.drivers),
      searches: shown(demandOf(place.id)?.searches),
    }))
}

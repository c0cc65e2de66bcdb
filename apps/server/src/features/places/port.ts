/** What other slices may use of the gazetteer and the roads. They are read once, when they are first needed. */
import {
  type Candidates,
  candidatesOf,
  insertionAt,
  type Insertion,
  insertionsAlong,
  type LegInsertion,
} from '@samtur/roads/detours'
import { placesWithin as within } from '@samtur/roads/distance'
import { type Place, readPlaces } from '@samtur/roads/gazetteer'
import { buildNetwork } from '@samtur/roads/network'
import { buildRoadMap, otherWay, type Road, roadBetween as between, type RoadMap } from '@samtur/roads/road-map'
import { readRoadTables } from '@samtur/roads/stretches'
import type { RoadEngine } from '#platform/road-engine'
import { buildPlaceIndex, type PlaceIndex } from './rules-index.ts'
import { withMeasurement } from './rules-measured.ts'
import * as reading from './rules-reading.ts'
import { type Candidate, candidatesOn, nodesBeside } from './rules-suggestions.ts'

export type { Insertion, LegInsertion } from '@samtur/roads/detours'
export { distanceKm } from '@samtur/roads/distance'
export type { Place } from '@samtur/roads/gazetteer'
export type { Road } from '@samtur/roads/road-map'
export { createSearchCounts, type SearchCounts } from './jobs.ts'
export { presentLine, presentRoad } from './present.ts'
export { foldPlace, lowerCase } from './rules-folding.ts'
export { suggestStops } from './rules-suggestions.ts'
export { findDemand } from './views.ts'

let index: PlaceIndex | undefined

export function places(): PlaceIndex {
  index ??= buildPlaceIndex(readPlaces())
  return index
}

let map: RoadMap | undefined

export function roadMap(): RoadMap {
  map ??= buildRoadMap(loadNetwork())
  return map
}

/** `npm run check roads` refuses wrong rows; at the start one would only be left out. */
function loadNetwork() {
  const { nodes, stretches } = readRoadTables(places().places)
  return buildNetwork(nodes, stretches)
}

/** Returns the way between two places. */
export type RoadOf = (from: Place, to: Place) => Road

export const roadBetween: RoadOf = (from, to) => between(roadMap(), from, to)

/**
 * Returns the ways between neighbouring stops with the engine's measurements. Without an engine, where it says nothing, and between other
 * places they are the network's. Call it before a transaction, because it may take most of a second.
 */
export async function measuredRoads(engine: RoadEngine | null, stops: readonly (Place | undefined)[]): Promise<RoadOf> {
  const legs = engine && roadAlong(stops)?.filter(({ from, to }) => from.id !== to.id)
  if (!engine || !legs) return roadBetween
  const keyOf = (from: Place, to: Place) => `${from.id} ${to.id}`
  const found = await engine.measure(legs)
  const measured = new Map(
    legs.map((leg, index) => [keyOf(leg.from, leg.to), withMeasurement(leg, found[index] ?? null)]),
  )
  return (from, to) => measured.get(keyOf(from, to)) ?? roadBetween(from, to)
}

/** Returns the way along the stops whose place is known, leg by leg; null while start or end is unknown, and where it has no length. */
export function roadAlong(stops: readonly (Place | undefined)[], roadOf: RoadOf = roadBetween): Road[] | null {
  if (!stops[0] || !stops.at(-1)) return null
  const known = stops.filter((stop) => stop !== undefined)
  const legs = known.slice(1).map((stop, index) => roadOf(known[index] ?? stop, stop))
  return legs.some(({ km }) => km > 0) ? legs : null
}

/** Returns another way of a trip without stops between; null where there is none. */
export function otherRoad(legs: readonly Road[]): Road | null {
  const [only, ...more] = legs
  return only && more.length === 0 ? (otherWay(roadMap(), only) ?? null) : null
}

let beside: ReturnType<typeof nodesBeside> | undefined

/** Returns the towns on the way of a trip, in order, each with the number of its stops before it. */
export function townsOn(legs: readonly Road[]): Candidate[] {
  beside ??= nodesBeside(roadMap().network)
  return candidatesOn(legs, beside)
}

let detourPlaces: Candidates | undefined

/**
 * Returns the ways by places beside the legs of a trip, the largest places first, that make it longer by at most these minutes. Areas are no
 * places to get in.
 */
export function detoursAlong(stops: readonly (Place | undefined)[], mostMinutes: number): LegInsertion[] {
  detourPlaces ??= candidatesOf(
    roadMap(),
    places()
      .places.filter(({ kind }) => kind !== 'area')
      .toSorted((a, b) => b.population - a.population || a.id - b.id),
  )
  return insertionsAlong(roadMap(), stops, detourPlaces, mostMinutes)
}

/** Returns what it costs to drive by a place on the way between two stops; undefined where the roads are not known. */
export const detourBy = (from: Place, to: Place, place: Place): Insertion | undefined =>
  insertionAt(roadMap(), roadBetween(from, to), place)

export const placeById = (id: number): Place | undefined => places().byId.get(id)
/** Returns the chosen place, or else the one that the text names; an unknown id counts as not chosen. */
export const placeOfStop = (stop: { text: string; place_id: number | null }): Place | undefined =>
  (stop.place_id === null ? undefined : placeById(stop.place_id)) ?? resolvePlace(stop.text)
export const resolvePlace = (text: string): Place | undefined => reading.readPlace(places(), text)
export const placesWithin = (centres: readonly Place[], km: number): Map<number, number> =>
  within(places().places, centres, km)
export const placesMatching = (text: string): Place[] => reading.placesMatching(places(), text)
export const placesMeant = (text: string): Place[] => reading.placesMeant(places(), text)

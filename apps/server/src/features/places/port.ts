/** What other slices may use of the gazetteer and the roads. They are read once, when they are first needed. */
import { readFileSync } from 'node:fs'
import type { RoadEngine } from '#platform/road-engine'
import * as reading from './rules-reading.ts'
import {
  type Candidates,
  candidatesOf,
  insertionAt,
  type Insertion,
  insertionsAlong,
  type LegInsertion,
} from './rules-detours.ts'
import { placesWithin as within } from './rules-distance.ts'
import { buildPlaceIndex, type Country, type Place, type PlaceIndex, type PlaceKind } from './rules-index.ts'
import { withMeasurement } from './rules-measured.ts'
import { buildNetwork } from './rules-network.ts'
import { buildRoadMap, otherWay, type Road, roadBetween as between, type RoadMap } from './rules-road.ts'
import { readRoads, type RoadTables } from './rules-stretches.ts'
import { type Candidate, candidatesOn, nodesBeside } from './rules-suggestions.ts'

export { presentLine, presentRoad } from './present.ts'
export { distanceKm } from './rules-distance.ts'
export { foldPlace, lowerCase } from './rules-folding.ts'
export type { Place } from './rules-index.ts'
export { createSearchCounts, type SearchCounts } from './jobs.ts'
export type { Insertion, LegInsertion } from './rules-detours.ts'
export { suggestStops } from './rules-suggestions.ts'
export { findDemand } from './views.ts'
export type { Road } from './rules-road.ts'

const FILE = new URL('./data/places.tsv', import.meta.url)
const ROADS = new URL('./data/roads.tsv', import.meta.url)
const JUNCTIONS = new URL('./data/road-junctions.tsv', import.meta.url)
const COLUMNS = 'id\tname\tcountry\tregion\tpopulation\tlat\tlon\tkind\taliases'

let index: PlaceIndex | undefined

export function places(): PlaceIndex {
  index ??= buildPlaceIndex(parsePlaces(readFileSync(FILE, 'utf8')))
  return index
}

let map: RoadMap | undefined

export function roadMap(): RoadMap {
  map ??= buildRoadMap(loadNetwork())
  return map
}

/** `npm run check roads` refuses wrong rows; at the start one would only be left out. */
function loadNetwork() {
  const { nodes, stretches } = readRoadTables()
  return buildNetwork(nodes, stretches)
}

export const readRoadTables = (): RoadTables =>
  readRoads(places().places, readFileSync(JUNCTIONS, 'utf8'), readFileSync(ROADS, 'utf8'))

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
  within(places(), centres, km)
export const placesMatching = (text: string): Place[] => reading.placesMatching(places(), text)
export const placesMeant = (text: string): Place[] => reading.placesMeant(places(), text)

function parsePlaces(tsv: string): Place[] {
  const [header, ...lines] = tsv.trimEnd().split('\n')
  if (header !== COLUMNS) throw new Error('places.tsv: unexpected columns')
  return lines.map(parsePlace)
}

function parsePlace(line: string): Place {
  const [id, name, country, region, population, lat, lon, kind, aliases] = line.split('\t')
  if (!name || !region || !isCountry(country) || !isKind(kind)) throw new Error(`places.tsv: ${line}`)
  return {
    id: Number(id),
    name,
    country,
    region,
    population: Number(population),
    lat: Number(lat),
    lon: Number(lon),
    kind,
    aliases: aliases ? aliases.split('|') : [],
  }
}

const isCountry = (text = ''): text is Country => /^(NO|DK|SE|FI|IS)$/.test(text)
const isKind = (text = ''): text is PlaceKind => /^(town|airport|ski|ferry|area)$/.test(text)

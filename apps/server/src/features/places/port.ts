/** What other slices may use of the gazetteer. It is read once, when the server starts. */
import { readFileSync } from 'node:fs'
import * as rules from './rules.ts'
import { placesWithin as within } from './rules-distance.ts'
import { buildPlaceIndex, type Country, type Place, type PlaceIndex, type PlaceKind } from './rules-index.ts'

export { distanceKm, roadKm } from './rules-distance.ts'
export { foldPlace, lowerCase } from './rules-folding.ts'
export type { Place } from './rules-index.ts'

const FILE = new URL('./data/places.tsv', import.meta.url)
const COLUMNS = 'id\tname\tcountry\tregion\tpopulation\tlat\tlon\tkind\taliases'

let index: PlaceIndex | undefined

export function places(): PlaceIndex {
  index ??= buildPlaceIndex(parsePlaces(readFileSync(FILE, 'utf8')))
  return index
}

export const placeById = (id: number): Place | undefined => places().byId.get(id)
/** Returns the chosen place, or else the one that the text names; an unknown id counts as not chosen. */
export const placeOfStop = (stop: { text: string; place_id: number | null }): Place | undefined =>
  (stop.place_id === null ? undefined : placeById(stop.place_id)) ?? resolvePlace(stop.text)
export const resolvePlace = (text: string): Place | undefined => rules.resolvePlace(places(), text)
export const placesWithin = (centres: readonly Place[], km: number): Map<number, number> =>
  within(places(), centres, km)
export const placesMatching = (text: string): Place[] => rules.placesMatching(places(), text)

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

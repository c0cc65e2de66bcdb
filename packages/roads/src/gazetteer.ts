/** The gazetteer: the places that people travel between. */
import { readFileSync } from 'node:fs'

export type PlaceKind = 'town' | 'airport' | 'ski' | 'ferry' | 'area'
export type Country = 'NO' | 'DK' | 'SE' | 'FI' | 'IS'

export type Point = { lat: number; lon: number }

export type Place = Point & {
  id: number
  name: string
  country: Country
  /** County, with the municipality in front where one county has the name twice. */
  region: string
  /** 0 when unknown. */
  population: number
  kind: PlaceKind
  aliases: string[]
}

const FILE = new URL('../data/places.tsv', import.meta.url)
const COLUMNS = 'id\tname\tcountry\tregion\tpopulation\tlat\tlon\tkind\taliases'

/** Reads the gazetteer, which is sorted by country and name. */
export function readPlaces(): Place[] {
  const [header, ...lines] = readFileSync(FILE, 'utf8').trimEnd().split('\n')
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

/** The gazetteer: the places that people travel between. */
import { readFileSync } from 'node:fs'

const kinds = ['town', 'airport', 'ski', 'ferry', 'area'] as const
export type PlaceKind = (typeof kinds)[number]
export const countries = ['NO', 'DK', 'SE', 'FI', 'IS'] as const
export type Country = (typeof countries)[number]

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

const isCountry = (text = ''): text is Country => countries.some((one) => one === text)
const isKind = (text = ''): text is PlaceKind => kinds.some((one) => one === text)

/** Reads the tables of roads and junctions. `problems.ts` says what is wrong with a row. */
import { readFileSync } from 'node:fs'
import type { Place, Point } from './gazetteer.ts'

export const KINDS = ['road', 'bridge', 'tunnel', 'ferry'] as const
export type StretchKind = (typeof KINDS)[number]
export const SEASONS = ['', 'winter', 'closed'] as const
export const CURRENCIES = ['NOK', 'DKK', 'SEK'] as const
export const STRETCH_COLUMNS =
  'from\tto\tkm\tminutes\tkind\tname\twait\ttoll\ttoll_electric\tcurrency\tconfidence\tseason\tsource\tchecked'
export const JUNCTION_COLUMNS = 'key\tlat\tlon'

/** A place or junction where stretches of road meet. */
export interface RoadNode extends Point {
  /** As the tables name it: country and name, such as `NO Bergen`. */
  key: string
  /** Undefined for a junction. */
  place: Place | undefined
}

/** A list price of one passage, whole units of the currency; `electric` is null where it is the same or unknown. */
export interface Toll {
  petrol: number | null
  electric: number | null
  currency: (typeof CURRENCIES)[number]
  /** Year of the list price, which the source names. */
  year: number
}

/** A piece of road, or a crossing, between two neighbouring nodes; it is driven in both directions. */
export interface Stretch {
  from: number
  to: number
  km: number
  /** Without the wait. */
  minutes: number
  kind: StretchKind
  /** Of a ferry connection, bridge or tunnel; of a road only where it has a toll. */
  name: string
  /** Usual minutes of waiting for a ferry. */
  wait: number
  toll: Toll | null
  /** False where the figures may be more than 5 % off. */
  sure: boolean
  /** `winter`: often closed or in convoy in winter. `closed`: shut all winter. */
  season: (typeof SEASONS)[number]
}

export interface RoadTables {
  nodes: RoadNode[]
  stretches: Stretch[]
}

const ROADS = new URL('../data/roads.tsv', import.meta.url)
const JUNCTIONS = new URL('../data/road-junctions.tsv', import.meta.url)

/** Returns the tables of junctions and roads as they ship. */
export const readTables = (): [junctionsTsv: string, roadsTsv: string] => [
  readFileSync(JUNCTIONS, 'utf8'),
  readFileSync(ROADS, 'utf8'),
]

/** Reads the tables as they ship. */
export const readRoadTables = (places: readonly Place[]): RoadTables => readRoads(places, ...readTables())

/** Reads both tables. A row without two known nodes is left out. */
export function readRoads(places: readonly Place[], junctionsTsv: string, roadsTsv: string): RoadTables {
  const known = placeNodes(places)
  for (const row of rowsOf(junctionsTsv)) {
    const node = junctionOf(row)
    if (node && !known.has(node.key)) known.set(node.key, node)
  }
  const nodes: RoadNode[] = []
  const indexes = new Map<string, number>()
  const indexOf = (key: string): number | undefined => {
    const node = known.get(key)
    if (!node) return undefined
    const index = indexes.get(key) ?? nodes.push(node) - 1
    indexes.set(key, index)
    return index
  }
  const stretches: Stretch[] = []
  for (const row of rowsOf(roadsTsv)) {
    const [from, to] = [indexOf(row[0] ?? ''), indexOf(row[1] ?? '')]
    if (from !== undefined && to !== undefined) stretches.push({ from, to, ...figuresOf(row) })
  }
  return { nodes, stretches }
}

/** Returns the rows of a table below its header. */
export const rowsOf = (tsv: string): string[][] =>
  tsv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

/** Returns the places by key. The county stands behind a name that a country has twice. */
export function placeNodes(places: readonly Place[]): Map<string, RoadNode> {
  const named = Map.groupBy(places, ({ country, name }) => `${country} ${name}`)
  const nodes = new Map<string, RoadNode>()
  for (const [name, namesakes] of named) {
    for (const place of namesakes) {
      const key = namesakes.length > 1 ? `${name} (${place.region})` : name
      nodes.set(key, { key, place, lat: place.lat, lon: place.lon })
    }
  }
  return nodes
}

/** Returns the junction of a row; undefined where the row is incomplete. */
export function junctionOf([key = '', lat = '', lon = '']: readonly string[]): RoadNode | undefined {
  const node = { key, place: undefined, lat: Number(lat), lon: Number(lon) }
  return key !== '' && lat !== '' && lon !== '' && !Number.isNaN(node.lat + node.lon) ? node : undefined
}

/** Returns what a row says of its stretch, without its nodes. */
export function figuresOf(row: readonly string[]): Omit<Stretch, 'from' | 'to'> {
  const [, , km, minutes, kind, name = '', wait, petrol, electric, currency, confidence, season, source] = row
  const price = (text: string | undefined) => (text ? Number(text) : null)
  return {
    km: Number(km),
    minutes: Number(minutes),
    kind: KINDS.find((one) => one === kind) ?? 'road',
    name,
    wait: Number(wait),
    toll:
      petrol || electric
        ? {
            petrol: price(petrol),
            electric: price(electric),
            currency: CURRENCIES.find((one) => one === currency) ?? 'NOK',
            year: Number(/20\d\d/.exec(source ?? '')?.[0] ?? 0),
          }
        : null,
    sure: confidence === 'sure',
    season: SEASONS.find((one) => one === season) ?? '',
  }
}

/** Reads the tables of roads and junctions, and says what is wrong with a row. */
import { readFileSync } from 'node:fs'
import { distanceKm } from './distance.ts'
import type { Place, Point } from './gazetteer.ts'

const KINDS = ['road', 'bridge', 'tunnel', 'ferry'] as const
export type StretchKind = (typeof KINDS)[number]
const SEASONS = ['', 'winter', 'closed'] as const
const CURRENCIES = ['NOK', 'DKK', 'SEK'] as const
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
  /** What is wrong, with the row. */
  problems: string[]
}

const ROADS = new URL('../data/roads.tsv', import.meta.url)
const JUNCTIONS = new URL('../data/road-junctions.tsv', import.meta.url)

/** Reads the tables as they ship. */
export const readRoadTables = (places: readonly Place[]): RoadTables =>
  readRoads(places, readFileSync(JUNCTIONS, 'utf8'), readFileSync(ROADS, 'utf8'))

/** Reads both tables. Rows with problems that leave no stretch are left out. */
export function readRoads(places: readonly Place[], junctionsTsv: string, roadsTsv: string): RoadTables {
  const problems: string[] = []
  const known = nodesByKey(places, rowsOf(junctionsTsv, JUNCTION_COLUMNS, problems), problems)
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
  const seen = new Set<string>()
  for (const row of rowsOf(roadsTsv, STRETCH_COLUMNS, problems)) {
    const [from, to] = [indexOf(row[0] ?? ''), indexOf(row[1] ?? '')]
    const text = row.join('\t')
    if (from === undefined || to === undefined) {
      problems.push(`unknown node: ${text}`)
      continue
    }
    const stretch = stretchOf(row, from, to)
    problems.push(...problemsOf(row, stretch, nodes).map((problem) => `${problem}: ${text}`))
    const pair = [from, to].toSorted((a, b) => a - b).join()
    const id = `${pair} ${stretch.kind === 'ferry' ? stretch.name : ''}`
    if (seen.has(id)) problems.push(`repeated: ${text}`)
    seen.add(id)
    stretches.push(stretch)
  }
  return { nodes, stretches, problems }
}

function rowsOf(tsv: string, columns: string, problems: string[]): string[][] {
  const [header, ...lines] = tsv.trimEnd().split('\n')
  if (header !== columns) problems.push(`unexpected columns: ${header}`)
  return lines.map((line) => line.split('\t'))
}

/** Returns places and junctions by key. The county stands behind a name that a country has twice. */
function nodesByKey(places: readonly Place[], junctions: string[][], problems: string[]): Map<string, RoadNode> {
  const named = Map.groupBy(places, ({ country, name }) => `${country} ${name}`)
  const nodes = new Map<string, RoadNode>()
  for (const [name, namesakes] of named) {
    for (const place of namesakes) {
      const key = namesakes.length > 1 ? `${name} (${place.region})` : name
      nodes.set(key, { key, place, lat: place.lat, lon: place.lon })
    }
  }
  for (const [key = '', lat = '', lon = ''] of junctions) {
    const node = { key, place: undefined, lat: Number(lat), lon: Number(lon) }
    const isComplete = key !== '' && lat !== '' && lon !== '' && !Number.isNaN(node.lat + node.lon)
    if (!isComplete || nodes.has(key)) problems.push(`junction incomplete or repeated: ${key}`)
    else nodes.set(key, node)
  }
  return nodes
}

function stretchOf(row: string[], from: number, to: number): Stretch {
  const [, , km, minutes, kind, name = '', wait, petrol, electric, currency, confidence, season, source] = row
  const price = (text: string | undefined) => (text ? Number(text) : null)
  return {
    from,
    to,
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

/** Slower or faster than this, a figure is wrong, km/h. */
const SPEED = { min: 20, max: 115 }
/** A road may be this much longer than the straight line; `slackKm` lets short ones wind. */
const LONGEST = { factor: 2.5, slackKm: 3 }
/** Coordinates are the centres of towns, so a short road may seem shorter than the line, km. */
const LINE_SLACK_KM = 0.5

function problemsOf(row: string[], stretch: Stretch, nodes: readonly RoadNode[]): string[] {
  const [, , , , kind, , , petrol, electric, currency, confidence, season, source, checked = ''] = row
  const [a, b] = [nodes[stretch.from], nodes[stretch.to]]
  const line = a && b ? distanceKm(a, b) : 0
  const isFerry = stretch.kind === 'ferry'
  const speed = (stretch.km / stretch.minutes) * 60
  const figures = [stretch.km, stretch.minutes, stretch.wait, Number(petrol), Number(electric)]
  const checks: [boolean, string][] = [
    [row.length === STRETCH_COLUMNS.split('\t').length, 'wrong number of columns'],
    [stretch.from !== stretch.to, 'leads to itself'],
    [KINDS.some((one) => one === kind), 'unknown kind'],
    [SEASONS.some((one) => one === season), 'unknown season'],
    [confidence === 'sure' || confidence === 'about', 'unknown confidence'],
    [figures.every((figure) => figure >= 0), 'figure missing'],
    [(kind === 'road' && !stretch.toll) || stretch.name !== '', 'name missing'],
    [isFerry || stretch.wait === 0, 'wait on a road'],
    [!stretch.toll || CURRENCIES.some((one) => one === currency), 'currency missing'],
    [Boolean(source), 'source missing'],
    [stretch.toll?.year !== 0, 'year of the list price missing'],
    [/^20\d\d-\d\d-\d\d$/.test(checked), 'day of the check missing'],
    [stretch.km >= line - LINE_SLACK_KM, `below the straight line of ${line.toFixed(1)} km`],
    [
      isFerry || stretch.km <= line * LONGEST.factor + LONGEST.slackKm,
      `far above the ${line.toFixed(1)} km of the line`,
    ],
    [isFerry || (speed >= SPEED.min && speed <= SPEED.max), `at ${speed.toFixed(0)} km/h`],
  ]
  return checks.filter(([holds]) => !holds).map(([, problem]) => problem)
}

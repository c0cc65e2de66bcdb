/** What is wrong with the tables of roads. Only the check and the tests read it. */
import { distanceKm } from './distance.ts'
import type { Place } from './gazetteer.ts'
import { buildNetwork, growTree, stretchesTo } from './network.ts'
import {
  CURRENCIES,
  figuresOf,
  JUNCTION_COLUMNS,
  junctionOf,
  KINDS,
  placeNodes,
  readRoads,
  type RoadNode,
  type RoadTables,
  rowsOf,
  SEASONS,
  STRETCH_COLUMNS,
} from './stretches.ts'

/** Returns what is wrong with the rows or, where they are right, with the network that they make. */
export function problemsOf(places: readonly Place[], junctionsTsv: string, roadsTsv: string): string[] {
  const nodes = placeNodes(places)
  const seen = new Set<string>()
  const ofRows = [
    ...headerProblems(junctionsTsv, JUNCTION_COLUMNS),
    ...rowsOf(junctionsTsv).flatMap((row) => {
      const node = junctionOf(row)
      if (!node || nodes.has(node.key)) return [`junction incomplete or repeated: ${row[0]}`]
      nodes.set(node.key, node)
      return []
    }),
    ...headerProblems(roadsTsv, STRETCH_COLUMNS),
    ...rowsOf(roadsTsv).flatMap((row) => {
      const [from, to] = [nodes.get(row[0] ?? ''), nodes.get(row[1] ?? '')]
      const text = row.join('\t')
      if (!from || !to) return [`unknown node: ${text}`]
      const { kind, name } = figuresOf(row)
      const id = [...[from.key, to.key].toSorted(), kind === 'ferry' ? name : ''].join('\t')
      const repeated = seen.has(id) ? ['repeated'] : []
      seen.add(id)
      return [...rowProblems(row, from, to), ...repeated].map((problem) => `${problem}: ${text}`)
    }),
  ]
  return ofRows.length > 0 ? ofRows : networkProblems(readRoads(places, junctionsTsv, roadsTsv))
}

function headerProblems(tsv: string, columns: string): string[] {
  const [header] = tsv.trimEnd().split('\n')
  return header === columns ? [] : [`unexpected columns: ${header}`]
}

/** Slower or faster than this, a figure is wrong, km/h. */
const SPEED = { min: 20, max: 115 }
/** A road may be this much longer than the straight line; `slackKm` lets short ones wind. */
const LONGEST = { factor: 2.5, slackKm: 3 }
/** Coordinates are the centres of towns, so a short road may seem shorter than the line, km. */
const LINE_SLACK_KM = 0.5

function rowProblems(row: readonly string[], from: RoadNode, to: RoadNode): string[] {
  const [, , , , kind, , , petrol, electric, currency, confidence, season, source, checked = ''] = row
  const stretch = figuresOf(row)
  const line = distanceKm(from, to)
  const isFerry = stretch.kind === 'ferry'
  const speed = (stretch.km / stretch.minutes) * 60
  const figures = [stretch.km, stretch.minutes, stretch.wait, Number(petrol), Number(electric)]
  const checks: [boolean, string][] = [
    [row.length === STRETCH_COLUMNS.split('\t').length, 'wrong number of columns'],
    [from !== to, 'leads to itself'],
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

/** A direct stretch may be this much longer than the best way around it, km. */
const LONGEST_DETOUR = 1.3

/** Returns what is wrong with the network as a whole: nodes that nothing reaches, and stretches that no one would drive. */
function networkProblems({ nodes, stretches }: RoadTables): string[] {
  const network = buildNetwork(nodes, stretches)
  const [root] = stretches
  if (!root) return []
  const { cost } = growTree(network, root.from)
  const islands = nodes.filter((_, node) => cost[node] === Infinity).map(({ key }) => `nothing reaches ${key}`)
  const around = stretches.flatMap((stretch) => {
    const way = stretchesTo(growTree(network, stretch.from, { except: stretch, until: stretch.to }), stretch.to)
    const km = way.reduce((sum, one) => sum + one.km, 0)
    const isLonger = way.length > 0 && stretch.km > km * LONGEST_DETOUR
    const names = [stretch.from, stretch.to].map((node) => nodes[node]?.key)
    return isLonger ? [`${names.join(' – ')}: ${stretch.km} km, but ${km.toFixed(0)} km around`] : []
  })
  return [...islands, ...around]
}

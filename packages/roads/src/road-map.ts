/** The way by road between places: over the network, and by the straight line where the network does not reach. */
import { distanceKm } from './distance.ts'
import type { Place, Point } from './gazetteer.ts'
import { costOf, growTree, type Network, otherEnd, stretchesTo, type Tree, treeFrom } from './network.ts'
import type { RoadNode, Stretch } from './stretches.ts'

/** Roads in the Nordic countries are about a quarter longer than the straight line. */
const ROAD_FACTOR = 1.25
/** From a place to a node it is a little more, on smaller roads. */
const ACCESS_FACTOR = 1.3
/** 50 km/h, on roads that the network does not have. */
export const MINUTES_PER_KM = 1.2
const MAX_ACCESSES = 3
/** Above this to the nearest node, km, the network says nothing about a place. */
const FARTHEST_ACCESS_KM = 60
/** Below this, km, places that are no nodes are compared by the straight line. */
const SHORT_KM = 40

/** A way in one direction, from a place to another. */
export interface Road {
  from: Place
  to: Place
  km: number
  /** With the waits for ferries. */
  minutes: number
  stretches: readonly Stretch[]
  /** The nodes passed, one more than stretches; none where the way is estimated by the straight line. */
  nodes: readonly RoadNode[]
  /** False outside the three countries and far from every node: then nothing is compared with it. */
  certain: boolean
  /** Km and minutes are those of a routing engine. */
  measured?: boolean
}

/** A network with what finds a place's way to it. */
export interface RoadMap {
  network: Network
  /** Indexes of nodes by the id of their place. */
  nodeOf: ReadonlyMap<number, number>
  accesses: Map<number, readonly Access[]>
}

export interface Access {
  node: number
  /** 0 where the place is the node. */
  km: number
}

export function buildRoadMap(network: Network): RoadMap {
  const nodeOf = new Map(network.nodes.flatMap(({ place }, node) => (place ? [[place.id, node] as const] : [])))
  return { network, nodeOf, accesses: new Map() }
}

/** Returns the way between two places; the way back is the same one. */
export function roadBetween(map: RoadMap, from: Place, to: Place): Road {
  return from.id <= to.id ? wayBetween(map, from, to) : reversed(wayBetween(map, to, from))
}

/** Returns how long the way to another covered place is, without its stretches, by the trees of `from`, which are likely kept. */
export function lengthFrom(map: RoadMap, from: Place, to: Place): { km: number; minutes: number } {
  const areNodes = map.nodeOf.has(from.id) && map.nodeOf.has(to.id)
  // Near places may be joined by the straight line.
  if (!areNodes && distanceKm(from, to) < SHORT_KM) return wayBetween(map, from, to)
  let [least, best] = [Infinity, { km: Infinity, minutes: Infinity }]
  for (const start of accessesOf(map, from)) {
    const { cost, km, minutes } = treeFrom(map.network, start.node)
    for (const { node, km: access } of accessesOf(map, to)) {
      const aside = start.km + access
      const total = (cost[node] ?? Infinity) + aside * MINUTES_PER_KM
      if (total >= least) continue
      least = total
      best = { km: (km[node] ?? 0) + aside, minutes: (minutes[node] ?? 0) + aside * MINUTES_PER_KM }
    }
  }
  return best
}

const reversed = ({ from, to, stretches, nodes, ...road }: Road): Road => ({
  ...road,
  from: to,
  to: from,
  stretches: stretches.toReversed(),
  nodes: nodes.toReversed(),
})

function wayBetween(map: RoadMap, from: Place, to: Place): Road {
  const certain = isCovered(map, from) && isCovered(map, to)
  const direct = straightRoad(from, to, certain)
  if (from.id === to.id || farFromNodes(map, from) || farFromNodes(map, to)) return direct
  const found = overNetwork(map, from, to, (node) => treeFrom(map.network, node))
  if (!found || found.stretches.length === 0) return direct
  const road = { ...found, certain }
  if (map.nodeOf.has(from.id) && map.nodeOf.has(to.id)) return road
  const isShort = distanceKm(from, to) < SHORT_KM
  return isShort && direct.km < road.km && !road.stretches.some(isCrossing) ? direct : road
}

function straightRoad(from: Place, to: Place, certain: boolean): Road {
  const km = distanceKm(from, to) * ROAD_FACTOR
  return { from, to, km, minutes: km * MINUTES_PER_KM, stretches: [], nodes: [], certain }
}

/** Returns the cheapest way over each pair of the places' nearest nodes, by the trees of the nodes near `from`. */
function overNetwork(map: RoadMap, from: Place, to: Place, treeOf: (node: number) => Tree): Road | undefined {
  let best: { start: Access; end: Access; tree: Tree } | undefined
  let least = Infinity
  for (const start of accessesOf(map, from)) {
    const tree = treeOf(start.node)
    for (const end of accessesOf(map, to)) {
      const cost = (tree.cost[end.node] ?? Infinity) + (start.km + end.km) * MINUTES_PER_KM
      if (cost < least) [best, least] = [{ start, end, tree }, cost]
    }
  }
  return best && roadOf(map, from, to, best, stretchesTo(best.tree, best.end.node))
}

function roadOf(
  { network }: RoadMap,
  from: Place,
  to: Place,
  { start, end }: { start: Access; end: Access },
  stretches: readonly Stretch[],
): Road {
  const access = start.km + end.km
  const sum = (figure: (stretch: Stretch) => number) => stretches.reduce((total, one) => total + figure(one), 0)
  return {
    from,
    to,
    km: access + sum(({ km }) => km),
    minutes: access * MINUTES_PER_KM + sum(({ minutes, wait }) => minutes + wait),
    stretches,
    nodes: nodesAlong(network, start.node, stretches),
    certain: true,
  }
}

function nodesAlong({ nodes }: Network, start: number, stretches: readonly Stretch[]): RoadNode[] {
  let at = start
  const indexes = [start, ...stretches.map((stretch) => (at = otherEnd(stretch, at)))]
  return indexes.flatMap((index) => nodes[index] ?? [])
}

export const isCrossing = ({ kind }: Stretch): boolean => kind !== 'road'

export const isCovered = (map: RoadMap, place: Place) => /^(NO|DK|SE)$/.test(place.country) && !farFromNodes(map, place)

const farFromNodes = (map: RoadMap, place: Place) => accessesOf(map, place).length === 0

/** Returns the nearest nodes of a place, itself alone where it is one; none where all are too far. */
export function accessesOf({ network, nodeOf, accesses }: RoadMap, place: Place): readonly Access[] {
  const known = accesses.get(place.id)
  if (known) return known
  const own = nodeOf.get(place.id)
  const found = own === undefined ? nearestNodes(network, place) : [{ node: own, km: 0 }]
  accesses.set(place.id, found)
  return found
}

function nearestNodes({ nodes }: Network, point: Point): Access[] {
  return nodes
    .map((node, index) => ({ node: index, line: distanceKm(point, node) }))
    .filter(({ line }) => line <= FARTHEST_ACCESS_KM)
    .toSorted((a, b) => a.line - b.line)
    .slice(0, MAX_ACCESSES)
    .map(({ node, line }) => ({ node, km: line * ACCESS_FACTOR }))
}

/** Another way is worth a mention up to this much longer in time; the slack counts on short trips, minutes. */
const OTHER_WAY = { factor: 1.25, slackMinutes: 20, kmFactor: 1.6 }

/**
 * Returns the best way that takes other ferries, bridges or tunnels and about as long, such as Helsingør–Helsingborg beside the bridge;
 * undefined where there is none.
 */
export function otherWay(map: RoadMap, road: Road): Road | undefined {
  if (road.nodes.length === 0) return undefined
  const names = crossingNames(road)
  return [...waysWithout(map, road), ...waysOver(map, road)]
    .filter((other) => crossingNames(other) !== names && isAboutAsLong(other, road) && !turnsBack(other))
    .toSorted((a, b) => a.minutes - b.minutes)
    .map((other) => ({ ...other, certain: road.certain }))[0]
}

const crossingNames = ({ stretches }: Road) =>
  stretches
    .filter(isCrossing)
    .map(({ name }) => name)
    .toSorted()
    .join('|')

const isAboutAsLong = (other: Road, { minutes, km }: Road) =>
  other.minutes <= minutes * OTHER_WAY.factor + OTHER_WAY.slackMinutes && other.km <= km * OTHER_WAY.kmFactor

const turnsBack = ({ nodes }: Road) => new Set(nodes).size < nodes.length

/** Returns the best ways that avoid one crossing of the road. */
function waysWithout(map: RoadMap, { from, to, stretches }: Road): Road[] {
  return stretches
    .filter(isCrossing)
    .toSorted((a, b) => costOf(b) - costOf(a))
    .slice(0, 2)
    .flatMap(
      (crossing) => overNetwork(map, from, to, (node) => growTree(map.network, node, { except: crossing })) ?? [],
    )
}

/** Returns the best ways over each other crossing, by the trees of the road's two ends. */
function waysOver(map: RoadMap, { from, to, nodes }: Road): Road[] {
  const { network } = map
  const ends = [nodes[0], nodes.at(-1)].map((node) => network.nodes.findIndex((one) => one === node))
  const [start = -1, end = -1] = ends
  if (start < 0 || end < 0) return []
  const [there, back] = [treeFrom(network, start), treeFrom(network, end)]
  const limit = (there.cost[end] ?? 0) * OTHER_WAY.factor * FERRY_MARGIN + OTHER_WAY.slackMinutes
  const access = { start: accessTo(map, from, start), end: accessTo(map, to, end) }
  return network.stretches.filter(isCrossing).flatMap((crossing) =>
    [[crossing.from, crossing.to] as const, [crossing.to, crossing.from] as const].flatMap(([near, far]) => {
      const cost = (there.cost[near] ?? Infinity) + costOf(crossing) + (back.cost[far] ?? Infinity)
      if (cost > limit) return []
      const stretches = [...stretchesTo(there, near), crossing, ...stretchesTo(back, far).toReversed()]
      return roadOf(map, from, to, access, stretches)
    }),
  )
}

/** A ferry's cost is above its minutes, so the limit by cost leaves room for it. */
const FERRY_MARGIN = 1.4

const accessTo = (map: RoadMap, place: Place, node: number): Access =>
  accessesOf(map, place).find((access) => access.node === node) ?? { node, km: 0 }

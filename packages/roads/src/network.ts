/** The network of roads: its cheapest ways from every node, found by Dijkstra's algorithm when a way is first asked for. */
import type { RoadNode, Stretch } from './stretches.ts'

/** Waiting and crossing weigh more than driving, because a ferry has to be caught. */
const FERRY_WEIGHT = 1.5
/** Of two ways that take about equally long, drivers take the shorter one: a km counts as this many minutes. */
const MINUTES_PER_KM = 0.2
/** Costs are sums of fractions, so equal ones may differ by this. */
const SAME_COST = 1e-9
/** Trees kept in memory, about 80 kB each; the nodes of the large towns are asked for again and again. */
const MAX_TREES = 100

interface Link {
  to: number
  stretch: Stretch
  /** In weighted minutes. */
  cost: number
  /** With the wait for a ferry. */
  minutes: number
}

/** The cheapest ways from one node. */
export interface Tree {
  /** By node, in weighted minutes; Infinity where no way leads. */
  cost: Float64Array
  /** By node, with the waits for ferries; Infinity where no way leads. */
  minutes: Float64Array
  km: Float64Array
  /** By node, the stretch that leads to it; undefined at the root. */
  last: (Stretch | undefined)[]
}

export interface Network {
  nodes: readonly RoadNode[]
  stretches: readonly Stretch[]
  /** By node. */
  links: readonly (readonly Link[])[]
  trees: Map<number, Tree>
}

export function buildNetwork(nodes: readonly RoadNode[], stretches: readonly Stretch[]): Network {
  const links: Link[][] = nodes.map(() => [])
  for (const stretch of stretches) {
    const link = { stretch, cost: costOf(stretch), minutes: stretch.minutes + stretch.wait }
    links[stretch.from]?.push({ ...link, to: stretch.to })
    links[stretch.to]?.push({ ...link, to: stretch.from })
  }
  return { nodes, stretches, links, trees: new Map() }
}

/** Returns what a stretch costs when ways are compared, in weighted minutes. */
export const costOf = ({ kind, minutes, wait, km }: Stretch): number =>
  kind === 'ferry' ? (minutes + wait) * FERRY_WEIGHT : minutes + km * MINUTES_PER_KM

/** Returns the tree of a node, from memory where it was asked for before. */
export function treeFrom(network: Network, node: number): Tree {
  const { trees } = network
  const known = trees.get(node)
  const tree = known ?? growTree(network, node)
  // Moves the tree to the end, so that the one asked for longest ago is dropped first.
  trees.delete(node)
  trees.set(node, tree)
  if (trees.size > MAX_TREES) trees.delete(trees.keys().next().value ?? node)
  return tree
}

/** Returns the cheapest ways from a node, without the stretch `except`, and as far as the node `until`. */
export function growTree(
  { nodes, links }: Network,
  root: number,
  { except, until }: { except?: Stretch; until?: number } = {},
): Tree {
  const tree: Tree = {
    cost: new Float64Array(nodes.length).fill(Infinity),
    minutes: new Float64Array(nodes.length).fill(Infinity),
    km: new Float64Array(nodes.length).fill(Infinity),
    last: nodes.map(() => undefined),
  }
  tree.cost[root] = 0
  tree.minutes[root] = 0
  tree.km[root] = 0
  const queue = new Queue()
  queue.add(root, 0)
  for (;;) {
    const cost = queue.leastCost
    const node = queue.take()
    if (node === undefined || node === until) return tree
    // A node is queued again when a cheaper way to it is found.
    if (cost > (tree.cost[node] ?? 0)) continue
    const [minutesBefore = 0, kmBefore = 0] = [tree.minutes[node], tree.km[node]]
    for (const { to, stretch, cost: ofStretch, minutes: stretchMinutes } of links[node] ?? []) {
      const there = cost + ofStretch
      const minutes = minutesBefore + stretchMinutes
      const known = tree.cost[to] ?? 0
      if (stretch === except || there > known + SAME_COST) continue
      // Of two ways that cost the same the quicker one counts, so that there and back are the same way.
      if (there >= known - SAME_COST && minutes >= (tree.minutes[to] ?? 0) - SAME_COST) continue
      tree.cost[to] = there
      tree.minutes[to] = minutes
      tree.km[to] = kmBefore + stretch.km
      tree.last[to] = stretch
      queue.add(to, there)
    }
  }
}

/** Returns the stretches from the tree's root to the node, in order; empty at the root and where no way leads. */
export function stretchesTo({ last }: Tree, node: number): Stretch[] {
  const stretches: Stretch[] = []
  for (let at = node, stretch = last[at]; stretch; stretch = last[at]) {
    stretches.push(stretch)
    at = otherEnd(stretch, at)
  }
  return stretches.reverse()
}

export const otherEnd = ({ from, to }: Stretch, node: number): number => (node === from ? to : from)

/** A binary heap of nodes, cheapest first. Nodes and costs stand in two arrays, because an object for each entry takes longer. */
class Queue {
  private readonly nodes: number[] = []
  private readonly costs: number[] = []

  /** Of the node that is taken next. */
  get leastCost(): number {
    return this.costs[0] ?? Infinity
  }

  add(node: number, cost: number): void {
    const { nodes, costs } = this
    let at = costs.push(cost) - 1
    nodes.push(node)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if ((costs[parent] ?? 0) <= cost) break
      this.move(parent, at)
      at = parent
    }
    nodes[at] = node
    costs[at] = cost
  }

  take(): number | undefined {
    const { nodes, costs } = this
    const [first] = nodes
    const [node, cost] = [nodes.pop(), costs.pop()]
    if (node === undefined || cost === undefined || nodes.length === 0) return first
    let at = 0
    for (let child = 1; child < costs.length; child = 2 * at + 1) {
      const right = child + 1
      if (right < costs.length && (costs[right] ?? 0) < (costs[child] ?? 0)) child = right
      if ((costs[child] ?? 0) >= cost) break
      this.move(child, at)
      at = child
    }
    nodes[at] = node
    costs[at] = cost
    return first
  }

  private move(from: number, to: number): void {
    this.nodes[to] = this.nodes[from] ?? 0
    this.costs[to] = this.costs[from] ?? 0
  }
}

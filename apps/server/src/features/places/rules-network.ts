/** The network of roads: its cheapest ways from every node, found by Dijkstra's algorithm when a way is first asked for. */
import type { RoadNode, Stretch } from './rules-stretches.ts'

/** Waiting and crossing weigh more than driving, because a ferry has to be caught. */
const FERRY_WEIGHT = 1.5
/** Of two ways that take about equally long, drivers take the shorter one: a km counts as this many minutes. */
const MINUTES_PER_KM = 0.2
/** Trees kept in memory, about 50 kB each; the nodes of the large towns are asked for again and again. */
const MAX_TREES = 100

interface Link {
  to: number
  stretch: Stretch
}

/** The cheapest ways from one node. */
export interface Tree {
  /** By node, in weighted minutes; Infinity where no way leads. */
  cost: Float64Array
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
    links[stretch.from]?.push({ to: stretch.to, stretch })
    links[stretch.to]?.push({ to: stretch.from, stretch })
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

/** Returns the cheapest ways from a node, without the stretch `except`. */
export function growTree({ nodes, links }: Network, root: number, except?: Stretch): Tree {
  const tree: Tree = { cost: new Float64Array(nodes.length).fill(Infinity), last: nodes.map(() => undefined) }
  tree.cost[root] = 0
  const queue = new Queue()
  queue.add(root, 0)
  for (let next = queue.take(); next; next = queue.take()) {
    const { node, cost } = next
    // A node is queued again when a cheaper way to it is found.
    if (cost > (tree.cost[node] ?? 0)) continue
    for (const { to, stretch } of links[node] ?? []) {
      const there = cost + costOf(stretch)
      if (stretch === except || there >= (tree.cost[to] ?? 0)) continue
      tree.cost[to] = there
      tree.last[to] = stretch
      queue.add(to, there)
    }
  }
  return tree
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

/** A direct stretch may be this much longer than the best way around it, km. */
const LONGEST_DETOUR = 1.3

/** Returns what is wrong with the network as a whole: nodes that nothing reaches, and stretches that no one would drive. */
export function roadProblems({ nodes, stretches }: Pick<Network, 'nodes' | 'stretches'>): string[] {
  const network = buildNetwork(nodes, stretches)
  const [root] = stretches
  if (!root) return []
  const { cost } = growTree(network, root.from)
  const islands = nodes.filter((_, node) => cost[node] === Infinity).map(({ key }) => `nothing reaches ${key}`)
  const around = stretches.flatMap((stretch) => {
    const way = stretchesTo(growTree(network, stretch.from, stretch), stretch.to)
    const km = way.reduce((sum, one) => sum + one.km, 0)
    const isLonger = way.length > 0 && stretch.km > km * LONGEST_DETOUR
    const names = [stretch.from, stretch.to].map((node) => nodes[node]?.key)
    return isLonger ? [`${names.join(' – ')}: ${stretch.km} km, but ${km.toFixed(0)} km around`] : []
  })
  return [...islands, ...around]
}

interface Entry {
  node: number
  cost: number
}

/** A binary heap of nodes, cheapest first. */
class Queue {
  private readonly entries: Entry[] = []

  add(node: number, cost: number): void {
    const { entries } = this
    let at = entries.push({ node, cost }) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if ((entries[parent]?.cost ?? 0) <= cost) break
      this.swap(at, parent)
      at = parent
    }
  }

  take(): Entry | undefined {
    const { entries } = this
    const [first] = entries
    const last = entries.pop()
    if (!first || !last || entries.length === 0) return first
    entries[0] = last
    let at = 0
    for (;;) {
      const child = this.cheaperChild(at)
      if (child === undefined || (entries[child]?.cost ?? Infinity) >= last.cost) return first
      this.swap(at, child)
      at = child
    }
  }

  private cheaperChild(at: number): number | undefined {
    const { entries } = this
    const left = entries[2 * at + 1]
    const right = entries[2 * at + 2]
    if (!left) return undefined
    return right && right.cost < left.cost ? 2 * at + 2 : 2 * at + 1
  }

  private swap(a: number, b: number): void {
    const { entries } = this
    const [x, y] = [entries[a], entries[b]]
    if (!x || !y) return
    entries[a] = y
    entries[b] = x
  }
}

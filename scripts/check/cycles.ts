// Finds import cycles: of files, including those of types, and of the features of the pages.
import type { Tree, Violation } from './tree.ts'

interface Edge {
  target: string
  /** Where the import stands. */
  file: string
  line: number
}
type Graph = Map<string, Edge[]>

/** Returns which names import which; `nameOf` says what a file counts as, and leaves it out with undefined. */
function graphOf({ files }: Tree, nameOf: (file: string) => string | undefined): Graph {
  const graph: Graph = new Map()
  for (const { path: file, imports } of files) {
    const name = nameOf(file)
    if (name === undefined) continue
    const edges = imports.flatMap(({ target, line }) => {
      const to = target === undefined ? undefined : nameOf(target)
      return to === undefined ? [] : [{ target: to, file, line }]
    })
    graph.set(name, [...(graph.get(name) ?? []), ...edges])
  }
  return graph
}

/** Searches depth first; an edge to a node that is still open closes a cycle. Each node is finished once. */
function cyclesIn(graph: Graph, rule: string): Violation[] {
  const violations: Violation[] = []
  const finished = new Set<string>()
  const trail: string[] = []

  const visit = (name: string): void => {
    trail.push(name)
    for (const { target, file, line } of graph.get(name) ?? []) {
      if (!graph.has(target) || finished.has(target)) continue
      const start = trail.indexOf(target)
      if (start === -1) visit(target)
      else violations.push({ file, line, rule, message: [...trail.slice(start), target].join(' → ') })
    }
    trail.pop()
    finished.add(name)
  }

  for (const name of graph.keys()) if (!finished.has(name)) visit(name)
  return violations
}

const sourceOf = (file: string) => (/^(apps|packages)\/[^/]+\/src\//.test(file) ? file : undefined)

export const findCycles = (tree: Tree): Violation[] => cyclesIn(graphOf(tree, sourceOf), 'cycle')

const FEATURE = /^apps\/web\/src\/features\/([^/]+)\/(?!.*\.test\.tsx?$)/

/** Features of the pages build on each other in one direction: what a feature needs of one that builds on it, a route puts in. */
export function findFeatureCycles(tree: Tree): Violation[] {
  const graph = graphOf(tree, (file) => FEATURE.exec(file)?.[1])
  for (const [feature, edges] of graph)
    graph.set(
      feature,
      edges.filter(({ target }) => target !== feature),
    )
  return cyclesIn(graph, 'feature order')
}

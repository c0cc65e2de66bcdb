// Finds import cycles, including those of types.
import type { Tree, Violation } from './tree.ts'

type Graph = Map<string, { target: string; line: number }[]>

function graphOf({ files }: Tree): Graph {
  const sources = files.filter(({ path }) => /^(apps|packages)\/[^/]+\/src\//.test(path))
  return new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.flatMap(({ target, line }) => (target === undefined ? [] : [{ target, line }])),
    ]),
  )
}

/** Searches depth first: an import of a file that is still open closes a cycle. Each file is finished once. */
export function findCycles(tree: Tree): Violation[] {
  const graph = graphOf(tree)
  const violations: Violation[] = []
  const finished = new Set<string>()
  const trail: string[] = []

  const visit = (file: string): void => {
    trail.push(file)
    for (const { target, line } of graph.get(file) ?? []) {
      if (!graph.has(target) || finished.has(target)) continue
      const start = trail.indexOf(target)
      if (start === -1) visit(target)
      else violations.push({ file, line, rule: 'cycle', message: [...trail.slice(start), target].join(' → ') })
    }
    trail.pop()
    finished.add(file)
  }

  for (const file of graph.keys()) if (!finished.has(file)) visit(file)
  return violations
}

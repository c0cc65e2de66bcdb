/** Decides which modules go into one file. Each file is compressed by itself, so that many small ones are larger than one. */
import fs from 'node:fs'
import path from 'node:path'
import type { Rolldown } from 'vite'

const routes = path.join(import.meta.dirname, 'src/routes')
const start = path.join(import.meta.dirname, 'src/main.tsx')

/** The pages that visitors open first. */
const firstPages = new Set(
  fs
    .readdirSync(routes)
    .map((file) => path.join(routes, file))
    .filter((file) => /\brendered:/.test(fs.readFileSync(file, 'utf8'))),
)
/** What so many of them load is one file for all of them. */
const many = 4

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** Returns a module and everything that imports it, directly or through others. */
function usersOf(id: string, graph: Graph, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return seen
  seen.add(id)
  for (const importer of graph.getModuleInfo(id)?.importers ?? []) usersOf(importer, graph, seen)
  return seen
}

/**
 * Returns the name of a file for what the same first pages load, and null for what every page or none of them loads. By default a file
 * is for what the same pages and dialogs of all load, which makes hundreds of them.
 */
function nameOf(id: string, graph: Graph): string | null {
  const users = usersOf(id, graph)
  if (users.has(start)) return null
  const pages = [...users].filter((user) => firstPages.has(user) && user !== id).map((file) => path.parse(file).name)
  if (pages.length < 2) return null
  return pages.length < many ? pages.toSorted().join('-') : 'pages'
}

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // A file that changes only with a dependency keeps its name, and stays in the visitor's cache over our own releases. Mutations and lists of
  // queries are left to the later pages that use them.
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  { name: 'router', test: /node_modules[\\/]react-router[\\/]/, priority: 3 },
  {
    name: 'queries',
    test: /node_modules[\\/]@tanstack[\\/](?!.*(?:mutationObserver|useMutation|queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery))/,
    priority: 3,
  },
  { name: nameOf, priority: 2, includeDependenciesRecursively: false },
]

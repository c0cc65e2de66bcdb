import path from 'node:path'
import type { Rolldown } from 'vite'
import { frameCatalogues, searchCatalogues } from './src/app/first-catalogues.ts'

type Context = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...given: never[]) => unknown>>[1]

const source = path.join(import.meta.dirname, 'src')
const start = path.join(source, 'main.tsx')
const firstPages = ['home', 'search'].map((page) => path.join(source, 'routes', `${page}.tsx`))
// The start page's own texts are few, and in a file of their own.
const firstTexts = new RegExp(
  String.raw`i18n[\\/]src[\\/]gen[\\/](?:(\w+)[\\/](?:${[...frameCatalogues, ...searchCatalogues].join('|')})|loaders[\\/](\w+))\.ts$`,
)

/** Returns everything a module imports statically. */
function needs(start: string, context: Context, found = new Set<string>()): Set<string> {
  if (found.has(start)) return found
  found.add(start)
  for (const id of context.getModuleInfo(start)?.importedIds ?? []) needs(id, context, found)
  return found
}

/**
 * Names the chunks: what every page and both first pages of a visit need is one file, with one file of texts per language. By default it
 * would be twenty small ones, which compress worse and queue up.
 */
export function createChunkNames() {
  let shared: Set<string> | undefined
  return (id: string, context: Context): string | null => {
    const [, texts, loaders] = firstTexts.exec(id) ?? []
    const language = texts ?? loaders
    if (language) return `texts-${language}`
    shared ??= firstPages
      .map((page) => needs(page, context))
      .reduce((all, others) => all.intersection(others))
      .union(needs(start, context))
    // An index of a library imports all of it, also what no first view uses.
    return id !== start && shared.has(id) && !id.includes('node_modules') ? 'first-view' : null
  }
}

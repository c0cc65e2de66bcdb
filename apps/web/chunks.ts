import path from 'node:path'
import type { Rolldown } from 'vite'
import { frameCatalogues, searchCatalogues } from './src/app/first-catalogues.ts'

type Context = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...given: never[]) => unknown>>[1]

const source = path.join(import.meta.dirname, 'src')
const start = path.join(source, 'main.tsx')
const firstPages = ['home', 'search'].map((page) => path.join(source, 'routes', `${page}.tsx`))
const textsOf = (names: readonly string[]) =>
  new RegExp(String.raw`i18n[\\/]src[\\/]gen[\\/](\w+)[\\/](?:${names.join('|')})\.ts$`)
const frameTexts = textsOf(frameCatalogues)
// The start page's own texts are few, and in a file of their own.
const pageTexts = textsOf(searchCatalogues)
const loaders = /i18n[\\/]src[\\/]gen[\\/]loaders[\\/](\w+)\.ts$/

// An index of a library imports all of it, also what no first view uses.
const isOwn = (id: string) => id !== start && !id.includes('node_modules')

/** Returns everything a module imports statically. */
function needs(start: string, context: Context, found = new Set<string>()): Set<string> {
  if (found.has(start)) return found
  found.add(start)
  for (const id of context.getModuleInfo(start)?.importedIds ?? []) needs(id, context, found)
  return found
}

/** Names what every page needs: one file, with one file of texts per language. By default it would be twenty small ones, which compress worse. */
export function createFrameNames() {
  let frame: Set<string> | undefined
  return (id: string, context: Context): string | null => {
    const language = (frameTexts.exec(id) ?? loaders.exec(id))?.[1]
    if (language) return `texts-${language}`
    frame ??= needs(start, context)
    return isOwn(id) && frame.has(id) ? 'first-view' : null
  }
}

/** Names what both first pages of a visit need beside the frame. */
export function createPageNames() {
  let shared: Set<string> | undefined
  return (id: string, context: Context): string | null => {
    const language = pageTexts.exec(id)?.[1]
    if (language) return `page-texts-${language}`
    shared ??= firstPages.map((page) => needs(page, context)).reduce((all, others) => all.intersection(others))
    return isOwn(id) && shared.has(id) ? 'first-pages' : null
  }
}

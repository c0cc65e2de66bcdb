/**
 * Loads the texts of a part of the pages together with its code. The build reads which catalogues the modules of the part name, so that
 * nothing lists them by hand.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const source = path.join(import.meta.dirname, 'src')
const start = path.join(source, 'main.tsx')
const routes = path.join(source, 'routes')
const locales = path.join(import.meta.dirname, '../../packages/i18n/locales/en')

/** The module whose default export is the names of the catalogues that every page needs. */
const ofEveryPage = 'virtual:texts-of-every-page'

/** Their texts are shown by the server alone. */
const ofServer = ['mails', 'site']

const catalogues = fs
  .readdirSync(locales)
  .map((file) => path.parse(file).name)
  .filter((name) => !ofServer.includes(name))
  .toSorted()

/** An id, or the beginning of one that a template completes. */
const id = new RegExp(`['"\`](${catalogues.join('|')})\\.[\\w$]`, 'g')
/** An import of our own code when it is needed. */
const lateImport = /\bimport\(\s*(['"])([.#][^'"]+)\1\s*\)/g
const placeholder = /(["'`])texts-of:([^"'`]+)\1/g
const isOwn = (file: string) => file.startsWith(source) && /\.tsx?$/.test(file)
const isRoute = (file: string) => file.startsWith(routes) && file.endsWith('.ts')

type Context = Pick<Rolldown.PluginContext, 'getModuleInfo'>

export function textsOfParts(): Plugin {
  const named = new Map<string, string[]>()
  const kept = new Map<string, Set<string>>()
  let serving = false

  /** Returns the catalogues that a module and everything that it imports name. */
  function needed(entry: string, context: Context): Set<string> {
    const known = kept.get(entry)
    if (known) return known
    const found = new Set<string>()
    const seen = new Set<string>()
    const visit = (file: string) => {
      if (seen.has(file)) return
      seen.add(file)
      for (const name of named.get(file) ?? []) found.add(name)
      for (const next of context.getModuleInfo(file)?.importedIds ?? []) visit(next)
    }
    visit(entry)
    kept.set(entry, found)
    return found
  }

  function textsOf(entry: string, context: Context): string[] {
    const first = entry === start ? new Set<string>() : needed(start, context)
    return [...needed(entry, context).difference(first)].toSorted()
  }

  return {
    name: 'texts-of-parts',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved: ({ command }) => void (serving = command === 'serve'),
    resolveId: (wanted) => (wanted === ofEveryPage ? `\0${ofEveryPage}` : undefined),
    load: (file) =>
      file === `\0${ofEveryPage}`
        ? `export default ${serving ? JSON.stringify(catalogues) : `"texts-of:${start}"`}`
        : undefined,
    async transform(code, file) {
      if (!isOwn(file)) return undefined
      named.set(file, [...new Set([...code.matchAll(id)].map(([, name]) => name ?? ''))])
      if (serving) return undefined
      let rest = code
      let wraps = false
      for (const [whole, , specifier = ''] of code.matchAll(lateImport)) {
        const target = await this.resolve(specifier, file)
        if (!target || !isOwn(target.id)) continue
        rest = rest.replace(whole, () => `withTexts(() => ${whole}, "texts-of:${target.id}")`)
        wraps = true
      }
      return wraps ? { code: `import { withTexts } from '#lib/with-texts'\n${rest}`, map: null } : undefined
    },
    renderChunk(code) {
      if (!code.includes('texts-of:')) return undefined
      return {
        code: code.replace(placeholder, (_, _quote: string, part: string) => JSON.stringify(textsOf(part, this))),
        map: null,
      }
    },
    /** Names the texts of each route, which the server lets the browser fetch together with the page. */
    generateBundle() {
      const ofRoutes = [...named.keys()]
        .filter(isRoute)
        .map((file) => [path.parse(file).name, textsOf(file, this)] as const)
      const source = JSON.stringify({ every: textsOf(start, this), routes: Object.fromEntries(ofRoutes) })
      this.emitFile({ type: 'asset', fileName: '.vite/texts.json', source })
    },
  }
}

import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { paths } from '@samtur/contract/paths'
import { loadersOf, type CatalogueName } from '@samtur/i18n/gen/catalogues'
import { frameCatalogues } from './first-catalogues.ts'
import { seldomPages } from './seldom-pages.ts'
import { pages, preloadPage } from './pages.ts'

const source = path.resolve(import.meta.dirname, '..')
const frame: readonly CatalogueName[] = frameCatalogues

/** Returns the file of an import of our own code; undefined for packages. */
function resolve(from: string, to: string): string | undefined {
  if (to.startsWith('.')) return path.resolve(path.dirname(from), to)
  if (!/^#(?:lib|ui)\//.test(to)) return undefined
  const file = path.join(source, to.slice(1))
  return ['.ts', '.tsx'].map((extension) => file + extension).find((each) => fs.existsSync(each))
}

/** Returns the module with everything it imports, without dynamic imports. */
function closure(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file) || !/\.tsx?$/.test(file)) return found
  const text = fs.readFileSync(file, 'utf8')
  found.set(file, text)
  for (const [, to = ''] of text.matchAll(/^(?:import|export)(?!\s+type)\b[^;'"()]*?from '([^']+)'/gm)) {
    const next = resolve(file, to)
    if (next) closure(next, found)
  }
  return found
}

const { loaders } = await loadersOf.en()

async function idsOf(name: CatalogueName) {
  return Object.keys((await loaders[name]?.())?.messages ?? {})
}

const names = Object.keys(loaders) as CatalogueName[]
const catalogueOf = new Map<string, CatalogueName>()
for (const name of names) for (const id of await idsOf(name)) catalogueOf.set(id, name)

const routes: Partial<Record<string, string>> = Object.fromEntries(
  Object.keys(pages).map((name) => [name, name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)]),
)

// Catalogues of texts that the shared libraries use belong to the pages that call them.
const shared = /[\\/]lib[\\/](?:error-text|field-text)\.ts$/

// Pages rarely name its ids: lib/error-text.ts makes the text of a refusal.
const accountErrors: CatalogueName = 'account_errors'
const isOfErrors = (catalogue: CatalogueName) => catalogue === accountErrors || catalogue === 'conflicts'

const allPages = { ...pages, ...seldomPages }

test.each(Object.entries(allPages))('%s loads the catalogues of the texts it shows, and no other', (name, page) => {
  const files = closure(path.join(source, 'routes', `${routes[name]}.tsx`))
  const shown = new Set<CatalogueName>()
  for (const [file, text] of files) {
    if (/\buseFieldText\b/.test(text) && !shared.test(file)) shown.add('fields')
    // The id is computed from the article's name.
    if (/\bhelpTextId\b/.test(text)) shown.add('help')
    if (shared.test(file)) continue
    for (const [, id = ''] of text.matchAll(/['"`]([a-z]\w*(?:\.\w+)+)['"`]/g)) {
      const catalogue = catalogueOf.get(id)
      if (catalogue) shown.add(catalogue)
    }
  }
  const own = [...shown].filter((catalogue) => !frame.includes(catalogue) && !isOfErrors(catalogue))
  const loaded = page.catalogues.filter((catalogue) => !isOfErrors(catalogue))
  expect([...loaded].sort()).toEqual(own.sort())
})

test.each([
  'auth',
  'resetPassword',
  'confirm',
  'adminCode',
  'security',
  'myData',
  'editProfile',
  'adminUsers',
] as const)('%s has words for what only pages about accounts are refused', (name) =>
  expect(allPages[name].catalogues).toContain(accountErrors),
)

test('an address leads to its page, and an unknown one to the page for missing pages', async () => {
  await preloadPage('/terms?x=1#law')
  expect(pages.terms.catalogues).toEqual(['conflicts', 'terms'])
  await expect(preloadPage('/no/such/page')).resolves.toBeUndefined()
  expect(Object.keys(pages).sort()).toEqual([...Object.keys(paths), 'notFound'].sort())
})

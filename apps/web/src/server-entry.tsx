/**
 * Renders pages on the server for visitors who are not signed in, with the same components. The modules' state (language, session, first
 * data) is set for each page, and rendering is synchronous, so that two pages never share it.
 */
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { MemoryRouter } from '#lib/router'
import { type CatalogueName, loadersOf } from '@samtur/i18n/gen/catalogues'
import { createTranslator, loadCatalogues, type Language, type Translate } from '@samtur/i18n/translate'
import { boot, type Boot } from '#lib/boot'
import { speak } from '#lib/i18n'
import { pageAt } from './app/pages.ts'
import { Providers } from './app/providers.tsx'
import { Router } from './app/router.tsx'

/** `address` is path and query. */
export async function draw(address: string, given: Boot): Promise<string> {
  const page = pageAt(address)
  await page.preload()
  const t = await translatorOf(given.language)
  const drawNow = () => {
    Object.assign(boot, { data: undefined }, given)
    speak(given.language, t)
    return renderToString(appAt(address))
  }
  const html = drawNow()
  if (!html.includes(unfinished)) return html
  // A part of the page had to be fetched first; from then on it is there.
  await prerender(appAt(address))
  return drawNow()
}

/** React's mark where something was not there yet. */
const unfinished = '<!--$!-->'

function appAt(address: string) {
  const router = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
  )
  return (
    <Providers router={router}>
      <Router />
    </Providers>
  )
}

const translators = new Map<Language, Promise<Translate>>()

/** Returns every text of the language, kept from then on: parts of a page load their own texts in the browser, which rendering does not wait for. */
function translatorOf(language: Language): Promise<Translate> {
  const known = translators.get(language)
  if (known) return known
  const made = loadAll(language).then((catalogues) => createTranslator(language, catalogues))
  translators.set(language, made)
  return made
}

async function loadAll(language: Language) {
  const { loaders } = await loadersOf[language]()
  return loadCatalogues(language, Object.keys(loaders) as CatalogueName[])
}

/**
 * Renders pages on the server for visitors who are not signed in, with the same components. The modules' state (language, session, first
 * data) is set for each page, and rendering is synchronous, so that two pages never share it.
 */
import { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { type CatalogueName, loadersOf } from '@samtur/i18n/gen/catalogues'
import { createTranslator, loadCatalogues, type Language, type Translate } from '@samtur/i18n/translate'
import { boot, type Boot } from '#lib/boot'
import { speak } from '#lib/i18n'
import { App } from './app/app.tsx'
import { routes } from './app/routes.ts'

const handler = createStaticHandler(routes)

/** `address` is path and query. */
export async function draw(address: string, given: Boot): Promise<string> {
  const context = await handler.query(new Request(new URL(address, 'http://here')))
  if (context instanceof Response) throw new Error(`the page of ${address} leads elsewhere`)
  const router = createStaticRouter(handler.dataRoutes, context)
  const t = await translatorOf(given.language)
  const page = () => (
    <App client={new QueryClient()}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>
  )
  const drawNow = () => {
    Object.assign(boot, { data: undefined }, given)
    speak(given.language, t)
    return renderToString(page())
  }
  const html = drawNow()
  if (!html.includes(unfinished)) return html
  // A part of the page had to be fetched first; from then on it is there.
  await prerender(page())
  return drawNow()
}

/** React's mark where something was not there yet. */
const unfinished = '<!--$!-->'

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

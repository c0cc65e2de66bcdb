/** Opens pages on the server: their data, title and status, and for visitors their content, from the same components. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router'
import { type CatalogueName, loadersOf } from '@samtur/i18n/gen/catalogues'
import { createTranslator, loadCatalogues, type Language, type Translate } from '@samtur/i18n/translate'
import { answerCallsWith, type Call } from '#lib/api'
import { boot, type Boot } from '#lib/boot'
import { createFormat } from '#lib/format'
import type { Address, Head } from '#lib/head'
import { speak } from '#lib/i18n'
import { App } from './app/app.tsx'
import { loaded, type PageHandle } from './app/page.ts'
import { routes } from './app/routes.ts'

/** Returns the addresses of permanent pages, for search engines. */
export async function listAddresses(): Promise<string[]> {
  const pages = routes.flatMap(({ children = [] }) => children)
  const listed = pages.map(async ({ path = '', lazy }) => {
    const { handle } = typeof lazy === 'function' ? await lazy() : {}
    const { listed: which } = handle as PageHandle
    if (typeof which === 'function') return which()
    return which && !path.includes(':') ? [path] : []
  })
  return (await Promise.all(listed)).flat()
}

const handler = createStaticHandler(routes)
const calls = new AsyncLocalStorage<Call>()
answerCallsWith((...call) => {
  const answer = calls.getStore()
  if (!answer) throw new Error('a page was rendered that requests data')
  return answer(...call)
})

interface Opened {
  status: number
  head: Head | undefined
  /** Search engines may list pages of this kind. */
  listed: boolean
  /** The server renders pages of this kind for visitors. */
  rendered: boolean
  queries: Boot['queries']
  /** Renders the page for a visitor. */
  render: () => Promise<string>
}

/** Opens the page of an address, path and query. `call` responds to the requests of the page, for its reader. */
export async function open(address: string, start: Boot, call: Call): Promise<Opened> {
  const client = new QueryClient()
  const url = new URL(address, 'http://here')
  const requestContext = new RouterContextProvider(new Map([[loaded, client]]))
  const context = await calls.run(call, () => handler.query(new Request(url), { requestContext }))
  if (context instanceof Response) throw new Error(`the page of ${url.pathname} leads elsewhere`)
  const t = await translatorOf(start.language)
  const match = context.matches.at(-1)
  if (!match) throw new Error(`no page of ${url.pathname}`)
  const { params, route } = match
  const { head, listed = false, rendered = false } = route.handle as PageHandle
  const at: Address = { params, query: url.searchParams }
  const { language, config } = start
  const queries = client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }) => (state.status === 'success' ? [[queryKey, state.data] as const] : []))
  return {
    status: route.id === 'notFound' ? 404 : context.statusCode,
    head: head({ ...at, t, language, config, client, format: createFormat(language, t) }),
    listed: Boolean(listed),
    rendered: typeof rendered === 'function' ? rendered(at) : rendered,
    queries,
    render: () => render(context, client, { ...start, queries }, t),
  }
}

/** The modules' state (language, session, data) is set for each rendering, which is synchronous, so that two pages never share it. */
async function render(context: StaticHandlerContext, client: QueryClient, start: Boot, t: Translate): Promise<string> {
  const router = createStaticRouter(handler.dataRoutes, context)
  const page = () => (
    <App client={client}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>
  )
  const renderNow = () => {
    Object.assign(boot, start)
    speak(start.language, t)
    return renderToString(page())
  }
  const html = renderNow()
  if (!html.includes(unfinished)) return html
  // A part of the page had to be fetched first; from then on it is there.
  await prerender(page())
  return renderNow()
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

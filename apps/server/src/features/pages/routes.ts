/** The built pages: immutable assets, and the one HTML file that every route of the site starts from. */
import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { PRODUCT_NAME } from '@samtur/contract/constants'
import type { Boot } from '@samtur/contract/pages'
import { isBesidePages, paths } from '@samtur/contract/paths'
import { languages, type Language, type Translate } from '@samtur/i18n/translate'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isHttps } from '#platform/http/cookies'
import { os } from '#platform/http/context'
import { AppError } from '#platform/http/errors'
import { PreparedTexts, sendPrepared } from '#platform/http/prepared'
import { loggedPath, pathOf } from '#platform/http/request-path'
import { builtFiles } from '#platform/http/route-name'
import { refuseOtherVerbs } from '#platform/http/server'
import { presentLinks, presentRobots, presentSitemap } from './present-links.ts'
import { presentHead, type Head } from './present.ts'
import { missingProblem, presentProblem, problemOf, problemPage, withoutScripts } from './present-problem.ts'
import {
  dressPage,
  fillPage,
  isNoArticle,
  namedLanguage,
  pageLanguage,
  pageTheme,
  routePattern,
  beginOf,
  scriptsOf,
  themeCookieName,
  type Manifest,
  type PageTexts,
  type Theme,
} from './rules.ts'
import type { ReadFigures } from './views.ts'

export const createPageRoutes = ({ figures }: { figures: ReadFigures }) => ({
  figures: os.pages.figures.handler(() => figures()),
})

/** An address, and its page; undefined for an unknown address. */
export interface PageAt {
  page: string | undefined
  pathname: string
  query: URLSearchParams
}

/** A page that the built program has opened for its reader. */
export interface OpenedPage {
  status: number
  head?: Head | undefined
  /** Search engines may list pages of this kind. */
  listed: boolean
  /** The server renders pages of this kind for visitors. */
  rendered: boolean
  /** What its requests return. */
  queries?: Boot<Language>['queries']
  /** Returns the content as markup, which shows before a script has run; '' where it cannot be rendered. */
  render(): Promise<string>
}

interface Options {
  /** Folder with the built pages. */
  dist: string
  translators: Record<string, Translate>
  origin(): string
  /** Returns the addresses of permanent pages, for search engines. */
  listAddresses(): Promise<string[]>
  /** Opens the page in a language, with the personal and current data that it starts from. */
  open(request: FastifyRequest, at: PageAt, language: Language): Promise<{ start: Boot<Language>; page: OpenedPage }>
}

const patterns = Object.entries(paths).map(([page, path]) => ({ page, path, pattern: routePattern(path) }))
const YEAR = 31_536_000
const immutable = `public, max-age=${YEAR}, immutable`
/** Rendered pages that are the same for all readers: at most 200 of about 130 kB. */
const shared = { most: 200, keptMs: 60_000 }

const themeCookie = (theme: Theme, secure: boolean) =>
  `${themeCookieName(secure)}=${theme}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure ? '; Secure' : ''}`

/** Serves the assets, whose names change with their content. The service worker is not cached, or an old one would stay in browsers. */
function cacheControl(file: string) {
  if (file.includes(`${path.sep}assets${path.sep}`)) return immutable
  // Also the compressed copies of the build.
  const newest = /^(?:sw\.js|build\.txt|shell\.html)(?:\.(?:br|gz))?$/.test(path.basename(file))
  return newest ? 'no-cache' : 'public, max-age=3600'
}

export function servePages(app: FastifyInstance, options: Options) {
  const { dist, translators, origin, open, listAddresses } = options
  if (!fs.existsSync(path.join(dist, 'index.html'))) throw new Error(`No built pages in ${dist}: run the build first`)
  const template = fs.readFileSync(path.join(dist, 'index.html'), 'utf8')
  const secure = () => isHttps(origin())
  const readBuild = (name: string) => JSON.parse(fs.readFileSync(path.join(dist, '.vite', name), 'utf8')) as unknown
  const manifest = readBuild('manifest.json') as Manifest
  const texts = readBuild('texts.json') as PageTexts
  const begin = beginOf(manifest)
  app.register((files, _options, done) => {
    files.addHook('onRequest', (request, _reply, next) => {
      request.raw.routeName = builtFiles
      next()
    })
    files.register(fastifyStatic, {
      root: dist,
      index: false,
      wildcard: false,
      preCompressed: true,
      globIgnore: ['**/*.br', '**/*.gz', 'index.html', '.stamp', '.server/**', '.vite/**'],
      setHeaders: (response, file) => {
        response.header('cache-control', cacheControl(file))
      },
    })
    done()
  })
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = pathOf(request)
    refuseOtherVerbs(app, request, reply)
    const known = patterns.find(({ page, pattern }) => pattern.test(pathname) && !isNoArticle(page, pathname))
    if (known && !isRead(request)) {
      reply.header('allow', 'GET, HEAD')
      throw new AppError('method_not_allowed')
    }
    if (!wantsPage(request, pathname)) throw new AppError('not_found')
    if (!known) request.log.info({ path: loggedPath(pathname).slice(0, 256) }, 'page not found')
    request.raw.routeName = known?.path
    const query = new URLSearchParams(request.url.split('?')[1])
    return sendPage(request, reply, { page: known?.page, pathname, query })
  })
  const bare = withoutScripts(template)
  const pages = new PreparedTexts(shared)
  app.decorate('errorPage', (error, request) => {
    if (!request.headers.accept?.includes('text/html') || !wantsPage(request, pathOf(request))) return undefined
    const { cookie, 'accept-language': accepted } = request.headers
    const language = pageLanguage(cookie, accepted)
    const t = inLanguage(language)
    const problem = problemOf(t, error)
    if (!problem) return undefined
    const title = `${problem.heading} – ${PRODUCT_NAME}`
    return dressPage(problemPage(bare, language, title, presentProblem(t, problem)), pageTheme(cookie, secure()))
  })
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain').send(presentRobots(origin())))
  app.get('/sitemap.xml', async (_request, reply) =>
    reply.type('application/xml').send(presentSitemap(origin(), await listAddresses())),
  )

  function inLanguage(language: Language) {
    const t = translators[language]
    if (!t) throw new Error(`no texts in ${language}`)
    return t
  }

  /** Returns what the page says around its content. */
  function wordsOf(at: PageAt, { language, config: { support_email: email } }: Boot<Language>, page: OpenedPage) {
    const t = inLanguage(language)
    const missing = isMissing(at, page)
    const problem = missing ? missingProblem(t, at.page) : undefined
    const head = presentHead(t, problem ? { title: problem.heading } : page.head)
    const words = { ...head, language, named: namedLanguage(at.query) !== undefined, pictureAlt: t('site.picture_alt') }
    // A page for an error has no canonical address.
    const links = at.page && !missing ? presentLinks(words, { origin: origin(), ...at }) : ''
    // Not rendered: the browser shows the same only after its own request, and would begin with different markup.
    const instead = problem ? presentProblem(t, problem) : ''
    // A page that the server has not rendered shows nothing without scripts.
    const noscript = (readable: boolean) => t(readable ? 'site.noscript' : 'site.noscript_needed', { email })
    return { title: head.title, links, noscript, instead }
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, at: PageAt) {
    const { cookie, 'accept-language': accepted } = request.headers
    const language = namedLanguage(at.query) ?? pageLanguage(cookie, accepted)
    const theme = pageTheme(cookie, secure())
    // Some browsers keep a cookie that a script has set for a week only, so the server sets it again.
    if (theme) reply.header('set-cookie', themeCookie(theme, secure()))
    const { start, page } = await open(request, at, language)
    const missing = isMissing(at, page)
    const boot: Boot<Language> = { ...start, queries: page.queries }
    const { noscript, ...words } = wordsOf(at, boot, page)
    if (!at.page || missing || page.head?.passing || !page.listed) reply.header('x-robots-tag', 'noindex')
    // Its address is all that is needed to see it.
    if (at.page === 'follow') reply.header('referrer-policy', 'no-referrer')
    const make = async () => {
      const content = page.rendered && boot.me === null && !missing ? await page.render() : ''
      const scripts = scriptsOf(manifest, texts, at.page ?? 'notFound', language)
      const { dir } = languages[language]
      const readable = noscript(missing || content !== '')
      const filling = { language, dir, boot, scripts, begin, content, noscript: readable, ...words }
      return dressPage(fillPage(template, filling), theme)
    }
    reply
      .code(at.page && !missing ? 200 : 404)
      .type('text/html; charset=utf-8')
      // A page with personal data stays in no cache, not in the browser's either.
      .header('cache-control', boot.me === null && at.page !== 'follow' ? 'no-cache, private' : 'no-store')
      .header('vary', 'cookie, accept-language, accept-encoding')
    // A page with personal data is neither shared nor compressed: the length of compressed text could reveal it beside an attacker's query.
    if (boot.me !== null) return reply.send(await make())
    const key = JSON.stringify([at.page, at.pathname, at.query.toString(), theme, words, boot])
    return sendPrepared(request, reply, await pages.get(key, make))
  }
}

/** The content of a known address does not exist, or the reader may not see it. */
const isMissing = (at: PageAt, { status }: OpenedPage) => at.page !== undefined && status === 404

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** Returns whether a browser opens an address, in contrast to a missing script or picture. */
function wantsPage(request: FastifyRequest, pathname: string) {
  if (!isRead(request)) return false
  if (isBesidePages(pathname)) return false
  return (
    (request.headers.accept ?? '*/*').includes('text/html') ||
    request.headers.accept === undefined ||
    request.headers.accept === '*/*'
  )
}

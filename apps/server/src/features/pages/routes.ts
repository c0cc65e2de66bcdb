/** The built pages: immutable assets, and the one HTML file that every route of the site starts from. */
import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { paths } from '@samtur/contract/paths'
import { languages, type Language, type Translate } from '@samtur/i18n/translate'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { os } from '#platform/http/context'
import { AppError } from '#platform/http/errors'
import { pathOf, refuseOtherVerbs } from '#platform/http/server'
import { isNoArticle, presentHead } from './present.ts'
import { fillPage, isForSearchEngines, pageLanguage, routePattern, scriptsOf, type Manifest } from './rules.ts'
import type { ReadFigures } from './views.ts'

export const createPageRoutes = ({ figures }: { figures: ReadFigures }) => ({
  figures: os.pages.figures.handler(() => figures()),
})

/** What the page knows before its first request. */
export interface Boot {
  language: Language
  me: unknown
  config: {
    mailbox: string | null
    support_email: string
    support_phone: string
    password_min: number
    recovery: boolean
  }
  data?: Record<string, unknown>
}

interface Options {
  /** Folder with the built pages. */
  dist: string
  translators: Record<string, Translate>
  /** What is personal or current in the boot data. */
  bootOf(request: FastifyRequest, reply: FastifyReply, path: string): Promise<Pick<Boot, 'me' | 'config' | 'data'>>
}

/** An address, and the page behind it; undefined is none. */
interface PageAt {
  page: string | undefined
  pathname: string
}

const patterns = Object.entries(paths).map(([page, path]) => ({ page, pattern: routePattern(path) }))
const YEAR = 31_536_000

/** Assets carry their content in their name. The service worker has to be the newest, or an old one would stay in browsers. */
function cacheControl(file: string) {
  if (file.includes(`${path.sep}assets${path.sep}`)) return `public, max-age=${YEAR}, immutable`
  return path.basename(file) === 'sw.js' ? 'no-cache' : 'public, max-age=3600'
}

export function servePages(app: FastifyInstance, { dist, translators, bootOf }: Options) {
  if (!fs.existsSync(path.join(dist, 'index.html'))) throw new Error(`No built pages in ${dist}: run the build first`)
  const template = fs.readFileSync(path.join(dist, 'index.html'), 'utf8')
  const manifest = JSON.parse(fs.readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', 'index.html', '.stamp', '**/manifest.json'],
    setHeaders: (response, file) => {
      response.header('cache-control', cacheControl(file))
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = pathOf(request)
    refuseOtherVerbs(app, request, reply)
    if (!wantsPage(request, pathname)) throw new AppError('not_found')
    const known = patterns.find(({ page, pattern }) => pattern.test(pathname) && !isNoArticle(page, pathname))
    if (!known) request.log.info({ path: pathname.slice(0, 256) }, 'page not found')
    return sendPage(request, reply, pathname, known?.page)
  })

  function words(language: Language, { support_email: email, support_phone: phone }: Boot['config'], at: PageAt) {
    const t = translators[language]
    if (!t) throw new Error(`no texts in ${language}`)
    return { ...presentHead(t, at.page, at.pathname, { email, phone }), noscript: t('site.noscript', { email }) }
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, pathname: string, page: string | undefined) {
    const language = pageLanguage(request.headers.cookie, request.headers['accept-language'])
    const boot: Boot = { language, ...(await bootOf(request, reply, pathname)) }
    const scripts = scriptsOf(manifest, page ?? 'notFound', language)
    if (!isForSearchEngines(page)) reply.header('x-robots-tag', 'noindex')
    return reply
      .code(page ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache, private')
      .header('vary', 'cookie, accept-language')
      .send(
        fillPage(template, {
          language,
          dir: languages[language].dir,
          boot,
          scripts,
          ...words(language, boot.config, { page, pathname }),
        }),
      )
  }
}

/** A browser going to an address, not a script or picture that is missing. */
function wantsPage(request: FastifyRequest, pathname: string) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (/^\/(api|files|live|assets|dev)(\/|$)/.test(pathname)) return false
  return (
    (request.headers.accept ?? '*/*').includes('text/html') ||
    request.headers.accept === undefined ||
    request.headers.accept === '*/*'
  )
}

/** Composition: the built pages' own program (apps/web/src/server-entry.tsx) renders them for visitors. */
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Boot } from '@samtur/contract/pages'
import type { Language } from '@samtur/i18n/translate'
import type { PageAt, servePages } from '../features/pages/routes.ts'
import type { Log } from '../platform/log.ts'

interface Program {
  /** `address` is path and query. */
  draw(address: string, boot: Boot<Language>): Promise<string>
}

/** Pages to read, and pages that links lead to; an unknown address has its page, too. All others begin with a sign-in or a form. */
const drawn = new Set([
  'home',
  'search',
  'ride',
  'profile',
  'follow',
  'helpSupport',
  'helpArticle',
  'lawsRules',
  'terms',
  'greenMission',
  'privacy',
  'accessibility',
])
/** Pages that have no content without their first response. */
const needsAnswer = new Set(['ride', 'profile', 'follow'])

export function createContent(dist: string, log: Log): Parameters<typeof servePages>[1]['contentOf'] {
  const file = path.join(dist, '.server/server-entry.mjs')
  let program: Promise<Program> | undefined
  const load = () => (program ??= import(pathToFileURL(file).href) as Promise<Program>)
  const there = fs.existsSync(file)
  if (!there) log.warn({ file }, 'pages are sent without content: run the build')
  const remember = rememberDrawings(MOST_PER_SECOND)
  // Counted apart, because machines try many unknown addresses, which must not use up the renderings of pages.
  const rememberUnknown = rememberDrawings(MOST_UNKNOWN_PER_SECOND)
  return async (at, boot) => {
    if (!there || !isDrawn(at, boot)) return ''
    try {
      const address = addressOf(at)
      const kept = at.page ? remember : rememberUnknown
      return await kept(JSON.stringify([address, boot]), async () => (await load()).draw(address, boot))
    } catch (error) {
      // The browser renders the page.
      log.error({ err: error, page: at.page }, 'a page could not be drawn')
      return ''
    }
  }
}

/** The tabs of the help page beside the first one are forms. */
const isForm = ({ page, query }: PageAt) => page === 'helpSupport' && query.has('tab')

const isDrawn = (at: PageAt, { me, data }: Boot<Language>) =>
  me === null &&
  (at.page === undefined || drawn.has(at.page)) &&
  !isForm(at) &&
  (data !== undefined || !needsAnswer.has(at.page ?? ''))

const addressOf = ({ pathname, query }: PageAt) => (query.size > 0 ? `${pathname}?${query.toString()}` : pathname)

const KEPT_MS = 60_000
const MOST = 200
/** Renderings in a second. Each blocks other requests for some milliseconds, so beyond this the browsers render. */
const MOST_PER_SECOND = 50
const MOST_UNKNOWN_PER_SECOND = 10

/** Keeps renderings for a minute: the same input has the same result, except for words such as 'today'. */
function rememberDrawings(mostPerSecond: number) {
  const drawings = new Map<string, { at: number; html: Promise<string> }>()
  let second = 0
  let drawnIn = 0
  const isTooMuch = () => {
    const now = Math.floor(Date.now() / 1000)
    drawnIn = now === second ? drawnIn + 1 : 1
    second = now
    return drawnIn > mostPerSecond
  }
  return (key: string, draw: () => Promise<string>): Promise<string> => {
    const known = drawings.get(key)
    if (known && Date.now() - known.at < KEPT_MS) return known.html
    if (isTooMuch()) return Promise.resolve('')
    if (drawings.size >= MOST) drawings.clear()
    const html = draw()
    drawings.set(key, { at: Date.now(), html })
    html.catch(() => drawings.delete(key))
    return html
  }
}

/** Pure parts of serving pages. */
import { isEmptySearch, readSearch, runs } from '@samtur/contract/filters'
import { availableLanguages, languages, matchLanguage, type Language } from '@samtur/i18n/translate'

/** The language an address names: `?lang=sv`. */
export const namedLanguage = (query: URLSearchParams): Language | undefined =>
  availableLanguages.find((language) => language === query.get('lang'))

/** A stored choice wins; else the browser's preference; else English. */
export function pageLanguage(cookie: string | undefined, acceptLanguage: string | undefined): Language {
  const chosen = /(?:^|;\s*)language=([a-z]{2})(?:;|$)/.exec(cookie ?? '')?.[1]
  return chosen && chosen in languages ? matchLanguage([chosen]) : matchLanguage(acceptLanguage)
}

export type Theme = 'light' | 'dark'

/** The name of the cookie with the chosen theme. Over https no neighbouring host can set it. In the browser `lib/theme.ts` has the same names. */
export const themeCookieName = (secure: boolean) => (secure ? '__Host-theme' : 'theme')

/** What somebody chose on this device; undefined is what the device says. */
export function pageTheme(cookie: string | undefined, secure: boolean): Theme | undefined {
  const [, name, theme] = /(?:^|;\s*)((?:__Host-)?theme)=(light|dark)(?:;|$)/.exec(cookie ?? '') ?? []
  return name === themeCookieName(secure) ? (theme as Theme) : undefined
}

/** The page as it will be, so that nothing flashes before a script has run. In the browser `lib/theme.ts` does the same. */
export function dressPage(page: string, theme: Theme | undefined): string {
  if (!theme) return page
  return page
    .replace('<html', `<html data-theme="${theme}"`)
    .replace('content="light dark"', `content="${theme}"`)
    .replace(/(data-scheme="(light|dark)" media=)"[^"]*"/g, (_, start: string, scheme: string) =>
      scheme === theme ? `${start}"all"` : `${start}"not all"`,
    )
}

/** `/rides/:id` → a pattern for whole paths, with or without a closing slash. */
export function routePattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`)
}

/** What people tell about themselves is for those they travel with, and what only they can see is nothing to be found. */
const unlisted =
  /profile$|^(?:publishRide|chat|reservations|myRides|security|blocked|notifications|myData|editRide|resetPassword|confirm|design)$|^admin/i

/** Reports whether the address of a search lists all upcoming rides: it names neither places nor a day, but an order or a filter. */
export function isAllRides(query: URLSearchParams): boolean {
  const search = readSearch(query)
  return runs(search) && isEmptySearch(search)
}

/** May search engines show this page? */
export const isForSearchEngines = (page: string | undefined) => page !== undefined && !unlisted.test(page)

/** What the build says about its files: `.vite/manifest.json`. */
export type Manifest = Record<string, { file: string; name?: string; imports?: string[] }>

/** The scripts that a page will ask for, so that the browser can fetch them together with the first one. */
export function scriptsOf(manifest: Manifest, page: string, language: string): string[] {
  const files = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  const file = page.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  add(`src/routes/${file}.tsx`)
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.name === `texts-${language}`) add(key)
  return [...files]
}

export interface Filling {
  language: string
  dir: string
  title: string
  /** What else the head says of the page. */
  links: string
  noscript: string
  /** What stands there where no script will ever run. */
  instead: string
  /** What can be read before any script has run. */
  content: string
  /** Paths below the site's root. */
  scripts: readonly string[]
  boot: unknown
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

/** Puts language, direction, words, content and boot data into the built page. */
export function fillPage(template: string, filling: Filling): string {
  const { language, dir, title, links, noscript, instead, content, scripts, boot } = filling
  // `<` is the only character that could end the script element early.
  const json = JSON.stringify(boot).replaceAll('<', '\\u003c')
  const fresh = scripts.filter((file) => !template.includes(file))
  // What draws the page, style and letters, goes first: the content is there before the scripts are.
  const preloads = fresh
    .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`)
    .join('')
  return template
    .replace(/<html[^>]*>/, () => `<html lang="${language}" dir="${dir}">`)
    .replace(/(href="\/manifest)-\w+(\.webmanifest")/, (_, start: string, end: string) => `${start}-${language}${end}`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace('<!--head-->', () => links + preloads)
    .replace('<!--noscript-->', () => escapeHtml(noscript))
    .replace('<!--instead-->', () => instead)
    .replace(
      /(<script id="boot" type="application\/json">)[^<]*(<\/script>)/,
      (_, open: string, close: string) => `${open}${json}${close}`,
    )
    .replace('<!--root-->', () => content)
}

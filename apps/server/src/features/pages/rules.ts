/** Pure parts of serving pages. */
import { isEmptySearch, readSearch, runs } from '@samtur/contract/filters'
import { isHelpSlug } from '@samtur/contract/help'
import { paths } from '@samtur/contract/paths'
import { availableLanguages, languages, matchLanguage, type Language } from '@samtur/i18n/translate'

/** Returns the language that an address names, as `?lang=sv` does. */
export const namedLanguage = (query: URLSearchParams): Language | undefined =>
  availableLanguages.find((language) => language === query.get('lang'))

/** Returns the stored choice, else the browser's preference, else English. */
export function pageLanguage(cookie: string | undefined, acceptLanguage: string | undefined): Language {
  const chosen = /(?:^|;\s*)language=([a-z]{2})(?:;|$)/.exec(cookie ?? '')?.[1]
  return chosen && chosen in languages ? matchLanguage([chosen]) : matchLanguage(acceptLanguage)
}

export type Theme = 'light' | 'dark'

/** Returns the name of the theme's cookie. Over https no neighbouring host can set it. In the browser `lib/theme.ts` has the same names. */
export const themeCookieName = (secure: boolean) => (secure ? '__Host-theme' : 'theme')

/** Returns the theme chosen on this device; undefined for the device's own. */
export function pageTheme(cookie: string | undefined, secure: boolean): Theme | undefined {
  const [, name, theme] = /(?:^|;\s*)((?:__Host-)?theme)=(light|dark)(?:;|$)/.exec(cookie ?? '') ?? []
  return name === themeCookieName(secure) ? (theme as Theme) : undefined
}

/** Returns the page in the chosen theme, so that it does not flash before a script has run. In the browser `lib/theme.ts` does the same. */
export function dressPage(page: string, theme: Theme | undefined): string {
  if (!theme) return page
  return page
    .replace('<html', `<html data-theme="${theme}"`)
    .replace('content="light dark"', `content="${theme}"`)
    .replace(/(data-scheme="(light|dark)" media=)"[^"]*"/g, (_, start: string, scheme: string) =>
      scheme === theme ? `${start}"all"` : `${start}"not all"`,
    )
}

/** Returns a pattern for whole paths of a route such as `/rides/:id`, with or without a closing slash. */
export function routePattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`)
}

/** Reports whether the address of a search lists all upcoming rides: it names neither places nor a day, but an order or a filter. */
export function isAllRides(query: URLSearchParams): boolean {
  const search = readSearch(query)
  return runs(search) && isEmptySearch(search)
}

/** Returns whether the address is of an article that does not exist. */
export const isNoArticle = (page: string, path: string) =>
  page === 'helpArticle' && !isHelpSlug(path.slice(paths.helpSupport.length + 1).replace(/\/$/, ''))

/** The build's list of its files, `.vite/manifest.json`. */
export type Manifest = Record<string, { file: string; imports?: string[] }>

/** The catalogues that pages need, `.vite/texts.json`: every page, and each by the name of its file in `routes/`. */
export interface PageTexts {
  every: string[]
  routes: Record<string, string[]>
}

/** Returns the script that loads the others. Throws for pages that were built without it. */
export function beginOf(manifest: Manifest): string {
  const begin = manifest['src/lib/begin.ts']
  if (!begin) throw new Error('the built pages have no script to begin with')
  return begin.file
}

/** Returns the scripts that a page will load, so that the browser can fetch them together with the first one. */
export function scriptsOf(manifest: Manifest, texts: PageTexts, page: string, language: string): string[] {
  const files = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  const name = page.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  add(`src/routes/${name}.ts`)
  const folder = '../../packages/i18n/src/gen'
  add(`${folder}/loaders/${language}.ts`)
  for (const catalogue of [...texts.every, ...(texts.routes[name] ?? [])]) add(`${folder}/${language}/${catalogue}.ts`)
  return [...files]
}

export interface Filling {
  language: string
  dir: string
  title: string
  /** Further markup of the head. */
  links: string
  noscript: string
  /** The content where scripts are switched off. */
  instead: string
  /** The content before any script has run. */
  content: string
  /** Paths below the site's root. */
  scripts: readonly string[]
  /** The path of the script that loads the others after the first paint. */
  begin: string
  boot: unknown
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

/**
 * Returns the page with one script in place of all: `apps/web/src/lib/begin.ts` loads these after the first paint. The paint comes a quarter
 * earlier on slow 4G then (decision 066).
 */
function afterPaint(page: string, begin: string): string {
  let entry = ''
  const files: string[] = []
  const rest = page
    .replace(/<script type="module"[^>]* src="([^"]+)"><\/script>/, (_, src: string) => {
      entry = src
      return ''
    })
    .replaceAll(/<link rel="modulepreload"[^>]* href="([^"]+)">/g, (_, href: string) => {
      files.push(href)
      return ''
    })
  const script = `<script defer src="/${begin}" data-entry="${entry}" data-files="${files.join(' ')}"></script>`
  return rest.replace('</head>', () => `${script}</head>`)
}

/** Puts language, direction, words, content and boot data into the built page. */
export function fillPage(template: string, filling: Filling): string {
  const { language, dir, title, links, noscript, instead, content, scripts, begin, boot } = filling
  // `<` is the only character that could end the script element early.
  const json = JSON.stringify(boot).replaceAll('<', '\\u003c')
  const fresh = scripts.filter((file) => !template.includes(file))
  // Style sheets and fonts first.
  const preloads = fresh
    .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`)
    .join('')
  const page = template.replace('<!--head-->', () => links + preloads)
  // Content shows before the scripts run, and a page without any has to wait for them.
  return (content === '' ? page : afterPaint(page, begin))
    .replace(/<html[^>]*>/, () => `<html lang="${language}" dir="${dir}">`)
    .replace(/(href="\/manifest)-\w+(\.webmanifest")/, (_, start: string, end: string) => `${start}-${language}${end}`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace('<!--noscript-->', () => escapeHtml(noscript))
    .replace('<!--instead-->', () => instead)
    .replace(
      /(<script id="boot" type="application\/json">)[^<]*(<\/script>)/,
      (_, open: string, close: string) => `${open}${json}${close}`,
    )
    .replace('<!--root-->', () => content)
}

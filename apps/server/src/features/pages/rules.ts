/** Pure parts of serving pages. */
import { languages, matchLanguage, type Language } from '@samtur/i18n/translate'

/** A stored choice wins; else the browser's preference; else English. */
export function pageLanguage(cookie: string | undefined, acceptLanguage: string | undefined): Language {
  const chosen = /(?:^|;\s*)language=([a-z]{2})(?:;|$)/.exec(cookie ?? '')?.[1]
  return chosen && chosen in languages ? matchLanguage([chosen]) : matchLanguage(acceptLanguage)
}

/** `/rides/:id` → a pattern for whole paths, with or without a closing slash. */
export function routePattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`)
}

/** What people tell about themselves is for those they travel with, and what only they can see is nothing to be found. */
const unlisted =
  /profile$|^(?:chat|reservations|myRides|security|blocked|notifications|myData|editRide|resetPassword)$|^admin/i

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
  description: string
  noscript: string
  /** Paths below the site's root. */
  scripts: readonly string[]
  boot: unknown
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

/** Puts language, direction, description and boot data into the built page. */
export function fillPage(template: string, filling: Filling): string {
  const { language, dir, title, description, noscript, scripts, boot } = filling
  // `<` is the only character that could end the script element early.
  const json = JSON.stringify(boot).replaceAll('<', '\\u003c')
  const fresh = scripts.filter((file) => !template.includes(file))
  const preloads = fresh.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('')
  return template
    .replace(/<html[^>]*>/, () => `<html lang="${language}" dir="${dir}">`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace('<!--head-->', () => `<meta name="description" content="${escapeHtml(description)}">${preloads}`)
    .replace('<!--noscript-->', () => escapeHtml(noscript))
    .replace(
      /(<script id="boot" type="application\/json">)[^<]*(<\/script>)/,
      (_, open: string, close: string) => `${open}${json}${close}`,
    )
}

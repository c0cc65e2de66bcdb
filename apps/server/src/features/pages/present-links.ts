/** The head of a page as markup: its title, address and languages, and its card in link previews. */
import { PRODUCT_NAME } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import { availableLanguages, type Language } from '@samtur/i18n/translate'
import type { Head } from './present.ts'
import { escapeHtml, isAllRides } from './rules.ts'

/** Made by scripts/preview.mjs. */
const picture = { path: '/preview.png', width: 1200, height: 630 }

/** The query fields that belong to a page's address; others only say where a visitor came from. */
const meant = ['from', 'to', 'date', 'from_position', 'to_position', 'detour_place_id', 'detour_end']

export interface Place {
  origin: string
  pathname: string
  query: URLSearchParams
}

/** Returns the page's canonical address, in one language or in the reader's. */
export function addressOf({ origin, pathname, query }: Place, language?: Language): string {
  const url = new URL(origin)
  url.pathname = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  for (const name of meant) {
    const value = query.get(name)
    if (value) url.searchParams.set(name, value)
  }
  // The list of all upcoming rides has one address; without an order it would be that of the empty form.
  if (url.pathname === paths.search && isAllRides(query)) url.searchParams.set('sort', 'departure')
  if (language) url.searchParams.set('lang', language)
  return url.href
}

/** Languages as link previews name them. */
const locales: Record<Language, string> = {
  en: 'en_GB',
  no: 'nb_NO',
  da: 'da_DK',
  sv: 'sv_SE',
  ru: 'ru_RU',
  pl: 'pl_PL',
  ar: 'ar_AR',
}

interface Words extends Head {
  description: string
  language: Language
  /** Whether the address names the language. */
  named: boolean
  pictureAlt: string
}

export function presentLinks(words: Words, place: Place): string {
  const { title, card = title, description, kind = 'website', language, named, pictureAlt } = words
  const address = addressOf(place, named ? language : undefined)
  const others = availableLanguages.filter((other) => other !== language)
  const tags = [
    tag('meta', { name: 'description', content: description }),
    tag('link', { rel: 'canonical', href: address }),
    ...availableLanguages.map((each) => alternate(each, addressOf(place, each))),
    alternate('x-default', addressOf(place)),
    ...Object.entries({
      'og:site_name': PRODUCT_NAME,
      'og:type': kind,
      'og:url': address,
      'og:title': card,
      'og:description': description,
      'og:locale': locales[language],
    }).map(([property, content]) => tag('meta', { property, content })),
    ...others.map((other) => tag('meta', { property: 'og:locale:alternate', content: locales[other] })),
    ...Object.entries({
      'og:image': place.origin + picture.path,
      'og:image:type': 'image/png',
      'og:image:width': String(picture.width),
      'og:image:height': String(picture.height),
      'og:image:alt': pictureAlt,
    }).map(([property, content]) => tag('meta', { property, content })),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  ]
  return tags.join('')
}

const alternate = (hreflang: string, href: string) => tag('link', { rel: 'alternate', hreflang, href })

function tag(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`)
  return `<${name} ${written.join(' ')}>`
}

// ---- For search engines ---------------------------------------------------------------------------------------------

export const presentRobots = (origin: string) =>
  `User-agent: *\nDisallow: /api/\nDisallow: /dev/\n\nSitemap: ${origin}/sitemap.xml\n`

/** Returns the sitemap: every address in every language. */
export function presentSitemap(origin: string, pathnames: readonly string[]): string {
  const query = new URLSearchParams()
  const entries = pathnames.flatMap((pathname) => {
    const place = { origin, pathname, query }
    const versions = [
      ...availableLanguages.map((language) => ({ hreflang: language, href: addressOf(place, language) })),
      { hreflang: 'x-default', href: addressOf(place) },
    ]
    const links = versions.map((version) => tag('xhtml:link', { rel: 'alternate', ...version }).replace(/>$/, '/>'))
    return versions.map(({ href }) => `<url><loc>${escapeHtml(href)}</loc>${links.join('')}</url>`)
  })
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' +
    `${entries.join('\n')}\n</urlset>\n`
  )
}

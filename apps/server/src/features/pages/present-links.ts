/** The head of a page as markup: what it is, where it is, in which languages, and its card for whoever is sent a link to it. */
import { PRODUCT_NAME } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import { availableLanguages, type Language } from '@samtur/i18n/translate'
import type { Head } from './present.ts'
import { escapeHtml, isAllRides } from './rules.ts'

/** Made by scripts/preview.mjs. */
const picture = { path: '/preview.png', width: 1200, height: 630 }

/** What counts in the address of a page; everything else says how somebody came here. */
const meant = ['from', 'to', 'date', 'from_position', 'to_position']

export interface Place {
  origin: string
  pathname: string
  query: URLSearchParams
}

/** The page's one address, in one language or in whichever the reader prefers. */
export function addressOf({ origin, pathname, query }: Place, language?: Language): string {
  const url = new URL(origin)
  url.pathname = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  for (const name of meant) {
    const value = query.get(name)
    if (value) url.searchParams.set(name, value)
  }
  // However it is filtered and sorted; without any of it the address is an empty form's.
  if (url.pathname === paths.search && isAllRides(query)) url.searchParams.set('sort', 'departure')
  if (language) url.searchParams.set('lang', language)
  return url.href
}

/** As link previews name languages. */
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
  language: Language
  /** The address names a language, so the page is that one's. */
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

/** Every address in every language. */
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

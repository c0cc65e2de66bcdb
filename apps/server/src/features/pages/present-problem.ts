/** Pages for errors, in markup that needs no script and no other file. */
import { paths } from '@samtur/contract/paths'
import { languages, type Language, type Translate } from '@samtur/i18n/translate'
import type { AppError } from '#platform/http/errors'
import { escapeHtml } from './rules.ts'

interface Problem {
  heading: string
  text: string
}

/** The page for an address without content, or with content that the reader may not see. */
export function missingProblem(t: Translate, page: string | undefined): Problem {
  if (page === 'ride') return { heading: t('ride.not_found_title'), text: t('ride.not_found_text') }
  if (page === 'follow') return { heading: t('travel.followed_none_title'), text: t('travel.followed_none_text') }
  return { heading: t('profiles.not_found'), text: t('profiles.not_found_text') }
}

/** Returns the texts of an error; undefined where neither the address nor the server caused it. */
export function problemOf(t: Translate, { code, status }: AppError): Problem | undefined {
  if (code === 'uri_too_long') return { heading: t('pages.not_found'), text: t('errors.uri_too_long') }
  if (code === 'malformed') return { heading: t('pages.not_found'), text: t('pages.not_found_text') }
  if (status < 500) return undefined
  return { heading: t('core.error_title'), text: t(code === 'unavailable' ? 'errors.unavailable' : 'errors.internal') }
}

/** Returns the page, with the styles of apps/web/src/routes/not-found.tsx. */
export const presentProblem = (t: Translate, { heading, text }: Problem) =>
  '<main class="mx-auto flex w-full max-w-page flex-col items-center px-4 pt-12 text-center">' +
  `<h1 class="text-xl">${escapeHtml(heading)}</h1><p class="mt-2 mb-6 text-soft">${escapeHtml(text)}</p>` +
  `<a href="${paths.home}" class="inline-flex min-h-11 items-center font-semibold text-brand underline">` +
  `${escapeHtml(t('core.to_home'))}</a></main>`

/** Returns the built page without its scripts. */
export const withoutScripts = (template: string) =>
  template
    .replace(
      /<script[^>]*>[^<]*<\/script>|<link rel="(?:modulepreload|manifest)"[^>]*>|<noscript>.*?<\/noscript>/gs,
      '',
    )
    .replace('<!--head-->', '<meta name="robots" content="noindex">')

/** Returns the page for an error; `template` has no scripts. */
export const problemPage = (template: string, language: Language, title: string, content: string) =>
  template
    .replace(/<html[^>]*>/, () => `<html lang="${language}" dir="${languages[language].dir}">`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace('<!--root-->', () => content)

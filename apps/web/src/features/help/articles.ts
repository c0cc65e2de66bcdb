/** Makes the articles in the page's language and their search, once per language. */
import { boot } from '#lib/boot'
import { useLanguage, useT } from '#lib/i18n'
import type { Language, Translate } from '@samtur/i18n/translate'
import type { Contact } from './article-texts.ts'
import { createHelpSearch, readArticles, type HelpSearch } from './model.ts'

export const contact: Contact = { email: boot.config.support_email, phone: boot.config.support_phone }

let known: { language: Language; t: Translate; search: HelpSearch } | undefined

/** Returns the search; needs the catalogue `help`. */
export function helpSearch(t: Translate, language: Language): HelpSearch {
  // Loaded texts come with a new translator.
  if (known?.t !== t || known.language !== language)
    known = { language, t, search: createHelpSearch(readArticles(t, contact), language) }
  return known.search
}

export function useHelpSearch(): HelpSearch {
  const t = useT()
  const { language } = useLanguage()
  return helpSearch(t, language)
}

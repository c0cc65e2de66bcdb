/** Makes the search of the articles, once per language. Apart from them, because a reader of one needs no search. */
import type { Language, MessageId, Translate } from '@samtur/i18n/translate'
import { useLanguage, useT } from '#lib/i18n'
import { contact } from './articles.ts'
import { readArticles } from './model.ts'
import { createHelpSearch, type HelpSearch, type WordsOf } from './search.ts'

let known: { language: Language; t: Translate; search: HelpSearch } | undefined

// i18n-dynamic: help_words.*
export const articleWords =
  (t: Translate): WordsOf =>
  (slug) =>
    t(`help_words.${slug.replaceAll('-', '_')}_words` as MessageId)

function searchIn(t: Translate, language: Language): HelpSearch {
  // Loaded texts come with a new translator.
  if (known?.t !== t || known.language !== language)
    known = { language, t, search: createHelpSearch(readArticles(t, contact), articleWords(t), language) }
  return known.search
}

export function useHelpSearch(): HelpSearch {
  const t = useT()
  const { language } = useLanguage()
  return searchIn(t, language)
}

/** The head of a page: its title and description, for the browser, search engines and link previews. */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Params } from 'react-router'
import { languages, type Language, type Translate } from '@samtur/i18n/translate'
import type { Boot } from './boot.ts'
import type { Format } from './format.ts'

/** An address of a page. */
export interface Address {
  params: Readonly<Params<string>>
  query: URLSearchParams
}

/** Title and description of a page, and what a link preview shows of it. */
export interface Head {
  /** Without the name of the product. */
  title: string
  /** For search engines and link previews; the site's own where there is none. */
  description?: string
  /** The longer title of a link preview. */
  card?: string | undefined
  /** The kind of page, as link previews name it. */
  kind?: 'article' | 'profile'
  /** Search engines should not list the page. */
  passing?: boolean
}

export interface HeadInput extends Address {
  t: Translate
  language: Language
  format: Format
  config: Boot['config']
  /** The data of the page. On the server only `load` fills it; in the browser what the screen loads as well. */
  client: QueryClient
}

/** Returns what is known of a query, without requesting it. */
export function stateOf<Key extends QueryKey>(client: QueryClient, { queryKey }: { queryKey: Key }) {
  const state = client.getQueryState(queryKey)
  return { data: state?.data, error: state?.error ?? undefined }
}

const isFromRight = (language: Language) => languages[language].dir === 'rtl'

/** Isolates the direction of names and prices, so that they stay whole and in the order of the sentence. */
export const inOrder = (language: Language, text: string) => (isFromRight(language) ? `\u2068${text}\u2069` : text)

/** Returns the parts that there are, with the comma of the language between them. */
export const joined = (language: Language, ...parts: (string | false | undefined)[]) =>
  parts.filter(Boolean).join(isFromRight(language) ? '، ' : ', ')

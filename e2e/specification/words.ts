/** How the specification's words are noted: the text as it writes it, the message that says it, and where it is read. */
import type { PageName } from '@samtur/contract/paths'
import type { MessageId, MessageParams, Translate } from '@samtur/i18n/translate'

/**
 * `letters`: the message is the text, letter by letter. `words`: the specification names it in an English sentence, so capitals are ours.
 * `part`: the text stands in the message.
 */
export type Match = 'letters' | 'words' | 'part'

export interface Words {
  text: string
  match: Match
  /** Nothing for signs and figures, which are the same in every language. */
  id?: MessageId
  /** What the catalogue says. */
  read(t: Translate): string
}

export interface Toast {
  title: Words
  text?: Words
}

/** A screen in one of its states. */
export interface Place {
  /** `frame`: around every page. */
  page: PageName | 'frame' | 'notFound'
  /** A selector, where the page's own part or the open dialog is too wide: the same words stand elsewhere in it. */
  within?: string
  /** Norwegian where nothing else is said. */
  language?: 'en'
  shows?: readonly Words[]
  toast?: Toast
}

export type Places = Readonly<Record<string, Place>>

type Params<Id extends MessageId> = undefined extends MessageParams[Id]
  ? [params?: MessageParams[Id]]
  : [params: MessageParams[Id]]

const noted =
  (match: Match) =>
  <Id extends MessageId>(id: Id, text: string, ...params: Params<Id>): Words => ({
    id,
    text,
    match,
    read: (t) => t(id, ...params),
  })

export const quoted = noted('letters')
export const named = noted('words')
export const part = noted('part')

/** A sign or a figure. */
export const literal = (text: string): Words => ({ text, match: 'part', read: () => text })

/** The title is 'Feil' unless the specification says another one. */
export const failure = (text: Words): Toast => ({ title: quoted('core.error_title', 'Feil'), text })
/** The specification gives the title in Norwegian alone. */
export const englishFailure = (text: Words): Toast => ({ title: quoted('core.error_title', 'Error'), text })

/** The notation of the specification's words: the text, the message id, and the place. */
import type { PageName } from '@samtur/contract/paths'
import type { MessageId, MessageParams, Translate } from '@samtur/i18n/translate'

/**
 * `letters`: the message equals the text. `words`: the specification names it in an English sentence, so capitals may differ. `part`: the
 * message contains the text.
 */
export type Match = 'letters' | 'words' | 'part'

export interface Words {
  text: string
  match: Match
  /** Missing for signs and figures, which are the same in every language. */
  id?: MessageId
  /** Returns the catalogue's text. */
  read(t: Translate): string
}

export interface Toast {
  title: Words
  text?: Words
}

/** A screen in one of its states. */
export interface Place {
  /** `frame`: the parts around every page. */
  page: PageName | 'frame' | 'notFound'
  /** A selector, where the page or the open dialog has the same words elsewhere. */
  within?: string
  /** Norwegian by default. */
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

/** A failure's title is 'Feil' unless the specification gives another one. */
export const failure = (text: Words): Toast => ({ title: quoted('core.error_title', 'Feil'), text })
/** The specification gives the title in Norwegian only. */
export const englishFailure = (text: Words): Toast => ({ title: quoted('core.error_title', 'Error'), text })

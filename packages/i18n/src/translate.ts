// The languages, and the translation of a message id into text, for pages and mails.
import type { Messages } from '@lingui/core'
import { availableLanguages, loadersOf } from './gen/catalogues.ts'
import type { CatalogueName, Loaders } from './gen/catalogues.ts'
import type { MessageId, MessageParams } from './gen/ids.ts'
import { fill, type Message, type Parameters } from './message.ts'

export { availableLanguages }
export type { CatalogueName, MessageId, MessageParams, Messages }

/** `tag` is for Intl and the `lang` attribute; Arabic keeps the digits in which prices and times are written here. */
export const languages = {
  en: { name: 'English', dir: 'ltr', tag: 'en-GB' },
  no: { name: 'Norsk', dir: 'ltr', tag: 'nb-NO' },
  da: { name: 'Dansk', dir: 'ltr', tag: 'da-DK' },
  sv: { name: 'Svenska', dir: 'ltr', tag: 'sv-SE' },
  ru: { name: 'Русский', dir: 'ltr', tag: 'ru-RU' },
  pl: { name: 'Polski', dir: 'ltr', tag: 'pl-PL' },
  ar: { name: 'العربية', dir: 'rtl', tag: 'ar-u-nu-latn' },
} as const

export type Language = keyof typeof languages

/** Messages per language; English beside another language fills its gaps. */
export type Catalogues = Partial<Record<Language, readonly Messages[]>>

export type Translate = <Id extends MessageId>(
  id: Id,
  ...params: undefined extends MessageParams[Id] ? [params?: MessageParams[Id]] : [params: MessageParams[Id]]
) => string

const norwegian = new Set(['nb', 'nn'])

function supported(tag: string): Language | undefined {
  const primary = tag.toLowerCase().split('-')[0] ?? ''
  const code = norwegian.has(primary) ? 'no' : primary
  return availableLanguages.find((language) => language === code)
}

function byPreference(header: string): string[] {
  const wishes = header.split(',').map((part) => {
    const [tag = '', ...attributes] = part.split(';').map((piece) => piece.trim())
    const quality = attributes.find((attribute) => attribute.startsWith('q='))
    return { tag, quality: quality ? Number(quality.slice(2)) : 1 }
  })
  const accepted = wishes.filter(({ quality }) => quality > 0)
  return accepted.sort((a, b) => b.quality - a.quality).map(({ tag }) => tag)
}

/** Returns the best language that has texts, for an Accept-Language header or a browser's list of languages. */
export function matchLanguage(acceptLanguage: string | undefined | readonly string[]): Language {
  const wishes = typeof acceptLanguage === 'string' ? byPreference(acceptLanguage) : (acceptLanguage ?? [])
  return wishes.map(supported).find((language) => language !== undefined) ?? 'en'
}

/** Loads compiled catalogues; a bundler makes one chunk of each. */
export async function loadCatalogues(language: Language, names: readonly CatalogueName[]): Promise<Catalogues> {
  const available: Partial<Record<Language, () => Promise<{ loaders: Loaders }>>> = loadersOf
  const own = await available[language]?.()
  const modules = await Promise.all(names.flatMap((name) => own?.loaders[name]?.() ?? []))
  return { [language]: modules.map(({ messages }) => messages) }
}

type TextOf = (id: string, params: Parameters) => string | undefined

/** Returns the text of an id in messages that may still grow, or undefined. */
function textIn(messages: Messages, language: Language): TextOf {
  const { tag } = languages[language]
  return (id, params) => (Object.hasOwn(messages, id) ? fill(messages[id] as Message, params, tag) : undefined)
}

/** Copies into a new object, because all translators share the catalogues' own. */
const merged = (catalogues: readonly Messages[] = []): Messages => Object.assign({}, ...catalogues)

/** Returns a translator over messages that may still grow. A missing text is its id. */
export function translatorOf(language: Language, messages: Messages): Translate {
  const own = textIn(messages, language)
  return (id, ...[params = {}]) => own(id, params) ?? id
}

/** Returns a translator. A missing text falls back to English where that is loaded, and to its id otherwise. */
export function createTranslator(language: Language, catalogues: Catalogues): Translate {
  const own = textIn(merged(catalogues[language]), language)
  const english = textIn(merged(catalogues.en), 'en')
  return (id, ...[params = {}]) => own(id, params) ?? english(id, params) ?? id
}

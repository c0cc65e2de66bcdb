/** Finds texts on a page that belong to another language, by comparison with the catalogues. */
import { PRODUCT_NAME } from '@samtur/contract/constants'
import { loadCatalogues, languages, type Language } from '@samtur/i18n/translate'
import { catalogueNames } from '../texts.ts'

type Token = string | readonly [name: string, kind?: string, cases?: Readonly<Record<string, unknown>>]

interface Texts {
  plain: ReadonlySet<string>
  /** Texts with parameters that are long enough without them to be recognised. */
  patterns: readonly RegExp[]
}

/** Collapses white space, as the page shows it. */
export const squeezed = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const enough = 10
const letters = (source: string) => source.replaceAll(/\.\+\?|[^\p{L}]/gu, '').length
const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** A text with links in it is several texts on the page. */
const split = (source: string) => source.split(/<\/?\d+>/)

/** Returns a regular expression for each choice of the message's plurals. */
function sourcesOf(message: string | readonly Token[]): string[] {
  return [message]
    .flat()
    .map(sourcesOfToken)
    .reduce((before, after) => before.flatMap((start) => after.map((end) => start + end)), [''])
}

function sourcesOfToken(token: Token): string[] {
  if (token === '#') return ['.+?']
  if (typeof token === 'string') return [escaped(token)]
  const [, , cases] = token
  if (!cases) return ['.+?']
  const choices = Object.values(cases).filter((each) => typeof each === 'string' || Array.isArray(each))
  return choices.flatMap((each) => sourcesOf(each as string | readonly Token[]))
}

async function textsOf(language: Language): Promise<Texts> {
  const { [language]: catalogues = [] } = await loadCatalogues(language, catalogueNames)
  const messages = catalogues.flatMap((each) => Object.values(each)) as (string | readonly Token[])[]
  const fixed = (message: string | readonly Token[]) => [message].flat().every((token) => typeof token === 'string')
  const plain = messages.filter(fixed).flatMap((message) => split([message].flat().map(String).join('')))
  const sources = messages
    .filter((message) => !fixed(message))
    .flatMap(sourcesOf)
    .flatMap(split)
  return {
    plain: new Set(plain.map(squeezed).filter((text) => letters(text) > 0)),
    patterns: sources
      .filter((source) => letters(source) >= enough)
      .map((source) => new RegExp(`^${squeezed(source)}$`, 's')),
  }
}

const known = new Map<Language, Promise<Texts>>()
const textsIn = (language: Language) => {
  const texts = known.get(language) ?? textsOf(language)
  known.set(language, texts)
  return texts
}

const has = ({ plain, patterns }: Texts, text: string) => plain.has(text) || patterns.some((each) => each.test(text))

export type Foreign = (text: string) => boolean

/** Names of places and of the product, the same in every language. */
const invariant = [PRODUCT_NAME, 'Oslo', 'Hamar', 'Lillehammer', 'Trondheim', 'Bergen', 'Mo i Rana lufthavn, Røssvoll']
/** Scripts of languages with an alphabet of their own: a text without such a letter cannot be in that language. */
const scripts: Partial<Record<Language, RegExp>> = { ar: /\p{Script=Arabic}/u, ru: /\p{Script=Cyrillic}/u }

/**
 * Returns a function that finds the texts of a page that are not in the language, except what people wrote and names. Remembers results,
 * because most texts repeat from page to page.
 */
export async function foreignTo(language: Language, written: readonly string[]): Promise<Foreign> {
  const own = await textsIn(language)
  const all = Object.keys(languages) as Language[]
  const others = await Promise.all(all.filter((each) => each !== language).map(textsIn))
  const allowed = new RegExp([...[...invariant, ...written].map(escaped), String.raw`\S+@\S+`].join('|'), 'g')
  const script = scripts[language]
  const strange = (text: string) =>
    script !== undefined && !script.test(text) && /\p{Script=Latin}{3}/u.test(text.replaceAll(allowed, ''))
  const verdicts = new Map<string, boolean>()
  const judge = (text: string) => !has(own, text) && (others.some((each) => has(each, text)) || strange(text))
  return (given) => {
    const text = squeezed(given)
    const verdict = verdicts.get(text) ?? judge(text)
    verdicts.set(text, verdict)
    return verdict
  }
}

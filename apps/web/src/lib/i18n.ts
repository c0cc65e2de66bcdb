/** The page's language and texts. They are module state rather than a context, because code outside of components needs texts too. */
import { cloneElement, Fragment, createElement, useSyncExternalStore, type ReactElement, type ReactNode } from 'react'
import {
  languages,
  loadCatalogues,
  translatorOf,
  type CatalogueName,
  type Language,
  type MessageId,
  type MessageParams,
  type Messages,
  type Translate,
} from '@samtur/i18n/translate'
import { boot } from './boot.ts'
import { chosenLanguage, rememberLanguage } from './language-choice.ts'

interface Texts {
  language: Language
  t: Translate
}

const firstLanguage = chosenLanguage() ?? boot.language
let messages: Messages = {}
let texts: Texts = { language: firstLanguage, t: translatorOf(firstLanguage, messages) }
let target = texts.language
let turn = 0
let ready: Promise<void> = Promise.resolve()
/** The catalogues of the texts on the screen. */
let loaded: ReadonlySet<CatalogueName> = new Set()
const needed = new Set<CatalogueName>()
/** Why a catalogue failed to load. */
const failures = new Map<CatalogueName, unknown>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Loads the needed catalogues of a language, then shows it. `setLanguage` is for an explicit choice. */
export function showLanguage(language: Language): Promise<void> {
  target = language
  ready = load(language, ++turn)
  return ready
}

async function load(language: Language, own: number): Promise<void> {
  const requested = [...needed]
  // Loads them one by one, so that a page's missing catalogue does not take the error page's texts with it.
  const answers = await Promise.allSettled(requested.map((name) => loadCatalogues(language, [name])))
  // A later request loads these catalogues too.
  if (own !== turn) return ready
  const lost = answers.find((answer) => answer.status === 'rejected')
  if (lost && loaded.size > 0 && language !== texts.language) return stay(lost.reason)
  requested.forEach((name, at) => note(name, answers[at]))
  loaded = new Set(requested.filter((name) => !failures.has(name)))
  const arrived = answers.flatMap((answer) => (answer.status === 'fulfilled' ? (answer.value[language] ?? []) : []))
  putOnPage(language)
  // Texts that are added to a language belong to parts that are not shown yet: nothing has to be rendered again.
  if (language === texts.language) return void Object.assign(messages, ...arrived)
  messages = Object.assign({}, ...arrived)
  texts = { language, t: translatorOf(language, messages) }
  for (const listener of listeners) listener()
}

function putOnPage(language: Language) {
  if (import.meta.env.SSR) return
  document.documentElement.lang = language
  document.documentElement.dir = languages[language].dir
}

function note(name: CatalogueName, answer: PromiseSettledResult<unknown> | undefined) {
  if (answer?.status !== 'rejected') return void failures.delete(name)
  failures.set(name, answer.reason)
  // The next attempt loads it again.
  needed.delete(name)
}

/** Keeps the current language, because a partly loaded one is worse. */
function stay(reason: unknown): never {
  target = texts.language
  ready = Promise.resolve()
  for (const name of needed) if (!loaded.has(name)) needed.delete(name)
  throw reason
}

/** Resolves when the texts of these catalogues are loaded. */
export async function needCatalogues(names: readonly CatalogueName[]) {
  const missing = names.filter((name) => !needed.has(name))
  for (const name of missing) needed.add(name)
  await (missing.length === 0 ? ready : showLanguage(target))
  const lost = names.find((name) => failures.has(name))
  if (lost) throw failures.get(lost)
}

/** Sets a chosen language and stores it on this device. */
export async function setLanguage(language: Language) {
  await showLanguage(language)
  rememberLanguage(language)
}

/** Sets language and texts for a page rendered on the server, where each visitor has their own. */
export function speak(language: Language, t: Translate) {
  texts = { language, t }
}

export const currentLanguage = () => texts.language
/** Returns the translator, for code outside of components. */
export const translate = () => texts.t

const current = () => texts
const useTexts = () => useSyncExternalStore(subscribe, current, current)

export const useT = (): Translate => useTexts().t

export function useLanguage() {
  const { language } = useTexts()
  return { language, dir: languages[language].dir, setLanguage }
}

interface RichTextProps<Id extends MessageId> {
  id: Id
  values?: MessageParams[Id]
  /** Elements for <0>…</0>, <1>…</1> in the text. */
  components: readonly ReactElement[]
}

/** Renders a text with elements in it, such as a link inside a sentence. */
export function T<Id extends MessageId>({ id, values, components }: RichTextProps<Id>): ReactNode {
  const t = useT() as (id: MessageId, values?: object) => string
  return createElement(Fragment, null, ...fill(t(id, values), components))
}

function fill(text: string, components: readonly ReactElement[]): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(/<(\d+)>(.*?)<\/\1>/gs)) {
    const component = components[Number(match[1])]
    parts.push(text.slice(end, match.index))
    const children = fill(match[2] ?? '', components)
    parts.push(component ? cloneElement(component, {}, ...children) : createElement(Fragment, null, ...children))
    end = match.index + match[0].length
  }
  return [...parts, text.slice(end)]
}

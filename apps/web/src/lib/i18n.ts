/** The page's language and its texts. A module's state rather than a context: texts are wanted outside of components too. */
import { cloneElement, Fragment, createElement, useSyncExternalStore, type ReactElement, type ReactNode } from 'react'
import {
  createTranslator,
  languages,
  loadCatalogues,
  type CatalogueName,
  type Language,
  type MessageId,
  type MessageParams,
  type Translate,
} from '@samtur/i18n/translate'
import { boot } from './boot.ts'
import { chosenLanguage, rememberLanguage } from './language-choice.ts'

interface Texts {
  language: Language
  t: Translate
}

let texts: Texts = { language: chosenLanguage() ?? boot.language, t: createTranslator('en', {}) }
let target = texts.language
let turn = 0
let ready: Promise<void> = Promise.resolve()
/** What the texts on the screen are made of. */
let loaded: ReadonlySet<CatalogueName> = new Set()
const wanted = new Set<CatalogueName>()
/** Why a catalogue is not there. */
const failures = new Map<CatalogueName, unknown>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Loads what is wanted of a language, then shows it. For an explicit choice there is `setLanguage`. */
export function showLanguage(language: Language): Promise<void> {
  target = language
  ready = load(language, ++turn)
  return ready
}

async function load(language: Language, own: number): Promise<void> {
  const asked = [...wanted]
  // One by one: a page's catalogue that is missing must not take the words of the error page with it.
  const answers = await Promise.allSettled(asked.map((name) => loadCatalogues(language, [name])))
  // Overtaken by a later request, which loads this one's catalogues too.
  if (own !== turn) return ready
  const lost = answers.find((answer) => answer.status === 'rejected')
  if (lost && loaded.size > 0 && language !== texts.language) return stay(lost.reason)
  asked.forEach((name, at) => note(name, answers[at]))
  loaded = new Set(asked.filter((name) => !failures.has(name)))
  const arrived = answers.flatMap((answer) => (answer.status === 'fulfilled' ? (answer.value[language] ?? []) : []))
  texts = { language, t: createTranslator(language, { [language]: arrived }) }
  if (!import.meta.env.SSR) {
    document.documentElement.lang = language
    document.documentElement.dir = languages[language].dir
  }
  for (const listener of listeners) listener()
}

function note(name: CatalogueName, answer: PromiseSettledResult<unknown> | undefined) {
  if (answer?.status !== 'rejected') return void failures.delete(name)
  failures.set(name, answer.reason)
  // So that the next attempt asks again.
  wanted.delete(name)
}

/** Half a language is worse than the other one: it stays as it was. */
function stay(reason: unknown): never {
  target = texts.language
  ready = Promise.resolve()
  for (const name of wanted) if (!loaded.has(name)) wanted.delete(name)
  throw reason
}

/** Resolves when the texts of these catalogues can be shown. */
export async function needCatalogues(names: readonly CatalogueName[]) {
  const missing = names.filter((name) => !wanted.has(name))
  for (const name of missing) wanted.add(name)
  await (missing.length === 0 ? ready : showLanguage(target))
  const lost = names.find((name) => failures.has(name))
  if (lost) throw failures.get(lost)
}

/** An explicit choice: it is remembered on this device. */
export async function setLanguage(language: Language) {
  await showLanguage(language)
  rememberLanguage(language)
}

/** For a page that is drawn on the server, at once: every visitor has a language of their own. */
export function speak(language: Language, t: Translate) {
  texts = { language, t }
}

export const currentLanguage = () => texts.language
/** For what is not a component. */
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
  /** What <0>…</0>, <1>…</1> stand for in the text. */
  components: readonly ReactElement[]
}

/** A text with elements in it, such as a link in the middle of a sentence. */
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

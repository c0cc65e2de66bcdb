/** The talk with the assistant: survives a change of page, and in this tab a reload. Signing out ends it. */
import { useSyncExternalStore } from 'react'
import { lengths, supportChat } from '@samtur/contract/constants'
import { isHelpSlug, type HelpSlug } from '@samtur/contract/help'
import type { HandoverBody } from '@samtur/contract/support'
import { onSessionEvent } from '#lib/session'
import type { HelpSearch } from './model.ts'

/** The house's answers are kept as what they are, so that they are shown in the language of the page. */
export type Line =
  | { author: 'person'; text: string }
  | { author: 'assistant'; answer: HelpSlug; related: HelpSlug[] }
  | { author: 'assistant'; answer: null }

export interface AssistantTalk {
  open: boolean
  lines: readonly Line[]
  /** A human has taken over: the request it has become. */
  requestId: string | null
}

const storageKey = 'assistant'
const silence: AssistantTalk = { open: false, lines: [], requestId: null }

let talk: AssistantTalk = load()
const watchers = new Set<() => void>()

function load(): AssistantTalk {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Partial<AssistantTalk> | null
    return { ...silence, ...stored, lines: (stored?.lines ?? []).filter(isKnown) }
  } catch {
    return silence
  }
}

/** What was kept by an earlier release may name articles that are no more. */
function isKnown(line: Line) {
  return line.author === 'person' || line.answer === null || isHelpSlug(line.answer)
}

function become(changes: Partial<AssistantTalk>) {
  talk = { ...talk, ...changes }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(talk))
  } catch {
    // A full or forbidden storage costs the talk at a reload, nothing more.
  }
  for (const watcher of watchers) watcher()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
export const currentTalk = () => talk

export const useAssistant = () => useSyncExternalStore(watch, currentTalk, () => silence)

let justOpened = false

export function openAssistant() {
  justOpened = true
  become({ open: true })
}

/** Has somebody just asked for it, rather than come from a page on which it stood open? Told once. */
export function wasJustOpened(): boolean {
  const just = justOpened
  justOpened = false
  return just
}

export const closeAssistant = () => become({ open: false })
export const resetAssistant = () => become({ lines: [], requestId: null })
export const humanTookOver = (requestId: string) => become({ requestId })

/** A question and its answer, or that there is none. */
export function ask(question: string, search: HelpSearch) {
  const text = question.trim()
  if (text === '') return
  const found = search.answer(text)
  const answer: Line = found
    ? { author: 'assistant', answer: found.article.slug, related: found.related.map(({ slug }) => slug) }
    : { author: 'assistant', answer: null }
  become({ lines: [...talk.lines, { author: 'person', text }, answer] })
}

/** One of the quick questions: which article it is about is known. */
export function askTopic(slug: HelpSlug, title: string, search: HelpSearch) {
  const related = search.related(slug, 2).map((article) => article.slug)
  become({ lines: [...talk.lines, { author: 'person', text: title }, { author: 'assistant', answer: slug, related }] })
}

/** Twice in a row nothing was found: then the way to a human is offered without being asked for. */
export function isStuck(lines: readonly Line[]): boolean {
  const answers = lines.filter((line) => line.author === 'assistant').slice(-2)
  return answers.length === 2 && answers.every(({ answer }) => answer === null)
}

const cut = (text: string) => [...text].slice(0, lengths.chatMessage).join('')

/** The talk as a human reads it. `sayNothing`: the words for an answer that there was none. */
export function transcriptOf(
  lines: readonly Line[],
  search: HelpSearch,
  sayNothing: string,
): HandoverBody['transcript'] {
  const textOf = (slug: HelpSlug | null) => {
    const article = search.articles.find((each) => each.slug === slug)
    return article ? `${article.title}\n${article.text}` : sayNothing
  }
  const all = lines.map((line) => ({
    author: line.author,
    content: cut(line.author === 'person' ? line.text : textOf(line.answer)),
  }))
  const kept = all.slice(-supportChat.transcript)
  return kept.slice(kept.findIndex(({ author }) => author === 'person'))
}

/** For the form's description, where nobody is signed in to hand the talk over: what the person wrote, and the names of the answers. */
export function plainTranscript(lines: readonly Line[], search: HelpSearch, sayNothing: string): string {
  const title = (slug: HelpSlug | null) => search.articles.find((each) => each.slug === slug)?.title ?? sayNothing
  return lines.map((line) => (line.author === 'person' ? `– ${line.text}` : `→ ${title(line.answer)}`)).join('\n')
}

onSessionEvent((event) => {
  if (event === 'SIGNED_OUT') become(silence)
})

/** The conversation with the assistant. It survives a change of page and a reload; signing out ends it. */
import { useSyncExternalStore } from 'react'
import { lengths, supportChat } from '@samtur/contract/constants'
import { isHelpSlug, type HelpSlug } from '@samtur/contract/help'
import type { HandoverBody } from '@samtur/contract/support'
import { onSessionEvent } from '#lib/session'
import { readTab, writeTab } from '#lib/tab-storage'
import { relatedTo } from './related.ts'
import type { HelpSearch } from './search.ts'

/** An answer is stored as its article's name, so that it shows in the language of the page. */
export type Line =
  | { author: 'person'; text: string }
  | { author: 'assistant'; answer: HelpSlug; related: HelpSlug[] }
  | { author: 'assistant'; answer: null }

export interface AssistantTalk {
  open: boolean
  lines: readonly Line[]
  /** The support request that the conversation has become, once a human has taken over. */
  requestId: string | null
}

const storageKey = 'assistant'
const silence: AssistantTalk = { open: false, lines: [], requestId: null }

let talk: AssistantTalk = load()
const watchers = new Set<() => void>()

function load(): AssistantTalk {
  const stored = readTab<Partial<AssistantTalk>>(storageKey)
  return { ...silence, ...stored, lines: (stored?.lines ?? []).filter(isKnown) }
}

/** Returns false for a line of an earlier release whose article is gone. */
function isKnown(line: Line) {
  return line.author === 'person' || line.answer === null || isHelpSlug(line.answer)
}

function become(changes: Partial<AssistantTalk>) {
  talk = { ...talk, ...changes }
  writeTab(storageKey, talk)
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

/** Returns true once after the assistant was opened, not when it stayed open over a change of page. */
export function wasJustOpened(): boolean {
  const just = justOpened
  justOpened = false
  return just
}

export const closeAssistant = () => become({ open: false })
export const resetAssistant = () => become({ lines: [], requestId: null })
export const humanTookOver = (requestId: string) => become({ requestId })

/** Adds a question and its answer, or a line that there is none. */
export function ask(question: string, search: HelpSearch) {
  const text = question.trim()
  if (text === '') return
  const found = search.answer(text)
  const answer: Line = found
    ? { author: 'assistant', answer: found.article.slug, related: found.related.map(({ slug }) => slug) }
    : { author: 'assistant', answer: null }
  become({ lines: [...talk.lines, { author: 'person', text }, answer] })
}

/** Adds one of the quick questions, whose article is known. */
export function askTopic(slug: HelpSlug, title: string, search: HelpSearch) {
  const related = relatedTo(slug, search.articles)
    .slice(0, 2)
    .map((article) => article.slug)
  become({ lines: [...talk.lines, { author: 'person', text: title }, { author: 'assistant', answer: slug, related }] })
}

/** Returns whether the last two questions found no answer. Then the page offers a human. */
export function isStuck(lines: readonly Line[]): boolean {
  const answers = lines.filter((line) => line.author === 'assistant').slice(-2)
  return answers.length === 2 && answers.every(({ answer }) => answer === null)
}

const cut = (text: string) => [...text].slice(0, lengths.chatMessage).join('')

/** Returns the conversation for a person to read. `sayNothing` replaces a missing answer. */
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

/** Returns the conversation for the form's description: what the person wrote, and the titles of the answers. */
export function plainTranscript(lines: readonly Line[], search: HelpSearch, sayNothing: string): string {
  const title = (slug: HelpSlug | null) => search.articles.find((each) => each.slug === slug)?.title ?? sayNothing
  return lines.map((line) => (line.author === 'person' ? `– ${line.text}` : `→ ${title(line.answer)}`)).join('\n')
}

onSessionEvent((event) => {
  if (event === 'SIGNED_OUT') become(silence)
})

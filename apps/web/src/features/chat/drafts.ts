/** Drafts of messages by conversation. They survive a change of page and a reload. */
import { useSyncExternalStore } from 'react'
import { onSessionEvent } from '#lib/session'
import { readTab, writeTab } from '#lib/tab-storage'
import { isBlank, roomLeft, tidy } from './typed-text.ts'
import { type Outgoing } from './timeline.ts'

export interface Draft {
  text: string
  /**
   * Messages that could not be sent and were put back, in the order of sending. Each stands in the text on separate lines. While these are
   * unchanged the message is sent again under its own id, so that it cannot arrive twice.
   */
  failed?: readonly Outgoing[]
}

const empty: Draft = { text: '' }
const storageKey = 'chat-drafts'
const drafts = new Map(readTab<[string, Draft][]>(storageKey))
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const changed = () => {
  writeTab(storageKey, drafts.size > 0 ? [...drafts] : undefined)
  for (const listener of listeners) listener()
}

// Drafts go with the person who signs out.
onSessionEvent((event) => {
  if (event !== 'SIGNED_OUT' && event !== 'SIGNED_IN') return
  drafts.clear()
  changed()
})

/** Returns the draft's key. It names writer and conversation, so that other accounts on a shared device do not get the draft. */
export const draftKeyOf = (me: string, chatId: string) => `${me} ${chatId}`

export const useDraft = (key: string): Draft => useSyncExternalStore(subscribe, () => drafts.get(key) ?? empty)

export function changeDraft(key: string, change: (draft: Draft) => Draft) {
  const draft = drafts.get(key) ?? empty
  const next = change(draft)
  if (next === draft) return
  if (next.text === '') drafts.delete(key)
  else drafts.set(key, next)
  changed()
}

interface Part {
  text: string
  /** Set where the text is exactly a message that was put back. */
  failed?: Outgoing
}

function partsOf({ text, failed = [] }: Draft): Part[] {
  const lines = text.split('\n')
  const parts: Part[] = []
  let rest = 0
  const upTo = (end: number) => lines.slice(rest, end).join('\n')
  for (const one of failed) {
    const height = one.content.split('\n').length
    const isThere = (at: number) => tidy(lines.slice(at, at + height).join('\n')) === one.content
    const at = lines.findIndex((_, index) => index >= rest && isThere(index))
    if (at < 0) continue
    if (at > rest) parts.push({ text: upTo(at) })
    parts.push({ text: one.content, failed: one })
    rest = at + height
  }
  if (rest < lines.length) parts.push({ text: upTo(lines.length) })
  return parts
}

const draftOf = (parts: readonly Part[]): Draft => {
  const said = parts.filter(({ text }) => !isBlank(text))
  return {
    text: said.map(({ text }) => text).join('\n'),
    failed: said.flatMap(({ failed }) => failed ?? []),
  }
}

/** Puts a failed message back: behind the ones that failed before it, before what was written since. */
export function withFailed(draft: Draft, failed: Outgoing): Draft {
  const parts = partsOf(draft)
  const behind = parts.findLastIndex((part) => part.failed) + 1
  return draftOf(parts.toSpliced(behind, 0, { text: failed.content, failed }))
}

/** Removes failed messages that have arrived after all, because only the response was lost. */
export function withoutArrived(draft: Draft, arrived: (clientId: string) => boolean): Draft {
  const hasArrived = ({ failed }: Part) => failed !== undefined && arrived(failed.client_id)
  const parts = partsOf(draft)
  return parts.some(hasArrived) ? draftOf(parts.filter((part) => !hasArrived(part))) : draft
}

/** Returns the messages of a draft: the failed ones under their own ids, and what was written since. */
export function messagesOf(draft: Draft): Outgoing[] {
  const sent_at = new Date().toISOString()
  const parts = partsOf(draft).filter(({ text }) => !isBlank(text))
  return parts.map(({ text, failed }) => ({
    client_id: failed?.client_id ?? crypto.randomUUID(),
    content: tidy(text),
    sent_at,
  }))
}

/** Returns how many characters are left in the fullest of its messages. */
export const roomIn = (draft: Draft) => Math.min(...partsOf(draft).map(({ text }) => roomLeft(text)))

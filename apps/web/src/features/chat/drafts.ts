/** What somebody has begun to write to somebody. Kept while they look at other conversations and pages, and over a reload. */
import { useSyncExternalStore } from 'react'
import { onSessionEvent } from '#lib/session'
import { isBlank, roomLeft, tidy, type Outgoing } from './model.ts'

export interface Draft {
  text: string
  /**
   * What could not be sent and was put back, in the order it was sent. Each stands in the text on lines of its own; as long as these are
   * unchanged it is sent again under its own id, and so cannot arrive twice.
   */
  failed?: readonly Outgoing[]
}

const empty: Draft = { text: '' }
const storageKey = 'chat-drafts'
const drafts = stored()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A module's state begins with what this tab had before a reload. */
function stored(): Map<string, Draft> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, Draft][])
  } catch {
    return new Map()
  }
}

function store() {
  try {
    if (drafts.size > 0) sessionStorage.setItem(storageKey, JSON.stringify([...drafts]))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // A full or forbidden storage costs what a reload would have kept, never the text.
  }
}

const tell = () => {
  store()
  for (const listener of listeners) listener()
}

// Nothing stays of somebody who has left.
onSessionEvent((event) => {
  if (event !== 'SIGNED_OUT' && event !== 'SIGNED_IN') return
  drafts.clear()
  tell()
})

/** Names writer and conversation: on a shared device nobody finds what somebody else has begun. */
export const draftKeyOf = (me: string, chatId: string) => `${me} ${chatId}`

export const useDraft = (key: string): Draft => useSyncExternalStore(subscribe, () => drafts.get(key) ?? empty)

export function changeDraft(key: string, change: (draft: Draft) => Draft) {
  const draft = drafts.get(key) ?? empty
  const changed = change(draft)
  if (changed === draft) return
  if (changed.text === '') drafts.delete(key)
  else drafts.set(key, changed)
  tell()
}

interface Part {
  text: string
  /** It is exactly what was put back. */
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

/** Back in its place: behind what failed before it, and before what has been written since. */
export function withFailed(draft: Draft, failed: Outgoing): Draft {
  const parts = partsOf(draft)
  const behind = parts.findLastIndex((part) => part.failed) + 1
  return draftOf(parts.toSpliced(behind, 0, { text: failed.content, failed }))
}

/** Nothing of it is left to send where only the answer was lost and the message itself has arrived after all. */
export function withoutArrived(draft: Draft, arrived: (clientId: string) => boolean): Draft {
  const hasArrived = ({ failed }: Part) => failed !== undefined && arrived(failed.client_id)
  const parts = partsOf(draft)
  return parts.some(hasArrived) ? draftOf(parts.filter((part) => !hasArrived(part))) : draft
}

/** What a draft is sent as: what failed once more as it was, under its own id, and what was written since. */
export function messagesOf(draft: Draft): Outgoing[] {
  const sent_at = new Date().toISOString()
  const parts = partsOf(draft).filter(({ text }) => !isBlank(text))
  return parts.map(({ text, failed }) => ({
    client_id: failed?.client_id ?? crypto.randomUUID(),
    content: tidy(text),
    sent_at,
  }))
}

/** How many characters are left in the fullest of its messages. */
export const roomIn = (draft: Draft) => Math.min(...partsOf(draft).map(({ text }) => roomLeft(text)))

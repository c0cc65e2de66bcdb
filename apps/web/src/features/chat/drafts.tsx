/** What somebody has begun to write to somebody. Kept while they look at other conversations and pages. */
import { useSyncExternalStore } from 'react'
import { tidy, type Outgoing } from './model.ts'

export interface Draft {
  text: string
  /** What could not be sent and was put back: sent again unchanged, it keeps its id and so cannot arrive twice. */
  failed?: Outgoing
}

const empty: Draft = { text: '' }
const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** `key` names writer and conversation: on a shared device nobody finds what somebody else has begun. */
export const useDraft = (key: string): Draft => useSyncExternalStore(subscribe, () => drafts.get(key) ?? empty)

export function changeDraft(key: string, change: (draft: Draft) => Draft) {
  const draft = drafts.get(key) ?? empty
  const changed = change(draft)
  if (changed === draft) return
  if (changed.text === '') drafts.delete(key)
  else drafts.set(key, changed)
  for (const listener of listeners) listener()
}

/** Back in its place, before what has been written since. */
export function withFailed(draft: Draft, failed: Outgoing): Draft {
  if (draft.text.trim() === '') return { text: failed.content, failed }
  return { text: `${failed.content}\n${draft.text}` }
}

/** Nothing is left to send when only the answer was lost and the message itself has arrived after all. */
export function withoutArrived(draft: Draft, arrived: (clientId: string) => boolean): Draft {
  const { text, failed } = draft
  return failed && tidy(text) === failed.content && arrived(failed.client_id) ? empty : draft
}

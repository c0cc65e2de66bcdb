/** The messages of a conversation, joined from responses, live events and polls. */
import { chat as limits } from '@samtur/contract/constants'
import type { Message } from '@samtur/contract/chat'

/**
 * The loaded part of a conversation. No message numbered above `from` and up to `upTo` is missing; a later one may have come live before
 * those between. It only grows, except when messages at its front are deleted.
 */
export interface Thread {
  messages: readonly Message[]
  from: number
  upTo: number
  /** The own side is deleted up to this number. */
  cleared: number
}

/** Returns a thread of one message. */
export const single = (message: Message): Thread => ({
  messages: [message],
  from: message.seq - 1,
  upTo: message.seq,
  cleared: 0,
})

/**
 * Returns both together: every message once, in order. Neither undoes the other, so that responses and live events may arrive in any order.
 * Whether a message is hidden is taken from `later`; a message that was taken back stays so.
 */
export function joinThreads(earlier: Thread | undefined, later: Thread): Thread {
  if (!earlier) return withoutCleared(later, later.cleared)
  const end = Math.max(earlier.cleared, later.cleared)
  const [known, incoming] = [withoutCleared(earlier, end), withoutCleared(later, end)]
  const meet = incoming.from <= known.upTo && incoming.upTo >= known.from
  const from = meet ? Math.min(known.from, incoming.from) : known.from
  const added = newAmong(known.messages, incoming.messages).filter(({ seq }) => seq > from)
  const kept = withHidings(known.messages, incoming.messages)
  const messages = added.length > 0 ? inOrder(kept, added) : kept
  const upTo = withoutGap(messages, meet ? Math.max(known.upTo, incoming.upTo) : known.upTo)
  const same = messages === known.messages && from === known.from && upTo === known.upTo
  return same ? known : { messages, from, upTo, cleared: end }
}

/** Returns the thread without the messages up to a number. An older response does not bring them back. */
export function withoutCleared(thread: Thread, seq: number): Thread {
  const { from, upTo } = thread
  const cleared = Math.max(thread.cleared, seq)
  if (cleared === thread.cleared && from >= cleared) return thread
  const messages = thread.messages.filter((message) => message.seq > cleared)
  return { messages, from: Math.max(from, cleared), upTo: withoutGap(messages, Math.max(upTo, cleared)), cleared }
}

function newAmong(known: readonly Message[], incoming: readonly Message[]) {
  const seen = new Set(known.map(({ seq }) => seq))
  return incoming.filter(({ seq }) => !seen.has(seq) && seen.add(seq))
}

function withHidings(known: readonly Message[], incoming: readonly Message[]): readonly Message[] {
  const newest = new Map(incoming.map((message) => [message.seq, message]))
  const isOther = ({ seq, hidden, taken_back }: Message) => {
    const now = newest.get(seq)
    return now !== undefined && !taken_back && (now.hidden !== hidden || now.taken_back !== undefined)
  }
  return known.some(isOther) ? known.map((message) => (isOther(message) && newest.get(message.seq)) || message) : known
}

const inOrder = (some: readonly Message[], more: readonly Message[]) =>
  [...some, ...more].toSorted((a, b) => a.seq - b.seq)

/** Returns the highest number up to which no message is missing. */
function withoutGap(messages: readonly Message[], upTo: number): number {
  let end = upTo
  for (const { seq } of messages) if (seq === end + 1) end = seq
  return end
}

/** Loads a page of a conversation, oldest first: after a number, before one, or the latest. */
export type ReadPage = (range: { after?: string; before?: string }) => Promise<{
  items: readonly Message[]
  has_older: boolean
  cleared_seq: number
}>

/** Returns the latest messages when nothing is known, and otherwise all newer ones. */
export async function readNewer(read: ReadPage, known: Thread | undefined): Promise<Thread> {
  if (!known) return readBefore(read)
  const messages: Message[] = []
  let upTo = known.upTo
  for (;;) {
    const { items, cleared_seq: cleared } = await read({ after: String(upTo) })
    messages.push(...items)
    upTo = items.at(-1)?.seq ?? upTo
    if (items.length < limits.historySize) return { messages, from: known.upTo, upTo, cleared }
  }
}

export async function readBefore(read: ReadPage, end?: number): Promise<Thread> {
  const { items, has_older, cleared_seq: cleared } = await read(end === undefined ? {} : { before: String(end) })
  const from = has_older ? (items[0]?.seq ?? 1) - 1 : 0
  return { messages: items, from, upTo: end === undefined ? (items.at(-1)?.seq ?? 0) : end - 1, cleared }
}

/** Loads the known part again. */
export const readAgain = (read: ReadPage, known: Thread) => readNewer(read, { ...known, upTo: known.from })

/** Returns whether a message in between is missing. */
export const hasGap = ({ messages, upTo }: Thread) => (messages.at(-1)?.seq ?? 0) > upTo
export const hasOlder = ({ from, cleared }: Thread) => from > cleared

/** Returns the number of the other person's newest message, or 0. */
export const lastForeignSeq = (messages: readonly Message[], me: string) =>
  messages.findLast(({ sender_id }) => sender_id !== me)?.seq ?? 0

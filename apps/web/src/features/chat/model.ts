/** What a conversation shows, put together from answers, live events, polls and what is still on its way. No React, no texts. */
import { chat as limits, lengths, TIME_ZONE } from '@samtur/contract/constants'
import type { ChatSummary, Message } from '@samtur/contract/chat'
import type { RideDetail } from '@samtur/contract/rides'
import { lastCautions, type Caution } from './caution.ts'

/**
 * As much of a conversation as is known here. Of the messages numbered above `from` and up to `upTo` none is missing; a later one
 * may have come live ahead of those before it. Only ever grows, but for what is deleted at its front.
 */
export interface Thread {
  messages: readonly Message[]
  from: number
  upTo: number
  /** Up to here the own side has been deleted, on whichever device. */
  cleared: number
}

/** A message on its way: shown until the real one is there, or until it is clear that it will not be. */
export interface Outgoing {
  client_id: string
  content: string
  /** When it was sent off, ISO 8601. */
  sent_at: string
  image?: ShownImage
}

/** An image and its size in pixels, by which its place is kept. Its address is null once it has been removed, and until it is there. */
export interface ShownImage {
  src: string | null
  size: Message['image_size']
}

/** A single message, which says nothing about those before it. */
export const single = (message: Message): Thread => ({
  messages: [message],
  from: message.seq - 1,
  upTo: message.seq,
  cleared: 0,
})

/**
 * Both together, whichever came first: every message once, in order. As none of them can undo what another one brought, it
 * does not matter in which order answers and live events arrive. Only whether a message is hidden is as it was told last; one that was taken
 * back stays so.
 */
export function joinThreads(earlier: Thread | undefined, later: Thread): Thread {
  if (!earlier) return withoutCleared(later, later.cleared)
  const end = Math.max(earlier.cleared, later.cleared)
  const [known, incoming] = [withoutCleared(earlier, end), withoutCleared(later, end)]
  const meet = incoming.from <= known.upTo && incoming.upTo >= known.from
  const from = meet ? Math.min(known.from, incoming.from) : known.from
  const fresh = newAmong(known.messages, incoming.messages).filter(({ seq }) => seq > from)
  const kept = withHidings(known.messages, incoming.messages)
  const messages = fresh.length > 0 ? inOrder(kept, fresh) : kept
  const upTo = withoutGap(messages, meet ? Math.max(known.upTo, incoming.upTo) : known.upTo)
  const same = messages === known.messages && from === known.from && upTo === known.upTo
  return same ? known : { messages, from, upTo, cleared: end }
}

/** Without what has been deleted up to a number; no older answer brings it back. */
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
  const told = new Map(incoming.map((message) => [message.seq, message]))
  const isOther = ({ seq, hidden, taken_back }: Message) => {
    const now = told.get(seq)
    return now !== undefined && !taken_back && (now.hidden !== hidden || now.taken_back !== undefined)
  }
  return known.some(isOther) ? known.map((message) => (isOther(message) && told.get(message.seq)) || message) : known
}

const inOrder = (some: readonly Message[], more: readonly Message[]) =>
  [...some, ...more].toSorted((a, b) => a.seq - b.seq)

/** What came ahead of others counts as soon as those are there. */
function withoutGap(messages: readonly Message[], upTo: number): number {
  let end = upTo
  for (const { seq } of messages) if (seq === end + 1) end = seq
  return end
}

/** Asks the server for a page of a conversation, oldest first: after a number, before one, or the latest. */
export type ReadPage = (range: { after?: string; before?: string }) => Promise<{
  items: readonly Message[]
  has_older: boolean
  cleared_seq: number
}>

/** The latest messages at first, later everything that has come since. */
export async function readNews(read: ReadPage, known: Thread | undefined): Promise<Thread> {
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

/** All that is known, once more. */
export const readAgain = (read: ReadPage, known: Thread) => readNews(read, { ...known, upTo: known.from })

/** Something between what is known is missing. */
export const hasGap = ({ messages, upTo }: Thread) => (messages.at(-1)?.seq ?? 0) > upTo
export const hasOlder = ({ from, cleared }: Thread) => from > cleared

/** The newest message of the other person: what can be read or unread. */
export const lastForeignSeq = (messages: readonly Message[], me: string) =>
  messages.findLast(({ sender_id }) => sender_id !== me)?.seq ?? 0

/** Those still missing among the messages; the others have arrived, whatever their own request came to. */
export function onTheirWay(messages: readonly Message[], outgoing: readonly Outgoing[]): Outgoing[] {
  const arrived = new Set(messages.map(({ client_id }) => client_id))
  return outgoing.filter(({ client_id }) => !arrived.has(client_id))
}

export type Entry =
  | { kind: 'day'; key: string; at: string }
  | {
      kind: 'message'
      /** The same before and after the real message replaces the optimistic one. */
      key: string
      own: boolean
      pending: boolean
      text: string
      /** By the administrator: neither text nor image is told. */
      hidden: boolean
      /** By its sender: there is neither text nor image any more. */
      takenBack: boolean
      /** The server's, once it is stored there. */
      id: string | undefined
      /** Instead of a text. */
      image: ShownImage | undefined
      at: string
      /** First and last of a row of messages by the same person. */
      opens: boolean
      closes: boolean
      caution: Caution | undefined
      /** The last own one that the other person has read. */
      seen: boolean
    }

export type MessageEntry = Extract<Entry, { kind: 'message' }>

/** Whether its sender can still take it back, by the device's clock; the server decides. */
export const mayTakeBack = ({ own, id, takenBack, at }: MessageEntry, now: number) =>
  own && id !== undefined && !takenBack && now - Date.parse(at) < limits.takeBackMinutes * 60_000

/** The conversation as it is shown: day by day, what is on its way at the end. */
export function timeline(
  messages: readonly Message[],
  outgoing: readonly Outgoing[],
  me: string,
  { seen_seq, trip_agreed }: Pick<ChatSummary, 'seen_seq' | 'trip_agreed'>,
  prices: readonly number[] = [],
): Entry[] {
  const cautions = lastCautions(messages, me, trip_agreed, prices)
  const seen = messages.findLast(({ sender_id, seq }) => sender_id === me && seq <= (seen_seq ?? 0))
  const stored = messages.map((message): MessageEntry => ({
    ...plain(message.client_id ?? message.id, message.content ?? '', message.created_at),
    hidden: Boolean(message.hidden),
    takenBack: Boolean(message.taken_back),
    id: message.id,
    image: imageOf(message),
    own: message.sender_id === me,
    caution: cautions.get(message.seq),
    seen: message === seen,
  }))
  const inTurn = onTheirWay(messages, outgoing).toSorted((a, b) => Date.parse(a.sent_at) - Date.parse(b.sent_at))
  const waiting = inTurn.map(({ client_id, content, sent_at, image }): MessageEntry => ({
    ...plain(client_id, content, sent_at),
    image,
    pending: true,
  }))
  return withDays([...stored, ...waiting])
}

const imageOf = ({ message_type, image_url: src, image_size: size, hidden, taken_back }: Message) =>
  message_type === 'image' && !hidden && !taken_back ? { src, size } : undefined

const plain = (key: string, text: string, at: string): MessageEntry => ({
  kind: 'message',
  key,
  text,
  hidden: false,
  takenBack: false,
  id: undefined,
  image: undefined,
  at,
  own: true,
  pending: false,
  opens: false,
  closes: false,
  caution: undefined,
  seen: false,
})

function withDays(messages: readonly MessageEntry[]): Entry[] {
  return messages.flatMap((message, index) => {
    const [before, after] = [messages[index - 1], messages[index + 1]]
    const day = dayOf(message.at)
    const newDay = !before || dayOf(before.at) !== day
    const opens = newDay || before.own !== message.own
    const closes = !after || dayOf(after.at) !== day || after.own !== message.own
    const shown: Entry = { ...message, opens, closes }
    return newDay ? [{ kind: 'day', key: `day ${message.key}`, at: message.at }, shown] : [shown]
  })
}

const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' })
/** yyyy-mm-dd in Oslo. */
export const dayOf = (at: string | number) => calendar.format(new Date(at))

const day = 24 * 60 * 60 * 1000

/** Counted by the calendar, so that a day of 23 or 25 hours is one too. */
export function dayName(at: string, now: number): 'today' | 'yesterday' | undefined {
  const days = (Date.parse(dayOf(now)) - Date.parse(dayOf(at))) / day
  return days === 0 ? 'today' : days === 1 ? 'yesterday' : undefined
}

// The server refuses other control characters, and counts code points of the composed form.
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u
const looksEmpty = /[\u200b-\u200f\u2060\ufeff\u00ad\u115f\u1160\u3164\uffa0]/g

/** A text as it will be sent. */
export const tidy = (text: string) =>
  text.replaceAll('\r\n', '\n').replace(control, '').toWellFormed().normalize('NFC').trim()
export const isBlank = (text: string) => !visible.test(text.replace(looksEmpty, ''))
/** How many characters are left; below zero it is too long. */
export const roomLeft = (text: string, most: number = lengths.chatMessage) => most - [...tidy(text)].length
export const nearLimit = 200

/** One that leaves room beside it: of a long name only the first word. */
export const shortName = (name: string) => (name.length > 24 ? (name.split(/\s/)[0] ?? name) : name)

/** The newest message of a conversation, and the conversation on top. */
export function withMessage(chats: readonly ChatSummary[], message: Message): ChatSummary[] {
  const moved = chats.map((chat) => {
    if (chat.id !== message.chat_id || (chat.last_message?.seq ?? chat.cleared_seq) >= message.seq) return chat
    return { ...chat, last_message: message, updated_at: message.created_at }
  })
  return moved.toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))
}

/** The list with this conversation in it, as fresh as it is. */
export const withChat = (chats: readonly ChatSummary[], chat: ChatSummary) => [
  chat,
  ...chats.filter(({ id }) => id !== chat.id),
]

/** What the other person has read; only ever more, whichever of the answers and events about it comes last. */
export const withSeen = (chats: readonly ChatSummary[], chatId: string, readerId: string, seq: number) =>
  chats.map((chat) =>
    chat.id === chatId && chat.other.id === readerId ? { ...chat, seen_seq: Math.max(chat.seen_seq ?? 0, seq) } : chat,
  )

/** The list as it was answered; a mark that has come live meanwhile stays. */
export function withKnownMarks(known: readonly ChatSummary[] | undefined, chats: readonly ChatSummary[]) {
  const marks = new Map(known?.map(({ id, seen_seq }) => [id, seen_seq ?? 0]))
  return chats.map((chat) =>
    chat.seen_seq === null ? chat : { ...chat, seen_seq: Math.max(chat.seen_seq, marks.get(chat.id) ?? 0) },
  )
}

export const withoutChat = (chats: readonly ChatSummary[], chatId: string) => chats.filter(({ id }) => id !== chatId)

export const withoutUnread = (chats: readonly ChatSummary[], chatId: string) =>
  chats.map((chat) => (chat.id === chatId ? { ...chat, unread_count: 0 } : chat))

/** The caller's own part of a trip while a reservation of it stands, otherwise the whole trip. */
export function ownPart({ reservation, route, ...ride }: RideDetail) {
  const stands = reservation?.status === 'pending' || reservation?.status === 'accepted'
  const from = stands ? route[reservation.from_position] : undefined
  const to = stands ? route[reservation.to_position] : undefined
  if (!from || !to) {
    const { start_location, end_location, departure_time, arrival_time } = ride
    return { from: start_location, to: end_location, departs: departure_time, arrives: arrival_time }
  }
  const section = { from_position: from.position, to_position: to.position }
  return { from: from.text, to: to.text, departs: from.passes_at, arrives: to.passes_at, section }
}

/** What a conversation shows, put together from answers, live events, polls and what is still on its way. No React, no texts. */
import { lengths, TIME_ZONE } from '@samtur/contract/constants'
import type { ChatSummary, Message } from '@samtur/contract/chat'
import type { RideDetail } from '@samtur/contract/rides'

/**
 * As much of a conversation as is known here. Of the messages numbered above `from` and up to `upTo` none is missing; a later one
 * may have come live ahead of those before it. Only ever grows.
 */
export interface Thread {
  messages: readonly Message[]
  from: number
  upTo: number
}

/** A message on its way: shown until the real one is there, or until it is clear that it will not be. */
export interface Outgoing {
  client_id: string
  content: string
  /** When it was sent off, ISO 8601. */
  sent_at: string
}

/** A single message, which says nothing about those before it. */
export const single = (message: Message): Thread => ({ messages: [message], from: message.seq - 1, upTo: message.seq })

/**
 * Both together, whichever came first: every message once, in order. As none of them can undo what another one brought, it
 * does not matter in which order answers and live events arrive.
 */
export function joinThreads(known: Thread | undefined, incoming: Thread): Thread {
  if (!known) return incoming
  const meet = incoming.from <= known.upTo && incoming.upTo >= known.from
  const from = meet ? Math.min(known.from, incoming.from) : known.from
  const fresh = newAmong(known.messages, incoming.messages).filter(({ seq }) => seq > from)
  const messages = fresh.length > 0 ? inOrder(known.messages, fresh) : known.messages
  const upTo = withoutGap(messages, meet ? Math.max(known.upTo, incoming.upTo) : known.upTo)
  const same = fresh.length === 0 && from === known.from && upTo === known.upTo
  return same ? known : { messages, from, upTo }
}

function newAmong(known: readonly Message[], incoming: readonly Message[]) {
  const seen = new Set(known.map(({ seq }) => seq))
  return incoming.filter(({ seq }) => !seen.has(seq) && seen.add(seq))
}

const inOrder = (some: readonly Message[], more: readonly Message[]) =>
  [...some, ...more].toSorted((a, b) => a.seq - b.seq)

/** What came ahead of others counts as soon as those are there. */
function withoutGap(messages: readonly Message[], upTo: number): number {
  let end = upTo
  for (const { seq } of messages) if (seq === end + 1) end = seq
  return end
}

/** Something between what is known is missing. */
export const hasGap = ({ messages, upTo }: Thread) => (messages.at(-1)?.seq ?? 0) > upTo
export const hasOlder = ({ from }: Thread) => from > 0

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
      at: string
      /** First and last of a row of messages by the same person. */
      opens: boolean
      closes: boolean
      caution: Caution | undefined
    }

type MessageEntry = Extract<Entry, { kind: 'message' }>

/** The conversation as it is shown: day by day, what is on its way at the end. */
export function timeline(messages: readonly Message[], outgoing: readonly Outgoing[], me: string): Entry[] {
  const cautions = lastCautions(messages, me)
  const stored = messages.map((message): MessageEntry => ({
    ...plain(message.client_id ?? message.id, message.content ?? '', message.created_at),
    own: message.sender_id === me,
    caution: cautions.get(message.seq),
  }))
  const waiting = onTheirWay(messages, outgoing).map(({ client_id, content, sent_at }): MessageEntry => ({
    ...plain(client_id, content, sent_at),
    pending: true,
  }))
  return withDays([...stored, ...waiting])
}

const plain = (key: string, text: string, at: string): MessageEntry => ({
  kind: 'message',
  key,
  text,
  at,
  own: true,
  pending: false,
  opens: false,
  closes: false,
  caution: undefined,
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

/** What calls for a word of care below a message from the other person: a link, or a number somebody may be paid or called by. */
export type Caution = 'link' | 'number'

const iban = /\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?\b/
const isoDate = /\d{4}-\d{2}-\d{2}/g
/** 8 to 15 digits in one go, as telephone and account numbers have; dots and colons are left to dates and times. */
const longNumber = /(?<![\d.,:/-])(?:\+|00)?\d(?:[ -]?\d){7,14}(?![\d:]|[.,/-]\d)/
const accountNumber = /(?<!\d)\d{4}\.\d{2}\.\d{5}(?!\d)/

export function cautionAbout(text: string): Caution | undefined {
  const parts = textParts(text)
  if (parts.some(({ href }) => href !== undefined)) return 'link'
  const rest = text.replace(isoDate, '')
  return iban.test(rest) || longNumber.test(rest) || accountNumber.test(rest) ? 'number' : undefined
}

/** Only below the latest of each kind: a word of care on every message would not be read. */
function lastCautions(messages: readonly Message[], me: string) {
  const latest = new Map<Caution, number>()
  for (const { sender_id, content, seq } of messages) {
    const caution = sender_id === me ? undefined : cautionAbout(content ?? '')
    if (caution) latest.set(caution, seq)
  }
  return new Map([...latest].map(([caution, seq]) => [seq, caution]))
}

export interface TextPart {
  text: string
  /** Where the text leads, when it is an address of the web. */
  href?: string
}

const address = /https?:\/\/[^\s<>"'`]+/giu
const endOfSentence = /[.,;:!?…*_~\]}]/

/** What ends a sentence belongs to the sentence; a closing bracket too, unless the address has its opening one. */
function withoutTrailing(text: string): string {
  let unopened = text.split(')').length - text.split('(').length
  let end = text.length
  for (; end > 0; end--) {
    const last = text.charAt(end - 1)
    if (last === ')' && unopened > 0) unopened -= 1
    else if (!endOfSentence.test(last)) break
  }
  return text.slice(0, end)
}

/** Addresses of the web become links; everything else stays the text it is. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const shown = withoutTrailing(match[0])
    const href = safeHref(shown)
    if (!href) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: shown, href })
    end = match.index + shown.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** A name before an @ looks like the site one is led to, and is not: such an address stays plain text. */
function safeHref(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, href } = new URL(text)
  const safe = (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
  return safe ? href : undefined
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
export const roomLeft = (text: string) => lengths.chatMessage - [...tidy(text)].length
export const nearLimit = 200

/** The newest message of a conversation, and the conversation on top. */
export function withMessage(chats: readonly ChatSummary[], message: Message): ChatSummary[] {
  const moved = chats.map((chat) => {
    if (chat.id !== message.chat_id || (chat.last_message?.seq ?? 0) >= message.seq) return chat
    return { ...chat, last_message: message, updated_at: message.created_at }
  })
  return moved.toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))
}

/** The list with this conversation in it, as fresh as it is. */
export const withChat = (chats: readonly ChatSummary[], chat: ChatSummary) => [
  chat,
  ...chats.filter(({ id }) => id !== chat.id),
]

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

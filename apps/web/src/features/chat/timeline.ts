/** The entries that a conversation shows. */
import { chat as limits } from '@samtur/contract/constants'
import type { ChatSummary, Message } from '@samtur/contract/chat'
import { osloDay } from '#lib/oslo-time'
import { lastCautions, type Caution } from './caution.ts'

/** A message that is being sent. It shows until the stored one arrives or the sending fails. */
export interface Outgoing {
  client_id: string
  content: string
  /** ISO 8601. */
  sent_at: string
  image?: ShownImage
}

/** An image and its size in pixels, which reserves its place. The address is null until it is loaded and after it was removed. */
export interface ShownImage {
  src: string | null
  size: Message['image_size']
}

/** Returns the outgoing messages that are not among the stored ones. */
export function onTheirWay(messages: readonly Message[], outgoing: readonly Outgoing[]): Outgoing[] {
  const arrived = new Set(messages.map(({ client_id }) => client_id))
  return outgoing.filter(({ client_id }) => !arrived.has(client_id))
}

export type Entry =
  | { kind: 'day'; key: string; at: string }
  | {
      kind: 'message'
      /** Stays the same when the stored message replaces the outgoing one. */
      key: string
      own: boolean
      pending: boolean
      text: string
      /** Hidden by the administrator, without text and image. */
      hidden: boolean
      /** Taken back by its sender, without text and image. */
      takenBack: boolean
      /** The server's id, undefined until the message is stored. */
      id: string | undefined
      /** Replaces the text. */
      image: ShownImage | undefined
      at: string
      /** Whether it is the first and the last of a row of messages by the same person. */
      opens: boolean
      closes: boolean
      caution: Caution | undefined
      /** Whether it is the last own message that the other person has read. */
      seen: boolean
    }

export type MessageEntry = Extract<Entry, { kind: 'message' }>

/** Returns whether the sender can still take it back, by the device's clock. The server decides. */
export const mayTakeBack = ({ own, id, takenBack, at }: MessageEntry, now: number) =>
  own && id !== undefined && !takenBack && now - Date.parse(at) < limits.takeBackMinutes * 60_000

/** Returns the entries that a conversation shows: messages day by day, outgoing ones at the end. */
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
  const inOrder = onTheirWay(messages, outgoing).toSorted((a, b) => Date.parse(a.sent_at) - Date.parse(b.sent_at))
  const waiting = inOrder.map(({ client_id, content, sent_at, image }): MessageEntry => ({
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
    const day = osloDay(Date.parse(message.at))
    const newDay = !before || osloDay(Date.parse(before.at)) !== day
    const opens = newDay || before.own !== message.own
    const closes = !after || osloDay(Date.parse(after.at)) !== day || after.own !== message.own
    const shown: Entry = { ...message, opens, closes }
    return newDay ? [{ kind: 'day', key: `day ${message.key}`, at: message.at }, shown] : [shown]
  })
}

const day = 24 * 60 * 60 * 1000

/** Counts by the calendar, so that a day of 23 or 25 hours is one day. */
export function dayName(at: string, now: number): 'today' | 'yesterday' | undefined {
  const days = (Date.parse(osloDay(now)) - Date.parse(osloDay(Date.parse(at)))) / day
  return days === 0 ? 'today' : days === 1 ? 'yesterday' : undefined
}

/** The fake server with a signed-in person who has a conversation with Ingrid. */
import type { ChatSummary, Message } from '@samtur/contract/chat'
import { fakeServer, kari, refusal, type FakeServer, type Sent } from './server.ts'

export const [me, ingrid, per] = [
  kari.id,
  '018f0000-0000-7000-8000-00000000000b',
  '018f0000-0000-7000-8000-00000000000c',
]
export const chatId = '018f0000-0000-7000-8000-0000000000c1'
export const otherId = '018f0000-0000-7000-8000-0000000000c2'

/** State of the server. */
export const known = {
  chatId,
  stored: [] as Message[],
  list: [] as ChatSummary[],
  /** Number of unread messages. */
  total: 0,
  /** The last message that the person has deleted. */
  cleared: 0,
}

export const message = (seq: number, change: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  chat_id: known.chatId,
  seq,
  sender_id: ingrid,
  content: `Melding ${seq}`,
  image_url: null,
  image_size: null,
  message_type: 'text',
  created_at: new Date(Date.now() - (100 - seq) * 60_000).toISOString(),
  client_id: null,
  ...change,
})

export const own = (seq: number) => message(seq, { sender_id: me, client_id: `c${seq}` })

export const summary = (change: Partial<ChatSummary> = {}): ChatSummary => ({
  id: known.chatId,
  driver_id: ingrid,
  passenger_id: me,
  ride_id: null,
  other: { id: ingrid, full_name: 'Ingrid Solberg', profile_picture: null },
  last_message: known.stored.at(-1) ?? null,
  unread_count: 0,
  can_write: true,
  seen_seq: null,
  trip_agreed: false,
  cleared_seq: 0,
  updated_at: new Date().toISOString(),
  ...change,
})

export const withPer = () =>
  summary({ id: otherId, other: { id: per, full_name: 'Per Persen', profile_picture: null }, last_message: null })

function pageOf({ after, before }: { after?: string; before?: string } = {}) {
  const { stored, cleared } = known
  const end = before ? Number(before) : Infinity
  const range = stored.filter(({ seq }) => seq > Math.max(cleared, Number(after ?? 0)) && seq < end)
  const items = after ? range.slice(0, 100) : range.slice(-100)
  return { items, has_older: (items[0]?.seq ?? 1) > cleared + 1, cleared_seq: cleared }
}

type Draft = Pick<Sent<'chat.send'>['body'], 'content' | 'client_id'>

/** Stores an own message once, as the server does. */
export function store({ content, client_id }: Draft): Message {
  const before = known.stored.find((one) => one.client_id !== null && one.client_id === client_id)
  if (before) return before
  const created_at = new Date().toISOString()
  const stored = message(known.stored.length + 1, {
    sender_id: me,
    content,
    client_id: client_id ?? null,
    created_at,
  })
  known.stored.push(stored)
  return stored
}

const withoutThis = () => {
  known.list = known.list.filter(({ id }) => id !== known.chatId)
}

const unread = () => ({
  chats: known.total > 0 ? [{ chat_id: known.chatId, count: known.total }] : [],
  total: known.total,
})

export let server: FakeServer

/** Replaces the network. */
export function serveChat() {
  server = fakeServer({
    me: kari,
    answers: {
      'chat.list': () => ({ items: known.list }),
      'chat.messages': ({ query }) => pageOf(query),
      'chat.send': ({ body }) => store(body),
      'chat.read': unread,
      'chat.unread': unread,
      'chat.open': () => known.list[0] ?? refusal('chat_unavailable'),
      'chat.remove': () => {
        withoutThis()
        return true
      },
      'chat.settings': () => ({ read_receipts: true }),
      'chat.changeSettings': ({ body }) => body,
      'moderation.block': () => {
        withoutThis()
        return { blocked: true }
      },
      'moderation.report': () => ({ id: 'r', created_at: '' }),
    },
  })
}

/** A fake server with a conversation with Ingrid, in place of `#lib/api` and `#lib/session`. */
import { vi, type Mock } from 'vitest'
import type { ChatSummary, Message } from '@samtur/contract/chat'
import type { SessionEvent } from '#lib/session'

type Calls = Record<string, Mock>

export const server = {
  chat: {} as Calls,
  moderation: {} as Calls,
  rides: { get: vi.fn() },
  profiles: { get: vi.fn() },
}

export const [me, ingrid, per] = [
  'u-me',
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

export interface Send {
  body: { content: string; client_id: string }
}

export function store({ body: { content, client_id } }: Send): Message {
  const before = known.stored.find((one) => one.client_id === client_id)
  if (before) return before
  const created_at = new Date().toISOString()
  const fresh = message(known.stored.length + 1, { sender_id: me, content, client_id, created_at })
  known.stored.push(fresh)
  return fresh
}

const withoutThis = () => {
  known.list = known.list.filter(({ id }) => id !== known.chatId)
}

/** Answers every request. */
export function openServer() {
  const unread = async () => ({
    chats: known.total > 0 ? [{ chat_id: known.chatId, count: known.total }] : [],
    total: known.total,
  })
  server.chat = {
    list: vi.fn(async () => ({ items: known.list })),
    messages: vi.fn(async ({ query }: { query?: { after?: string; before?: string } }) => pageOf(query)),
    send: vi.fn(async (input: Send) => store(input)),
    read: vi.fn(unread),
    unread: vi.fn(unread),
    open: vi.fn(async () => known.list[0]),
    remove: vi.fn(async () => {
      withoutThis()
      return true
    }),
    settings: vi.fn(async () => ({ read_receipts: true })),
    changeSettings: vi.fn(async ({ body }: { body: object }) => body),
  }
  server.moderation = {
    block: vi.fn(async () => {
      withoutThis()
      return { blocked: true }
    }),
    report: vi.fn(async () => ({ id: 'r', created_at: '' })),
  }
}

/** Holds a sent message until the test answers it. */
export function held() {
  const answers: { answer: (value: unknown) => void; fail: (error: unknown) => void; input: Send }[] = []
  const wait = (sent: Send) => new Promise((answer, fail) => answers.push({ answer, fail, input: sent }))
  server.chat['send'] = vi.fn(wait)
  return answers
}

const sessionListeners = new Set<(event: SessionEvent) => void>()
const signedIn = { status: 'signed-in', me: { id: me } }
export const session = { status: 'signed-in' }

export const tellSession = (event: SessionEvent) => sessionListeners.forEach((hear) => hear(event))

export const fakeSession = {
  refreshSession: vi.fn(),
  getSession: () => ({ me: { id: me } }),
  useSession: () => (session.status === 'signed-in' ? signedIn : { ...session, me: null }),
  onSessionEvent(listener: (event: SessionEvent) => void) {
    sessionListeners.add(listener)
    return () => void sessionListeners.delete(listener)
  },
}

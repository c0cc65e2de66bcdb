/** Rows of the interface's matrix: `/realtime/v1`, over HTTP and over its socket. */
import { randomUUID } from 'node:crypto'
import type { Dataset } from '../../../server/test/rights/dataset.ts'
import type { InterfaceRow } from './matrix.ts'
import { type Role, signedIn } from '../../../server/test/rights/rows.ts'

const broadcast = (name: string, route: string, path: string): InterfaceRow => ({
  name,
  route: `POST ${route}`,
  rule: 'refused: people send to others by messages alone',
  answers: signedIn(403),
  request: () => ({ path, body: { messages: [{ topic: 'x', event: 'x', payload: {} }] } }),
})

export const liveRows: readonly InterfaceRow[] = [
  broadcast('realtime: broadcast', '/realtime/v1/api/broadcast', '/realtime/v1/api/broadcast'),
  broadcast(
    'realtime: broadcast in a topic',
    '/realtime/v1/api/broadcast/:topic/events/:event',
    '/realtime/v1/api/broadcast/x/events/x',
  ),
]

/** What a program may subscribe to over the socket. */
export interface BindingRow {
  name: string
  binding(dataset: Dataset): { event: string; schema: string; table: string; filter?: string }
  joined: readonly Role[]
  /** Who receives the message that the driver sends to the accepted passenger. */
  receives: readonly Role[]
}

const inserts = { event: 'INSERT', schema: 'public', table: 'messages' }
const ofChat = (id: string) => ({ ...inserts, filter: `chat_id=eq.${id}` })
const closed = { joined: [], receives: [] }

export const bindingRows: readonly BindingRow[] = [
  {
    name: 'messages of all own conversations',
    binding: () => inserts,
    joined: ['N', 'Pp', 'Pa', 'Pr', 'D', 'B', 'A'],
    receives: ['Pa', 'D'],
  },
  { name: 'messages of a conversation', binding: (w) => ofChat(w.chatId), joined: ['Pa', 'D'], receives: ['Pa', 'D'] },
  { name: 'messages of a blocked pair', binding: (w) => ofChat(w.oldChatId), joined: ['B', 'D'], receives: [] },
  { name: 'messages of an unknown conversation', binding: () => ofChat(randomUUID()), ...closed },
  {
    name: 'messages by their sender',
    binding: (w) => ({ ...inserts, filter: `sender_id=eq.${w.driver.id}` }),
    ...closed,
  },
  { name: 'changes of messages', binding: (w) => ({ ...ofChat(w.chatId), event: 'UPDATE' }), ...closed },
  ...['profiles', 'rides', 'reservations', 'chats', 'user_blocks', 'user_reports', 'support_requests'].map((table) => ({
    name: table,
    binding: () => ({ ...inserts, table }),
    ...closed,
  })),
]

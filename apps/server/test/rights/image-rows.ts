/** Rows of the matrix: images in conversations. */
import { participant, type Row, signedIn } from './rows.ts'

export const imageRows: Row[] = [
  {
    route: 'POST /api/v1/chats/:id/images',
    rule: 'members; the bytes decide, here there are none',
    answers: { ...participant(404), Pa: 422, D: 422 },
    request: (w) => ({ path: `/api/v1/chats/${w.chatId}/images` }),
    foreign: (id) => `/api/v1/chats/${id}/images`,
    writes: true,
  },
  {
    route: 'GET /files/chat-images/:key',
    rule: 'members, checked on every read; an administrator only what came with a report, which this did not',
    answers: { ...signedIn(404), Pa: 200, D: 200 },
    request: (w) => ({ path: `/files/chat-images/${w.imageKey}` }),
    foreign: (id) => `/files/chat-images/${id}.jpg`,
  },
]

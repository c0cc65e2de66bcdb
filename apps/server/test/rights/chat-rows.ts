/** Rows of the matrix: settings and deletion of conversations, and reports. */
import { confirmed, participant, type Row, signedIn } from './rows.ts'

export const chatRows: Row[] = [
  {
    route: 'DELETE /api/v1/chats/{id}',
    rule: 'members, the own side',
    answers: { ...confirmed(404), Pa: 200, D: 200 },
    request: (w) => ({ path: `/api/v1/chats/${w.chatId}` }),
    foreign: (id) => `/api/v1/chats/${id}`,
    writes: true,
  },
  {
    route: 'GET /api/v1/chats/{id}/trips',
    rule: 'members',
    answers: { ...signedIn(404), Pa: 200, D: 200 },
    request: (w) => ({ path: `/api/v1/chats/${w.chatId}/trips` }),
    foreign: (id) => `/api/v1/chats/${id}/trips`,
  },
  {
    route: 'POST /api/v1/chats/{id}/messages/{message_id}/take-back',
    rule: 'the sender of the message',
    answers: { ...participant(404), D: 200 },
    request: (w) => ({ path: `/api/v1/chats/${w.chatId}/messages/${w.messageId}/take-back` }),
    foreign: (id) => `/api/v1/chats/${id}/messages/${id}/take-back`,
    writes: true,
  },
  { route: 'GET /api/v1/me/chat-settings', rule: 'own', answers: signedIn(200) },
  {
    route: 'PUT /api/v1/me/chat-settings',
    rule: 'own',
    answers: confirmed(200),
    request: () => ({ body: { read_receipts: false } }),
    writes: true,
  },
  {
    route: 'POST /api/v1/reports',
    rule: 'anybody but oneself; blocks do not hinder',
    answers: { ...participant(201), D: 422 },
    request: (w) => ({ body: { reported_id: w.driver.id, category: 'behaviour', reason: 'Sak 1' } }),
    writes: true,
  },
]

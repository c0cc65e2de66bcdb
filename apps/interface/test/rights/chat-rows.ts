/** Rows of the interface's matrix: conversations, messages and blocks of `/rest/v1`. */
import type { Dataset } from '../../../server/test/rights/dataset.ts'
import type { InterfaceRow } from './matrix.ts'
import { confirmed, participant, signedIn } from '../../../server/test/rights/rows.ts'

const people = ({ driver, accepted }: Dataset) => ({ driver: driver.id, passenger: accepted.id })
const newestFirst = 'order=updated_at.desc'

export const chatRows: readonly InterfaceRow[] = [
  {
    name: 'rest: chats.mine',
    route: 'GET /rest/v1/:table',
    rule: 'own; of others none',
    answers: signedIn(200),
    request: ({ driver: { id } }) => ({
      path:
        '/rest/v1/chats?select=*,driver:profiles!chats_driver_id_fkey(id,full_name,profile_picture)' +
        `&or=(driver_id.eq.${id},passenger_id.eq.${id})&deleted_by_driver=eq.false&deleted_by_passenger=eq.false&${newestFirst}`,
    }),
    foreign: (id) => ({ path: `/rest/v1/chats?select=id,updated_at&or=(driver_id.eq.${id},passenger_id.eq.${id})` }),
  },
  {
    name: 'rest: chats.mine.kept',
    route: 'GET /rest/v1/:table',
    rule: 'own; of others none',
    answers: signedIn(200),
    request: ({ driver: { id } }) => ({
      path:
        `/rest/v1/chats?or=(and(driver_id.eq.${id},deleted_by_driver.eq.false),` +
        `and(passenger_id.eq.${id},deleted_by_passenger.eq.false))&${newestFirst}`,
    }),
  },
  {
    name: 'rest: chats.pair',
    route: 'GET /rest/v1/:table',
    rule: 'one of the two is the caller; of others none',
    answers: signedIn(200),
    request: (w) => ({
      path: `/rest/v1/chats?driver_id=eq.${people(w).driver}&passenger_id=eq.${people(w).passenger}`,
    }),
    foreign: (id, w) => ({ path: `/rest/v1/chats?driver_id=eq.${id}&passenger_id=eq.${people(w).passenger}` }),
  },
  {
    name: 'rest: chats.pair.either',
    route: 'GET /rest/v1/:table',
    rule: 'one of the two is the caller; of others none',
    answers: signedIn(200),
    request: (w) => {
      const { driver, passenger } = people(w)
      const [one, other] = [
        `and(driver_id.eq.${driver},passenger_id.eq.${passenger})`,
        `and(driver_id.eq.${passenger},passenger_id.eq.${driver})`,
      ]
      return { path: `/rest/v1/chats?or=(${one},${other})` }
    },
  },
  {
    name: 'rest: chats.insert',
    route: 'POST /rest/v1/:table',
    rule: 'with another person; not across a block',
    answers: { ...participant(201), D: 404, B: 404 },
    request: (w, person) => ({
      path: '/rest/v1/chats',
      body: { driver_id: w.driver.id, passenger_id: person?.id ?? w.stranger.id, ride_id: null },
    }),
    writes: true,
  },
  {
    name: 'rest: messages.of',
    route: 'GET /rest/v1/:table',
    rule: 'members; of others none',
    answers: signedIn(200),
    request: (w) => ({ path: `/rest/v1/messages?chat_id=eq.${w.chatId}&order=created_at.asc&limit=100` }),
    foreign: (id) => ({ path: `/rest/v1/messages?chat_id=eq.${id}` }),
  },
  {
    name: 'rest: messages.unread',
    route: 'GET /rest/v1/:table',
    rule: 'members; conversations of others are left out',
    answers: { ...signedIn(403), Pa: 200 },
    request: (w) => ({
      path:
        `/rest/v1/messages?select=chat_id,sender_id,created_at&chat_id=in.(${w.chatId},${w.oldChatId})` +
        `&sender_id=neq.${w.accepted.id}&created_at=gte.2026-01-01T00:00:00Z`,
    }),
  },
  {
    name: 'rest: messages.insert',
    route: 'POST /rest/v1/:table',
    rule: 'members',
    answers: { ...participant(404), Pa: 201, D: 201 },
    request: (w, person) => ({
      path: '/rest/v1/messages',
      body: { chat_id: w.chatId, sender_id: person?.id, content: 'Hei', message_type: 'text' },
    }),
    foreign: (id) => ({ path: '/rest/v1/messages', body: { chat_id: id, content: 'Hei', message_type: 'text' } }),
    writes: true,
  },
  {
    name: 'rest: messages.image',
    route: 'POST /rest/v1/:table',
    rule: 'an own upload, here of another person',
    answers: participant(400),
    request: (w, person) => ({
      path: '/rest/v1/messages',
      body: {
        chat_id: w.chatId,
        sender_id: person?.id,
        image_url: `http://localhost/storage/v1/object/public/chat-images/${w.admin.id}/a.jpg`,
        message_type: 'image',
      },
    }),
    writes: true,
  },
  {
    name: 'rest: user_blocks.insert',
    route: 'POST /rest/v1/:table',
    rule: 'not oneself',
    answers: { ...participant(201), N: 400 },
    request: (w, person) => ({
      path: '/rest/v1/user_blocks',
      body: { blocker_id: person?.id, blocked_id: w.stranger.id },
    }),
    writes: true,
  },
  {
    name: 'rest: rpc.delete_chat_for_user',
    route: 'POST /rest/v1/rpc/delete_chat_for_user',
    rule: 'the own side; false for others',
    answers: confirmed(200),
    request: (w, person) => ({ body: { chat_id: w.chatId, user_id: person?.id } }),
    foreign: (id, w) => ({ body: { chat_id: id, user_id: w.stranger.id } }),
    writes: true,
  },
]

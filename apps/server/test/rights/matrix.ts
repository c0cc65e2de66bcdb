/**
 * Who may do what: one row for every route and live channel of the server, one answer for every role. The tests beside this file are
 * generated from it; a route without a row fails them.
 *
 * Roles: V visitor · U signed up, address not confirmed (with a forged session) · N confirmed, not involved · Pp, Pa, Pr passenger with a
 * pending, accepted, rejected reservation on the ride · D driver, owner · B blocked by the owner · A administrator.
 */
import { randomUUID } from 'node:crypto'
import type { World } from './world.ts'

export const roles = ['V', 'U', 'N', 'Pp', 'Pa', 'Pr', 'D', 'B', 'A'] as const
export type Role = (typeof roles)[number]

export interface Row {
  /** `METHOD /path` as it is registered. */
  route: string
  /** The rule that decides, in a few words. */
  rule: string
  /** The status each role is answered. */
  answers: Record<Role, number>
  /** The request, where the pattern alone does not say it. */
  request?(world: World): { path?: string; body?: unknown; accept?: string }
  /** The path names something of somebody; an unknown id must be answered exactly like somebody else's. */
  foreign?(id: string): string
  /** Changes data: every role gets a world of its own. */
  writes?: true
}

const all = (status: number): Record<Role, number> => ({
  V: status,
  U: status,
  N: status,
  Pp: status,
  Pa: status,
  Pr: status,
  D: status,
  B: status,
  A: status,
})
/** Everybody with a session; visitors are asked to sign in. */
const signedIn = (status: number) => ({ ...all(status), V: 401 })
/** Writes: also an unconfirmed person is refused. */
const confirmed = (status: number) => ({ ...all(status), V: 401, U: 403 })

/** Taking part: the administrator keeps the place and takes no part in it. */
const participant = (status: number) => ({ ...confirmed(status), A: 403 })

const message = { content: 'Hei', message_type: 'text' }
const ride = (world: World) => `/api/v1/rides/${world.rideId}`

export const matrix: Row[] = [
  // Accounts
  {
    route: 'POST /api/auth/sign-up/email',
    rule: 'open; checked before anything is stored',
    answers: all(422),
    request: () => ({ body: {} }),
    writes: true,
  },
  {
    route: 'POST /api/auth/sign-in/email',
    rule: 'open; wrong address and wrong password look the same',
    answers: all(401),
    request: () => ({ body: { email: 'ingen@example.no', password: 'feil-passord' } }),
    writes: true,
  },
  { route: 'POST /api/auth/sign-out', rule: 'ends the caller’s own session only', answers: all(200), writes: true },
  { route: 'GET /api/auth/get-session', rule: 'the caller’s own session, or null', answers: all(200) },
  {
    route: 'GET /api/auth/verify-email',
    rule: 'the token decides',
    answers: all(422),
    request: () => ({ path: '/api/auth/verify-email?token=x' }),
  },
  {
    route: 'POST /api/auth/send-verification-email',
    rule: 'same answer for every address',
    answers: all(200),
    request: () => ({ body: { email: `${randomUUID()}@example.no` } }),
    writes: true,
  },
  { route: 'GET /api/v1/me', rule: 'own account', answers: signedIn(200) },
  // Profiles
  {
    route: 'GET /api/v1/profiles/{id}',
    rule: 'public fields of anybody',
    answers: all(200),
    request: (w) => ({ path: `/api/v1/profiles/${w.driver.id}` }),
  },
  {
    route: 'PATCH /api/v1/me/profile',
    rule: 'own profile, listed fields',
    answers: confirmed(200),
    request: () => ({ body: { age: 40 } }),
    writes: true,
  },
  {
    route: 'GET /files/profiles/:key',
    rule: 'public under a random key',
    answers: all(404),
    request: () => ({ path: '/files/profiles/AAAAAAAAAAAAAAAAAAAAAA.jpg' }),
  },
  // Moderation
  { route: 'GET /api/v1/me/blocks', rule: 'own blocks; never who blocked the caller', answers: signedIn(200) },
  {
    route: 'PUT /api/v1/me/blocks/{userId}',
    rule: 'not oneself',
    answers: { ...participant(200), N: 422 },
    request: (w) => ({ path: `/api/v1/me/blocks/${w.stranger.id}` }),
    writes: true,
  },
  {
    route: 'DELETE /api/v1/me/blocks/{userId}',
    rule: 'own block',
    answers: confirmed(200),
    request: (w) => ({ path: `/api/v1/me/blocks/${w.stranger.id}` }),
    writes: true,
  },
  // Places
  { route: 'GET /api/v1/places', rule: 'open', answers: all(200), request: () => ({ path: '/api/v1/places?q=oslo' }) },
  // Rides
  { route: 'GET /api/v1/rides', rule: 'open; a blocked pair’s rides are hidden', answers: all(200) },
  {
    route: 'GET /api/v1/rides/{id}',
    rule: 'open; plate, colour and phone by role',
    answers: all(200),
    request: (w) => ({ path: ride(w) }),
  },
  {
    route: 'POST /api/v1/rides',
    rule: 'confirmed people; the session is the driver',
    answers: participant(422),
    request: () => ({ body: {} }),
    writes: true,
  },
  // Reservations
  {
    route: 'POST /api/v1/rides/{id}/reservations',
    rule: 'not on an own ride, not twice, not across a block',
    answers: { ...participant(201), Pp: 409, Pa: 409, D: 409, B: 409 },
    request: (w) => ({ path: `${ride(w)}/reservations`, body: { seats_requested: 1 } }),
    writes: true,
  },
  {
    route: 'POST /api/v1/reservations/{id}/accept',
    rule: 'the ride’s driver',
    answers: { ...confirmed(404), D: 200 },
    request: (w) => ({ path: `/api/v1/reservations/${w.reservations.pending}/accept` }),
    foreign: (id) => `/api/v1/reservations/${id}/accept`,
    writes: true,
  },
  {
    route: 'POST /api/v1/reservations/{id}/reject',
    rule: 'the ride’s driver',
    answers: { ...confirmed(404), D: 200 },
    request: (w) => ({ path: `/api/v1/reservations/${w.reservations.pending}/reject` }),
    foreign: (id) => `/api/v1/reservations/${id}/reject`,
    writes: true,
  },
  { route: 'GET /api/v1/me/reservations', rule: 'own', answers: signedIn(200) },
  { route: 'GET /api/v1/me/rides', rule: 'own', answers: signedIn(200) },
  // Ratings
  {
    route: 'POST /api/v1/reservations/{id}/rating',
    rule: 'the accepted passenger, after departure',
    answers: { ...confirmed(404), Pa: 409 },
    request: (w) => ({ path: `/api/v1/reservations/${w.reservations.accepted}/rating`, body: { rating: 9 } }),
    foreign: (id) => `/api/v1/reservations/${id}/rating`,
    writes: true,
  },
  {
    route: 'GET /api/v1/profiles/{id}/ratings',
    rule: 'open',
    answers: all(200),
    request: (w) => ({ path: `/api/v1/profiles/${w.driver.id}/ratings` }),
  },
  // Chat
  { route: 'GET /api/v1/chats', rule: 'own', answers: signedIn(200) },
  {
    route: 'POST /api/v1/chats',
    rule: 'any confirmed person with any other; blocks win, neutrally',
    answers: { ...participant(200), D: 404, B: 404 },
    request: (w) => ({ body: { user_id: w.driver.id } }),
    writes: true,
  },
  {
    route: 'GET /api/v1/chats/{id}/messages',
    rule: 'members',
    answers: { ...signedIn(404), Pa: 200, D: 200 },
    request: (w) => ({ path: `/api/v1/chats/${w.chatId}/messages` }),
    foreign: (id) => `/api/v1/chats/${id}/messages`,
  },
  {
    route: 'POST /api/v1/chats/{id}/messages',
    rule: 'members',
    answers: { ...participant(404), Pa: 201, D: 201 },
    request: (w) => ({ path: `/api/v1/chats/${w.chatId}/messages`, body: message }),
    foreign: (id) => `/api/v1/chats/${id}/messages`,
    writes: true,
  },
  {
    route: 'POST /api/v1/chats/{id}/read',
    rule: 'members',
    answers: { ...confirmed(404), Pa: 200, D: 200 },
    request: (w) => ({ path: `/api/v1/chats/${w.chatId}/read`, body: { seq: 0 } }),
    foreign: (id) => `/api/v1/chats/${id}/read`,
    writes: true,
  },
  { route: 'GET /api/v1/unread', rule: 'own', answers: signedIn(200) },
  // The house
  { route: 'GET /api/v1/openapi.json', rule: 'open', answers: all(200) },
  { route: 'GET /api/docs', rule: 'open', answers: all(200) },
  { route: 'GET /healthz', rule: 'open', answers: all(200) },
  { route: 'GET /readyz', rule: 'open', answers: all(200) },
  { route: 'GET /metrics', rule: 'this machine or a token; the tests are on this machine', answers: all(200) },
  { route: 'GET /dev/mailbox', rule: 'only without SMTP server and on loopback', answers: all(200) },
  { route: 'GET /dev/mailbox.json', rule: 'only without SMTP server and on loopback', answers: all(200) },
]

/** Special cases of a row: the blocked person in the old chat reads but cannot write. */
export const cases: {
  name: string
  role: Role
  method: string
  path(world: World): string
  body?: unknown
  status: number
  code?: string
}[] = [
  {
    name: 'a blocked member reads the old conversation',
    role: 'B',
    method: 'GET',
    path: (w) => `/api/v1/chats/${w.oldChatId}/messages`,
    status: 200,
  },
  {
    name: 'a blocked member cannot write',
    role: 'B',
    method: 'POST',
    path: (w) => `/api/v1/chats/${w.oldChatId}/messages`,
    body: message,
    status: 403,
    code: 'message_refused',
  },
  {
    name: 'nor can the one who blocked',
    role: 'D',
    method: 'POST',
    path: (w) => `/api/v1/chats/${w.oldChatId}/messages`,
    body: message,
    status: 403,
    code: 'message_refused',
  },
]

/** Live channels, by the name the registry knows: may the role subscribe? Visitors and unconfirmed people get no connection at all. */
export const channels: { channel: string; name(world: World): string; subscribed: Record<Role, boolean> }[] = [
  { channel: 'inbox', name: () => 'inbox', subscribed: yes('N', 'Pp', 'Pa', 'Pr', 'D', 'B', 'A') },
  { channel: 'chat', name: (w) => `chat:${w.chatId}`, subscribed: yes('Pa', 'D') },
  { channel: '*', name: () => 'chat:*', subscribed: yes() },
  { channel: 'messages', name: () => 'messages', subscribed: yes() },
]

function yes(...allowed: Role[]): Record<Role, boolean> {
  return Object.fromEntries(roles.map((role) => [role, allowed.includes(role)])) as Record<Role, boolean>
}

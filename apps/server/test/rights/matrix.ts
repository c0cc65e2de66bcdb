/**
 * The rights matrix: one row for every route of the server, with the response's status for every role. Live channels are in `live-rows.ts`.
 * The tests beside this file are generated from it, and fail for a route without a row.
 *
 * Roles: V visitor · U signed up, address not confirmed (with a forged session) · N confirmed, not involved · Pp, Pa, Pr passenger with a
 * pending, accepted, rejected reservation on the ride · D driver, owner · B blocked by the owner · A administrator.
 */
import { randomUUID } from 'node:crypto'
import { accountRows } from './account-rows.ts'
import { chatRows } from './chat-rows.ts'
import { costRows } from './cost-rows.ts'
import { imageRows } from './image-rows.ts'
import { meetingPointRows } from './meeting-point-rows.ts'
import { notificationRows } from './notification-rows.ts'
import { operationsRows } from './operations-rows.ts'
import { ratingRows } from './rating-rows.ts'
import { reportRows } from './report-rows.ts'
import { reservationRows } from './reservation-rows.ts'
import { administrator, all, confirmed, participant, type Role, type Row, signedIn } from './rows.ts'
import { supportRows } from './support-rows.ts'
import { travelRows } from './travel-rows.ts'
import { tripRows } from './trip-rows.ts'
import { wantedRows } from './wanted-rows.ts'
import type { Dataset } from './dataset.ts'

const message = { content: 'Hei', message_type: 'text' }
const ride = (dataset: Dataset) => `/api/v1/rides/${dataset.rideId}`

export const matrix: Row[] = [
  ...accountRows,
  ...notificationRows,
  ...costRows,
  ...meetingPointRows,
  ...travelRows,
  // Information pages
  { route: 'GET /api/v1/figures', rule: 'open', answers: all(200) },
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
    route: 'PUT /api/v1/me/picture',
    rule: 'own; the bytes decide, here there are none',
    answers: confirmed(422),
    writes: true,
  },
  { route: 'DELETE /api/v1/me/picture', rule: 'own', answers: confirmed(200), writes: true },
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
  { route: 'GET /api/v1/admin/users', rule: 'administrator', answers: administrator(200) },
  {
    route: 'GET /api/v1/admin/users/{id}',
    rule: 'administrator',
    answers: administrator(200),
    request: (w) => ({ path: `/api/v1/admin/users/${w.driver.id}` }),
  },
  {
    route: 'POST /api/v1/admin/users/{id}/suspend',
    rule: 'administrator, with a reason; never another administrator',
    answers: administrator(200),
    request: (w) => ({ path: `/api/v1/admin/users/${w.driver.id}/suspend`, body: { reason: 'Sak 1' } }),
    writes: true,
  },
  {
    route: 'POST /api/v1/admin/users/{id}/lift',
    rule: 'administrator, with a reason; what is not suspended is not lifted',
    answers: administrator(409),
    request: (w) => ({ path: `/api/v1/admin/users/${w.driver.id}/lift`, body: { reason: 'Sak 1' } }),
    writes: true,
  },
  {
    route: 'POST /api/v1/admin/users/{id}/lift-second-factor',
    rule: 'administrator, recently authenticated, with a reason; where there is no second factor none is lifted',
    answers: administrator(409),
    request: (w) => ({ path: `/api/v1/admin/users/${w.driver.id}/lift-second-factor`, body: { reason: 'Sak 1' } }),
    writes: true,
  },
  {
    route: 'DELETE /api/v1/admin/users/{id}/sessions',
    rule: 'administrator',
    answers: administrator(200),
    request: (w) => ({ path: `/api/v1/admin/users/${w.stranger.id}/sessions` }),
    writes: true,
  },
  {
    route: 'DELETE /api/v1/admin/users/{id}',
    rule: 'administrator, with a reason; never another administrator',
    answers: administrator(200),
    request: (w) => ({ path: `/api/v1/admin/users/${w.driver.id}`, body: { reason: 'Sak 1' } }),
    writes: true,
  },
  {
    route: 'POST /api/v1/admin/invitations',
    rule: 'administrator; no address that has an account',
    answers: administrator(200),
    request: () => ({ body: { email: `${randomUUID()}@example.no` } }),
    writes: true,
  },
  { route: 'GET /api/v1/admin/audit-log', rule: 'administrator', answers: administrator(200) },
  ...operationsRows,
  ...reportRows,
  // Places
  { route: 'GET /api/v1/places', rule: 'open', answers: all(200), request: () => ({ path: '/api/v1/places?q=oslo' }) },
  // Rides
  {
    route: 'GET /api/v1/rides',
    rule: 'open; a blocked pair’s rides are hidden, and those for another gender',
    answers: all(200),
  },
  {
    route: 'GET /api/v1/rides/alternatives',
    rule: 'open; a blocked pair’s rides are hidden, and those for another gender',
    answers: all(200),
  },
  {
    route: 'GET /api/v1/rides/days',
    rule: 'open; counts what the search shows to the reader',
    answers: all(200),
  },
  {
    route: 'GET /api/v1/rides/ways',
    rule: 'open; a blocked pair’s rides do not count, and those for another gender',
    answers: all(200),
  },
  {
    route: 'GET /api/v1/rides/{id}',
    rule: 'open, but for a ride for one gender (same-gender.test.ts); plate, colour and phone by role',
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
    rule: 'not on an own ride, not twice, not across a block, not on a ride for another gender',
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
  ...reservationRows,
  { route: 'GET /api/v1/me/reservations', rule: 'own', answers: signedIn(200) },
  { route: 'GET /api/v1/me/rides', rule: 'own', answers: signedIn(200) },
  ...tripRows,
  ...wantedRows,
  ...ratingRows,
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
  ...chatRows,
  ...imageRows,
  ...supportRows,
  // Privacy
  {
    route: 'POST /api/v1/me/export',
    rule: 'own data; a fresh session and a confirmed address',
    answers: confirmed(200),
    writes: true,
  },
  { route: 'GET /api/v1/me/export', rule: 'own', answers: signedIn(200) },
  {
    route: 'GET /files/exports/:token',
    rule: 'the address that was sent, once, in a session of the person it is about',
    answers: signedIn(404),
    request: () => ({ path: '/files/exports/AAAAAAAAAAAAAAAAAAAAAA' }),
    foreign: (id) => `/files/exports/${id}`,
  },
  {
    route: 'POST /api/v1/me/deletion',
    rule: 'own account, a fresh session; administrators stay',
    answers: { ...signedIn(200), A: 409 },
    writes: true,
  },
  {
    route: 'DELETE /api/v1/me/deletion',
    rule: 'own account, while it waits for its deletion',
    answers: signedIn(409),
    writes: true,
  },
  // The site
  { route: 'GET /api/v1/openapi.json', rule: 'open', answers: all(200) },
  { route: 'GET /api/docs', rule: 'open', answers: all(200) },
  { route: 'GET /healthz', rule: 'open', answers: all(200) },
  { route: 'GET /readyz', rule: 'open', answers: all(200) },
  { route: 'GET /metrics', rule: 'this machine or a token; the tests are on this machine', answers: all(200) },
  { route: 'GET /dev/mailbox', rule: 'only without SMTP server and on loopback', answers: all(200) },
  { route: 'GET /dev/mailbox.json', rule: 'only without SMTP server and on loopback', answers: all(200) },
]

/** Special cases of a row: the blocked person in the old chat can read but not write. */
export const cases: {
  name: string
  role: Role
  method: string
  path(dataset: Dataset): string
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
  {
    name: 'a blocked member sees the old images',
    role: 'B',
    method: 'GET',
    path: (w) => `/files/chat-images/${w.oldImageKey}`,
    status: 200,
  },
  {
    name: 'a blocked member sends no image',
    role: 'B',
    method: 'POST',
    path: (w) => `/api/v1/chats/${w.oldChatId}/images`,
    status: 403,
    code: 'message_refused',
  },
  {
    name: 'nor does the one who blocked',
    role: 'D',
    method: 'POST',
    path: (w) => `/api/v1/chats/${w.oldChatId}/images`,
    status: 403,
    code: 'message_refused',
  },
  {
    name: 'a blocked member deletes the own side',
    role: 'B',
    method: 'DELETE',
    path: (w) => `/api/v1/chats/${w.oldChatId}`,
    status: 200,
  },
  {
    name: 'a member who has deleted the conversation does not see its images any more',
    role: 'B',
    method: 'GET',
    path: (w) => `/files/chat-images/${w.clearedImageKey}`,
    status: 404,
    code: 'not_found',
  },
  {
    name: 'while the other side does',
    role: 'D',
    method: 'GET',
    path: (w) => `/files/chat-images/${w.clearedImageKey}`,
    status: 200,
  },
  {
    name: 'an administrator sees an image that came with a report',
    role: 'A',
    method: 'GET',
    path: (w) => `/files/chat-images/${w.oldImageKey}`,
    status: 200,
  },
  {
    name: 'a person without a part in it does not delete a conversation by naming a member',
    role: 'N',
    method: 'DELETE',
    path: (w) => `/api/v1/chats/${w.chatId}?user_id=${w.driver.id}`,
    status: 404,
    code: 'not_found',
  },
  {
    name: 'an administrator cannot be suspended',
    role: 'A',
    method: 'POST',
    path: (w) => `/api/v1/admin/users/${w.admin.id}/suspend`,
    body: { reason: 'Sak 1' },
    status: 409,
    code: 'protected_account',
  },
  {
    name: 'an administrator cannot be deleted',
    role: 'A',
    method: 'DELETE',
    path: (w) => `/api/v1/admin/users/${w.admin.id}`,
    body: { reason: 'Sak 1' },
    status: 409,
    code: 'protected_account',
  },
  {
    name: 'no response shows others whether an account exists',
    role: 'N',
    method: 'GET',
    path: () => `/api/v1/admin/users/${randomUUID()}`,
    status: 403,
    code: 'forbidden',
  },
]

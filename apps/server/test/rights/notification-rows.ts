/** Rows of the matrix: notifications, push devices and calendars. */
import { randomUUID } from 'node:crypto'
import { all, confirmed, type Row, signedIn } from './rows.ts'

export const notificationRows: Row[] = [
  // Notifications
  { route: 'GET /api/v1/me/notifications', rule: 'own', answers: signedIn(200) },
  { route: 'GET /api/v1/me/notifications/unread', rule: 'own', answers: signedIn(200) },
  {
    route: 'POST /api/v1/me/notifications/read',
    rule: 'own; nothing happens to others’',
    answers: signedIn(200),
    request: () => ({ body: { id: '1', all_before: true } }),
    writes: true,
  },
  { route: 'GET /api/v1/me/notification-settings', rule: 'own', answers: signedIn(200) },
  {
    route: 'PATCH /api/v1/me/notification-settings',
    rule: 'own',
    answers: confirmed(200),
    request: () => ({ body: { items: [{ kind: 'ride_changed', email: false }] } }),
    writes: true,
  },
  {
    route: 'POST /api/v1/me/push-subscriptions',
    rule: 'own; only addresses of known push services, and of none where there are no keys',
    answers: confirmed(422),
    request: () => ({
      body: { endpoint: 'https://localhost/x', keys: { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) } },
    }),
    writes: true,
  },
  {
    route: 'DELETE /api/v1/me/push-subscriptions/{id}',
    rule: 'own device',
    answers: signedIn(404),
    request: () => ({ path: `/api/v1/me/push-subscriptions/${randomUUID()}` }),
    foreign: (id) => `/api/v1/me/push-subscriptions/${id}`,
    writes: true,
  },
  // Calendar
  { route: 'GET /api/v1/me/calendar', rule: 'own, recently authenticated', answers: signedIn(200) },
  { route: 'POST /api/v1/me/calendar', rule: 'own, recently authenticated', answers: confirmed(200), writes: true },
  { route: 'DELETE /api/v1/me/calendar', rule: 'own', answers: signedIn(200), writes: true },
  {
    route: 'GET /calendar/:file',
    rule: 'all who know the address; an address that was replaced is not found',
    answers: all(404),
    request: () => ({ path: `/calendar/${'A'.repeat(43)}.ics` }),
  },
  {
    route: 'GET /api/v1/reservations/:id/calendar.ics',
    rule: 'the driver and a passenger who is or was accepted',
    answers: { ...signedIn(404), Pa: 200, D: 200 },
    request: (w) => ({ path: `/api/v1/reservations/${w.reservations.accepted}/calendar.ics` }),
    foreign: (id) => `/api/v1/reservations/${id}/calendar.ics`,
  },
  {
    route: 'GET /api/v1/rides/:id/calendar.ics',
    rule: 'the driver and passengers who are or were accepted',
    answers: { ...signedIn(404), Pa: 200, D: 200 },
    request: (w) => ({ path: `/api/v1/rides/${w.rideId}/calendar.ics` }),
    foreign: (id) => `/api/v1/rides/${id}/calendar.ics`,
  },
]

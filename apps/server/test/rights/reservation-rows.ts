/** Rows of the matrix: what a passenger does with the own reservation, and with a place on a waiting list. */
import { confirmed, participant, type Row, signedIn } from './rows.ts'

export const reservationRows: Row[] = [
  {
    route: 'POST /api/v1/reservations/{id}/remove',
    rule: 'the ride’s driver, for an accepted passenger, before departure',
    answers: { ...confirmed(404), D: 200 },
    request: (w) => ({
      path: `/api/v1/reservations/${w.reservations.accepted}/remove`,
      body: { reason: 'Bilen er full' },
    }),
    foreign: (id) => `/api/v1/reservations/${id}/remove`,
    writes: true,
  },
  {
    route: 'POST /api/v1/reservations/{id}/cancel',
    rule: 'the passenger, before departure',
    answers: { ...confirmed(404), Pp: 200 },
    request: (w) => ({ path: `/api/v1/reservations/${w.reservations.pending}/cancel` }),
    foreign: (id) => `/api/v1/reservations/${id}/cancel`,
    writes: true,
  },
  {
    route: 'POST /api/v1/reservations/{id}/confirm',
    rule: 'the passenger, before departure, who has seen the ride as it is',
    answers: { ...confirmed(404), Pa: 200 },
    request: (w) => ({ path: `/api/v1/reservations/${w.reservations.accepted}/confirm`, body: { ride_version: 1 } }),
    foreign: (id) => `/api/v1/reservations/${id}/confirm`,
    writes: true,
  },
  {
    route: 'POST /api/v1/rides/{id}/waiting-list',
    rule: 'for more seats than are free; not on an own ride, not with a reservation, not across a block',
    answers: { ...participant(201), Pp: 409, Pa: 409, D: 409, B: 409 },
    request: (w) => ({ path: `/api/v1/rides/${w.rideId}/waiting-list`, body: { seats_requested: 4 } }),
    writes: true,
  },
  {
    route: 'DELETE /api/v1/rides/{id}/waiting-list',
    rule: 'own place',
    answers: { ...confirmed(404), Pp: 200 },
    request: (w) => ({ path: `/api/v1/rides/${w.waiting.rideId}/waiting-list` }),
    foreign: (id) => `/api/v1/rides/${id}/waiting-list`,
    writes: true,
  },
  {
    route: 'POST /api/v1/waiting-list/{id}/take',
    rule: 'own offer, while it lasts',
    answers: { ...participant(404), Pp: 200 },
    request: (w) => ({ path: `/api/v1/waiting-list/${w.waiting.offerId}/take`, body: { accept_overlap: true } }),
    foreign: (id) => `/api/v1/waiting-list/${id}/take`,
    writes: true,
  },
  { route: 'GET /api/v1/me/waiting-list', rule: 'own', answers: signedIn(200) },
]

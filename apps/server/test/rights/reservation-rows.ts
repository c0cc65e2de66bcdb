/** Rows of the matrix: what a passenger does with the own reservation. */
import { confirmed, type Row } from './rows.ts'

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
]

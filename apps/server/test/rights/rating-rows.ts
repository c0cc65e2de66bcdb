/** Rows of the matrix for ratings, replies and reports of comments. */
import { all, confirmed, participant, type Row } from './rows.ts'

export const ratingRows: Row[] = [
  {
    route: 'POST /api/v1/reservations/{id}/rating',
    rule: 'the accepted passenger the driver, the driver the passenger; after departure',
    answers: { ...confirmed(404), Pa: 409, D: 409 },
    request: (w) => ({ path: `/api/v1/reservations/${w.reservations.accepted}/rating`, body: { rating: 9 } }),
    foreign: (id) => `/api/v1/reservations/${id}/rating`,
    writes: true,
  },
  {
    route: 'POST /api/v1/ratings/{id}/reply',
    rule: 'the rated person, once',
    answers: { ...confirmed(404), D: 201 },
    request: (w) => ({ path: `/api/v1/ratings/${w.ratingId}/reply`, body: { text: 'Takk' } }),
    foreign: (id) => `/api/v1/ratings/${id}/reply`,
    writes: true,
  },
  {
    route: 'POST /api/v1/ratings/{id}/report',
    rule: 'anybody who can read the comment, but not who wrote it',
    answers: { ...participant(200), Pa: 404 },
    request: (w) => ({ path: `/api/v1/ratings/${w.ratingId}/report`, body: { reason: 'Ikke sant' } }),
    writes: true,
  },
  {
    route: 'GET /api/v1/profiles/{id}/ratings',
    rule: 'open',
    answers: all(200),
    request: (w) => ({ path: `/api/v1/profiles/${w.driver.id}/ratings` }),
  },
]

/** Rows of the matrix: the day of travel. The ride departs in two days, so that nothing can be said of it yet. */
import { all, participant, type Row, signedIn } from './rows.ts'
import type { Dataset } from './dataset.ts'

const link = ({ followId }: Dataset) => `/api/v1/trips/follow-links/${followId}`

export const travelRows: Row[] = [
  { route: 'GET /api/v1/me/trips/today', rule: 'own', answers: signedIn(200) },
  {
    route: 'POST /api/v1/trips/follow-links',
    rule: 'the passenger of an accepted reservation, or the driver of the ride',
    answers: { ...participant(404), Pa: 201 },
    request: (w) => ({ body: { reservation_id: w.reservations.accepted } }),
    writes: true,
  },
  {
    route: 'DELETE /api/v1/trips/follow-links/{id}',
    rule: 'own link',
    answers: { ...participant(404), Pa: 200 },
    request: (w) => ({ path: link(w) }),
    foreign: (id) => `/api/v1/trips/follow-links/${id}`,
    writes: true,
  },
  {
    route: 'PUT /api/v1/trips/follow-links/{id}/position',
    rule: 'own link',
    answers: { ...participant(404), Pa: 200 },
    request: (w) => ({ path: `${link(w)}/position`, body: { lat: 60.8, lon: 11.1 } }),
    foreign: (id) => `/api/v1/trips/follow-links/${id}/position`,
    writes: true,
  },
  {
    route: 'DELETE /api/v1/trips/follow-links/{id}/position',
    rule: 'own link',
    answers: { ...participant(404), Pa: 200 },
    request: (w) => ({ path: `${link(w)}/position` }),
    foreign: (id) => `/api/v1/trips/follow-links/${id}/position`,
    writes: true,
  },
  {
    route: 'POST /api/v1/follow',
    rule: 'whoever has the address; the key is the caller',
    answers: all(200),
    request: (w) => ({ body: { key: w.followKey } }),
  },
  {
    route: 'POST /api/v1/reservations/{id}/check-ins',
    rule: 'both sides of an accepted reservation, on the day of travel',
    answers: { ...participant(404), Pa: 409, D: 409 },
    request: (w) => ({ path: `/api/v1/reservations/${w.reservations.accepted}/check-ins`, body: { kind: 'got_in' } }),
    foreign: (id) => `/api/v1/reservations/${id}/check-ins`,
    writes: true,
  },
  {
    route: 'POST /api/v1/rides/{id}/check-ins',
    rule: 'the ride’s driver, on the day of travel',
    answers: { ...participant(404), D: 409 },
    request: (w) => ({ path: `/api/v1/rides/${w.rideId}/check-ins`, body: { kind: 'got_in' } }),
    foreign: (id) => `/api/v1/rides/${id}/check-ins`,
    writes: true,
  },
  {
    route: 'POST /api/v1/reservations/{id}/met',
    rule: 'both sides of an accepted reservation, on the day of travel',
    answers: { ...participant(404), Pa: 409, D: 409 },
    request: (w) => ({ path: `/api/v1/reservations/${w.reservations.accepted}/met`, body: { code: '0000' } }),
    foreign: (id) => `/api/v1/reservations/${id}/met`,
    writes: true,
  },
]

/** Rows of the matrix: wanted rides. The accepted passenger has a public one on the driver's way. */
import { all, confirmed, participant, type Row, signedIn } from './rows.ts'
import type { Dataset } from './dataset.ts'

const wanted = (dataset: Dataset) => `/api/v1/ride-wanted/${dataset.wantedId}`
const unsubscribe = `/api/v1/ride-wanted/unsubscribe/${'A'.repeat(43)}`

export const wantedRows: Row[] = [
  {
    route: 'POST /api/v1/ride-wanted',
    rule: 'confirmed people; the session is the person',
    answers: participant(201),
    request: () => ({ body: { from: 'Bergen', to: 'Voss', weekdays: [1] } }),
    writes: true,
  },
  { route: 'GET /api/v1/me/ride-wanted', rule: 'own', answers: signedIn(200) },
  {
    route: 'PATCH /api/v1/ride-wanted/{id}',
    rule: 'own',
    answers: { ...confirmed(404), Pa: 200 },
    request: (w) => ({ path: wanted(w), body: { paused: true } }),
    foreign: (id) => `/api/v1/ride-wanted/${id}`,
    writes: true,
  },
  {
    route: 'DELETE /api/v1/ride-wanted/{id}',
    rule: 'own',
    answers: { ...confirmed(404), Pa: 200 },
    request: (w) => ({ path: wanted(w) }),
    foreign: (id) => `/api/v1/ride-wanted/${id}`,
    writes: true,
  },
  { route: 'GET /api/v1/ride-wanted', rule: 'open; first names, and nobody behind a block', answers: all(200) },
  {
    route: 'POST /api/v1/ride-wanted/preview',
    rule: 'open; stores nothing',
    answers: all(200),
    request: () => ({ body: { from: 'Bergen', to: 'Voss', weekdays: [1] } }),
  },
  {
    route: 'GET /api/v1/ride-wanted/on-your-way',
    rule: 'the ride’s driver',
    answers: { ...confirmed(404), D: 200 },
    request: (w) => ({ path: `/api/v1/ride-wanted/on-your-way?ride_id=${w.rideId}` }),
  },
  {
    route: 'POST /api/v1/ride-wanted/{id}/offers',
    rule: 'a public one of another person, and an own ride',
    answers: { ...participant(404), D: 201 },
    request: (w) => ({ path: `${wanted(w)}/offers`, body: { ride_id: w.rideId } }),
    foreign: (id) => `/api/v1/ride-wanted/${id}/offers`,
    writes: true,
  },
  {
    route: 'GET /api/v1/reservations/{id}/rescue',
    rule: 'the passenger, once it has ended without their doing',
    answers: { ...signedIn(404), Pr: 200 },
    request: (w) => ({ path: `/api/v1/reservations/${w.lost.reservationId}/rescue` }),
    foreign: (id) => `/api/v1/reservations/${id}/rescue`,
  },
  {
    route: 'POST /api/v1/reservations/{id}/wanted',
    rule: 'the passenger, once it has ended without their doing',
    answers: { ...participant(404), Pr: 201 },
    request: (w) => ({ path: `/api/v1/reservations/${w.lost.reservationId}/wanted` }),
    foreign: (id) => `/api/v1/reservations/${id}/wanted`,
    writes: true,
  },
  {
    route: 'GET /api/v1/waiting-list/{id}/rescue',
    rule: 'own place, once the list has ended',
    answers: { ...signedIn(404), Pr: 200 },
    request: (w) => ({ path: `/api/v1/waiting-list/${w.lost.waitingId}/rescue` }),
    foreign: (id) => `/api/v1/waiting-list/${id}/rescue`,
  },
  {
    route: 'POST /api/v1/waiting-list/{id}/wanted',
    rule: 'own place, once the list has ended',
    answers: { ...participant(404), Pr: 201 },
    request: (w) => ({ path: `/api/v1/waiting-list/${w.lost.waitingId}/wanted` }),
    foreign: (id) => `/api/v1/waiting-list/${id}/wanted`,
    writes: true,
  },
  {
    route: 'POST /api/v1/ride-wanted/unsubscribe/:token',
    rule: 'all who have the mail, without a session; another address is not found',
    answers: all(404),
    request: () => ({ path: unsubscribe }),
  },
  {
    route: 'GET /api/v1/ride-wanted/unsubscribe/:token',
    rule: 'open; leads to the settings and changes nothing',
    answers: all(303),
    request: () => ({ path: unsubscribe }),
  },
]

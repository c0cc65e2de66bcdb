/** Rows of the matrix: changes and cancellations of published rides, and series. */
import { confirmed, participant, type Row, signedIn } from './rows.ts'
import type { Dataset } from './dataset.ts'

const ride = (dataset: Dataset) => `/api/v1/rides/${dataset.rideId}`
const series = (dataset: Dataset) => `/api/v1/ride-series/${dataset.seriesId}`

export const tripRows: Row[] = [
  {
    route: 'PATCH /api/v1/rides/{id}',
    rule: 'the driver, before departure',
    answers: { ...confirmed(404), D: 200 },
    request: (w) => ({ path: ride(w), body: { notes: 'Ny tekst' } }),
    foreign: (id) => `/api/v1/rides/${id}`,
    writes: true,
  },
  {
    route: 'POST /api/v1/rides/{id}/cancel',
    rule: 'the driver, before departure',
    answers: { ...confirmed(404), D: 200 },
    request: (w) => ({ path: `${ride(w)}/cancel` }),
    foreign: (id) => `/api/v1/rides/${id}/cancel`,
    writes: true,
  },
  {
    route: 'POST /api/v1/ride-series',
    rule: 'confirmed people; the session is the driver',
    answers: participant(422),
    request: () => ({ body: {} }),
    writes: true,
  },
  {
    route: 'GET /api/v1/ride-series/{id}',
    rule: 'own',
    answers: { ...signedIn(404), D: 200 },
    request: (w) => ({ path: series(w) }),
    foreign: (id) => `/api/v1/ride-series/${id}`,
  },
  {
    route: 'PATCH /api/v1/ride-series/{id}',
    rule: 'own',
    answers: { ...confirmed(404), D: 200 },
    request: (w) => ({ path: series(w), body: { from: '2026-01-01', notes: 'Ny tekst' } }),
    foreign: (id) => `/api/v1/ride-series/${id}`,
    writes: true,
  },
  {
    route: 'POST /api/v1/ride-series/{id}/cancel',
    rule: 'own',
    answers: { ...confirmed(404), D: 200 },
    request: (w) => ({ path: `${series(w)}/cancel`, body: { from: '2026-01-01' } }),
    foreign: (id) => `/api/v1/ride-series/${id}/cancel`,
    writes: true,
  },
]

/** Rows of the matrix: costs of trips. */
import { administrator, all, type Row, signedIn } from './rows.ts'

const rate = { country: 'NO', valid_from: '2199-01-01', ore_per_km: 400, source: 'Prøve' }

export const costRows: Row[] = [
  {
    route: 'POST /api/v1/rides/estimate',
    rule: 'everybody with a session; stores nothing',
    answers: signedIn(200),
    request: () => ({ body: { start_location: 'Oslo', end_location: 'Trondheim' } }),
  },
  { route: 'GET /api/v1/cost-rates', rule: 'open', answers: all(200) },
  {
    route: 'POST /api/v1/admin/cost-rates',
    rule: 'administrator',
    answers: administrator(201),
    request: () => ({ body: rate }),
    writes: true,
  },
  {
    route: 'DELETE /api/v1/admin/cost-rates/{id}',
    rule: 'administrator; what has begun to count stays',
    answers: administrator(409),
    request: (w) => ({ path: `/api/v1/admin/cost-rates/${w.rateId}` }),
    writes: true,
  },
]

/** Rows of the matrix: meeting points. */
import { uniqueWord } from '../random.ts'
import { administrator, all, type Row } from './rows.ts'

const point = () => ({ place_id: 3143244, name: `Prøvested ${uniqueWord()}`, kind: 'other', source: 'Prøve' })
/** The second shipped point. */
const shipped = '/api/v1/admin/meeting-points/5a370000-0000-4000-8000-000000000002'

export const meetingPointRows: Row[] = [
  {
    route: 'GET /api/v1/meeting-points',
    rule: 'open',
    answers: all(200),
    request: () => ({ path: '/api/v1/meeting-points?place_id=3143244' }),
  },
  { route: 'GET /api/v1/admin/meeting-points', rule: 'administrator', answers: administrator(200) },
  {
    route: 'POST /api/v1/admin/meeting-points',
    rule: 'administrator',
    answers: administrator(201),
    request: () => ({ body: point() }),
    writes: true,
  },
  {
    route: 'PATCH /api/v1/admin/meeting-points/{id}',
    rule: 'administrator',
    answers: administrator(200),
    request: () => ({ path: shipped, body: { shelter: true } }),
    writes: true,
  },
  {
    route: 'DELETE /api/v1/admin/meeting-points/{id}',
    rule: 'administrator; rides that have the point keep it',
    answers: administrator(200),
    request: () => ({ path: shipped }),
    writes: true,
  },
  {
    route: 'POST /api/v1/admin/meeting-points/{id}/restore',
    rule: 'administrator; a point that is not retired is not found',
    answers: administrator(404),
    request: () => ({ path: `${shipped.slice(0, -1)}3/restore`, body: {} }),
    writes: true,
  },
  {
    route: 'POST /api/v1/admin/meeting-points/suggestions/dismiss',
    rule: 'administrator',
    answers: administrator(200),
    request: () => ({ body: { place_id: 3143244, name: `Prøveforslag ${uniqueWord()}` } }),
    writes: true,
  },
  { route: 'GET /api/v1/admin/meeting-points/suggestions', rule: 'administrator', answers: administrator(200) },
  { route: 'GET /api/v1/admin/meeting-points/file', rule: 'administrator', answers: administrator(200) },
  {
    route: 'POST /api/v1/admin/meeting-points/file',
    rule: 'administrator; a file of nothing is refused after that',
    answers: administrator(422),
    request: () => ({ body: { csv: 'x' } }),
    writes: true,
  },
]

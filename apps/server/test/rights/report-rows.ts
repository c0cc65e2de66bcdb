/** Rows of the matrix: reports. Everything but filing one is for administrators. */
import { administrator, type Row } from './rows.ts'

export const reportRows: Row[] = [
  { route: 'GET /api/v1/admin/reports', rule: 'administrator', answers: administrator(200) },
  {
    route: 'GET /api/v1/admin/reports/{id}',
    rule: 'administrator; reading a conversation is logged',
    answers: administrator(200),
    request: (w) => ({ path: `/api/v1/admin/reports/${w.reportId}` }),
    writes: true,
  },
  {
    route: 'POST /api/v1/admin/reports/{id}/resolve',
    rule: 'administrator, while it is pending',
    answers: administrator(200),
    request: (w) => ({ path: `/api/v1/admin/reports/${w.reportId}/resolve`, body: { reason: 'Sak 1' } }),
    writes: true,
  },
  {
    route: 'POST /api/v1/admin/reports/{id}/dismiss',
    rule: 'administrator, while it is pending',
    answers: administrator(200),
    request: (w) => ({ path: `/api/v1/admin/reports/${w.reportId}/dismiss`, body: {} }),
    writes: true,
  },
  {
    route: 'POST /api/v1/admin/reports/{id}/message',
    rule: 'administrator, unless it was dismissed',
    answers: administrator(200),
    request: (w) => ({
      path: `/api/v1/admin/reports/${w.reportId}/message`,
      body: { subject: 'Din rapport', message: 'Kan du si mer?' },
    }),
    writes: true,
  },
  {
    route: 'POST /api/v1/admin/hidden-content',
    rule: 'administrator, with a reason',
    answers: administrator(200),
    request: (w) => ({ body: { kind: 'ride', id: w.rideId, reason: 'Sak 1' } }),
    writes: true,
  },
  {
    route: 'DELETE /api/v1/admin/hidden-content',
    rule: 'administrator, with a reason',
    answers: administrator(200),
    request: (w) => ({ body: { kind: 'comment', id: w.ratingId, reason: 'Sak 1' } }),
    writes: true,
  },
]

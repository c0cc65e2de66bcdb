/** Rows of the matrix for support. */
import { administrator, all, confirmed, type Row, signedIn } from './rows.ts'
import type { Dataset } from './dataset.ts'

const request = {
  name: 'Kari',
  email: 'kari@example.no',
  subject: 'Hvor er turen?',
  description: 'Jeg finner den ikke.',
}
const own = (w: Dataset) => `/api/v1/me/support-requests/${w.supportId}`
const managed = (w: Dataset) => `/api/v1/admin/support-requests/${w.supportId}`

export const supportRows: Row[] = [
  {
    route: 'POST /api/v1/support-requests',
    rule: 'open; without a confirmed address it is a guest’s',
    answers: all(201),
    request: () => ({ body: request }),
    writes: true,
  },
  {
    route: 'POST /api/v1/support-chats',
    rule: 'confirmed people, their own talk',
    answers: confirmed(201),
    request: () => ({ body: { transcript: [{ author: 'person', content: 'Hei' }] } }),
    writes: true,
  },
  { route: 'GET /api/v1/me/support-requests', rule: 'own', answers: signedIn(200) },
  {
    route: 'GET /api/v1/me/support-requests/{id}',
    rule: 'own; administrators by another way',
    answers: { ...signedIn(404), Pa: 200 },
    request: (w) => ({ path: own(w) }),
    foreign: (id) => `/api/v1/me/support-requests/${id}`,
  },
  {
    route: 'POST /api/v1/me/support-requests/{id}/messages',
    rule: 'own',
    answers: { ...confirmed(404), Pa: 201 },
    request: (w) => ({ path: `${own(w)}/messages`, body: { content: 'Hei' } }),
    foreign: (id) => `/api/v1/me/support-requests/${id}/messages`,
    writes: true,
  },
  { route: 'GET /api/v1/admin/support-requests', rule: 'administrator', answers: administrator(200) },
  {
    route: 'GET /api/v1/admin/support-requests/{id}',
    rule: 'administrator',
    answers: administrator(200),
    request: (w) => ({ path: managed(w) }),
  },
  {
    route: 'PATCH /api/v1/admin/support-requests/{id}',
    rule: 'administrator; on the way it goes',
    answers: administrator(200),
    request: (w) => ({ path: managed(w), body: { status: 'in_progress', admin_notes: 'Ringt' } }),
    writes: true,
  },
  {
    route: 'POST /api/v1/admin/support-requests/{id}/message',
    rule: 'administrator',
    answers: administrator(200),
    request: (w) => ({ path: `${managed(w)}/message`, body: { message: 'Hei' } }),
    writes: true,
  },
  { route: 'GET /api/v1/admin/support-days', rule: 'administrator', answers: administrator(200) },
  {
    route: 'POST /api/v1/admin/support-exports',
    rule: 'administrator; logged',
    answers: administrator(201),
    request: () => ({ body: {} }),
    writes: true,
  },
  {
    route: 'GET /api/v1/admin/support-exports',
    rule: 'the administrator who began it, for an hour',
    answers: administrator(200),
    request: (w) => ({ path: `/api/v1/admin/support-exports?export_id=${w.supportExportId}` }),
  },
]

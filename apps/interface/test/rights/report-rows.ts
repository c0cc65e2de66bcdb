/** Rows of the interface's matrix: reports and support requests of `/rest/v1`. */
import type { InterfaceRow } from './matrix.ts'
import { administrator, all, participant, signedIn } from '../../../server/test/rights/rows.ts'

const request = {
  name: 'Kari',
  email: 'kari@example.no',
  request_type: 'general',
  subject: 'Hvor er turen?',
  description: 'Jeg finner den ikke.',
}

export const reportRows: readonly InterfaceRow[] = [
  {
    name: 'rest: user_reports.insert',
    route: 'POST /rest/v1/:table',
    rule: 'not oneself',
    answers: { ...participant(201), N: 400 },
    request: (w, person) => ({
      path: '/rest/v1/user_reports',
      body: { reporter_id: person?.id, reported_id: w.stranger.id, reason: 'Ubehagelig' },
    }),
    writes: true,
  },
  {
    name: 'rest: user_reports.all',
    route: 'GET /rest/v1/:table',
    rule: 'administrator',
    answers: administrator(200),
    request: () => ({ path: '/rest/v1/user_reports?order=created_at.desc' }),
  },
  {
    name: 'rest: user_reports.decide',
    route: 'PATCH /rest/v1/:table',
    rule: 'administrator',
    answers: administrator(204),
    request: (w) => ({ path: `/rest/v1/user_reports?id=eq.${w.reportId}`, body: { status: 'dismissed' } }),
    writes: true,
  },
  {
    name: 'rest: support_requests.insert',
    route: 'POST /rest/v1/:table',
    rule: 'open; without a confirmed address it is a guest’s',
    answers: all(201),
    request: () => ({ path: '/rest/v1/support_requests', body: request }),
    writes: true,
  },
  {
    name: 'rest: support_requests.message',
    route: 'POST /rest/v1/:table',
    rule: 'administrator, to a person who has reported another one',
    answers: administrator(201),
    request: (w) => ({
      path: '/rest/v1/support_requests',
      body: { ...request, user_id: w.blocked.id, request_type: 'admin_message', status: 'resolved' },
    }),
    writes: true,
  },
  {
    name: 'rest: support_requests.all',
    route: 'GET /rest/v1/:table',
    rule: 'administrator',
    answers: administrator(200),
    request: () => ({ path: '/rest/v1/support_requests?order=created_at.desc' }),
  },
  {
    name: 'rest: support_requests.mine',
    route: 'GET /rest/v1/:table',
    rule: 'own; of others none',
    answers: signedIn(200),
    request: (w) => ({ path: `/rest/v1/support_requests?user_id=eq.${w.accepted.id}&order=created_at.desc` }),
    foreign: (id) => ({ path: `/rest/v1/support_requests?user_id=eq.${id}` }),
  },
  {
    name: 'rest: support_requests.update',
    route: 'PATCH /rest/v1/:table',
    rule: 'administrator',
    answers: administrator(204),
    request: (w) => ({
      path: `/rest/v1/support_requests?id=eq.${w.supportId}`,
      body: { status: 'in_progress', admin_notes: 'Ringte' },
    }),
    writes: true,
  },
  {
    name: 'rest: support_requests.reply',
    route: 'PATCH /rest/v1/:table',
    rule: 'administrator',
    answers: administrator(204),
    request: (w) => ({
      path: `/rest/v1/support_requests?id=eq.${w.supportId}`,
      // The service sets the time itself, so the test's clock counts.
      body: { admin_notes: 'Slik gjør du.', updated_at: new Date().toISOString() },
    }),
    writes: true,
  },
]

/** Rights: the running product, and mails that could not be delivered. */
import { administrator, type Row } from './rows.ts'

export const operationsRows: Row[] = [
  { route: 'GET /api/v1/admin/operations', rule: 'administrator', answers: administrator(200) },
  { route: 'GET /api/v1/admin/mails', rule: 'administrator', answers: administrator(200) },
  {
    route: 'POST /api/v1/admin/mails/{id}/resend',
    rule: 'administrator; only what was given up',
    answers: administrator(200),
    request: (w) => ({ path: `/api/v1/admin/mails/${w.deadMailId}/resend` }),
    writes: true,
  },
  {
    route: 'POST /api/v1/admin/mails/resend',
    rule: 'administrator; only what was given up',
    answers: administrator(200),
    writes: true,
  },
]

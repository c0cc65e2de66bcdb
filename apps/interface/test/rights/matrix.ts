/**
 * The rights matrix of the service interface: one row for every operation of `/auth/v1`, `/rest/v1`, `/storage/v1` and `/realtime/v1`, with the
 * response's status for every role. `interface.test.ts` is generated from it, and fails for a route or an operation without a row.
 */
import type { TestPerson } from '../../../server/test/sessions.ts'
import type { Dataset } from '../../../server/test/rights/dataset.ts'
import { adminRows } from './admin-rows.ts'
import { authRows } from './auth-rows.ts'
import { chatRows } from './chat-rows.ts'
import { liveRows } from './live-rows.ts'
import { reportRows } from './report-rows.ts'
import { storageRows } from './storage-rows.ts'
import { tripRows } from './trip-rows.ts'
import { all, type Row } from '../../../server/test/rights/rows.ts'

export interface InterfaceRow extends Omit<Row, 'request' | 'foreign'> {
  /** `rest: rides.search`: the part, and the operation as docs/interface.md names it. */
  name: string
  /** Returns the request of a person; of a visitor, without one. Every request has the client key, and the person's access token. */
  request?(dataset: Dataset, person: TestPerson | undefined): InterfaceRequest
  /** Returns the request with the id of a person's object; an unknown id must get exactly the response of another person's id. */
  foreign?(id: string, dataset: Dataset): InterfaceRequest
}

export interface InterfaceRequest {
  path?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Any site may send a preflight request; without cookies and credentials its requests are a visitor's. */
const preflight = (prefix: string): InterfaceRow => ({
  name: `preflight: ${prefix}`,
  route: `OPTIONS ${prefix}*`,
  rule: 'open',
  answers: all(204),
  request: () => ({
    path: `${prefix}/user`,
    headers: { origin: 'https://other.example', 'access-control-request-method': 'GET' },
  }),
})

export const interfaceMatrix: readonly InterfaceRow[] = [
  ...['/auth/v1', '/rest/v1', '/storage/v1', '/realtime/v1'].map(preflight),
  ...authRows,
  ...adminRows,
  ...tripRows,
  ...chatRows,
  ...reportRows,
  ...storageRows,
  ...liveRows,
]

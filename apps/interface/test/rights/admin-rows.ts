/** Rows of the interface's matrix: the administrator's functions of `/auth/v1`, which only the service key opens. */
import type { Dataset } from '../../../server/test/rights/dataset.ts'
import type { InterfaceRow } from './matrix.ts'
import { all } from '../../../server/test/rights/rows.ts'

const user = ({ driver }: Dataset) => `/auth/v1/admin/users/${driver.id}`

const functions: [name: string, route: string, path?: (w: Dataset) => string][] = [
  ['list users', 'GET /auth/v1/admin/users'],
  ['create a user', 'POST /auth/v1/admin/users'],
  ['read a user', 'GET /auth/v1/admin/users/:id', user],
  ['update a user', 'PUT /auth/v1/admin/users/:id', user],
  ['delete a user', 'DELETE /auth/v1/admin/users/:id', user],
  ['list factors', 'GET /auth/v1/admin/users/:id/factors', (w) => `${user(w)}/factors`],
  ['delete a factor', 'DELETE /auth/v1/admin/users/:id/factors/:factorId', (w) => `${user(w)}/factors/${w.driver.id}`],
  ['invite', 'POST /auth/v1/invite'],
  ['generate a link', 'POST /auth/v1/admin/generate_link'],
]

export const adminRows: readonly InterfaceRow[] = functions.map(([name, route, path]) => ({
  name: `auth: ${name}`,
  route,
  rule: 'the service key, which no person has; before the input is read',
  answers: all(403),
  request: (w) => ({
    ...(path && { path: path(w) }),
    ...(/^(POST|PUT)/.test(route) && { body: { email: w.driver.email, role: 'admin' } }),
  }),
}))

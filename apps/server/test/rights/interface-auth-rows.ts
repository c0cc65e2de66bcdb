/** Rows of the interface's matrix: `/auth/v1`. */
import { randomUUID } from 'node:crypto'
import type { InterfaceRow } from './interface-rows.ts'
import { all, signedIn } from './rows.ts'

export const authRows: readonly InterfaceRow[] = [
  {
    name: 'auth: signup',
    route: 'POST /auth/v1/signup',
    rule: 'open; checked before anything is stored',
    answers: all(422),
    request: () => ({ body: {} }),
    writes: true,
  },
  {
    name: 'auth: token by password',
    route: 'POST /auth/v1/token',
    rule: 'open; wrong address and wrong password look the same',
    answers: all(400),
    request: () => ({
      path: '/auth/v1/token?grant_type=password',
      body: { email: 'ingen@example.no', password: 'feil-passord' },
    }),
    writes: true,
  },
  {
    name: 'auth: token by refresh token',
    route: 'POST /auth/v1/token',
    rule: 'the refresh token decides',
    answers: all(400),
    request: () => ({ path: '/auth/v1/token?grant_type=refresh_token', body: { refresh_token: randomUUID() } }),
    writes: true,
  },
  { name: 'auth: user', route: 'GET /auth/v1/user', rule: 'own account', answers: signedIn(200) },
  {
    name: 'auth: logout',
    route: 'POST /auth/v1/logout',
    rule: 'own sessions',
    answers: signedIn(204),
    request: () => ({ path: '/auth/v1/logout?scope=others' }),
    writes: true,
  },
  { name: 'auth: settings', route: 'GET /auth/v1/settings', rule: 'open', answers: all(200) },
  { name: 'auth: health', route: 'GET /auth/v1/health', rule: 'open', answers: all(200) },
  { name: 'auth: keys', route: 'GET /auth/v1/.well-known/jwks.json', rule: 'open', answers: all(200) },
]

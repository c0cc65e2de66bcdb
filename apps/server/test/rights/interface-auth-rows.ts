/** Rows of the interface's matrix: `/auth/v1`. */
import { randomUUID } from 'node:crypto'
import type { InterfaceRow } from './interface-rows.ts'
import { all, signedIn } from './rows.ts'

const newAddress = () => `${randomUUID()}@example.no`

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
  {
    name: 'auth: token by code',
    route: 'POST /auth/v1/token',
    rule: 'the code of a flow and the verifier decide',
    answers: all(404),
    request: () => ({
      path: '/auth/v1/token?grant_type=pkce',
      body: { auth_code: randomUUID(), code_verifier: 'x'.repeat(43) },
    }),
    writes: true,
  },
  {
    name: 'auth: otp',
    route: 'POST /auth/v1/otp',
    rule: 'open; the same response for every address',
    answers: all(200),
    request: () => ({ body: { email: newAddress() } }),
    writes: true,
  },
  {
    name: 'auth: recover',
    route: 'POST /auth/v1/recover',
    rule: 'open; the same response for every address',
    answers: all(200),
    request: () => ({ body: { email: newAddress() } }),
    writes: true,
  },
  {
    name: 'auth: resend',
    route: 'POST /auth/v1/resend',
    rule: 'open; the same response for every address; another address only for its own person',
    answers: all(200),
    request: () => ({ body: { type: 'email_change', email: newAddress() } }),
    writes: true,
  },
  {
    name: 'auth: verify',
    route: 'POST /auth/v1/verify',
    rule: 'the mailed token decides',
    answers: all(403),
    request: () => ({ body: { type: 'signup', token_hash: randomUUID() } }),
    writes: true,
  },
  {
    name: 'auth: verify by link',
    route: 'GET /auth/v1/verify',
    rule: 'leads to the page; changes nothing',
    answers: all(302),
    request: () => ({ path: '/auth/v1/verify?token=x&type=signup' }),
  },
  {
    name: 'auth: change of the account',
    route: 'PUT /auth/v1/user',
    rule: 'own account, once its address is confirmed',
    answers: { ...signedIn(200), U: 400 },
    request: () => ({ body: { data: { full_name: 'Kari Hansen' } } }),
    writes: true,
  },
  {
    name: 'auth: reauthenticate',
    route: 'GET /auth/v1/reauthenticate',
    rule: 'mails a code to the own address',
    answers: { ...signedIn(200), U: 400 },
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

/** Rows of the interface's matrix: `/auth/v1`. */
import { randomUUID } from 'node:crypto'
import type { InterfaceRow } from './matrix.ts'
import { all, signedIn } from '../../../server/test/rights/rows.ts'
import type { TestPerson } from '../../../server/test/sessions.ts'

/** The account has no factor; the response is the same as for another person's factor. */
const noFactor = (method: 'POST' | 'DELETE', step: '' | '/challenge' | '/verify'): InterfaceRow => {
  const of = (id: string) => ({
    path: `/auth/v1/factors/${id}${step}`,
    ...(method === 'POST' && { body: { challenge_id: 'x', code: '000000' } }),
  })
  return {
    name: `auth: ${step.slice(1) || 'remove'} factor`,
    route: `${method} /auth/v1/factors/:id${step}`,
    rule: 'own factor, also in a session that has not passed it yet',
    answers: signedIn(404),
    request: (_w: unknown, person: TestPerson | undefined) => of(person?.id ?? randomUUID()),
    foreign: of,
    writes: true,
  }
}

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
  {
    name: 'auth: token by ID token',
    route: 'POST /auth/v1/token',
    rule: 'the token of a configured service decides',
    answers: all(400),
    request: () => ({ path: '/auth/v1/token?grant_type=id_token', body: { provider: 'ingen', id_token: 'x' } }),
    writes: true,
  },
  {
    name: 'auth: token by wallet',
    route: 'POST /auth/v1/token',
    rule: 'not configured',
    answers: all(422),
    request: () => ({ path: '/auth/v1/token?grant_type=web3', body: { chain: 'solana' } }),
  },
  {
    name: 'auth: enrol factor',
    route: 'POST /auth/v1/factors',
    rule: 'own, recently signed in, with a confirmed address',
    answers: { ...signedIn(200), U: 400 },
    request: () => ({ body: { factor_type: 'totp' } }),
    writes: true,
  },
  noFactor('POST', '/challenge'),
  noFactor('POST', '/verify'),
  noFactor('DELETE', ''),
  { name: 'auth: identities', route: 'GET /auth/v1/user/identities', rule: 'own', answers: signedIn(200) },
  {
    name: 'auth: unlink identity',
    route: 'DELETE /auth/v1/user/identities/:id',
    rule: 'own, recently signed in',
    answers: { ...signedIn(404), U: 400 },
    request: () => ({ path: `/auth/v1/user/identities/${randomUUID()}` }),
    foreign: (id) => ({ path: `/auth/v1/user/identities/${id}` }),
    writes: true,
  },
  {
    name: 'auth: link identity',
    route: 'GET /auth/v1/user/identities/authorize',
    rule: 'own account, a configured service',
    answers: signedIn(400),
    request: () => ({ path: '/auth/v1/user/identities/authorize?provider=ingen' }),
  },
  {
    name: 'auth: authorize',
    route: 'GET /auth/v1/authorize',
    rule: 'open; leads to a configured service',
    answers: all(400),
    request: () => ({ path: '/auth/v1/authorize?provider=ingen' }),
  },
  {
    name: 'auth: callback',
    route: 'GET /auth/v1/callback',
    rule: 'opens nothing',
    answers: all(302),
    request: () => ({ path: '/auth/v1/callback?code=x&state=x' }),
  },
  {
    name: 'auth: callback of a service',
    route: 'GET /auth/v1/callback/:provider',
    rule: 'the cookie of the visit decides',
    answers: all(302),
    request: () => ({ path: '/auth/v1/callback/ingen?code=x&state=x' }),
  },
  {
    name: 'auth: sso',
    route: 'POST /auth/v1/sso',
    rule: 'open; leads to the service of a mail domain',
    answers: all(404),
    request: () => ({ body: { domain: 'example.com' } }),
  },
]

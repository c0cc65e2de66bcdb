import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, startTestApp, type TestApp } from '../../test/app.ts'
import { testSecret } from '../../test/sessions.ts'
import { createSecurityLog, prefixOf } from './security-log.ts'

interface Line {
  security?: string
  [field: string]: unknown
}

function keepLines() {
  const texts: string[] = []
  const log = pino({ level: 'info', base: null }, { write: (text: string) => void texts.push(text) })
  const events = () => texts.map((text) => JSON.parse(text) as Line).filter((line) => line.security !== undefined)
  return { log, texts, events }
}

const address = '203.0.113.77'
let t: TestApp
const kept = keepLines()
beforeAll(async () => {
  t = await startTestApp({ log: kept.log, env: { RATE_LIMITS: 'on', SECRET: testSecret, TRUST_PROXY: '1' } })
})
afterAll(() => t.close())

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  t.call(method, path, { body, headers: { 'x-forwarded-for': address, ...headers } })
/** What was noted of the kind since, once it is there: a line about a refusal waits for who is calling. */
async function noted(kind: string, answer: { headers: Headers }, fields: Record<string, string>) {
  const requestId = answer.headers.get('x-request-id')
  const find = () => kept.events().find((line) => line.security === kind && line['request_id'] === requestId)
  await expect.poll(find).toMatchObject(fields)
}

test('each event is a line with its kind, request, account and network, and nothing that is secret or names somebody', async () => {
  const person = await t.person('Kari Canaria', `canary-${randomUUID()}@example.no`)
  const { email, cookie } = person
  const wrong = 'canary-wrong-password'
  const failed = await call('POST', '/api/auth/sign-in/email', { email, password: wrong })
  await noted('sign_in_failed', failed, {
    network: '203.0.113.0/24',
    detail: 'POST /api/auth/sign-in/email',
  })
  const signedIn = await call('POST', '/api/auth/sign-in/email', { email, password })
  await noted('sign_in', signedIn, { account_id: person.id, network: '203.0.113.0/24' })
  const refused = await call('GET', '/api/v1/admin/users', undefined, { cookie })
  await noted('right_refused', refused, { account_id: person.id })
  const foreign = await call('POST', '/api/auth/sign-out', {}, { origin: 'https://canary.example', cookie })
  await noted('origin_refused', foreign, { detail: 'POST /api/auth/sign-out' })
  const guessed = await call('POST', '/api/v1/me/reauthenticate', { password: wrong }, { cookie })
  await noted('reauthentication_failed', guessed, { account_id: person.id })
  const newPassword = 'canary-fjordtur-2027'
  const changed = await call(
    'POST',
    '/api/auth/change-password',
    { currentPassword: password, newPassword },
    { cookie },
  )
  await noted('password_changed', changed, { account_id: person.id })
  // A new password gives the session another token.
  const renewed =
    changed.headers
      .getSetCookie()
      .find((text) => text.startsWith('session='))
      ?.split(';')[0] ?? ''
  const ended = await call('POST', '/api/v1/me/sessions/end', { scope: 'others' }, { cookie: renewed })
  await noted('sessions_ended', ended, { detail: 'others' })
  await t.db.kysely.updateTable('auth_user').set({ role: 'admin' }).where('id', '=', person.id).execute()
  const act = await call('DELETE', `/api/v1/admin/users/${randomUUID()}/sessions`, undefined, { cookie: renewed })
  expect(act.status).not.toBe(403)
  await noted('administrator_act', act, { account_id: person.id })
  for (let i = 0; i < 5; i++) await call('POST', '/api/auth/request-password-reset', { email })
  const limited = await call('POST', '/api/auth/request-password-reset', { email })
  await noted('limit_reached', limited, { network: '203.0.113.0/24' })

  const lines = kept.events()
  const fields = new Set(lines.flatMap((line) => Object.keys(line)))
  expect([...fields].toSorted()).toEqual(
    ['account_id', 'detail', 'level', 'msg', 'network', 'request_id', 'security', 'time'].toSorted(),
  )
  const secrets = [
    email,
    'Canaria',
    password,
    wrong,
    newPassword,
    address,
    ...`${cookie}; ${renewed}`.split('; ').map((pair) => pair.split('=')[1] ?? ''),
  ]
  for (const secret of secrets) expect.soft(kept.texts.join(''), secret).not.toContain(secret)
}, 30_000)

test('a flood of refusals is written thirty times a minute, and then counted', () => {
  const { log, events } = keepLines()
  let now = 0
  const security = createSecurityLog(log, () => now)
  for (let i = 0; i < 1000; i++) security.note({ kind: 'limit_reached' })
  for (let i = 0; i < 40; i++) security.note({ kind: 'sign_in' })
  expect(events().filter((line) => line.security === 'limit_reached')).toHaveLength(30)
  expect(events().filter((line) => line.security === 'sign_in')).toHaveLength(40)
  now = 60_000
  security.note({ kind: 'limit_reached' })
  expect(events().find((line) => line['left_out'] !== undefined)).toMatchObject({
    security: 'limit_reached',
    left_out: 970,
  })
})

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:7:9::1', '2001:db8:7::/48'],
  ['', 'unknown'],
])('%j is told as %s', (ip, prefix) => {
  expect(prefixOf(ip)).toBe(prefix)
})

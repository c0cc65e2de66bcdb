import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '#features/accounts/rules'
import { makeAdminCode } from '#features/accounts/service-administrator'
import { setPassword } from '#features/accounts/store'
import { storeToken } from '#features/accounts/store-tokens'
import { beginChallenge } from '#features/accounts/service-challenge'
import { password, startTestApp, type TestResponse, type TestApp } from '../../test/app.ts'
import { addPerson, testSecret, type TestPerson } from '../../test/sessions.ts'
import { hashPassword } from '../features/accounts/service-hashing.ts'
import { createSecurityLog, prefixOf, type SecurityEventKind } from './security-log.ts'

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
const adminEmail = 'styrer@example.no'
const serviceKey = 'service-key-of-tests-7Qm2Zr9Xw4Lp8Kd1'
let t: TestApp
const kept = keepLines()
beforeAll(async () => {
  const env = { RATE_LIMITS: 'on', SECRET: testSecret, TRUST_PROXY: '1', ADMIN_EMAIL: adminEmail }
  t = await startTestApp({ log: kept.log, env: { ...env, SERVICE_KEY: serviceKey } })
})
afterAll(() => t.close())

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  t.call(method, path, { body, headers: { 'x-forwarded-for': address, ...headers } })
/** Returns the line of that kind about the request of the response. */
function lineAbout(kind: string, answer: { headers: Headers }) {
  const requestId = answer.headers.get('x-request-id')
  return kept.events().find((line) => line.security === kind && line['request_id'] === requestId)
}
/** Waits, because a line about a refusal is written once the caller is known. */
async function noted(kind: string, answer: { headers: Headers }, fields: Record<string, string>) {
  await expect.poll(() => lineAbout(kind, answer)).toMatchObject(fields)
}

test('each event is a line with its kind, request, account and network, and nothing that is secret or names a person', async () => {
  const person = await t.person('Kari Canaria', `canary-${randomUUID()}@example.no`)
  const { email, cookie } = person
  const wrong = 'canary-wrong-password'
  const failed = await call('POST', '/api/auth/sign-in/email', { email, password: wrong })
  await noted('sign_in_failed', failed, {
    account_id: person.id,
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

test('an act with the service key is noted with its endpoint, and the key from a browser as a refusal; the key is never written', async () => {
  const person = await t.person()
  const headers = { apikey: serviceKey, authorization: `Bearer ${serviceKey}` }
  const path = `/auth/v1/admin/users/${person.id}`
  const network = '203.0.113.0/24'
  const act = await call('PUT', path, { ban_duration: 'none' }, headers)
  await noted('administrator_act', act, { detail: 'service key: PUT /auth/v1/admin/users/:id', network })
  const refused = await call('GET', path, undefined, { ...headers, origin: 'https://app.example.no' })
  expect(refused.status).toBe(401)
  await noted('origin_refused', refused, { detail: 'service key', network })
  expect(lineAbout('administrator_act', refused)).toBeUndefined()
  const token = (await call('GET', '/api/auth/token', undefined, { cookie: person.cookie })).body.token as string
  const byToken = { apikey: serviceKey, authorization: `Bearer ${token}` }
  const ended = await call('POST', '/auth/v1/logout?scope=global', undefined, byToken)
  await noted('administrator_act', ended, { detail: 'service key: POST /auth/v1/logout', network })
  expect(kept.texts.join('')).not.toContain(serviceKey)
})

/** The kinds that the first test produces. */
const shownAbove = [
  'sign_in_failed',
  'sign_in',
  'right_refused',
  'origin_refused',
  'reauthentication_failed',
  'password_changed',
  'sessions_ended',
  'administrator_act',
  'limit_reached',
] as const
type Kind = Exclude<SecurityEventKind, (typeof shownAbove)[number]>

describe('each of the other kinds is noted with the account', () => {
  const as = (person: TestPerson) => ({ cookie: person.cookie })
  const factor = (path: string, person: TestPerson, body: object = {}) =>
    call('POST', `/api/auth/two-factor/${path}`, body, as(person))

  /** Turns a second factor on; returns the response, the recovery codes, and codes of the app. */
  async function enrol(person: TestPerson) {
    const { body } = await factor('enable', person)
    const totp = new TOTP({ secret: Secret.fromBase32(new URL(body.totpURI).searchParams.get('secret') ?? '') })
    const next = () => {
      t.clock.advance(30_000)
      return totp.generate({ timestamp: t.clock.now().getTime() })
    }
    const answer = await factor('verify-totp', person, { code: next() })
    const renewed = answer.headers.getSetCookie().find((text) => text.startsWith('session='))
    person.cookie = renewed?.split(';')[0] ?? ''
    return { answer, next, codes: body.backupCodes as string[] }
  }

  const acts: Record<Kind, (person: TestPerson) => Promise<TestResponse>> = {
    async account_under_attack({ email }) {
      const everywhere = { name: 'sign-in-everywhere', max: 100, per: 3_600 }
      for (let i = 0; i < 100; i++) await t.app.parts.limiter.allows(everywhere, email)
      return call('POST', '/api/auth/sign-in/email', { email, password: 'feil-passord' })
    },
    async password_reset({ id }) {
      const token = randomUUID()
      await storeToken(t.db.kysely, { purpose: 'reset', userId: id, minutes: 60, hash: hashToken(token) })
      return call('POST', '/api/auth/reset-password', { token, newPassword: 'ny-fjordtur-2027' })
    },
    async email_changed(person) {
      const token = randomUUID()
      const change = { purpose: 'change_email', minutes: 60, newEmail: `${randomUUID()}@example.no` } as const
      await storeToken(t.db.kysely, { ...change, userId: person.id, hash: hashToken(token) })
      return call('POST', '/api/auth/verify-email', { token }, as(person))
    },
    second_factor_on: async (person) => (await enrol(person)).answer,
    async second_factor_off(person) {
      const { next } = await enrol(person)
      return factor('disable', person, { code: next() })
    },
    async second_factor_failed(person) {
      await enrol(person)
      return factor('disable', person, { code: 'not-a-recovery-code' })
    },
    async recovery_codes_renewed(person) {
      const { next } = await enrol(person)
      return factor('generate-backup-codes', person, { code: next() })
    },
    async refresh_token_reused(person) {
      await setPassword(t.db.kysely, person.id, await hashPassword(password))
      const headers = { apikey: 'samtur-public' }
      const token = (grant: string, body: object) => call('POST', `/auth/v1/token?grant_type=${grant}`, body, headers)
      const { body } = await token('password', { email: person.email, password })
      await token('refresh_token', body)
      t.clock.advance(11_000)
      return token('refresh_token', body)
    },
    async recovery_code_used(person) {
      const { codes } = await enrol(person)
      const { parts } = t.app
      const challenge = await beginChallenge({ parts, secret: testSecret }, person.id)
      const headers = { cookie: `two-factor=${challenge}` }
      return call('POST', '/api/auth/two-factor/verify-backup-code', { code: codes[0] }, headers)
    },
    async administrator_made(person) {
      await t.db.kysely.updateTable('auth_user').set({ role: 'user' }).where('role', '=', 'admin').execute()
      await t.db.kysely.updateTable('auth_user').set({ email: adminEmail }).where('id', '=', person.id).execute()
      const code = await makeAdminCode(t.app.parts, { adminEmail })
      return call('POST', '/api/v1/me/administrator', { code }, as(person))
    },
  }

  test.each(Object.keys(acts) as Kind[])('%s', async (kind) => {
    const person = await addPerson(t.db.kysely)
    const answer = await acts[kind](person)
    const fields = { account_id: person.id, network: '203.0.113.0/24' }
    await expect.poll(() => lineAbout(kind, answer)).toMatchObject(fields)
  })
})

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

describe('in a flood', () => {
  const attacker = randomUUID()
  /** Notes wrong passwords and returns the lines about others than the attacker. */
  function flood(count: number, noise: (i: number) => { accountId?: string; ip: string }) {
    const { log, events } = keepLines()
    const security = createSecurityLog(log, () => 0)
    for (let i = 0; i < count; i++) security.note({ kind: 'sign_in_failed', ...noise(i) })
    const own = events().length
    return { security, own, others: () => events().slice(own) }
  }

  test.each([
    ['one network', () => ({ ip: '203.0.113.77' })],
    ['one account in many networks', (i: number) => ({ accountId: attacker, ip: `10.${i >> 8}.${i & 255}.1` })],
    ['more networks than are counted', (i: number) => ({ ip: `2001:db8:${i.toString(16)}::1` })],
  ])('of %s each other account and network is seen', (_, noise) => {
    const { security, own, others } = flood(20_000, noise)
    expect(own).toBeLessThanOrEqual(10_600)
    const accounts = Array.from({ length: 50 }, () => randomUUID())
    // From the attacker's own network.
    for (const accountId of accounts) security.note({ kind: 'sign_in_failed', accountId, ip: noise(0).ip })
    expect(new Set(others().map((line) => line['account_id']))).toEqual(new Set(accounts))
  })

  test('another network and another kind have their own lines', () => {
    const { security, others } = flood(20_000, () => ({ ip: '203.0.113.77' }))
    for (let i = 0; i < 40; i++) security.note({ kind: 'sign_in_failed', ip: '198.51.100.1' })
    for (let i = 0; i < 40; i++) security.note({ kind: 'right_refused', accountId: attacker, ip: '203.0.113.77' })
    expect(others()).toHaveLength(60)
  })

  test('lines beyond the first ones are limited for each kind', () => {
    const { own } = flood(20_000, (i) => ({ ip: `10.0.${i % 100}.1` }))
    expect(own).toBe(600)
  })

  test('one more account does not fill the log where there is no room to count senders', () => {
    const { security, others } = flood(20_000, (i) => ({ ip: `2001:db8:${i.toString(16)}::1` }))
    for (let i = 0; i < 5_000; i++) security.note({ kind: 'sign_in_failed', accountId: attacker, ip: '203.0.113.77' })
    expect(others()).toHaveLength(1)
  })
})

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:7:9::1', '2001:db8:7::/48'],
  ['', 'unknown'],
])('%j is logged as %s', (ip, prefix) => {
  expect(prefixOf(ip)).toBe(prefix)
})

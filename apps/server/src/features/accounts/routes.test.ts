import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { password, startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { mailsTo } from '../../../test/mailbox.ts'
import { hashesMade } from '../../../test/quick-hashes.ts'
import { findSecret } from '#platform/secret'

let t: TestApp
beforeAll(async () => void (t = await startTestApp()))
afterAll(() => t.close())

test.each([
  'GET /api/auth/sign-in/email',
  'POST /api/auth/get-session',
  'POST /healthz',
  'DELETE /metrics',
  'POST /api/v1/openapi.json',
])('%s is the wrong verb, not a missing page', async (route) => {
  const [method = '', target = ''] = route.split(' ')
  expect((await t.call(method, target)).status).toBe(405)
})

test('signing in with a mailed code is off unless it is configured', async () => {
  const email = 'kari@example.no'
  for (const [path, more] of [
    ['email-otp/send-verification-otp', {}],
    ['sign-in/email-otp', { otp: '12345678' }],
  ] as const)
    expect((await t.call('POST', `/api/auth/${path}`, { body: { email, ...more } })).body.code).toBe('not_found')
  expect((await t.call('GET', '/api/v1/sign-in-methods')).body).toEqual({ email_code: false, providers: [] })
})

test('a sign-in makes one hash, whether its address is known or not', async () => {
  const { email } = await t.person()
  const hashesFor = async (address: string) => {
    const before = hashesMade()
    await t.call('POST', '/api/auth/sign-in/email', { body: { email: address, password: 'feil-passord' } })
    return hashesMade() - before
  }
  expect([await hashesFor(email), await hashesFor(`${randomUUID()}@example.no`)]).toEqual([1, 1])
})

describe('the address of an existing account at sign-up', () => {
  const signUp = (app: TestApp, email: string) =>
    app.call('POST', '/api/auth/sign-up/email', { body: { name: 'Kari', email, password, terms_accepted: true } })

  test('is reported, as the specification says', async () => {
    const { email } = await t.person()
    const known = await signUp(t, email)
    expect([known.status, known.body.code]).toEqual([422, 'already_registered'])
  })

  test('is not reported where the setting says so: the same response, a mail to the owner, and no change', async () => {
    const app = await startTestApp({ env: { SIGN_UP_TELLS_KNOWN_ADDRESSES: 'off', RATE_LIMITS: 'on' } })
    const email = `${randomUUID()}@example.no`
    const bare = (body: { user: Record<string, unknown> }) =>
      Object.entries(body.user).map(([key, value]) => [
        key,
        ['id', 'email', 'createdAt', 'updatedAt'].includes(key) || value,
      ])
    const [first, again, third] = [await signUp(app, email), await signUp(app, email), await signUp(app, email)]
    expect([again.status, bare(again.body), Object.keys(again.body)]).toEqual([
      first.status,
      bare(first.body),
      Object.keys(first.body),
    ])
    expect(bare(third.body)).toEqual(bare(first.body))
    expect(again.body.user.id).not.toBe(first.body.user.id)
    await vi.waitFor(async () => expect(await mailsTo(app, email)).toHaveLength(2))
    // However often it is tried, the owner hears of it once a day.
    const subjects = (await mailsTo(app, email)).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual(['Confirm your email address', 'You already have an account'])
    expect(await app.db.read.selectFrom('auth_user').select('name').execute()).toHaveLength(1)
    await app.close()
  })
})

describe.each(databaseKinds)('twenty sign-ups with one new address at once, on the %s database', (kind) => {
  test.each(['on', 'off'])('make one account, with SIGN_UP_TELLS_KNOWN_ADDRESSES=%s', async (told) => {
    const app = await startTestApp({ kind, env: { SIGN_UP_TELLS_KNOWN_ADDRESSES: told } })
    const email = `${randomUUID()}@example.no`
    const secrets = Array.from({ length: 20 }, (_, i) => `${password}-${i}`)
    const answers = await Promise.all(
      secrets.map((secret) =>
        app.call('POST', '/api/auth/sign-up/email', {
          body: { name: 'Kari', email, password: secret, terms_accepted: true },
        }),
      ),
    )
    const outcomes = answers.map(({ status, body }) => `${status} ${body.code ?? ''}`).toSorted()
    const others = told === 'on' ? '422 already_registered' : '200 '
    expect(outcomes).toEqual(['200 ', ...Array<string>(19).fill(others)])
    await app.db.kysely.updateTable('auth_user').set({ email_verified: true }).where('email', '=', email).execute()
    const opens = []
    for (const secret of secrets) {
      const { status } = await app.call('POST', '/api/auth/sign-in/email', { body: { email, password: secret } })
      opens.push(status === 200)
    }
    expect(opens.filter(Boolean)).toHaveLength(1)
    if (told === 'on') expect(opens).toEqual(answers.map(({ status }) => status === 200))
    await app.close()
  })
})

test('a mail for an address that is confirmed by now is not sent', async () => {
  const { email } = await t.person()
  const done = () =>
    t.db.read.selectFrom('outbox').selectAll().where('recipient', '=', email).where('sent_at', 'is', null).execute()
  await vi.waitFor(async () => expect(await done()).toEqual([]))
  await t.call('POST', '/api/auth/send-verification-email', { body: { email } })
  await vi.waitFor(async () => expect(await done()).toEqual([]))
  expect((await mailsTo(t, email)).length).toBeLessThanOrEqual(1)
})

test('a damaged secret is refused instead of signing sessions with it', () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-secret-'))
  const settings = { secret: undefined, publicUrl: undefined, databaseUrl: undefined, dataDir }
  const made = findSecret(settings)
  expect(made.length).toBeGreaterThanOrEqual(32)
  expect(findSecret(settings)).toBe(made)
  fs.writeFileSync(path.join(dataDir, 'secret'), '')
  expect(() => findSecret(settings)).toThrow('is damaged')
  fs.rmSync(dataDir, { recursive: true })
})

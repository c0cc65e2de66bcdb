import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { findSecret } from '#platform/secret'

let t: TestApp
beforeAll(async () => void (t = await startTestApp()))
afterAll(() => t.close())

async function mailedLink(app: TestApp, email: string): Promise<string> {
  await app.call('POST', '/api/auth/sign-up/email', {
    body: { name: 'Kari Nordmann', email, password, terms_accepted: true },
  })
  for (;;) {
    const { body } = await app.call('GET', '/dev/mailbox.json')
    const mail = (body as { to: string; text: string }[]).find(({ to }) => to === email)
    if (mail) return /https?:\/\/\S+(\/api\/auth\/verify-email\S+)/.exec(mail.text)?.[1] ?? ''
  }
}

test.each(databaseKinds)(
  'a confirmation link works once, also when it is used twenty times at once (%s)',
  async (kind) => {
    const app = await startTestApp({ kind })
    const link = await mailedLink(app, 'kari@example.no')
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.call('GET', link)))
    const locations = answers.map(({ headers }) => headers.get('location'))
    expect(locations.filter((location) => location === '/?confirmed=1')).toHaveLength(1)
    expect(
      answers.filter(({ headers }) => headers.getSetCookie().some((cookie) => cookie.startsWith('session='))),
    ).toHaveLength(1)
    expect(await app.db.read.selectFrom('auth_session').selectAll().execute()).toHaveLength(1)
    await app.close()
  },
)

test('a used link and a wrong one look the same', async () => {
  const link = await mailedLink(t, 'ola@example.no')
  const bare = link.replace(/&callbackURL=.*$/, '')
  await t.call('GET', bare)
  const used = await t.call('GET', bare)
  const wrong = await t.call('GET', '/api/auth/verify-email?token=x.y.z')
  expect([used.status, used.body.code]).toEqual([422, 'invalid_token'])
  expect([wrong.status, wrong.body.code]).toEqual([422, 'invalid_token'])
})

test.each(['/..//evil.example', '//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'a confirmation link leads nowhere but home (%s)',
  async (callback) => {
    const answer = await t.call('GET', `/api/auth/verify-email?token=x&callbackURL=${encodeURIComponent(callback)}`)
    expect(answer.headers.get('location')).toBe('/?confirmed=1&error=INVALID_TOKEN')
  },
)

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

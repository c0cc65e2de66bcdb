/** A changed SECRET: no person is signed out, and second factors, recovery codes, calendars, exports and signed addresses keep working. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { encryptAgain, renewSignature } from '../src/platform/rotation.ts'
import { signToken } from '../src/platform/http/cookies.ts'
import { MovableClock } from '../src/platform/clock.ts'
import { password, startTestApp, type TestApp } from './app.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { goodPicture } from './images/uploads.ts'
import { addMember } from '../../interface/test/storage-people.ts'
import { LiveClient } from './live-client.ts'

const first = 'first-of-three-Qm3xV8nT1kR6wZ4yB7pL2s'
const second = 'second-of-three-J5hG9dF0aS2lK8qW4eR7tY'
const third = 'third-of-three-U6iO3pZ9xC1vB5nM7kQ2wE'

const clock = new MovableClock()
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-rotation-'))
let database: TestDatabase
let t: TestApp
beforeAll(async () => void (database = await openTestDatabase(undefined, clock)))
afterAll(async () => {
  await t.close()
  await database.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

/** Starts the server with another configuration on the same database and folder. */
async function restart(env: Record<string, string>) {
  await t?.close()
  const shared: TestDatabase = Object.create(database, { close: { value: async () => {} } })
  t = await startTestApp({ clock, database: shared, env, config: { dataDir } })
}

const post = (route: string, body: object, as?: { cookie: string }) => t.call('POST', route, { body, as })
const sessionCookie = (headers: Headers) =>
  headers
    .getSetCookie()
    .filter((text) => !/^[^=]+=;/.test(text))
    .map((text) => text.split(';')[0])
    .join('; ')

/** Makes one person's data of every kind that depends on a secret. */
async function begin() {
  const person = await t.person()
  const { body: offer } = await post('/api/auth/two-factor/enable', {}, person)
  const secret = Secret.fromBase32(new URL(offer.totpURI).searchParams.get('secret') ?? '')
  const totp = new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 })
  const code = () => {
    clock.advance(30_000)
    return totp.generate({ timestamp: clock.now().getTime() })
  }
  expect((await post('/api/auth/two-factor/verify-totp', { code: code() }, person)).status).toBe(200)
  const feed = new URL((await t.call('POST', '/api/v1/me/calendar', { as: person })).body.url).pathname
  expect((await t.call('POST', '/api/v1/me/export', { as: person })).status).toBe(200)
  return { ...person, code, recovery: offer.backupCodes as string[], feed, exported: await exportOf(person) }
}

const exportOf = (as: { cookie: string }) =>
  vi.waitFor(
    async () => {
      const { url } = (await t.call('GET', '/api/v1/me/export', { as })).body
      expect(url).toMatch(/^\/files\/exports\//)
      return url as string
    },
    { timeout: 10_000 },
  )

async function signIn(email: string, way: '/verify-totp' | '/verify-backup-code', code: string) {
  const challenge = { cookie: sessionCookie((await post('/api/auth/sign-in/email', { email, password })).headers) }
  return (await post(`/api/auth/two-factor${way}`, { code }, challenge)).status
}

const statusOf = async (route: string, as?: { cookie: string }) => (await t.call('GET', route, { as })).status

test('everything works under a second secret, and the second factor also when the first one is removed', async () => {
  await restart({ SECRET: first })
  const kari = await begin()

  await restart({ SECRET: second, SECRET_PREVIOUS: first })
  expect(await statusOf('/api/v1/me', kari)).toBe(200)
  expect((await t.call('GET', '/api/auth/get-session', { as: kari })).body?.user.id).toBe(kari.id)
  const socket = await LiveClient.open(t.url, kari.cookie)
  socket.socket.close()
  expect(await statusOf(kari.feed)).toBe(200)
  expect(await exportOf(kari)).toBe(kari.exported)
  expect(await signIn(kari.email, '/verify-totp', kari.code())).toBe(200)
  expect(await signIn(kari.email, '/verify-backup-code', kari.recovery[0] ?? '')).toBe(200)
  expect(await signIn(kari.email, '/verify-backup-code', kari.recovery[0] ?? '')).toBe(422)
  const newFeed = new URL((await t.call('GET', '/api/v1/me/calendar', { as: kari })).body.url).pathname
  expect(newFeed).not.toBe(kari.feed)
  expect(await statusOf(newFeed)).toBe(200)

  await restart({ SECRET: third, SECRET_PREVIOUS: `${second} ${first}` })
  expect(await statusOf('/api/v1/me', kari)).toBe(200)
  expect(await statusOf(kari.feed)).toBe(200)
  expect(await statusOf(newFeed)).toBe(200)

  await restart({ SECRET: third })
  expect(await statusOf('/api/v1/me', kari)).toBe(401)
  expect(await statusOf(kari.feed)).toBe(404)
  expect(await signIn(kari.email, '/verify-totp', kari.code())).toBe(200)
})

test('a signed address of an image opens until it expires, or until the secret that signed it is removed', async () => {
  await restart({ SECRET: first })
  const kari = await addMember(t, 'Kari Nordmann')
  const images = kari.program.storage.from('chat-images')
  const name = `${kari.id}/a.jpg`
  expect((await images.upload(name, await goodPicture())).error).toBeNull()
  const { pathname, search } = new URL((await images.createSignedUrl(name, 600)).data?.signedUrl ?? '')
  const opened = async (env: Record<string, string>, token = search) => {
    await restart(env)
    return statusOf(pathname + token)
  }
  expect(await opened({ SECRET: third, SECRET_PREVIOUS: `${second} ${first}` })).toBe(200)
  expect(await opened({ SECRET: third, SECRET_PREVIOUS: `${second} ${first}` }, `${search.slice(0, -4)}AAAA`)).toBe(400)
  expect(await opened({ SECRET: third, SECRET_PREVIOUS: second })).toBe(400)
  clock.advance(601_000)
  expect(await opened({ SECRET: third, SECRET_PREVIOUS: `${second} ${first}` })).toBe(400)
})

test('signing in under a second secret ends the session that the browser had from the first', async () => {
  await restart({ SECRET: first })
  const kari = await t.person()
  await restart({ SECRET: second, SECRET_PREVIOUS: first })
  const sessions = () => t.db.kysely.selectFrom('auth_session').select('id').where('user_id', '=', kari.id).execute()
  expect(await sessions()).toHaveLength(1)
  const { email } = kari
  expect((await post('/api/auth/sign-in/email', { email, password }, { cookie: kari.cookie })).status).toBe(200)
  expect(await sessions()).toHaveLength(1)
  expect((await post('/api/auth/sign-in/email', { email, password })).status).toBe(200)
  expect(await sessions()).toHaveLength(2)
})

test('an earlier secret signs nothing, and an unknown signature stays as it is', () => {
  const sign = (secret: string) => `session=${signToken('token', secret)}`
  const renewed = (cookie: string, ...previous: string[]) => {
    const headers = { cookie }
    renewSignature(headers, 'session', [third, ...previous])
    return headers.cookie
  }
  expect(renewed(`a=1; ${sign(first)}; b=2`, second, first)).toBe(`a=1; b=2; ${sign(third)}`)
  expect(renewed(sign(third), first)).toBe(sign(third))
  expect(renewed(sign(first), second)).toBe(sign(first))
  expect(renewed(sign(first))).toBe(sign(first))
  expect(renewed(`${sign(first)}; ${sign(first)}`, first)).toBe(`${sign(first)}; ${sign(first)}`)
})

test('what no known secret can decrypt stays as it is stored', async () => {
  expect(encryptAgain('00'.repeat(60), [third, first])).toBeUndefined()
})

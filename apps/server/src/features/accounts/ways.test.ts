/** Bearer tokens, over HTTP. */
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, addSession, suspend, type TestPerson, testSecret } from '../../../test/sessions.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { deleteOldKeys } from './store-keys.ts'

const env = { SECRET: testSecret, PUBLIC_URL: 'http://localhost:3999' }
let t: TestApp
beforeAll(async () => void (t = await startTestApp({ env })))
afterAll(() => t.close())

const me = (app: TestApp, headers: Record<string, string>) => app.call('GET', '/api/v1/me', { headers })

describe('a bearer token', () => {
  const token = async (app: TestApp, as: { cookie: string }) =>
    (await app.call('GET', '/api/auth/token', { as })).body.token as string
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
  const kidOf = (text: string) => decodeProtectedHeader(text).kid ?? ''

  test('names the session, and nothing that is not the session’s or the person’s id, for an hour', async () => {
    const kari = await addPerson(t.db.kysely, { role: 'admin' })
    const text = await token(t, kari)
    const { iat = 0, exp = 0, ...claims } = decodeJwt(text)
    const row = await t.db.kysely
      .selectFrom('auth_session')
      .select('id')
      .where('user_id', '=', kari.id)
      .executeTakeFirst()
    expect(claims).toEqual({
      sub: kari.id,
      session_id: row?.id,
      gen: 0,
      iss: `${env.PUBLIC_URL}/auth/v1`,
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      amr: [],
      is_anonymous: false,
    })
    expect([exp - iat, decodeProtectedHeader(text).alg]).toEqual([3600, 'ES256'])
  })

  test('opens the whole API, for reading and writing', async () => {
    const kari = await addPerson(t.db.kysely)
    const headers = bearer(await token(t, kari))
    expect((await me(t, headers)).body.id).toBe(kari.id)
    const write = await t.call('PATCH', '/api/v1/me/profile', { headers, body: { age: 40 } })
    expect(write.status).toBe(200)
    expect((await t.call('POST', '/api/auth/two-factor/enable', { headers, body: {} })).status).toBe(200)
  })

  test('gets no other one, and a bad one is not made up for by a cookie', async () => {
    const kari = await addPerson(t.db.kysely)
    const good = await token(t, kari)
    expect((await t.call('GET', '/api/auth/token', { headers: bearer(good), as: kari })).status).toBe(401)
    expect((await t.call('GET', '/api/v1/me', { headers: bearer(`${good}x`), as: kari })).status).toBe(401)
  })

  test('beside another person’s cookie counts alone: routes that need a cookie refuse it', async () => {
    const [kari, ola] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
    const both = { headers: bearer(await token(t, kari)), as: ola }
    for (const [method, path] of [
      ['GET', '/get-session'],
      ['POST', '/link-social'],
    ] as const) {
      const answer = await t.call(method, `/api/auth${path}`, { ...both, ...(method === 'POST' && { body: {} }) })
      expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'unauthenticated'])
    }
  })

  test('signs its own session out, socket included, and neither another one nor a cookie’s', async () => {
    const [kari, ola] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
    const phone = { cookie: await addSession(t.db.kysely, kari.id) }
    const headers = bearer(await token(t, kari))
    const socket = await LiveClient.open(t.url, '', { headers: { ...headers, origin: env.PUBLIC_URL } })
    const answer = await t.call('POST', '/api/auth/sign-out', { headers, as: ola })
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; Max-Age=0; Path=\/; HttpOnly/)])
    expect(await socket.closed).toBe(4401)
    const statuses = [kari, phone, ola].map(async ({ cookie }) => (await me(t, { cookie })).status)
    expect(await Promise.all(statuses)).toEqual([401, 200, 200])
    expect((await t.call('POST', '/api/auth/sign-out', { headers })).body).toEqual({ success: true })
    expect((await t.call('POST', '/api/auth/sign-out')).body).toEqual({ success: true })
  })

  test.each<[string, (kari: TestPerson) => Promise<unknown>]>([
    ['signing out', (kari) => t.call('POST', '/api/auth/sign-out', { as: kari })],
    ['suspension', ({ id }) => suspend(t.db.kysely, id)],
    [
      'the end of all sessions',
      (kari) => t.call('POST', '/api/v1/me/sessions/end', { as: kari, body: { scope: 'all' } }),
    ],
    ['deletion', ({ id }) => t.db.kysely.deleteFrom('auth_user').where('id', '=', id).execute()],
  ])('is dead at once after %s', async (_, end) => {
    const kari = await addPerson(t.db.kysely)
    const headers = bearer(await token(t, kari))
    expect((await me(t, headers)).status).toBe(200)
    await end(kari)
    expect((await me(t, headers)).status).toBe(401)
  })

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  test('with another claim, signature, algorithm or key is none', async () => {
    const [kari, ola] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely, { role: 'admin' })]
    const good = await token(t, kari)
    const [header = '', payload = '', signature = ''] = good.split('.')
    const claims = decodeJwt(good)
    const changed = encode({ ...claims, session_id: decodeJwt(await token(t, ola))['session_id'] })
    const foreign = await generateKeyPair('ES256')
    const publicKey = (await t.call('GET', '/api/auth/jwks')).text
    const bad = [
      `${header}.${changed}.${signature}`,
      `${header}.${encode({ ...claims, role: 'admin' })}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${encode({ alg: 'none' })}.${payload}.`,
      `${encode({ alg: 'none', kid: kidOf(good) })}.${changed}.`,
      `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: kidOf(good) }).sign(foreign.privateKey),
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: crypto.randomUUID() }).sign(foreign.privateKey),
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: "x' or 1=1" }).sign(foreign.privateKey),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: kidOf(good) }).sign(Buffer.from(publicKey)),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: kidOf(good) }).sign(Buffer.from(testSecret)),
      'x',
      'a.b.c',
    ]
    for (const text of bad) expect([text, (await me(t, bearer(text))).status]).toEqual([text, 401])
    expect((await me(t, bearer(good))).status).toBe(200)
  })

  const dayMs = 86_400_000
  const daysAgo = (days: number, ms = 0) => new Date(Date.now() - days * dayMs + ms)

  /** Signs with a key that lies in the table and has the age given. */
  async function addKey(created_at: Date) {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const { id: kid } = await t.db.kysely
      .insertInto('token_key')
      .values({ public_key: JSON.stringify(await exportJWK(publicKey)), private_key: '', created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sign = (claims: JWTPayload) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
    return { kid, sign }
  }

  test('is taken from a key that signs no more for a day, then from that key no more, known or not', async () => {
    const kari = await addPerson(t.db.kysely)
    const claims = decodeJwt(await token(t, kari))
    const status = async (text: string) => (await me(t, bearer(text))).status
    expect(await status(await (await addKey(daysAgo(91))).sign(claims))).toBe(401)
    const text = await (await addKey(daysAgo(91, 60_000))).sign(claims)
    expect(await status(text)).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(await status(text)).toBe(401)
    expect(await status(text)).toBe(401)
  })

  test('keys that are over are deleted, the others are not', async () => {
    const [old, late] = [await addKey(daysAgo(91)), await addKey(daysAgo(91, 60_000))]
    await deleteOldKeys(t.db.kysely)
    const rows = await t.db.kysely.selectFrom('token_key').select('id').execute()
    const ids = rows.map(({ id }) => id)
    expect([ids.includes(old.kid), ids.includes(late.kid)]).toEqual([false, true])
  })

  test('that is too old, from elsewhere, or without its claims is none, though a key of ours signed it', async () => {
    const kari = await addPerson(t.db.kysely)
    const claims = decodeJwt(await token(t, kari))
    const key = await addKey(daysAgo(90))
    const sign = (changes: JWTPayload) => key.sign({ ...claims, ...changes })
    expect((await me(t, bearer(await sign({})))).status).toBe(200)
    const { iat = 0, exp = 0 } = claims
    const bad: JWTPayload[] = [
      { iat: iat - 4000, exp: exp - 4000 },
      { iat: iat - 4000 },
      { exp: undefined },
      { iss: 'https://evil.example' },
      { aud: 'https://evil.example' },
      { aud: undefined },
      { session_id: undefined },
      { session_id: 'x' },
      { session_id: [claims['session_id']] },
    ]
    for (const changes of bad)
      expect([changes, (await me(t, bearer(await sign(changes)))).status]).toEqual([changes, 401])
  })

  test('is signed with one key, also when many ask for the first one at once', async () => {
    const app = await startTestApp({ env })
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.call('GET', '/api/auth/jwks')))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.body.keys).toHaveLength(1)
    await app.close()
  })

  test('is verified with public keys, whose private keys are stored encrypted', async () => {
    const kari = await addPerson(t.db.kysely)
    const kid = kidOf(await token(t, kari))
    const { body, text } = await t.call('GET', '/api/auth/jwks')
    const key = (body.keys as Record<string, string>[]).find((one) => one['kid'] === kid)
    expect(Object.keys(key ?? {}).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    expect(text).not.toContain('"d"')
    const { private_key } = await t.db.kysely
      .selectFrom('token_key')
      .select('private_key')
      .where('id', '=', kid)
      .executeTakeFirstOrThrow()
    expect(private_key).not.toMatch(/["{}]/)
  })
})

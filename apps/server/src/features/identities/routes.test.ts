/** Codes by mail and bearer tokens, over HTTP. */
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type Answer, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { addPerson, addSession, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { deleteOldKeys } from '../../platform/auth/tokens.ts'

const env = { SECRET: testSecret, EMAIL_CODE_SIGN_IN: 'on', PUBLIC_URL: 'http://localhost:3999' }
/** Mails are sent by a worker, on a machine that may be busy. */
const patience = { timeout: 10_000 }
let t: TestApp
beforeAll(async () => void (t = await startTestApp({ env })))
afterAll(() => t.close())

const me = (app: TestApp, headers: Record<string, string>) => app.call('GET', '/api/v1/me', { headers })
const session = ({ headers }: Answer) => /^session=[^;]+/.exec(headers.getSetCookie().join('\n'))?.[0] ?? ''

describe('a code by mail', () => {
  const ask = (app: TestApp, email: string) =>
    app.call('POST', '/api/auth/email-otp/send-verification-otp', { body: { email } })
  const use = (app: TestApp, email: string, otp: string) =>
    app.call('POST', '/api/auth/sign-in/email-otp', { body: { email, otp } })

  async function mailed(app: TestApp, { email }: { email: string }, nth = 1): Promise<string> {
    await ask(app, email)
    const codes = async () => {
      const { body } = await app.call('GET', '/dev/mailbox.json')
      const mails = (body as { to: string; text: string }[]).filter(({ to }) => to === email)
      return mails.flatMap(({ text }) => /^\d{6}$/m.exec(text)?.[0] ?? [])
    }
    await expect.poll(async () => (await codes()).length, patience).toBe(nth)
    return (await codes())[0] ?? ''
  }
  const outboxOf = ({ db }: TestApp, email: string) =>
    db.kysely.selectFrom('outbox').select(['kind', 'data', 'sent_at']).where('recipient', '=', email).execute()

  test('opens a session, once', async () => {
    const kari = await addPerson(t.db.kysely)
    const code = await mailed(t, kari)
    const answer = await use(t, kari.email.toUpperCase(), ` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect(answer.body).toEqual({ user: { id: kari.id } })
    expect((await me(t, { cookie: session(answer) })).body.id).toBe(kari.id)
    const again = await use(t, kari.email, code)
    expect([again.status, again.body.code]).toEqual([422, 'invalid_code'])
  })

  test('is gone after five wrong ones, after ten minutes, and when a newer one was mailed', async () => {
    const guessed = await addPerson(t.db.kysely)
    const right = await mailed(t, guessed)
    const wrong = right === '111111' ? '222222' : '111111'
    for (let i = 0; i < 5; i++) expect((await use(t, guessed.email, wrong)).status).toBe(422)
    expect((await use(t, guessed.email, right)).status).toBe(422)
    const slow = await addPerson(t.db.kysely)
    const old = await mailed(t, slow)
    t.clock.advance(10 * 60_000 + 1000)
    expect((await use(t, slow.email, old)).body.code).toBe('invalid_code')
    const next = await mailed(t, slow, 2)
    expect((await use(t, slow.email, next)).status).toBe(200)
  })

  test('asking looks the same for everybody, and mails only who has a confirmed account', async () => {
    const known = await addPerson(t.db.kysely)
    const unconfirmed = await addPerson(t.db.kysely, { verified: false })
    const addresses = [known.email, unconfirmed.email, 'ingen@example.no']
    const answers: Answer[] = []
    for (const address of addresses) answers.push(await ask(t, address))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    for (const address of addresses) {
      await expect.poll(async () => (await outboxOf(t, address))[0]?.sent_at, patience).toBeTruthy()
      expect(await outboxOf(t, address)).toMatchObject([{ kind: 'identities.email_code', data: {} }])
    }
    const { body } = await t.call('GET', '/dev/mailbox.json')
    const reached = (body as { to: string }[]).map(({ to }) => to).filter((to) => addresses.includes(to))
    expect(reached).toEqual([known.email])
    const refusals = []
    for (const address of addresses) refusals.push(await use(t, address, '000000'))
    const shown = refusals.map(({ status, body: { request_id: _, ...rest } }) => JSON.stringify([status, rest]))
    expect(new Set(shown).size).toBe(1)
  })

  test('never makes an account, and opens none that is shut or not confirmed any more', async () => {
    const before = await t.db.kysely.selectFrom('auth_user').select('id').execute()
    expect((await use(t, 'ny@example.no', '123456')).status).toBe(422)
    expect(await t.db.kysely.selectFrom('auth_user').select('id').execute()).toHaveLength(before.length)
    const shut = await addPerson(t.db.kysely)
    const code = await mailed(t, shut)
    await t.db.kysely
      .updateTable('auth_user')
      .set({ suspended_at: new Date(), suspended_reason: 'spam' })
      .where('id', '=', shut.id)
      .execute()
    const answer = await use(t, shut.email, code)
    expect([answer.status, answer.body.code, answer.body.params]).toEqual([
      403,
      'account_suspended',
      { reason: 'spam' },
    ])
    expect(session(answer)).toBe('')
  })

  test('neither the address nor the code lies in its table', async () => {
    const kari = await addPerson(t.db.kysely)
    const code = await mailed(t, kari)
    const rows = JSON.stringify(await t.db.kysely.selectFrom('email_code').selectAll().execute())
    expect(rows).not.toContain(kari.email)
    expect(rows).not.toContain(`"${code}"`)
  })

  test('there is none unless it is configured', async () => {
    const app = await startTestApp({ env: { ...env, EMAIL_CODE_SIGN_IN: 'off' } })
    expect((await ask(app, 'kari@example.no')).body.code).toBe('not_found')
    expect((await use(app, 'kari@example.no', '123456')).body.code).toBe('not_found')
    expect((await app.call('GET', '/api/v1/sign-in-methods')).body).toEqual({ email_code: false, providers: [] })
    await app.close()
  })

  test('is asked for at most once a minute and five times in half an hour, for unknown addresses too', async () => {
    const app = await startTestApp({ env: { ...env, RATE_LIMITS: 'on' } })
    const kari = await addPerson(app.db.kysely)
    for (const email of [kari.email, 'ingen@example.no']) {
      expect((await ask(app, email)).status).toBe(200)
      expect((await ask(app, email)).status).toBe(429)
    }
    await app.close()
  })

  test.each(databaseKinds)('twenty uses at once open one session (%s)', async (kind) => {
    const app = await startTestApp({ kind, env })
    const kari = await addPerson(app.db.kysely)
    const code = await mailed(app, kari)
    const answers = await Promise.all(Array.from({ length: 20 }, () => use(app, kari.email, code)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(19).fill(422)])
    await app.close()
  })
})

describe('a bearer token', () => {
  const token = async (app: TestApp, as: { cookie: string }) =>
    (await app.call('GET', '/api/auth/token', { as })).body.token as string
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
  const kidOf = (text: string) => decodeProtectedHeader(text).kid ?? ''

  test('names the session and nothing else, for fifteen minutes', async () => {
    const kari = await addPerson(t.db.kysely, { role: 'admin' })
    const text = await token(t, kari)
    const { iat = 0, exp = 0, ...claims } = decodeJwt(text)
    const row = await t.db.kysely
      .selectFrom('auth_session')
      .select('id')
      .where('user_id', '=', kari.id)
      .executeTakeFirst()
    expect(claims).toEqual({ sub: kari.id, sid: row?.id, gen: 0, iss: env.PUBLIC_URL, aud: env.PUBLIC_URL })
    expect([exp - iat, decodeProtectedHeader(text).alg]).toEqual([900, 'EdDSA'])
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

  test('beside somebody’s cookie speaks for nobody else: the browser’s ways are shut', async () => {
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
    [
      'suspension',
      ({ id }) =>
        t.db.kysely
          .updateTable('auth_user')
          .set({ suspended_at: new Date(), suspended_reason: 'spam' })
          .where('id', '=', id)
          .execute(),
    ],
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
    const changed = encode({ ...claims, sid: decodeJwt(await token(t, ola)).sid })
    const foreign = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
    const publicKey = (await t.call('GET', '/api/auth/jwks')).text
    const bad = [
      `${header}.${changed}.${signature}`,
      `${header}.${encode({ ...claims, role: 'admin' })}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${encode({ alg: 'none' })}.${payload}.`,
      `${encode({ alg: 'none', kid: kidOf(good) })}.${changed}.`,
      `${header}.${payload}.${signature.slice(0, -2)}${signature.endsWith('AA') ? 'BB' : 'AA'}`,
      await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid: kidOf(good) }).sign(foreign.privateKey),
      await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid: crypto.randomUUID() }).sign(foreign.privateKey),
      await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid: "x' or 1=1" }).sign(foreign.privateKey),
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
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
    const { id: kid } = await t.db.kysely
      .insertInto('token_key')
      .values({ public_key: JSON.stringify(await exportJWK(publicKey)), private_key: '', created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sign = (claims: JWTPayload) => new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid }).sign(privateKey)
    return { kid, sign }
  }

  test('is taken from a key that signs no more for a day, then from that key no more, known or not', async () => {
    const kari = await addPerson(t.db.kysely)
    const claims = decodeJwt(await token(t, kari))
    const status = async (text: string) => (await me(t, bearer(text))).status
    expect(await status(await (await addKey(daysAgo(91))).sign(claims))).toBe(401)
    const text = await (await addKey(daysAgo(91, 2_500))).sign(claims)
    expect(await status(text)).toBe(200)
    await expect.poll(() => status(text), patience).toBe(401)
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
      { iat: iat - 1000, exp: exp - 1000 },
      { iat: iat - 1000 },
      { exp: undefined },
      { iss: 'https://evil.example' },
      { aud: 'https://evil.example' },
      { aud: undefined },
      { sid: undefined },
      { sid: 'x' },
      { sid: [claims['sid']] },
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

  test('is checked with keys that anybody may see, whose other half lies encrypted', async () => {
    const kari = await addPerson(t.db.kysely)
    const kid = kidOf(await token(t, kari))
    const { body, text } = await t.call('GET', '/api/auth/jwks')
    const key = (body.keys as Record<string, string>[]).find((one) => one['kid'] === kid)
    expect(Object.keys(key ?? {}).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    expect(text).not.toContain('"d"')
    const { private_key } = await t.db.kysely
      .selectFrom('token_key')
      .select('private_key')
      .where('id', '=', kid)
      .executeTakeFirstOrThrow()
    expect(private_key).not.toMatch(/["{}]/)
  })
})

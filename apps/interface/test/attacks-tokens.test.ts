/** Keys, tokens and cookies that must open nothing. */
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decrypt } from '../../server/src/platform/encryption.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { addPerson, testSecret, type TestPerson } from '../../server/test/sessions.ts'
import { clientKey } from './client.ts'
import { tokenOf } from './requests.ts'

let t: TestApp
let kari: TestPerson
let ola: TestPerson
let token: string
beforeAll(async () => {
  t = await startTestApp({ env: { SECRET: testSecret } })
  ;[kari, ola] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely, { name: 'Ola Nordmann' })]
  token = await tokenOf(t, kari)
})
afterAll(() => t.close())

/** Reads the caller's account, and the caller's reservations; returns both responses. */
async function read(headers: Record<string, string>, as?: { cookie: string }) {
  const own = `/rest/v1/reservations?passenger_id=eq.${kari.id}`
  return [await t.call('GET', '/auth/v1/user', { headers, as }), await t.call('GET', own, { headers, as })] as const
}
const bearer = (text: string) => ({ apikey: clientKey, authorization: `Bearer ${text}` })
const statuses = (responses: readonly { status: number }[]) => responses.map(({ status }) => status)
const partsOf = (text: string) => text.split('.').map((part) => Buffer.from(part, 'base64url').toString())
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a token', () => {
  let claims: JWTPayload
  let header: { kid: string }
  /** The server's own key. */
  let key: Awaited<ReturnType<typeof importJWK>>
  let publicKey: JWK
  beforeAll(async () => {
    const [first = '', second = ''] = partsOf(token)
    ;[header, claims] = [JSON.parse(first), JSON.parse(second)]
    const row = await t.db.kysely.selectFrom('token_key').selectAll().executeTakeFirstOrThrow()
    key = await importJWK(JSON.parse(decrypt(row.private_key, testSecret) ?? '') as JWK, 'ES256')
    publicKey = JSON.parse(row.public_key) as JWK
  })

  const signed = (changes: JWTPayload, by: Parameters<SignJWT['sign']>[0] = key, alg = 'ES256', more: object = {}) =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg, typ: 'JWT', kid: header.kid, ...more }).sign(by)

  test('that the server has signed opens the own account', async () => {
    const [user, reservations] = await read(bearer(await signed({})))
    expect([user.body.id, reservations.status]).toEqual([kari.id, 200])
  })

  const forgeries: Record<string, () => Promise<string> | string> = {
    'without a signature': () => `${encode({ ...header, alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
    'of an algorithm without a key, in capitals': () => `${encode({ ...header, alg: 'NONE' })}.${encode(claims)}.`,
    'signed with the public key as a secret': () =>
      signed({}, new TextEncoder().encode(JSON.stringify(publicKey)), 'HS256'),
    'signed with the client key as a secret': () => signed({}, new TextEncoder().encode(clientKey.padEnd(32)), 'HS256'),
    'signed with another key': async () => signed({}, (await generateKeyPair('ES256')).privateKey),
    'that brings its own key': async () => {
      const pair = await generateKeyPair('ES256', { extractable: true })
      return signed({}, pair.privateKey, 'ES256', {
        jwk: await exportJWK(pair.publicKey),
        jku: 'https://other.example/jwks',
      })
    },
    'of an unknown key': () => signed({}, key, 'ES256', { kid: crypto.randomUUID() }),
    'for another audience': () => signed({ aud: 'anon' }),
    'of another issuer': () => signed({ iss: 'https://other.example/auth/v1' }),
    'that has expired': () => signed({ iat: 1_700_000_000, exp: 1_700_003_600 }),
    'that never expires': () => signed({ iat: 1_700_000_000, exp: 9_999_999_999 }),
    'without a session': () => signed({ session_id: undefined }),
    'of an unknown session': () => signed({ session_id: crypto.randomUUID() }),
    'that names a session by a pattern': () => signed({ session_id: '%' }),
    'with other claims': () => {
      const [first, , signature] = token.split('.')
      return [first, encode({ ...claims, sub: ola.id }), signature].join('.')
    },
    'with a changed signature': () => token.replace(/.{4}$/, 'AAAA'),
    'that is a session cookie': () => decodeURIComponent(kari.cookie.replace('session=', '')),
  }
  test.each(Object.keys(forgeries))('%s is refused', async (name) => {
    const forged = (await forgeries[name]?.()) ?? ''
    const responses = await read(bearer(forged))
    expect(statuses(responses)).toEqual([403, 401])
    for (const { text } of responses) expect(text).not.toContain(kari.email)
  })

  test('that names another person opens the account of its session alone', async () => {
    const [user] = await read(bearer(await signed({ sub: ola.id, role: 'service_role', aal: 'aal2' })))
    expect(user.body).toMatchObject({ id: kari.id, role: 'authenticated' })
  })

  test('of a session that has ended is refused', async () => {
    const leaving = await addPerson(t.db.kysely)
    const last = await tokenOf(t, leaving)
    expect((await t.call('POST', '/auth/v1/logout?scope=global', { headers: bearer(last) })).status).toBe(204)
    expect(statuses(await read(bearer(last)))).toEqual([403, 401])
  })
})

describe('a key', () => {
  test.each([
    ['none', {}],
    ['another one', { apikey: 'another-key' }],
    ['an access token in its place', { apikey: 'eyJhbGciOiJFUzI1NiJ9.e30.AA' }],
  ])('that is missing or unknown opens nothing: %s', async (_name, headers: Record<string, string>) => {
    const withToken = { ...headers, authorization: `Bearer ${token}` }
    expect(statuses(await read(withToken))).toEqual([401, 401])
    expect((await t.call('GET', '/rest/v1/profiles?id=eq.x', { headers })).status).toBe(401)
  })

  test('as the token is a visitor', async () => {
    expect(statuses(await read(bearer(clientKey)))).toEqual([401, 401])
    const { body } = await t.call('GET', `/rest/v1/profiles?id=eq.${kari.id}`, { headers: bearer(clientKey) })
    expect(body).toMatchObject([{ id: kari.id, email: null, phone: null, address: null }])
  })

  test('in both places at once is no token', async () => {
    const headers = { apikey: clientKey, authorization: `Bearer ${clientKey} ${token}` }
    expect(statuses(await read(headers))).toEqual([401, 401])
  })
})

describe('a cookie', () => {
  test('opens nothing, with the client key or without', async () => {
    expect(statuses(await read({ apikey: clientKey }, { cookie: kari.cookie }))).toEqual([401, 401])
    expect(statuses(await read({}, { cookie: kari.cookie }))).toEqual([401, 401])
  })

  test('beside a token of another person does not count', async () => {
    const [user] = await read(bearer(token), { cookie: ola.cookie })
    expect(user.body.id).toBe(kari.id)
  })

  test('is never set', async () => {
    for (const { headers } of await read(bearer(token), { cookie: ola.cookie }))
      expect(headers.getSetCookie()).toEqual([])
  })
})

describe('a page of another site', () => {
  const origin = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' }

  test.each(['/auth/v1/token', '/rest/v1/rides', '/rest/v1/rpc/delete_chat_for_user'])(
    'may send a preflight request for %s, which allows no credentials',
    async (path) => {
      const headers = {
        ...origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,authorization',
      }
      const response = await t.call('OPTIONS', path, { headers })
      expect(response.status).toBe(204)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
      expect(response.headers.get('access-control-allow-headers')).not.toMatch(/cookie|\*/i)
    },
  )

  test('reads with a token, and never with a cookie', async () => {
    const [user] = await read({ ...bearer(token), ...origin })
    expect([user.status, user.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(statuses(await read({ apikey: clientKey, ...origin }, { cookie: kari.cookie }))).toEqual([401, 401])
  })
})

/** What version 0.2.0 has stored and handed out, which was the work of the library better-auth, is still valid. */
import { randomUUID } from 'node:crypto'
import { calculatePKCECodeChallenge } from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { startOidcService, type OidcService } from '../../../test/oidc.ts'
import { addPerson, testSecret } from '../../../test/sessions.ts'
import { withRealHashes } from '../../../test/quick-hashes.ts'
import { decrypt, encrypt } from '#platform/encryption'
import { verifyPassword } from './service-hashing.ts'

const client = 'http://localhost:3999'
let service: OidcService
let t: TestApp
const start = (PUBLIC_URL: string) =>
  startTestApp({ env: { SECRET: testSecret, PUBLIC_URL, OIDC_PROVIDERS: JSON.stringify([service.settings]) } })

beforeAll(async () => {
  service = await startOidcService({ id: 'prove', client })
  t = await start(client)
})
afterAll(async () => {
  await t.close()
  await service.close()
})

/** As that version wrote them, under the secret of the tests. */
const token = '47fP4xxVBCaIqLA5EA0o9B5PtPoIplW5'
const cookie = 'session=47fP4xxVBCaIqLA5EA0o9B5PtPoIplW5.sHM5WDroz8hcB%2FogpQS2gBzyTdsho9psBd%2Fpp0JBPMI%3D'
const state = 'iiPTbTI3g1FrPO6DIUGFO9T6KRXodmXB'
const stateCookie = 'auth.state=iiPTbTI3g1FrPO6DIUGFO9T6KRXodmXB.FpHMxQ2yJ6mlceNahnGrzVF8%2FZInTM5fqv0J3PFFz28%3D'
const encrypted =
  'fc7043fdc24e932e840de9ed1e2c28112558a3954db416044ead469d9cc57947bb19c513309b9ad268e81231509193019347a9d0c51ece13a60385696dae807d574e7e0dc864df2138c15538266290a7'

test.each([
  ['over http', client, '', { host: 'localhost:3999' }],
  ['over https', 'https://samtur.example', '__Host-', { host: 'samtur.example', origin: 'https://samtur.example' }],
])('a session %s', async (_, address, prefix, headers) => {
  const app = address === client ? t : await start(address)
  const { id, email } = await addPerson(app.db.kysely)
  const { id: session } = await app.db.kysely
    .insertInto('auth_session')
    .values({
      user_id: id,
      token,
      expires_at: new Date(app.clock.now().getTime() + 86_400_000),
      ip_address: '127.0.0.1',
      user_agent: 'node',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const as = { cookie: prefix + cookie }
  expect((await app.call('GET', '/api/v1/me', { as, headers })).body.id).toBe(id)
  const own = await app.call('GET', '/api/auth/get-session', { as, headers })
  expect(own.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const times = { createdAt: expect.any(String), updatedAt: expect.any(String) }
  expect(own.body).toEqual({
    user: { id, email, name: 'Kari Nordmann', emailVerified: true, image: null, role: 'user', locale: 'no', ...times },
    session: { id: session, userId: id, expiresAt: expect.any(String), ...times },
  })
  const out = await app.call('POST', '/api/auth/sign-out', { as, headers })
  const secure = prefix ? '; Secure' : ''
  expect(out.headers.getSetCookie()).toEqual([`${prefix}session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure}`])
  const ended = await app.call('GET', '/api/auth/get-session', { as, headers })
  expect([ended.status, ended.text]).toEqual([200, 'null'])
  if (app !== t) await app.close()
})

test.each([
  ['to sign in', false],
  ['to link', true],
])('a visit to another service %s that began before the update', async (_, isLink) => {
  const kari = await addPerson(t.db.kysely)
  const sub = randomUUID()
  service.account = { sub, email: kari.email, email_verified: true }
  const own = await t.db.kysely
    .selectFrom('auth_session')
    .select('id')
    .where('user_id', '=', kari.id)
    .executeTakeFirstOrThrow()
  const codeVerifier = 'TPz015-SHWiIgO3Gc8yAS_iEZMP0-qWC1N9NUWpdU-DyuepowsUA_sc01HlDJRAOYedUvzIVFn6Oge_r3dYg1'
  const nonce = 'WpBhLS0BydxEdwhUA1uyqOc2QCuTEP59'
  const value = {
    ...(isLink && { begunBy: own.id, link: { userId: kari.id, email: kari.email } }),
    callbackURL: '/rides',
    codeVerifier,
    errorURL: isLink ? '/security' : '/auth',
    expiresAt: Date.now() + 600_000,
    idTokenNonce: nonce,
    oauthState: state,
  }
  await t.db.kysely
    .insertInto('auth_verification')
    .values({
      identifier: `auth-state:${state}`,
      value: JSON.stringify(value),
      expires_at: new Date(Date.now() + 600_000),
    })
    .execute()
  const address = new URL(`${service.issuer}/auth`)
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: 'samtur',
    state,
    scope: 'openid email profile',
    redirect_uri: `${client}/api/auth/callback/prove`,
    nonce,
    code_challenge_method: 'S256',
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
  }).toString()
  const { pathname, search } = await service.visit(address.href)
  const as = { cookie: isLink ? `${kari.cookie}; ${stateCookie}` : stateCookie }
  const back = await t.call('GET', pathname + search, { as })
  expect(back.headers.get('location')).toBe('/rides')
  const linked = t.db.kysely.selectFrom('auth_account').select('account_id').where('user_id', '=', kari.id)
  expect(await linked.execute()).toEqual([{ account_id: sub }])
})

test('a visit is stored so that the version before can end it', async () => {
  const { body, headers } = await t.call('POST', '/api/auth/sign-in/social', { body: { provider: 'prove' } })
  const { searchParams } = new URL(body.url as string)
  const sent = searchParams.get('state') ?? ''
  expect(headers.getSetCookie().join()).toMatch(
    new RegExp(`^auth\\.state=${sent}\\.[\\w%]+; Max-Age=300; Path=/; HttpOnly; SameSite=Lax$`),
  )
  const { value } = await t.db.kysely
    .selectFrom('auth_verification')
    .select('value')
    .where('identifier', '=', `auth-state:${sent}`)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(value)).toMatchObject({
    callbackURL: '/',
    errorURL: '/auth',
    codeVerifier: expect.any(String),
    expiresAt: expect.any(Number),
    idTokenNonce: searchParams.get('nonce'),
  })
})

test('an encrypted secret of a second factor, and the key of API tokens', () => {
  expect(decrypt(encrypted, testSecret)).toBe('3132333435363738393031323334353637383930')
  expect(decrypt(encrypted, `${testSecret}x`)).toBeUndefined()
  expect(encrypt('text', testSecret)).toMatch(/^[0-9a-f]{88}$/)
})

test('the hash of a password, which was made at the product’s cost', async () => {
  const hash = 'argon2id$BwcHBwcHBwcHBwcHBwcHBw$xMmeZvr8W2gTToZzhIPpZA7FMGAMDGylRvGuL36C-Vo'
  const verify = (typed: string) => withRealHashes(() => verifyPassword({ hash, password: typed }))
  expect([await verify('fjordtur-2026'), await verify('feil-passord')]).toEqual([true, false])
})

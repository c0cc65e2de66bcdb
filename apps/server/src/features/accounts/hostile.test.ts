/** Attacks by and through another sign-in service: none opens an account, links an identity, or keeps the server from others. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  decodeJwt,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTHeaderParameters,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp, type TestResponse } from '../../../test/app.ts'
import { eachRow } from '../../../test/each-row.ts'
import {
  type Distortion,
  type Endpoint,
  keyId,
  type OidcService,
  type Sent,
  startOidcService,
} from '../../../test/oidc.ts'
import { patience } from '../../../test/patience.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'

const client = 'http://localhost:3999'
/** The server waits five seconds for each response of a service. */
const long = 60_000 * patience
const ids = ['prove', 'other', 'lost', 'slow-token', 'slow-userinfo', 'slow-jwks', 'slow-discovery', 'keys', 'moved']
const services = new Map<string, OidcService>()
let service: OidcService
let t: TestApp
let foreign: Awaited<ReturnType<typeof generateKeyPair>>
let kari: TestPerson
/** Requests to a server that only redirects lead to. */
let inner: { url: string; requests: string[]; close(): void }

beforeAll(async () => {
  foreign = await generateKeyPair('RS256', { extractable: true })
  for (const id of ids) services.set(id, await startOidcService({ id, client, settings: { name: id } }))
  service = of('prove')
  inner = await startInner()
  const OIDC_PROVIDERS = JSON.stringify(Array.from(services.values(), ({ settings }) => settings))
  t = await startTestApp({ env: { SECRET: testSecret, PUBLIC_URL: client, OIDC_PROVIDERS } })
  kari = await addPerson(t.db.kysely)
}, long)
afterEach(() => {
  vi.useRealTimers()
  services.forEach((one) => (one.distortions = {}))
})
afterAll(async () => {
  await t.close()
  inner.close()
  await Promise.all(Array.from(services.values(), (one) => one.close()))
})

const of = (id: string) => services.get(id) as OidcService

async function startInner() {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, requests, close: () => void server.close() }
}

const cookieOf = ({ headers }: TestResponse, name: string) =>
  new RegExp(`^${name}=[^;]+`, 'm').exec(headers.getSetCookie().join('\n'))?.[0] ?? ''

async function start(id = 'prove') {
  const response = await t.call('POST', '/api/auth/sign-in/social', { body: { provider: id } })
  const { status, body } = response
  return { status, body, url: body.url as string, cookie: cookieOf(response, 'auth.state') }
}

const comeBack = ({ pathname, search }: URL, cookie: string) => t.call('GET', pathname + search, { as: { cookie } })
const linksOf = ({ id }: TestPerson) =>
  t.db.kysely.selectFrom('auth_account').select('account_id').where('user_id', '=', id).execute()
const sessions = async () => (await t.db.kysely.selectFrom('auth_session').select('id').execute()).length

/** Signs in with the service; returns where that ends, and whether it began a session. */
async function signIn(id = 'prove') {
  const { url, cookie } = await start(id)
  const response = await comeBack(await of(id).visit(url), cookie)
  return { to: response.headers.get('location'), isIn: cookieOf(response, 'session') !== '' }
}

const refusal = { to: '/auth?error=provider', isIn: false }

/** Expects that a sign-in is refused, and that it leaves nothing behind. */
async function expectRefusal(work: () => Promise<unknown>, expected: unknown = refusal) {
  const before = [await sessions(), await linksOf(kari)]
  expect(await work()).toEqual(expected)
  expect([await sessions(), await linksOf(kari)]).toEqual(before)
}

interface Attack {
  what: string
  at: Partial<Record<Endpoint, Distortion>>
}
const nameOf = ({ what }: { what: string }) => what

/** Refuses each attack on a service whose account has a new identity with a confirmed address. */
const expectRefusals = (attacks: readonly Attack[], id = 'prove') =>
  eachRow(attacks, nameOf, async ({ at }) => {
    of(id).account = { sub: randomUUID(), email: kari.email, email_verified: true }
    of(id).distortions = at
    await expectRefusal(() => signIn(id))
  })

type Claims = Record<string, unknown>
const now = () => Math.floor(Date.now() / 1000)

const body =
  (change: (value: Claims) => Claims | Promise<Claims>): Distortion =>
  async (sent) => ({
    ...sent,
    body: JSON.stringify(await change(JSON.parse(sent.body) as Claims)),
  })
const withToken = (make: (claims: Claims, token: string) => unknown) =>
  body(async (value) => ({
    ...value,
    id_token: await make(decodeJwt(String(value['id_token'])), String(value['id_token'])),
  }))
/** The ID token with other claims, rightly signed; a claim that is undefined is left out. */
const claims = (change: (claims: Claims) => Claims) => withToken((given) => sign({ ...given, ...change(given) }))
const sign = (
  payload: Claims,
  header: Partial<JWTHeaderParameters> = {},
  key: CryptoKey | Uint8Array = service.keys.privateKey,
) => new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: keyId, ...header }).sign(key)
const userInfo = (value: Claims): Attack['at'] => ({ userinfo: body((given) => ({ ...given, ...value })) })
const answer =
  (sent: Partial<Sent>): Distortion =>
  (given) => ({ ...given, ...sent })
const hanging: Distortion = () => undefined
const html = { headers: { 'content-type': 'text/html' }, body: '<script>alert(1)</script>' }
const json = { 'content-type': 'application/json' }
/** Everything that is needed, and far more. */
const huge = body((value) => ({ ...value, more: 'x'.repeat(30 * 1024 * 1024) }))
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('an ID token', () => {
  test(
    'opens nothing with a signature that the service has not made',
    async () => {
      const bytes = (text: string) => new TextEncoder().encode(text)
      const publicKey = await exportJWK(service.keys.publicKey)
      await expectRefusals([
        { what: 'another key', at: { token: withToken((given) => sign(given, {}, foreign.privateKey)) } },
        { what: 'an unknown key', at: { token: withToken((given) => sign(given, { kid: 'x' }, foreign.privateKey)) } },
        {
          what: 'a key in the header',
          at: {
            token: withToken(async (given) =>
              sign(given, { jwk: await exportJWK(foreign.publicKey) }, foreign.privateKey),
            ),
          },
        },
        {
          what: 'the address of a key in the header',
          at: { token: withToken((given) => sign(given, { jku: `${inner.url}/jwks` }, foreign.privateKey)) },
        },
        {
          what: 'claims that were changed afterwards',
          at: { token: withToken((given, token) => token.replace(/\.[^.]+\./, `.${base64({ ...given, x: 1 })}.`)) },
        },
        { what: 'no signature', at: { token: withToken((_, token) => token.replace(/[^.]+$/, '')) } },
        { what: 'alg none', at: { token: withToken((given) => new UnsecuredJWT(given).encode()) } },
        { what: 'alg NONE', at: { token: withToken((given) => `${base64({ alg: 'NONE' })}.${base64(given)}.`) } },
        {
          what: 'HS256 with the public key',
          at: {
            token: withToken(async (given) =>
              sign(given, { alg: 'HS256' }, bytes(await exportSPKI(service.keys.publicKey))),
            ),
          },
        },
        {
          what: 'HS256 with the public key as JSON',
          at: { token: withToken((given) => sign(given, { alg: 'HS256' }, bytes(JSON.stringify(publicKey)))) },
        },
        {
          what: 'HS256 with the client secret',
          at: {
            token: withToken((given) => sign(given, { alg: 'HS256' }, bytes(String(service.settings.client_secret)))),
          },
        },
        {
          what: 'an extension that must be understood',
          at: {
            token: withToken((given, token) =>
              token.replace(/^[^.]+/, base64({ alg: 'RS256', kid: keyId, crit: ['x'], x: 1 })),
            ),
          },
        },
        { what: 'no token', at: { token: withToken(() => undefined) } },
        { what: 'null', at: { token: withToken(() => null) } },
        { what: 'no JWT', at: { token: withToken(() => 'x') } },
        { what: 'five parts', at: { token: withToken((_, token) => `${token}.x.y`) } },
        {
          what: 'a list of claims',
          at: { token: withToken((given, token) => token.replace(/\.[^.]+\./, `.${base64([given])}.`)) },
        },
      ])
      expect(inner.requests).toEqual([])
    },
    long,
  )

  test(
    'opens nothing with wrong claims',
    async () => {
      const rows: [string, (claims: Claims) => Claims][] = [
        ['another audience', () => ({ aud: 'another-app' })],
        ['no audience', () => ({ aud: undefined })],
        ['an empty list of audiences', () => ({ aud: [] })],
        ['several audiences', ({ aud }) => ({ aud: [aud, 'another-app'] })],
        ['several audiences, given to another', ({ aud }) => ({ aud: [aud, 'another-app'], azp: 'another-app' })],
        ['several audiences without this one', ({ aud }) => ({ aud: ['a', 'b'], azp: aud })],
        ['another issuer', () => ({ iss: of('other').issuer })],
        ['the issuer with a slash', ({ iss }) => ({ iss: `${String(iss)}/` })],
        ['no issuer', () => ({ iss: undefined })],
        ['a list of issuers', ({ iss }) => ({ iss: [iss] })],
        ['a past end', () => ({ exp: now() - 5 })],
        ['no end', () => ({ exp: undefined })],
        ['an end as text', () => ({ exp: String(now() + 60) })],
        ['no time of issue', () => ({ iat: undefined })],
        ['a time of issue in an hour', () => ({ iat: now() + 3600, exp: now() + 7200 })],
        ['a beginning in an hour', () => ({ nbf: now() + 3600 })],
        ['another nonce', () => ({ nonce: 'x'.repeat(32) })],
        ['no nonce', () => ({ nonce: undefined })],
        ['a list of nonces', ({ nonce }) => ({ nonce: [nonce] })],
        ['no subject', () => ({ sub: undefined })],
        ['an empty subject', () => ({ sub: '' })],
        ['a number as subject', () => ({ sub: 7 })],
        ['the subject of another person', () => ({ sub: randomUUID() })],
      ]
      await expectRefusals(rows.map(([what, change]) => ({ what, at: { token: claims(change) } })))
    },
    long,
  )

  test('opens nothing twice: a nonce that was used before', async () => {
    service.account = { sub: randomUUID(), email: kari.email, email_verified: true }
    let first: unknown
    service.distortions = { token: withToken((_, token) => (first ??= token)) }
    const ola = await addPerson(t.db.kysely)
    service.account.email = ola.email
    expect(await signIn()).toEqual({ to: '/', isIn: true })
    await expectRefusal(() => signIn())
  })

  test(
    'opens the account with claims that only look unusual',
    async () => {
      const rows: [string, (claims: Claims) => Claims][] = [
        ['as it comes', () => ({})],
        ['one audience in a list', ({ aud }) => ({ aud: [aud] })],
        ['several audiences, given to this one', ({ aud }) => ({ aud: [aud, 'another-app'], azp: aud })],
        ['a clock that is ahead by a minute', () => ({ iat: now() + 60 })],
        ['names with markup and control characters', () => ({ name: '<b>\u0000\u202e', given_name: ['x'] })],
      ]
      await eachRow(
        rows.map(([what, change]) => ({ what, change })),
        nameOf,
        async ({ change }) => {
          const ola = await addPerson(t.db.kysely)
          service.account = { sub: randomUUID(), email: ola.email, email_verified: true }
          service.distortions = { token: claims(change) }
          expect(await signIn()).toEqual({ to: '/', isIn: true })
          expect(await linksOf(ola)).toEqual([{ account_id: service.account.sub }])
        },
      )
    },
    long,
  )
})

describe('a service', () => {
  test(
    'opens nothing by what it says of a person',
    async () => {
      const { email } = kari
      const inToken = (value: Claims): Attack['at'] => ({
        token: claims(() => ({ email, email_verified: true, ...value })),
      })
      await expectRefusals([
        { what: 'user information about another person', at: userInfo({ sub: randomUUID() }) },
        { what: 'user information about nobody', at: userInfo({ sub: undefined }) },
        { what: 'user information in a list', at: { userinfo: answer({ headers: json, body: '[]' }) } },
        { what: 'an address that is not confirmed', at: userInfo({ email_verified: false }) },
        { what: 'an address that is said to be confirmed in a text', at: userInfo({ email_verified: 'true' }) },
        { what: 'an address that is said to be confirmed by a number', at: userInfo({ email_verified: 1 }) },
        { what: 'an address that nothing is said about', at: userInfo({ email_verified: undefined }) },
        { what: 'no address', at: userInfo({ email: undefined }) },
        { what: 'an empty address', at: userInfo({ email: '' }) },
        { what: 'a list of addresses', at: userInfo({ email: [email] }) },
        { what: 'an address in an object', at: userInfo({ email: { toLowerCase: email } }) },
        { what: 'an unconfirmed address in the token', at: inToken({ email_verified: 'true' }) },
        { what: 'a list of addresses in the token', at: inToken({ email: [email] }) },
      ])
      await eachRow(
        ['x'.repeat(200_000) + email, `${email}\u0000`, `${email}\n`, ` ${email}`, `"<script>"@${'x'.repeat(70)}.no`],
        (address) => JSON.stringify(address).slice(0, 60),
        async (address) => {
          service.account = { sub: randomUUID(), email, email_verified: true }
          service.distortions = userInfo({ email: address })
          await expectRefusal(async () => (await signIn()).isIn, false)
        },
      )
      await eachRow(
        ['x'.repeat(200_000), `a\u0000b`, 'a\nb'],
        (sub) => JSON.stringify(sub).slice(0, 60),
        async (sub) => {
          service.account = { sub: randomUUID(), email, email_verified: true }
          service.distortions = { token: claims(() => ({ sub, email, email_verified: true })) }
          await expectRefusal(() => signIn())
        },
      )
    },
    long,
  )

  test(
    'opens nothing with responses that it should not send, and leads to no other server',
    async () => {
      const elsewhere = (status: number) => answer({ status, headers: { location: `${inner.url}/leak` }, body: '' })
      const rows: [string, Distortion][] = [
        ['a failure', answer({ status: 500, headers: json, body: '{}' })],
        [
          'a refusal with markup',
          answer({
            status: 400,
            headers: json,
            body: '{"error":"<script>alert(1)</script>","error_description":"<b>"}',
          }),
        ],
        ['a page', answer(html)],
        ['nothing', answer({ headers: json, body: '' })],
        ['a list', answer({ headers: json, body: '[]' })],
        ['30 MB', huge],
        ['a redirect', elsewhere(302)],
        ['a redirect that keeps the body', elsewhere(307)],
      ]
      const attacks = (endpoint: Endpoint) =>
        rows.map(([what, distortion]) => ({ what: `${endpoint}: ${what}`, at: { [endpoint]: distortion } }))
      await expectRefusals([
        ...attacks('token'),
        ...attacks('userinfo'),
        { what: 'token: another kind of token', at: { token: body((value) => ({ ...value, token_type: 'mac' })) } },
        { what: 'token: no access token', at: { token: body((value) => ({ ...value, access_token: undefined })) } },
      ])
      // Of a service of its own, because keys are kept once they were read.
      const noKeys = { what: 'jwks: no keys', at: { jwks: answer({ body: '{"keys":[]}' }) } }
      await expectRefusals([...attacks('jwks'), noKeys], 'keys')
      await eachRow(
        [
          ...attacks('discovery'),
          { what: 'another issuer', at: { discovery: body((value) => ({ ...value, issuer: of('other').issuer })) } },
          { what: 'no keys', at: { discovery: body((value) => ({ ...value, jwks_uri: undefined })) } },
          { what: 'no token endpoint', at: { discovery: body((value) => ({ ...value, token_endpoint: undefined })) } },
          { what: 'no page', at: { discovery: body((value) => ({ ...value, authorization_endpoint: undefined })) } },
          {
            what: 'a script as its page',
            at: { discovery: body((value) => ({ ...value, authorization_endpoint: 'javascript:alert(1)' })) },
          },
        ],
        nameOf,
        async ({ at }) => {
          of('lost').distortions = at
          const {
            status,
            body: { code },
          } = await start('lost')
          expect([status, code]).toEqual([422, 'provider_refused'])
        },
      )
      expect(inner.requests).toEqual([])
    },
    long,
  )

  test('that sends a symmetric key opens nothing with it', async () => {
    const key = new TextEncoder().encode('a-key-that-everybody-can-read-0123456789')
    const k = Buffer.from(key).toString('base64url')
    const jwks = body(() => ({ keys: [{ kty: 'oct', k, kid: keyId, alg: 'HS256' }] }))
    await expectRefusals(
      [{ what: 'HS256', at: { jwks, token: withToken((given) => sign(given, { alg: 'HS256' }, key)) } }],
      'other',
    )
  })

  test(
    'that does not respond is given up, and keeps nobody else waiting',
    async () => {
      const slow = (['token', 'userinfo', 'jwks', 'discovery'] as const).map((endpoint) => ({
        endpoint,
        id: `slow-${endpoint}`,
      }))
      for (const { endpoint, id } of slow) {
        of(id).account = { sub: randomUUID(), email: kari.email, email_verified: true }
        of(id).distortions = { [endpoint]: hanging }
      }
      const waiting = Promise.all(
        slow.map(async ({ endpoint, id }) => {
          if (endpoint === 'discovery') return (await start(id)).body.code
          return (await signIn(id)).to
        }),
      )
      const ola = await addPerson(t.db.kysely)
      service.account = { sub: randomUUID(), email: ola.email, email_verified: true }
      expect(await signIn()).toEqual({ to: '/', isIn: true })
      expect(await waiting).toEqual([...Array.from({ length: 3 }, () => refusal.to), 'provider_refused'])
      expect(await linksOf(kari)).toEqual([])
    },
    long,
  )

  test('that is away at first, or changes its keys, works afterwards', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const moved = of('moved')
    const ola = await addPerson(t.db.kysely)
    moved.account = { sub: randomUUID(), email: ola.email, email_verified: true }
    moved.distortions = { discovery: answer({ status: 503 }) }
    expect((await start('moved')).status).toBe(422)
    moved.distortions = {}
    expect(await signIn('moved')).toEqual({ to: '/', isIn: true })
    const jwks = body(async () => ({
      keys: [{ ...(await exportJWK(foreign.publicKey)), kid: 'new', alg: 'RS256', use: 'sig' }],
    }))
    moved.distortions = { jwks, token: withToken((given) => sign(given, { kid: 'new' }, foreign.privateKey)) }
    // Keys are read again for an unknown one, at most once a minute.
    vi.setSystemTime(Date.now() + 61_000)
    expect(await signIn('moved')).toEqual({ to: '/', isIn: true })
  })
})

describe('the way back', () => {
  beforeAll(() => void (service.account = { sub: randomUUID(), email: kari.email, email_verified: true }))

  /** Comes back with a changed address; returns where that leads. */
  async function back(change: (url: URL) => void, cookie?: string) {
    const begun = await start()
    const url = await service.visit(begun.url)
    change(url)
    const response = await comeBack(url, cookie ?? begun.cookie)
    return { to: response.headers.get('location'), isIn: cookieOf(response, 'session') !== '' }
  }

  test(
    'is refused with anything else than what the service sent to this browser',
    async () => {
      const stolen = await service.visit((await start()).url)
      const set = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value)
      const remove = (name: string) => (url: URL) => url.searchParams.delete(name)
      const rows: [string, (url: URL) => void, string?][] = [
        ['no state', remove('state')],
        ['an empty state', set('state', '')],
        ['a foreign state', set('state', 'y'.repeat(32))],
        ['the state of another browser', set('state', stolen.searchParams.get('state') ?? '')],
        ['the state twice', (url) => url.searchParams.append('state', url.searchParams.get('state') ?? '')],
        ['a huge state', set('state', 'y'.repeat(4000))],
        ['a state with a null character', set('state', 'y\u0000')],
        ['no code', remove('code')],
        ['the code of another browser', set('code', stolen.searchParams.get('code') ?? '')],
        ['the code twice', (url) => url.searchParams.append('code', 'x')],
        ['a made-up code', set('code', '<script>')],
        ['another issuer', set('iss', of('other').issuer)],
        ['the address of another service', (url) => (url.pathname = '/api/auth/callback/other')],
        ['the address of an unknown service', (url) => (url.pathname = '/api/auth/callback/nowhere')],
        ['no cookie', () => {}, ''],
        ['a forged cookie', () => {}, `auth.state=${'x'.repeat(32)}.${'y'.repeat(43)}%3D`],
        ['an error', set('error', 'access_denied')],
        ['an error with markup', set('error', '<script>alert(1)</script>')],
        ['an error that is a reason of ours', set('error', 'account_suspended')],
        ['an error alone', (url) => (url.search = 'error=%3Cscript%3E&error_description=%3Cb%3E')],
        ['nothing', (url) => (url.search = '')],
      ]
      await eachRow(
        rows.map(([what, change, cookie]) => ({ what, change, cookie })),
        nameOf,
        ({ change, cookie }) => expectRefusal(() => back(change, cookie)),
      )
    },
    long,
  )

  test('is over after ten minutes', async () => {
    const { url, cookie } = await start()
    const visited = await service.visit(url)
    const row = t.db.kysely.updateTable('auth_verification')
    const state = new URL(url).searchParams.get('state') ?? ''
    const { value } = await t.db.kysely
      .selectFrom('auth_verification')
      .select('value')
      .where('identifier', '=', `auth-state:${state}`)
      .executeTakeFirstOrThrow()
    const past = Date.now() - 1000
    await row
      .set({ expires_at: new Date(past), value: JSON.stringify({ ...JSON.parse(value), expiresAt: past }) })
      .where('identifier', '=', `auth-state:${state}`)
      .execute()
    await expectRefusal(async () => (await comeBack(visited, cookie)).headers.get('location'), refusal.to)
  })

  test('leads to no session twice, not even at the same moment, nor by a POST', async () => {
    const { url, cookie } = await start()
    const visited = await service.visit(url)
    const post = await t.call('POST', visited.pathname + visited.search, { as: { cookie } })
    expect(post.status).toBe(404)
    const responses = await Promise.all(Array.from({ length: 5 }, () => comeBack(visited, cookie)))
    expect(responses.filter((response) => cookieOf(response, 'session') !== '')).toHaveLength(1)
    expect((await comeBack(visited, cookie)).headers.get('location')).toBe(refusal.to)
  })

  test('of a sign-in takes the place of the session of another person, whose own account stays as it is', async () => {
    const ola = await addPerson(t.db.kysely)
    service.account = { sub: randomUUID(), email: kari.email, email_verified: true }
    const { url, cookie } = await start()
    const response = await comeBack(await service.visit(url), `${cookie}; ${ola.cookie}`)
    expect(response.headers.get('location')).toBe('/')
    const { body: me } = await t.call('GET', '/api/v1/me', { as: { cookie: cookieOf(response, 'session') } })
    expect(me.id).toBe(kari.id)
    expect((await t.call('GET', '/api/v1/me', { as: { cookie: ola.cookie } })).status).toBe(401)
    expect(await linksOf(ola)).toEqual([])
  })
})

/** Signing in and linking with an ID token of a configured service. */
import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteExpired } from '../../server/src/features/accounts/store-ways.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { createProgram } from './client.ts'
import { signInByPassword } from './people.ts'

const AUDIENCE = 'samtur-app'
let t: TestApp
let service: Awaited<ReturnType<typeof startService>>

/** Starts a service that publishes a description and a key, and signs the tokens of a test. */
async function startService() {
  /** What a code is exchanged for. */
  const forCode = { idToken: '' }
  const [own, other] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')]
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    const tokens = { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: forCode.idToken }
    const body = request.url === '/keys' ? { keys: [published] } : request.url === '/token' ? tokens : description
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const published = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'ES256', use: 'sig' }
  const description = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['ES256'],
  }
  const sign = (claims: JWTPayload = {}, key = own.privateKey) =>
    new SignJWT({ iss: issuer, aud: AUDIENCE, sub: randomUUID(), jti: randomUUID(), email_verified: true, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'own' })
      .setIssuedAt()
      .setExpirationTime(claims.exp ?? '5m')
      .sign(key)
  return { issuer, server, sign, forCode, otherKey: other.privateKey }
}

beforeAll(async () => {
  service = await startService()
  const settings = { id: 'prove', name: 'Prøve-ID', issuer: service.issuer, client_id: AUDIENCE }
  t = await startTestApp({ env: { OIDC_PROVIDERS: JSON.stringify([settings]) } })
})
afterAll(async () => {
  await t.close()
  service.server.close()
  service.server.closeAllConnections()
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const signIn = (token: string, nonce?: string, program = createProgram(t)) =>
  program.auth.signInWithIdToken({ provider: 'prove', token, ...(nonce !== undefined && { nonce }) })
const codeOf = async (token: string, nonce?: string) => (await signIn(token, nonce)).error?.code

describe('signing in', () => {
  test('opens the account with the same confirmed address, and links it', async () => {
    const kari = await t.person()
    const sub = randomUUID()
    const { data, error } = await signIn(await service.sign({ sub, email: kari.email.toUpperCase() }))
    expect(error).toBeNull()
    expect(data.user?.id).toBe(kari.id)
    expect(data.user?.identities?.map(({ provider }) => provider).toSorted()).toEqual(['email', 'prove'])
    const again = await signIn(await service.sign({ sub, email_verified: false }))
    expect(again.data.user?.id).toBe(kari.id)
  })

  test('takes the token with its nonce, and with no other one', async () => {
    const { email } = await t.person()
    const token = await service.sign({ email, nonce: sha256('once') })
    expect(await codeOf(token, 'other')).toBe('validation_failed')
    expect(await codeOf(token)).toBe('validation_failed')
    expect(await codeOf(await service.sign({ email }), 'once')).toBe('validation_failed')
    expect(await codeOf(token, 'once')).toBeUndefined()
  })

  test.each([
    ['without a nonce', undefined],
    ['with its nonce', 'once'],
  ])('takes a token %s once until it expires, also of many requests at once', async (_, nonce) => {
    const { email } = await t.person()
    const token = await service.sign({ email, ...(nonce !== undefined && { nonce: sha256(nonce) }) })
    const results = await Promise.all(Array.from({ length: 5 }, () => codeOf(token, nonce)))
    expect(results.filter((code) => code === 'bad_jwt')).toHaveLength(4)
    expect(results).toContain(undefined)
    expect(await codeOf(token, nonce)).toBe('bad_jwt')
    const program = await signInByPassword(t, await t.person())
    expect((await program.auth.linkIdentity({ provider: 'prove', token })).error?.code).toBe(nonce === undefined ? 'bad_jwt' : 'validation_failed') // prettier-ignore
    // Another signature of the same claims is the same token.
    const [header, claims] = token.split('.')
    const stored = await t.db.read.selectFrom('used_id_token').select('hash').execute()
    expect(stored.map(({ hash }) => hash)).toContain(sha256(`${header}.${claims}`))
  })

  test('forgets a token an hour after it has expired', async () => {
    const exp = Math.floor(Date.now() / 1000) + 300
    const token = await service.sign({ email: (await t.person()).email, exp })
    expect(await codeOf(token)).toBeUndefined()
    const hash = sha256(token.split('.').slice(0, 2).join('.'))
    const isKept = async () => {
      await deleteExpired(t.db.kysely)
      return (
        (await t.db.read.selectFrom('used_id_token').select('hash').where('hash', '=', hash).execute()).length === 1
      )
    }
    t.clock.advance(3_600_000)
    expect(await isKept()).toBe(true)
    t.clock.advance(310_000)
    expect(await isKept()).toBe(false)
    t.clock.advance(-3_910_000)
  })

  test('refuses a token for several audiences, unless it was given to this one', async () => {
    const { email } = await t.person()
    const of = async (claims: JWTPayload) => codeOf(await service.sign({ email, ...claims }))
    expect(await of({ aud: [AUDIENCE, 'another-app'] })).toBe('unexpected_audience')
    expect(await of({ aud: [AUDIENCE, 'another-app'], azp: 'another-app' })).toBe('unexpected_audience')
    expect(await of({ aud: ['another-app', 'third-app'], azp: AUDIENCE })).toBe('unexpected_audience')
    expect(await of({ aud: [AUDIENCE, 'another-app'], azp: AUDIENCE })).toBeUndefined()
    // The phone app of a service account has an id of its own, and gets tokens for its server.
    expect(await of({ aud: AUDIENCE, azp: 'phone-app' })).toBeUndefined()
    expect(await of({ aud: [AUDIENCE] })).toBeUndefined()
  })

  test.each([
    ['opens the account', AUDIENCE, 'access_token'],
    ['is refused', 'another-app', 'error_code'],
  ])('with a code and a token for several audiences %s where it was given to %s', async (_, azp, outcome) => {
    const { email } = await t.person()
    const left = await t.call('GET', '/auth/v1/authorize?provider=prove')
    const [cookie = ''] = left.headers.getSetCookie().map((text) => text.split(';')[0] ?? '')
    const { searchParams: sent } = new URL(left.headers.get('location') ?? '')
    const nonce = sent.get('nonce') ?? ''
    service.forCode.idToken = await service.sign({ email, nonce, aud: [AUDIENCE, 'another-app'], azp })
    const query = new URLSearchParams({ code: 'x', state: sent.get('state') ?? '' }).toString()
    const back = await t.call('GET', `/auth/v1/callback/prove?${query}`, { headers: { cookie } })
    const end = new URLSearchParams(new URL(back.headers.get('location') ?? '').hash.slice(1))
    expect([...end.keys()]).toContain(outcome)
  })

  test('refuses a token of another audience, issuer, key or time', async () => {
    const { email } = await t.person()
    const codes = [
      await codeOf(await service.sign({ email, aud: 'another-app' })),
      await codeOf(await service.sign({ email, iss: 'https://elsewhere.example' })),
      await codeOf(await service.sign({ email }, service.otherKey)),
      await codeOf(await service.sign({ email, exp: Math.floor(Date.now() / 1000) - 60 })),
      await codeOf('not.a.token'),
    ]
    expect(codes).toEqual(['unexpected_audience', 'bad_jwt', 'bad_jwt', 'bad_jwt', 'bad_jwt'])
    const unsigned = [{ alg: 'none' }, { iss: service.issuer, aud: AUDIENCE, sub: 'x', email, email_verified: true }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    expect(await codeOf(`${unsigned}.`)).toBe('bad_jwt')
  })

  test('opens nothing for an address that is not confirmed there, is unknown here, or is an administrator’s', async () => {
    const { email, id } = await t.person()
    expect(await codeOf(await service.sign({ email, email_verified: false }))).toBe('provider_email_needs_verification')
    expect(await codeOf(await service.sign({ email: 'helt.ny@example.no' }))).toBe('signup_disabled')
    await t.db.kysely.updateTable('auth_user').set({ role: 'admin' }).where('id', '=', id).execute()
    expect(await codeOf(await service.sign({ email }))).toBe('signup_disabled')
  })

  test('is refused for a service that is not configured, and for wallets', async () => {
    const program = createProgram(t)
    const unknown = await program.auth.signInWithIdToken({ provider: 'google', token: await service.sign() })
    expect(unknown.error?.code).toBe('oauth_provider_not_supported')
    const wallet = await program.auth.signInWithWeb3({ chain: 'solana', message: 'x', signature: new Uint8Array(64) })
    expect(wallet.error?.code).toBe('web3_provider_disabled')
  })
})

describe('linking', () => {
  const signedIn = async () => {
    const person = await t.person()
    return { person, program: await signInByPassword(t, person) }
  }

  test('adds an identity to the signed-in account, which DELETE removes again', async () => {
    const { person, program } = await signedIn()
    const events: string[] = []
    program.auth.onAuthStateChange((event) => void events.push(event))
    const sub = randomUUID()
    const token = () => service.sign({ sub, email: 'kari.hos.tjenesten@example.com' })
    const { data, error } = await program.auth.linkIdentity({ provider: 'prove', token: await token() })
    expect(error).toBeNull()
    expect([data.user?.id, events.at(-1)]).toEqual([person.id, 'USER_UPDATED'])
    expect((await program.auth.refreshSession()).error).toBeNull()
    const { data: listed } = await program.auth.getUserIdentities()
    const linked = listed?.identities.find(({ provider }) => provider === 'prove')
    const other = await signedIn()
    expect((await other.program.auth.linkIdentity({ provider: 'prove', token: await token() })).error?.code).toBe(
      'identity_already_exists',
    )
    if (!linked) throw new Error('not linked')
    expect((await other.program.auth.unlinkIdentity(linked)).error?.code).toBe('identity_not_found')
    expect((await program.auth.unlinkIdentity(linked)).error).toBeNull()
    expect((await program.auth.getUserIdentities()).data?.identities.map(({ provider }) => provider)).toEqual(['email'])
    expect(await codeOf(await token())).toBe('signup_disabled')
  })

  test('is undone for the named identity alone, also where another one of the same service is linked', async () => {
    const { person, program } = await signedIn()
    const [subject, other] = [randomUUID(), randomUUID()]
    const tokenOf = (sub: string) => service.sign({ sub, email: `${sub}@example.com` })
    for (const sub of [subject, other]) {
      const token = await tokenOf(sub)
      expect((await program.auth.linkIdentity({ provider: 'prove', token })).error).toBeNull()
    }
    const { data } = await program.auth.getUserIdentities()
    const identity = data?.identities.find(({ id }) => id === subject)
    if (!identity) throw new Error('not linked')
    expect((await program.auth.unlinkIdentity(identity)).error).toBeNull()
    expect(await codeOf(await tokenOf(subject))).toBe('signup_disabled')
    expect((await signIn(await tokenOf(other))).data.user?.id).toBe(person.id)
  })

  test('leaves the last way in, and the password', async () => {
    const { person, program } = await signedIn()
    await program.auth.linkIdentity({ provider: 'prove', token: await service.sign({ email: person.email }) })
    const { data } = await program.auth.getUserIdentities()
    const [byPassword, byService] = ['email', 'prove'].map((name) =>
      data?.identities.find(({ provider }) => provider === name),
    )
    if (!byPassword || !byService) throw new Error('not linked')
    expect((await program.auth.unlinkIdentity(byPassword)).error?.code).toBe('email_conflict_identity_not_deletable')
    await t.db.kysely
      .deleteFrom('auth_account')
      .where('user_id', '=', person.id)
      .where('password', 'is not', null)
      .execute()
    expect((await program.auth.unlinkIdentity(byService)).error?.code).toBe('single_identity_not_deletable')
  })
})

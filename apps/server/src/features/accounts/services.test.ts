/** Signing in with another service's account, against a certified provider in this process. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestResponse, type TestApp } from '../../../test/app.ts'
import { startOidcService, type OidcService } from '../../../test/oidc.ts'
import { addPerson, makeStale, suspend, type TestPerson, testSecret } from '../../../test/sessions.ts'
import { mailsTo } from '../../../test/mailbox.ts'

const client = 'http://localhost:3999'
let service: OidcService
/** Mails are sent by a worker, on a machine that may be busy. */
const patience = { timeout: 10_000 }
let t: TestApp

beforeAll(async () => {
  service = await startOidcService({ id: 'prove', client })
  t = await startTestApp({
    env: { SECRET: testSecret, PUBLIC_URL: client, OIDC_PROVIDERS: JSON.stringify([service.settings]) },
  })
})
afterAll(async () => {
  await t.close()
  await service.close()
})
beforeEach(() => void (service.account = { sub: randomUUID() }))

const cookieOf = ({ headers }: TestResponse, name: string) =>
  new RegExp(`^${name}=[^;]+`, 'm').exec(headers.getSetCookie().join('\n'))?.[0] ?? ''
const me = (cookie: string) => t.call('GET', '/api/v1/me', { as: { cookie } })

interface Start {
  /** The service's page. */
  url: string
  cookie: string
}

async function start(path: '/sign-in/social' | '/link-social', as?: TestPerson, callbackURL?: string): Promise<Start> {
  const answer = await t.call('POST', `/api/auth${path}`, { body: { provider: 'prove', callbackURL }, as })
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.body).toSorted()).toEqual(['redirect', 'url'])
  const state = cookieOf(answer, 'auth.state')
  return { url: answer.body.url, cookie: as ? `${as.cookie}; ${state}` : state }
}

/** Comes back from the service; returns the response. */
const comeBack = ({ pathname, search }: URL, cookie: string) => t.call('GET', pathname + search, { as: { cookie } })

async function signIn(callbackURL?: string) {
  const { url, cookie } = await start('/sign-in/social', undefined, callbackURL)
  const answer = await comeBack(await service.visit(url), cookie)
  return { to: answer.headers.get('location'), session: cookieOf(answer, 'session'), answer }
}

async function link(person: TestPerson) {
  const { url, cookie } = await start('/link-social', person)
  return (await comeBack(await service.visit(url), cookie)).headers.get('location')
}

const linked = async ({ id }: { id: string }) => {
  const { rows } = await sql<Record<string, unknown>>`
    select * from auth_account where user_id = ${id} and provider_id = 'prove'`.execute(t.db.kysely)
  return rows
}

const isHere = (email: string, email_verified: unknown = true) =>
  void (service.account = { sub: randomUUID(), email, email_verified })

describe('signing in', () => {
  test('opens the account that the identity is linked to, and leads where the person was going', async () => {
    const kari = await addPerson(t.db.kysely)
    isHere('kari.hos.tjenesten@example.com')
    expect(await link(kari)).toBe('/security')
    const { to, session } = await signIn('/rides/123?from_position=0')
    expect(to).toBe('/rides/123?from_position=0')
    expect((await me(session)).body.id).toBe(kari.id)
  })

  test('links an account with the same address when both sides have confirmed it', async () => {
    const kari = await addPerson(t.db.kysely)
    isHere(kari.email.toUpperCase())
    const { to, session } = await signIn()
    expect(to).toBe('/')
    expect((await me(session)).body.id).toBe(kari.id)
    expect(await linked(kari)).toHaveLength(1)
  })

  test.each([
    ['not confirmed there', true, false],
    ['said to be confirmed in a text', true, 'true'],
    ['not confirmed here', false, true],
  ])('does not open the account of an address that is %s', async (_, verified, email_verified) => {
    const kari = await addPerson(t.db.kysely, { verified })
    isHere(kari.email, email_verified)
    const { to, session } = await signIn()
    expect([to, session]).toEqual(['/auth?error=provider', ''])
    expect(await linked(kari)).toEqual([])
    const row = await t.db.kysely
      .selectFrom('auth_user')
      .select('email_verified')
      .where('id', '=', kari.id)
      .executeTakeFirst()
    expect(row?.email_verified).toBe(verified)
  })

  test('makes no account: terms are accepted at sign-up', async () => {
    isHere('helt.ny@example.com')
    const { to, session } = await signIn()
    expect([to, session]).toEqual(['/auth?error=no_account', ''])
    const rows = await t.db.kysely
      .selectFrom('auth_user')
      .where('email', '=', service.account.email ?? '')
      .execute()
    expect(rows).toEqual([])
  })

  test('without an address there opens nothing that is not linked', async () => {
    expect((await signIn()).to).toBe('/auth?error=provider')
  })

  test('does not open a shut account', async () => {
    const kari = await addPerson(t.db.kysely)
    isHere(kari.email)
    expect(await link(kari)).toBe('/security')
    await suspend(t.db.kysely, kari.id)
    const { to, session } = await signIn()
    expect([to, session]).toEqual(['/auth?error=account_suspended', ''])
  })

  test('needs the second factor like every other way in', async () => {
    const kari = await addPerson(t.db.kysely)
    isHere(kari.email)
    await link(kari)
    await t.db.kysely
      .insertInto('two_factor')
      .values({ user_id: kari.id, secret: 'x', confirmed_at: new Date() })
      .execute()
    const { to, answer } = await signIn('/rides/1')
    expect(to).toBe('/auth?step=two-factor')
    expect(cookieOf(answer, 'two-factor')).not.toBe('')
    for (const text of answer.headers.getSetCookie()) expect((await me(text.split(';')[0] ?? '')).status).toBe(401)
    const sessions = await t.db.kysely.selectFrom('auth_session').select('id').where('user_id', '=', kari.id).execute()
    expect(sessions).toHaveLength(1)
  })

  test('makes the browser known, and notifies of a new one', async () => {
    const kari = await addPerson(t.db.kysely)
    isHere(kari.email)
    const notified = async () =>
      (await t.db.kysely.selectFrom('notification').select('kind').where('user_id', '=', kari.id).execute()).length
    const first = await signIn()
    const device = cookieOf(first.answer, 'device')
    expect(device).not.toBe('')
    expect(await notified()).toBe(0)
    const { url, cookie } = await start('/sign-in/social')
    await comeBack(await service.visit(url), `${cookie}; ${device}`)
    expect(await notified()).toBe(0)
    const { session } = await signIn()
    expect(await notified()).toBe(1)
    const { body } = await t.call('GET', '/api/v1/me/sign-ins', { as: { cookie: session } })
    expect(body.items.map((item: { new_device: boolean }) => item.new_device)).toEqual([true, false, false])
  })

  test('keeps nothing that opens the account there', async () => {
    const kari = await addPerson(t.db.kysely)
    isHere(kari.email)
    await signIn()
    await signIn()
    await link(kari)
    const [row] = await linked(kari)
    expect(row).toMatchObject({ access_token: null, refresh_token: null, id_token: null, scope: null })
  })

  test('of a service that is not configured is not there', async () => {
    const body = { provider: 'annen' }
    expect((await t.call('POST', '/api/auth/sign-in/social', { body })).body.code).toBe('not_found')
    const back = await t.call('GET', '/api/auth/callback/annen?code=x&state=y')
    expect(back.headers.get('location')).toBe('/auth?error=provider')
  })

  test('is offered by id and name only', async () => {
    const { body, text } = await t.call('GET', '/api/v1/sign-in-methods')
    expect(body).toEqual({ email_code: false, providers: [{ id: 'prove', name: 'Prøve-ID' }] })
    expect(text).not.toContain(service.settings.client_secret)
  })
})

describe('the way there and back', () => {
  test('has a challenge, a state and a nonce; without the challenge the service refuses', async () => {
    const { url } = await start('/sign-in/social')
    const { searchParams } = new URL(url)
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    for (const name of ['code_challenge', 'state', 'nonce'])
      expect(searchParams.get(name)?.length, name).toBeGreaterThanOrEqual(32)
    const bare = new URL(url)
    bare.searchParams.delete('code_challenge')
    bare.searchParams.delete('code_challenge_method')
    expect((await service.visit(bare.href)).searchParams.get('error')).toBe('invalid_request')
  })

  test('never leads to another site or to no page', async () => {
    for (const callbackURL of ['//evil.example', '/api/auth/sign-out']) {
      isHere((await addPerson(t.db.kysely)).email)
      expect([callbackURL, (await signIn(callbackURL)).to]).toEqual([callbackURL, '/'])
    }
  })

  test('its cookie is for this host and no script', async () => {
    const answer = await t.call('POST', '/api/auth/sign-in/social', { body: { provider: 'prove' } })
    const text = answer.headers.getSetCookie().join('\n')
    expect(text).toMatch(/^auth\.state=[^;]+;.*HttpOnly/i)
    expect(text).toMatch(/SameSite=Lax/i)
  })
})

describe('linking', () => {
  test('accepts another address, once it is confirmed there, and mails the account', async () => {
    const kari = await addPerson(t.db.kysely)
    isHere('privat@example.com', false)
    expect(await link(kari)).toBe('/security?error=provider')
    isHere('privat@example.com')
    expect(await link(kari)).toBe('/security')
    const { body } = await t.call('GET', '/api/v1/me/sign-in-methods', { as: kari })
    expect(body.providers).toEqual([{ id: 'prove', name: 'Prøve-ID', linked: true, name_state: null }])
    await expect.poll(() => mailsTo(t, kari.email), patience).toHaveLength(1)
    const { body: account } = await me(kari.cookie)
    expect(account.email).toBe(kari.email)
  })

  test('of an identity that is linked to another account is refused', async () => {
    const [kari, ola] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
    isHere('felles@example.com')
    await link(kari)
    expect(await link(ola)).toBe('/security?error=already_linked')
    expect(await linked(ola)).toEqual([])
  })

  test.each(['/link-social', '/unlink-account'])('%s needs the password again', async (path) => {
    const kari = await addPerson(t.db.kysely)
    await makeStale(t.db.kysely, kari.id)
    const answer = await t.call('POST', `/api/auth${path}`, { body: { provider: 'prove' }, as: kari })
    expect([answer.status, answer.body.code]).toEqual([403, 'reauthentication_required'])
  })

  const unlink = (as: TestPerson, provider = 'prove') =>
    t.call('POST', '/api/auth/unlink-account', { body: { provider }, as })
  const givePassword = ({ id }: TestPerson) =>
    sql`insert into auth_account (user_id, account_id, provider_id, password)
      values (${id}, ${id}, 'credential', 'x')`.execute(t.db.kysely)

  test('is undone on request; the identity opens nothing then', async () => {
    const kari = await addPerson(t.db.kysely)
    await givePassword(kari)
    isHere('bort@example.com')
    await link(kari)
    expect((await unlink(kari)).body).toEqual({ status: true })
    expect((await signIn()).to).toBe('/auth?error=no_account')
    expect((await unlink(kari)).body.code).toBe('not_found')
  })

  test('the last way in cannot be removed, nor a password or another person’s link', async () => {
    const [kari, ola] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
    isHere('eneste@example.com')
    await link(kari)
    const last = await unlink(kari)
    expect([last.status, last.body.code]).toEqual([409, 'last_way_in'])
    expect((await unlink(ola)).body.code).toBe('not_found')
    await givePassword(kari)
    expect((await unlink(kari, 'credential')).body.code).toBe('not_found')
    expect(await linked(kari)).toHaveLength(1)
  })
})

describe('a service that is away', () => {
  test('does not delay the start, and works once it is back', async () => {
    const first = await startOidcService({ id: 'borte', client, claimsInToken: true })
    const port = Number(new URL(first.issuer).port)
    await first.close()
    const liar = { ...service.settings, id: 'logner', issuer: service.issuer.replace('127.0.0.1', 'localhost') }
    const app = await startTestApp({
      env: { SECRET: testSecret, PUBLIC_URL: client, OIDC_PROVIDERS: JSON.stringify([first.settings, liar]) },
    })
    const ask = (provider: string) => app.call('POST', '/api/auth/sign-in/social', { body: { provider } })
    expect([(await ask('borte')).status, (await ask('borte')).body.code]).toEqual([422, 'provider_refused'])
    expect((await ask('logner')).body.code).toBe('provider_refused')
    const second = await startOidcService({ id: 'borte', client, port, claimsInToken: true })
    const kari = await addPerson(app.db.kysely)
    second.account = { sub: 'x', email: kari.email, email_verified: true }
    const answer = await ask('borte')
    const { pathname, search } = await second.visit(answer.body.url as string)
    const back = await app.call('GET', pathname + search, { as: { cookie: cookieOf(answer, 'auth.state') } })
    expect([back.headers.get('location'), cookieOf(back, 'session') !== '']).toEqual(['/', true])
    await app.close()
    await second.close()
  })
})

/** Links and sign-ins that begin in one browser and end in another one, without the session, or with another person's. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestResponse, type TestApp } from '../../../test/app.ts'
import { startOidcService, type OidcService } from '../../../test/oidc.ts'
import { addPerson, addSession, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { codesOf } from '../../../test/second-factor.ts'
import { mailed } from '../../../test/mailbox.ts'

const client = 'http://localhost:3999'
let service: OidcService
let t: TestApp
let kari: TestPerson

beforeAll(async () => {
  service = await startOidcService({ id: 'prove', client })
  const env = { SECRET: testSecret, PUBLIC_URL: client, EMAIL_CODE_SIGN_IN: 'on' }
  t = await startTestApp({ env: { ...env, OIDC_PROVIDERS: JSON.stringify([service.settings]) } })
})
afterAll(async () => {
  await t.close()
  await service.close()
})
beforeEach(async () => {
  kari = await addPerson(t.db.kysely)
  service.account = { sub: randomUUID(), email: `${randomUUID()}@example.com`, email_verified: true }
})

const post = (path: string, body: object, cookie = '', headers = {}) =>
  t.call('POST', `/api/auth${path}`, { body, as: { cookie }, headers })
const me = (cookie: string) => t.call('GET', '/api/v1/me', { as: { cookie } })
const cookieOf = ({ headers }: TestResponse, name: string) =>
  new RegExp(`^${name}=[^;]+`, 'm').exec(headers.getSetCookie().join('\n'))?.[0] ?? ''
const taken = ({ headers }: TestResponse) => headers.getSetCookie().some((text) => /^session=;.*Max-Age=0/i.test(text))

/** Goes to the service and comes back with these cookies; what happens in between is the test's. */
async function visit(path: '/link-social' | '/sign-in/social', cookie: string) {
  const answer = await post(path, { provider: 'prove' }, cookie)
  const { pathname, search } = await service.visit(answer.body.url as string)
  const state = cookieOf(answer, 'auth.state')
  return (session: string) => t.call('GET', pathname + search, { as: { cookie: `${session}; ${state}` } })
}

/** Returns whose account the identity opens. */
const linked = async () => {
  const rows = t.db.kysely.selectFrom('auth_account').select('user_id').where('account_id', '=', service.account.sub)
  return (await rows.execute()).map(({ user_id }) => user_id)
}
const change = (values: object) => t.db.kysely.updateTable('auth_user').set(values).where('id', '=', kari.id).execute()

describe('a link that was begun on the security page', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['its session has been signed out', () => post('/sign-out', {}, kari.cookie)],
    [
      'all sessions have been ended',
      () => t.call('POST', '/api/v1/me/sessions/end', { as: kari, body: { scope: 'all' } }),
    ],
    [
      'another session has ended it, as a new password does',
      async () => {
        const cookie = await addSession(t.db.kysely, kari.id)
        await t.call('POST', '/api/v1/me/sessions/end', { as: { cookie }, body: { scope: 'others' } })
      },
    ],
    ['the account has been shut', () => change({ suspended_at: new Date(), suspended_reason: 'spam' })],
    ['the account is closing', () => change({ purge_at: new Date(Date.now() + 86_400_000) })],
    ['its address is not confirmed', () => change({ email_verified: false })],
  ])('links nothing when meanwhile %s', async (_, meanwhile) => {
    const back = await visit('/link-social', kari.cookie)
    await meanwhile()
    const answer = await back(kari.cookie)
    expect(answer.headers.get('location')).toBe('/security?error=provider')
    expect(await linked()).toEqual([])
  })

  test.each<[string, () => Promise<string>]>([
    ['without a session', () => Promise.resolve('')],
    ['of another person', async () => (await addPerson(t.db.kysely)).cookie],
    ['where the same person has another session', () => addSession(t.db.kysely, kari.id)],
    ['with two sessions', async () => `${kari.cookie}; ${(await addPerson(t.db.kysely)).cookie}`],
  ])('is not finished in a browser %s', async (_, other) => {
    const back = await visit('/link-social', kari.cookie)
    const answer = await back(await other())
    expect(answer.headers.get('location')).toBe('/security?error=provider')
    expect(await linked()).toEqual([])
  })

  test('may take longer than a password stays fresh', async () => {
    const back = await visit('/link-social', kari.cookie)
    await t.db.kysely
      .updateTable('auth_session')
      .set({ created_at: new Date(Date.now() - 9 * 60_000) })
      .where('user_id', '=', kari.id)
      .execute()
    expect((await back(kari.cookie)).headers.get('location')).toBe('/security')
    expect(await linked()).toEqual([kari.id])
  })
})

test('an administrator’s account is linked on the security page, never by its address alone', async () => {
  await change({ role: 'admin' })
  service.account = { sub: randomUUID(), email: kari.email, email_verified: true }
  const refused = await (await visit('/sign-in/social', ''))('')
  expect([refused.headers.get('location'), cookieOf(refused, 'session')]).toEqual(['/auth?error=provider', ''])
  expect(await linked()).toEqual([])
  await (
    await visit('/link-social', kari.cookie)
  )(kari.cookie)
  expect(await linked()).toEqual([kari.id])
  const opened = cookieOf(await (await visit('/sign-in/social', ''))(''), 'session')
  expect((await me(opened)).body.id).toBe(kari.id)
})

describe('the second factor in a browser where another person is signed in', () => {
  let ola: TestPerson
  let next: () => string
  beforeEach(async () => {
    ola = await addPerson(t.db.kysely)
    const { body } = await post('/two-factor/enable', {}, kari.cookie)
    next = codesOf(t, body.totpURI as string)
    await post('/two-factor/verify-totp', { code: next() }, kari.cookie)
  })

  /** Signs in with a mailed code as far as it goes. */
  async function byMail() {
    const requested = await post('/email-otp/send-verification-otp', { email: kari.email })
    const otp = await mailed(t, kari.email, /^(\d{8})$/m)
    const cookie = `${ola.cookie}; ${cookieOf(requested, 'email-code')}`
    return post('/sign-in/email-otp', { email: kari.email, otp }, cookie)
  }

  async function byService() {
    await sql`insert into auth_account (user_id, account_id, provider_id)
      values (${kari.id}, ${service.account.sub}, 'prove')`.execute(t.db.kysely)
    return (await visit('/sign-in/social', ola.cookie))(ola.cookie)
  }

  test.each([
    ['a mailed code', byMail],
    ['a service', byService],
  ])('after %s: the session that was there leaves the browser, and the code opens the new one', async (_, enter) => {
    const answer = await enter()
    expect([taken(answer), cookieOf(answer, 'two-factor')]).toEqual([true, expect.stringMatching(/./)])
    expect(cookieOf(answer, 'session')).toBe('')
    // With both cookies the challenge counts, because it is newer.
    const both = `${ola.cookie}; ${cookieOf(answer, 'two-factor')}`
    const opened = await post('/two-factor/verify-totp', { code: next() }, both)
    expect(opened.body).toEqual({ user: { id: kari.id } })
    expect((await me(cookieOf(opened, 'session'))).body.id).toBe(kari.id)
  })

  test('with an expired challenge, or while a factor is being set up, the session decides', async () => {
    const challenge = cookieOf(await byMail(), 'two-factor')
    // The session that was there has ended; the person signs in again beside the challenge.
    ola.cookie = await addSession(t.db.kysely, ola.id)
    const offer = await post('/two-factor/enable', {}, ola.cookie)
    const code = codesOf(t, offer.body.totpURI as string)()
    const done = await post('/two-factor/verify-totp', { code }, `${ola.cookie}; ${challenge}`)
    expect(done.body).toEqual({ status: true })
    ola.cookie = cookieOf(done, 'session')
    t.clock.advance(11 * 60_000)
    const late = await post('/two-factor/verify-totp', { code: next() }, `${ola.cookie}; ${challenge}`)
    expect(late.body.code).toBe('two_factor_already_on')
  })
})

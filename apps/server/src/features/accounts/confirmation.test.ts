/** Confirming an address by the mailed link: who may, with what, and what a link that is only opened never does. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, startTestApp, type TestResponse, type TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { startMailServer, type MailServer } from '../../../test/mail-server.ts'
import { addSession, signedInAgain, testSecret } from '../../../test/sessions.ts'
import { makeAdminCode } from './service-administrator.ts'
import { syncAdmin } from './store.ts'

const chosen = 'ny-fjordtur-2027'
const adminEmail = 'styrer@example.no'
const HOUR = 3_600_000

let smtp: MailServer
beforeAll(async () => void (smtp = await startMailServer()))
afterAll(() => smtp.close())

const cookieOf = (answer: TestResponse, name: string) =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0] ?? ''

interface SignedUp {
  email: string
  link: string
  token: string
  browser: { cookie: string }
  answer: TestResponse
}

async function signUp(t: TestApp, more: { email?: string; next?: string } = {}): Promise<SignedUp> {
  const email = more.email ?? `${randomUUID()}@example.no`
  const body = { name: 'Kari Nordmann', password, terms_accepted: true, ...more, email }
  const answer = await t.call('POST', '/api/auth/sign-up/email', { body })
  const { link } = await smtp.next(email)
  const token = new URL(link, 'http://x').searchParams.get('token') ?? ''
  return { email, link, token, browser: { cookie: cookieOf(answer, 'sign-up') }, answer }
}

const confirm = (t: TestApp, body: object, as?: { cookie: string }) =>
  t.call('POST', '/api/auth/verify-email', { body, ...(as && { as }) })
const signIn = (t: TestApp, email: string, secret = password) =>
  t.call('POST', '/api/auth/sign-in/email', { body: { email, password: secret } })
const outcome = ({ status, body }: TestResponse) => [status, body.code ?? body.signed_in]
const account = (t: TestApp, email: string) =>
  t.db.read.selectFrom('auth_user').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

describe.each([usualKind])('on the %s database', (kind) => {
  let t: TestApp
  const env = { SECRET: testSecret, ADMIN_EMAIL: adminEmail }
  beforeAll(async () => void (t = await startTestApp({ kind, env: { ...env, SMTP_URL: smtp.url } })))
  afterAll(() => t.close())

  test('opening the link confirms nothing, also repeatedly and with any method', async () => {
    const kari = await signUp(t)
    expect(kari.link).toMatch(/^\/confirm\?token=[\w-]{43}$/)
    for (const path of [kari.link, `/api/auth/verify-email?token=${kari.token}`])
      for (const method of ['GET', 'HEAD']) await t.call(method, path, { as: kari.browser })
    const old = await t.call('GET', `/api/auth/verify-email?token=${kari.token}&callbackURL=//evil.example`)
    expect([old.status, old.headers.get('location')]).toEqual([302, kari.link])
    expect((await account(t, kari.email)).email_verified).toBe(false)
    expect(outcome(await signIn(t, kari.email))).toEqual([403, 'email_not_verified'])
  })

  test('the browser that signed up confirms with the token alone, once, and is signed in', async () => {
    const kari = await signUp(t)
    expect(kari.answer.headers.getSetCookie().join()).toMatch(
      /^sign-up=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(t, { token: kari.token }, kari.browser)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(422)])
    const done = answers.find(({ status }) => status === 200)
    expect(done?.body).toEqual({ status: true, purpose: 'confirm', signed_in: true })
    expect(done && cookieOf(done, 'sign-up')).toBe('sign-up=')
    const me = await t.call('GET', '/api/v1/me', { as: { cookie: done ? cookieOf(done, 'session') : '' } })
    expect(me.body).toMatchObject({ email: kari.email, email_verified: true, role: 'user' })
    const sessions = t.db.read.selectFrom('auth_session').selectAll().where('user_id', '=', me.body.id)
    expect(await sessions.execute()).toHaveLength(1)
  })

  test('another browser needs the password; a refused request does not use the token up', async () => {
    const [kari, ola] = [await signUp(t), await signUp(t)]
    const { token } = kari
    const forged = { cookie: kari.browser.cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) }
    for (const as of [undefined, ola.browser, forged])
      expect(outcome(await confirm(t, { token }, as))).toEqual([403, 'password_required'])
    expect(outcome(await confirm(t, { token, password: 'feil-passord' }))).toEqual([422, 'wrong_password'])
    expect((await confirm(t, { token, new_password: 'passord' })).body).toMatchObject({
      fields: { new_password: 'weak_password' },
    })
    expect((await confirm(t, { token, password, new_password: chosen })).body.fields).toEqual({
      new_password: 'invalid',
    })
    expect((await account(t, kari.email)).email_verified).toBe(false)
    expect(outcome(await confirm(t, { token, password }))).toEqual([200, true])
    expect(outcome(await signIn(t, kari.email))).toEqual([200, undefined])
  })

  test('a used token, a wrong one, an old one and one of a confirmed account look the same', async () => {
    const kari = await signUp(t)
    await t.call('POST', '/api/auth/send-verification-email', { body: { email: kari.email } })
    const second = new URL((await smtp.next(kari.email)).link, 'http://x').searchParams.get('token')
    await confirm(t, { token: kari.token }, kari.browser)
    const late = await signUp(t)
    t.clock.advance(24.1 * HOUR)
    const answers = [
      await confirm(t, { token: kari.token, password }),
      await confirm(t, { token: second, new_password: chosen }),
      await confirm(t, { token: 'x.y.z', password }),
      await confirm(t, { token: late.token }, late.browser),
    ]
    for (const answer of answers) expect(outcome(answer)).toEqual([422, 'invalid_token'])
    expect((await signIn(t, kari.email)).status).toBe(200)
  })

  test('a new password ends everything that the account had before', async () => {
    const kari = await signUp(t)
    const { id } = await account(t, kari.email)
    const session = await addSession(t.db.kysely, id)
    await t.db.kysely
      .insertInto('two_factor')
      .values({ user_id: id, secret: 'x', confirmed_at: new Date(), last_step: 0 })
      .execute()
    await t.db.kysely.insertInto('recovery_code').values({ user_id: id, hash: 'x' }).execute()
    await t.db.kysely.updateTable('auth_user').set({ two_factor_enabled: true }).where('id', '=', id).execute()
    await sql`insert into auth_account (user_id, account_id, provider_id) values (${id}, 'foreign', 'vipps')`.execute(
      t.db.kysely,
    )
    const feedOf = () => t.db.read.selectFrom('calendar_feed').select('id').where('user_id', '=', id).execute()
    await t.db.kysely.insertInto('calendar_feed').values({ user_id: id }).execute()
    const feedBefore = await feedOf()
    await t.call('POST', '/api/auth/request-password-reset', { body: { email: kari.email } })
    const reset = /reset-password\/([^?]+)/.exec((await smtp.next(kari.email)).link)?.[1]

    expect(outcome(await confirm(t, { token: kari.token, new_password: chosen }))).toEqual([200, true])
    expect((await t.call('GET', '/api/v1/me', { as: { cookie: session } })).status).toBe(401)
    expect([(await signIn(t, kari.email)).status, (await signIn(t, kari.email, chosen)).status]).toEqual([401, 200])
    const left = await Promise.all(
      (['two_factor', 'recovery_code', 'account_token'] as const).map((table) =>
        t.db.read.selectFrom(table).selectAll().where('user_id', '=', id).execute(),
      ),
    )
    expect(left).toEqual([[], [], []])
    const ways = await sql`select provider_id from auth_account where user_id = ${id}`.execute(t.db.kysely)
    expect(ways.rows).toEqual([{ provider_id: 'credential' }])
    expect((await account(t, kari.email)).two_factor_enabled).toBe(false)
    const feed = await feedOf()
    expect(feed).toHaveLength(1)
    expect(feed).not.toEqual(feedBefore)
    const used = await t.call('POST', '/api/auth/reset-password', { body: { newPassword: chosen, token: reset } })
    expect(outcome(used)).toEqual([422, 'invalid_token'])
  })

  test('a person who is signed in in that browser stays signed in, unless the password is given', async () => {
    const ola = await t.person('Ola')
    const [kari, berit] = [await signUp(t), await signUp(t)]
    const both = { cookie: `${ola.cookie}; ${kari.browser.cookie}` }
    const done = await confirm(t, { token: kari.token }, both)
    expect([outcome(done), cookieOf(done, 'session')]).toEqual([[200, false], ''])
    expect((await t.call('GET', '/api/v1/me', { as: ola })).body.id).toBe(ola.id)
    const given = await confirm(t, { token: berit.token, password }, { cookie: ola.cookie })
    expect(outcome(given)).toEqual([200, true])
    expect((await t.call('GET', '/api/v1/me', { as: ola })).status).toBe(401)
  })

  test('after a sign-up by an attacker and a link opened by a scanner the attacker’s password does not work', async () => {
    const attack = await signUp(t, { email: adminEmail })
    for (let i = 0; i < 3; i++) for (const method of ['GET', 'HEAD']) await t.call(method, attack.link)
    expect(outcome(await signIn(t, adminEmail))).toEqual([403, 'email_not_verified'])
    // The owner, in another browser, cannot confirm without a password of their own.
    expect(outcome(await confirm(t, { token: attack.token }))).toEqual([403, 'password_required'])
    const done = await confirm(t, { token: attack.token, new_password: chosen })
    const me = await t.call('GET', '/api/v1/me', { as: { cookie: cookieOf(done, 'session') } })
    expect(me.body).toMatchObject({ email: adminEmail, role: 'admin' })
    expect((await signIn(t, adminEmail)).status).toBe(401)
  })

  test('the link leads to the page where the person was, at sign-up and when the link is requested again', async () => {
    const next = '/rides/0a?from_position=0&to_position=2&reserve=1'
    const { email, link } = await signUp(t, { next })
    expect(new URL(link, 'http://x').searchParams.get('next')).toBe(next)
    await t.call('POST', '/api/auth/send-verification-email', { body: { email, next: '/publish-ride' } })
    expect((await smtp.next(email)).link).toContain('&next=%2Fpublish-ride')
  })

  test('the link never leads to another site', async () => {
    const hostile = [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      '/\t/evil.example',
      '/.//evil.example',
    ]
    const body = { name: 'Kari', email: `${randomUUID()}@example.no`, password, terms_accepted: true }
    for (const next of [...hostile, '/%2e//evil.example', 'javascript:alert(1)', 'evil'])
      for (const [path, sent] of [
        ['sign-up/email', body],
        ['send-verification-email', { email: body.email }],
      ] as const) {
        const { status, body: refused } = await t.call('POST', `/api/auth/${path}`, { body: { ...sent, next } })
        expect([path, next, status, refused.fields]).toEqual([path, next, 422, { next: 'invalid' }])
      }
  })
})

describe('the administrator’s role', () => {
  const start = (more: Record<string, string> = {}) =>
    startTestApp({ env: { SMTP_URL: smtp.url, SECRET: testSecret, ADMIN_EMAIL: adminEmail, ...more } })

  test.each(['off', 'on'])(
    'is not given for a password that the sign-up chose (ADMIN_TWO_FACTOR=%s)',
    async (factor) => {
      const address = `styrer-${factor}@example.no`
      const t = await start({ ADMIN_TWO_FACTOR: factor, ADMIN_EMAIL: address })
      const kari = await signUp(t, { email: address })
      const done = await confirm(t, { token: kari.token }, kari.browser)
      const as = { cookie: cookieOf(done, 'session') }
      expect((await t.call('GET', '/api/v1/me', { as })).body.role).toBe('user')
      expect((await t.call('GET', '/api/v1/admin/users', { as })).status).toBe(403)
      // Nor at the next start, and the mailbox is enough for it at any time.
      await syncAdmin(t.db.kysely, address)
      expect((await account(t, address)).role).toBe('user')
      await t.call('POST', '/api/auth/request-password-reset', { body: { email: address } })
      const token = /reset-password\/([^?]+)/.exec((await smtp.next(address)).link)?.[1]
      await t.call('POST', '/api/auth/reset-password', { body: { newPassword: chosen, token } })
      expect((await account(t, address)).role).toBe('admin')
      await t.close()
    },
  )

  test('is given for the code that the start prints: once, for a day, and only to the configured address', async () => {
    const t = await start()
    const redeem = (code: string, as: { cookie: string }) =>
      t.call('POST', '/api/v1/me/administrator', { body: { code }, as })
    const print = async () => (await makeAdminCode(t.app.parts, { adminEmail })) ?? ''
    expect(await makeAdminCode(t.app.parts, { adminEmail: undefined })).toBeUndefined()
    let stine = await t.person('Stine', adminEmail)
    const expired = await print()
    t.clock.advance(24.1 * HOUR)
    expect(outcome(await redeem(expired, stine))).toEqual([422, 'invalid_code'])
    // An administrator's session does not last that long.
    stine = await signedInAgain(t.db.kysely, stine)

    const [old, code] = [await print(), await print()]
    expect(code).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    expect(JSON.stringify(await t.db.read.selectFrom('admin_code').selectAll().execute())).not.toContain(code)
    const ola = await t.person('Ola')
    expect(outcome(await redeem(code, ola))).toEqual([422, 'invalid_code'])
    const other = await signIn(t, adminEmail)
    expect(outcome(await redeem('abcd-abcd-abcd-abcd', stine))).toEqual([422, 'invalid_code'])
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(typed, stine)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(422)])
    expect((await t.call('GET', '/api/v1/me', { as: stine })).body.role).toBe('admin')
    expect((await t.call('GET', '/api/v1/me', { as: { cookie: cookieOf(other, 'session') } })).status).toBe(401)
    // Once there is an administrator, codes are void and none is printed.
    expect(outcome(await redeem(old, stine))).toEqual([422, 'invalid_code'])
    expect(await print()).toBe('')
    await t.close()
  })
})

describe('with known addresses kept secret', () => {
  test('an account that is not confirmed is refused like a wrong password, and gets its link again', async () => {
    const t = await startTestApp({
      env: { SMTP_URL: smtp.url, SIGN_UP_TELLS_KNOWN_ADDRESSES: 'off', RATE_LIMITS: 'on' },
    })
    const { email } = await signUp(t)
    const known = await t.person()
    const bare = ({ status, text }: TestResponse) => [status, text.replace(/"request_id":"[^"]+"/, '')]
    const unconfirmed = await signIn(t, email)
    expect(unconfirmed.status).toBe(401)
    expect(bare(unconfirmed)).toEqual(bare(await signIn(t, known.email, 'feil-passord')))
    expect(bare(unconfirmed)).toEqual(bare(await signIn(t, `${randomUUID()}@example.no`)))
    const token = new URL((await smtp.next(email)).link, 'http://x').searchParams.get('token')
    // However often it is tried, one mail in ten minutes.
    for (let i = 0; i < 3; i++) await signIn(t, email)
    const queued = () => t.db.read.selectFrom('outbox').select('id').where('recipient', '=', email).execute()
    expect(await queued()).toHaveLength(2)
    expect(outcome(await confirm(t, { token, password }))).toEqual([200, true])
    expect((await signIn(t, email)).status).toBe(200)
    await t.close()
  })
})

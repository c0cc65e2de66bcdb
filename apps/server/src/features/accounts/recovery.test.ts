/** A forgotten password, from the request to the new one, with mail from a real SMTP server. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { password, startTestApp, type TestResponse, type Person, type TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { type MailServer, personWithMailbox, startMailServer, triedOnce } from '../../../test/mail-server.ts'

const MINUTE = 60_000
const chosen = 'ny-fjordtur-2027'
const adminEmail = 'styrer@example.no'

let smtp: MailServer
beforeAll(async () => void (smtp = await startMailServer()))
afterAll(() => smtp.close())

describe.each([usualKind])('on the %s database', (kind) => {
  let t: TestApp
  beforeAll(async () => void (t = await startTestApp({ kind, env: { SMTP_URL: smtp.url, ADMIN_EMAIL: adminEmail } })))
  afterAll(() => t.close())

  const ask = (email: string) => t.call('POST', '/api/auth/request-password-reset', { body: { email } })
  const reset = (body: object, cookie?: string) =>
    t.call('POST', '/api/auth/reset-password', { body, as: cookie === undefined ? undefined : { cookie } })
  const signIn = (email: string, secret: string) =>
    t.call('POST', '/api/auth/sign-in/email', { body: { email, password: secret } })
  const cookieOf = (answer: TestResponse, name: string) =>
    answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
  const linkFor = async (email: string) => {
    await ask(email)
    return (await smtp.next(email)).link
  }
  const tokenIn = (link: string) => /reset-password\/([^?]+)/.exec(link)?.[1] ?? ''
  const tokenFor = async (email: string) => tokenIn(await linkFor(email))
  const sessions = ({ id }: { id: string }) =>
    t.db.read.selectFrom('auth_session').selectAll().where('user_id', '=', id).execute()
  let kari: Person
  beforeEach(async () => {
    kari = await personWithMailbox(t, smtp)
    await t.db.kysely.updateTable('auth_user').set({ locale: 'no' }).where('id', '=', kari.id).execute()
  })

  test('a link gives a first password to an account that has none', async () => {
    await t.db.kysely.deleteFrom('auth_account').where('user_id', '=', kari.id).execute()
    expect((await reset({ newPassword: chosen, token: await tokenFor(kari.email) })).status).toBe(200)
    expect((await signIn(kari.email, chosen)).status).toBe(200)
  })

  test('a link from the mail leads to a new password, and the other sessions end', async () => {
    const socket = await LiveClient.open(t.url, kari.cookie)
    await ask(kari.email)
    const mail = await smtp.next(kari.email)
    expect(mail.subject).toBe('Velg nytt passord')

    // A mail scanner opens links, too: nothing changes, nothing is used up.
    for (let i = 0; i < 3; i++) await t.call('GET', mail.link)
    expect((await signIn(kari.email, password)).status).toBe(200)
    expect((await smtp.next(kari.email)).subject).toBe('Ny innlogging på kontoen din')
    const opened = await t.call('GET', mail.link)
    expect([opened.status, opened.headers.get('location')]).toEqual([302, '/reset-password'])
    const recovery = cookieOf(opened, 'recovery') ?? ''
    expect(recovery).toMatch(/; Max-Age=3[56]\d\d; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(opened.headers.get('cache-control')).toBe('no-store')

    const done = await reset({ newPassword: chosen }, recovery.split(';')[0])
    expect([done.status, done.body]).toEqual([200, { signed_in: true }])
    expect(cookieOf(done, 'recovery')).toContain('Max-Age=0')
    expect(await socket.closing()).toBe(4401)
    expect((await t.call('GET', '/api/v1/me', { as: kari })).status).toBe(401)
    const cookie = cookieOf(done, 'session')?.split(';')[0] ?? ''
    expect((await t.call('GET', '/api/v1/me', { as: { cookie } })).body.id).toBe(kari.id)
    expect([(await signIn(kari.email, password)).status, (await signIn(kari.email, chosen)).status]).toEqual([401, 200])
    const told = await smtp.next(kari.email)
    expect(told.subject).toBe('Passordet ditt er endret')
    expect(told.text).toContain('Var det ikke deg?')
    const subjects = smtp.mails.filter(({ to }) => to === kari.email).map(({ subject }) => subject)
    expect(subjects.filter((subject) => /passord/i.test(subject))).toHaveLength(2)
  })

  test('twenty uses of one link at once set one new password', async () => {
    const token = await tokenFor(kari.email)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => reset({ newPassword: `${chosen}-${i}`, token })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(422)])
    expect(new Set(answers.filter(({ status }) => status === 422).map(({ body }) => body.code))).toEqual(
      new Set(['invalid_token']),
    )
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await signIn(kari.email, `${chosen}-${winner}`)).status).toBe(200)
    expect(await sessions(kari)).toHaveLength(2)
  })

  test('a link works for an hour; then it looks like a wrong one', async () => {
    const link = await linkFor(kari.email)
    t.clock.advance(59 * MINUTE)
    expect((await t.call('GET', link)).headers.get('location')).toBe('/reset-password')
    t.clock.advance(1.1 * MINUTE)
    expect((await t.call('GET', link)).headers.get('location')).toBe('/auth?error=link')
    expect((await t.call('GET', '/api/auth/reset-password/wrong')).headers.get('location')).toBe('/auth?error=link')
    const [old, wrong, none] = await Promise.all([
      reset({ newPassword: chosen, token: tokenIn(link) }),
      reset({ newPassword: chosen, token: 'wrong' }),
      reset({ newPassword: chosen }),
    ])
    for (const { status, body } of [old, wrong, none]) expect([status, body.code]).toEqual([422, 'invalid_token'])
    expect((await signIn(kari.email, password)).status).toBe(200)
  })

  test('an unknown address gets the same response, and no mail is sent', async () => {
    const stranger = `${randomUUID()}@example.no`
    const [known, unknown] = [await ask(kari.email), await ask(stranger)]
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    const done = () => t.db.read.selectFrom('outbox').select('sent_at').where('recipient', '=', stranger).execute()
    await vi.waitFor(async () => expect(await done()).toEqual([{ sent_at: expect.any(Date) }]))
    await smtp.next(kari.email)
    expect(smtp.mails.filter(({ to }) => to === stranger)).toEqual([])
  })

  test('neither the outbox nor the stored tokens let a reader in', async () => {
    const token = await tokenFor(kari.email)
    const tables = await Promise.all(
      (['outbox', 'account_token', 'auth_verification'] as never[]).map((table) =>
        t.db.read.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(token).toHaveLength(43)
    expect(JSON.stringify(tables)).not.toContain(token)
  })

  test('a mail that is tried again keeps its Message-ID, and its link works', async () => {
    smtp.answers.push(451)
    await ask(kari.email)
    const [row] = await triedOnce(t, [kari.email], 1)
    t.clock.advance(2 * MINUTE)
    t.app.parts.bus.emit('outbox', null)
    const mail = await smtp.next(kari.email)
    expect(mail.messageId).toContain(row?.id)
    expect((await reset({ newPassword: chosen, token: tokenIn(mail.link) })).status).toBe(200)
  })

  test.each([
    ['a second factor', { two_factor_enabled: true }],
    ['a suspension', { suspended_at: new Date(), suspended_reason: 'Spam' }],
  ])('%s is not got round', async (_, state) => {
    const token = await tokenFor(kari.email)
    await t.db.kysely.updateTable('auth_user').set(state).where('id', '=', kari.id).execute()
    const done = await reset({ newPassword: chosen, token })
    expect([done.status, done.body]).toEqual([200, { signed_in: false }])
    expect(cookieOf(done, 'session')).toBeUndefined()
    expect(await sessions(kari)).toEqual([])
  })

  test('in a browser where another person is signed in, that session ends with its cookie', async () => {
    const ola = await t.person('Ola')
    const socket = await LiveClient.open(t.url, ola.cookie)
    const done = await reset({ newPassword: chosen, token: await tokenFor(kari.email) }, ola.cookie)
    expect(done.body).toEqual({ signed_in: true })
    expect([await sessions(ola), (await sessions(kari)).length]).toEqual([[], 1])
    expect(await socket.closing()).toBe(4401)
  })

  test('a reset confirms the address, also the administrator’s', async () => {
    smtp.mails.length = 0
    const body = { name: 'Stine', email: adminEmail, password, terms_accepted: true }
    await t.call('POST', '/api/auth/sign-up/email', { body })
    await smtp.next(adminEmail)
    const done = await reset({ newPassword: chosen, token: await tokenFor(adminEmail) })
    expect(done.body).toEqual({ signed_in: true })
    const cookie = cookieOf(done, 'session')?.split(';')[0] ?? ''
    const { body: own } = await t.call('GET', '/api/v1/me', { as: { cookie } })
    expect([own.email_verified, own.role]).toEqual([true, 'admin'])
  })

  test('the newest link ends the older ones, and a weak password is refused without using it up', async () => {
    const older = await tokenFor(kari.email)
    const token = await tokenFor(kari.email)
    const weak = async (newPassword: string) => (await reset({ newPassword, token })).body
    expect(await weak('passord')).toMatchObject({
      fields: { newPassword: 'weak_password' },
      params: { reasons: ['common'] },
    })
    expect(await weak('Nordmann')).toMatchObject({ params: { reasons: expect.arrayContaining(['name']) } })
    expect(await weak(kari.email)).toMatchObject({ params: { reasons: expect.arrayContaining(['email']) } })
    expect(await weak('12345')).toMatchObject({ fields: { newPassword: 'too_short' } })
    expect((await reset({ newPassword: chosen, token })).status).toBe(200)
    expect((await reset({ newPassword: chosen, token: older })).body.code).toBe('invalid_token')
  })

  test('the link has the configured host, whatever the request’s headers say', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    await t.call('POST', '/api/auth/request-password-reset', { body: { email: kari.email }, headers })
    const { text } = await smtp.next(kari.email)
    expect(text).not.toContain('evil.example')
    expect(text).toMatch(/http:\/\/localhost:\d+\/api\/auth\/reset-password\//)
  })
})

describe('a higher minimum length of passwords', () => {
  let t: TestApp
  beforeEach(async () => void (t = await startTestApp({ env: { PASSWORD_MIN_LENGTH: '10', SMTP_URL: smtp.url } })))
  afterEach(() => t.close())

  test('applies at sign-up, reset and change', async () => {
    const person = await personWithMailbox(t, smtp)
    await t.call('POST', '/api/auth/request-password-reset', { body: { email: person.email } })
    const token = /reset-password\/([^?]+)/.exec((await smtp.next(person.email)).link)?.[1]
    const short = 'ni-tegn-9'
    const tooShort = (field: string) => ({ fields: { [field]: 'too_short' }, params: { min: 10 } })
    const signUp = { name: 'Ola', email: `${randomUUID()}@example.no`, password: short, terms_accepted: true }
    expect((await t.call('POST', '/api/auth/sign-up/email', { body: signUp })).body).toMatchObject(tooShort('password'))
    const reset = await t.call('POST', '/api/auth/reset-password', { body: { newPassword: short, token } })
    expect(reset.body).toMatchObject(tooShort('newPassword'))
    const change = { currentPassword: password, newPassword: short }
    const changed = await t.call('POST', '/api/auth/change-password', { body: change, as: person })
    expect(changed.body).toMatchObject(tooShort('newPassword'))
  })
})

/** Changing the e-mail address: confirmed at the new one, reported to the old one, without revealing whose an address is. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { password, startTestApp, type Person, type TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { type MailServer, personWithMailbox, settled, startMailServer, triedOnce } from '../../../test/mail-server.ts'
import { makeStale, testSecret } from '../../../test/sessions.ts'

const HOUR = 3_600_000
const adminEmail = 'styrer@example.no'
const newAddress = () => `${randomUUID()}@example.no`

let smtp: MailServer
beforeAll(async () => void (smtp = await startMailServer()))
afterAll(() => smtp.close())

describe.each([usualKind])('on the %s database', (kind) => {
  let t: TestApp
  const env = { SECRET: testSecret, ADMIN_EMAIL: adminEmail }
  beforeAll(async () => void (t = await startTestApp({ kind, env: { ...env, SMTP_URL: smtp.url } })))
  afterAll(() => t.close())

  const ask = (as: Person, newEmail: string) => t.call('POST', '/api/auth/change-email', { body: { newEmail }, as })
  const own = (as: Person) => t.call('GET', '/api/v1/me', { as })
  const signIn = (email: string) => t.call('POST', '/api/auth/sign-in/email', { body: { email, password } })
  const confirm = (link: string, as?: Person, more = {}) =>
    t.call('POST', '/api/auth/verify-email', {
      body: { token: new URL(link, t.url).searchParams.get('token'), ...more },
      as,
    })
  const sent = (to: string) => smtp.mails.filter((mail) => mail.to === to)
  let kari: Person
  beforeEach(async () => {
    kari = await personWithMailbox(t, smtp)
  })

  test('the old address works until the new one is confirmed; both are mailed, and no session ends', async () => {
    const address = newAddress()
    const first = await ask(kari, address)
    expect([first.status, first.body]).toEqual([200, { status: true }])
    const notice = await smtp.next(kari.email)
    expect(notice.text).toContain(address)
    const { link } = await smtp.next(address)
    expect((await own(kari)).body.email).toBe(kari.email)
    expect([(await signIn(address)).status, (await signIn(kari.email)).status]).toEqual([401, 200])
    expect((await smtp.next(kari.email)).subject).toBe('New login to your account')

    // Mail scanners open links, and the owner of a mistyped address has neither the session nor the password.
    for (const method of ['GET', 'HEAD']) await t.call(method, link, { as: kari })
    const ola = await t.person('Ola')
    expect((await confirm(link)).body.code).toBe('password_required')
    expect((await confirm(link, ola)).body.code).toBe('password_required')
    expect((await confirm(link, undefined, { new_password: 'ny-fjordtur-2027' })).body.code).toBe('password_required')
    expect((await confirm(link, undefined, { password: 'feil-passord' })).body.code).toBe('wrong_password')
    expect((await own(kari)).body.email).toBe(kari.email)
    expect((await confirm(link, kari)).body).toEqual({ status: true, purpose: 'change_email', signed_in: false })
    expect((await own(kari)).body).toMatchObject({ email: address, email_verified: true, role: 'user' })
    expect([(await signIn(address)).status, (await signIn(kari.email)).status]).toEqual([200, 401])
    expect((await smtp.next(kari.email)).subject).toBe('Your email address has been changed')
    expect((await confirm(link, kari)).body.code).toBe('invalid_token')
  })

  test('twenty uses of the link at once make one change', async () => {
    const address = newAddress()
    await ask(kari, address)
    const { link } = await smtp.next(address)
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(link, undefined, { password })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(422)])
    await smtp.next(kari.email)
    await settled(t)
    // The notice and the change.
    expect(sent(kari.email)).toHaveLength(2)
  })

  test('an address that is taken gets the same response; its owner is mailed, and nothing changes', async () => {
    const ola = await personWithMailbox(t, smtp)
    const address = newAddress()
    const [free, taken] = [await ask(kari, address), await ask(kari, ola.email.toUpperCase())]
    expect([taken.status, taken.text]).toEqual([free.status, free.text])
    const told = await smtp.next(ola.email)
    expect(told.subject).toBe('You already have an account')
    expect(told.text).not.toContain('/confirm')
    await settled(t)
    expect(sent(ola.email)).toHaveLength(1)
    // The response is the same for both.
    expect(sent(kari.email).map(({ subject }) => subject)).toEqual(
      Array(2).fill('Someone wants to change your email address'),
    )
  })

  test('no account can get the administrator’s address, nor the role by it', async () => {
    const first = await ask(kari, 'Styrer@Example.no')
    expect([first.status, first.body]).toEqual([200, { status: true }])
    await settled(t)
    expect(sent(adminEmail)).toEqual([])
    await t.db.kysely.updateTable('auth_user').set({ role: 'admin' }).where('id', '=', kari.id).execute()
    expect((await ask(kari, newAddress())).body.code).toBe('protected_account')
    // A link from before the role.
    const ola = await t.person()
    const address = newAddress()
    await ask(ola, address)
    const { link } = await smtp.next(address)
    await t.db.kysely.updateTable('auth_user').set({ role: 'admin' }).where('id', '=', ola.id).execute()
    expect((await confirm(link, ola)).body.code).toBe('invalid_token')
    expect((await own(ola)).body).toMatchObject({ email: ola.email, role: 'admin' })
  })

  test('an account that is created with the address meanwhile keeps it', async () => {
    const address = newAddress()
    await ask(kari, address)
    const { link } = await smtp.next(address)
    await t.person('Ola', address)
    expect((await confirm(link, kari)).body.code).toBe('invalid_token')
    expect((await own(kari)).body.email).toBe(kari.email)
  })

  test('a link works for a day', async () => {
    const address = newAddress()
    await ask(kari, address)
    const { link } = await smtp.next(address)
    t.clock.advance(24.1 * HOUR)
    expect((await confirm(link, kari)).body.code).toBe('invalid_token')
    expect((await own(kari)).body.email).toBe(kari.email)
  })

  test('a new password ends a link that a stranger requested', async () => {
    const address = newAddress()
    await ask(kari, address)
    const { link } = await smtp.next(address)
    const body = { currentPassword: password, newPassword: 'ny-fjordtur-2027' }
    expect((await t.call('POST', '/api/auth/change-password', { body, as: kari })).status).toBe(200)
    expect((await confirm(link, kari)).body.code).toBe('invalid_token')
  })

  test('a new password ends a request whose mail is not sent yet', async () => {
    const address = newAddress()
    smtp.answers.push(451, 451)
    await ask(kari, address)
    const waiting = await triedOnce(t, [address, kari.email], 2)
    // The waiting row names the request; the link's token cannot be read from it.
    const request = waiting.map(({ data }) => data['request']).find((text) => text !== undefined) as string
    expect(request).toMatch(/^[\w-]{43}$/)
    expect((await confirm(`/confirm?token=${request}`, kari)).body.code).toBe('invalid_token')
    const body = { currentPassword: password, newPassword: 'ny-fjordtur-2027' }
    expect((await t.call('POST', '/api/auth/change-password', { body, as: kari })).status).toBe(200)
    t.clock.advance(2 * 60_000)
    t.app.parts.bus.emit('outbox', null)
    await settled(t)
    expect(sent(address)).toEqual([])
    expect(sent(kari.email)).toHaveLength(2)
  })

  test('the link of a late mail works for its whole day', async () => {
    const address = newAddress()
    smtp.answers.push(451, 451)
    await ask(kari, address)
    await triedOnce(t, [address, kari.email], 2)
    t.clock.advance(30 * HOUR)
    t.app.parts.bus.emit('outbox', null)
    const { link } = await smtp.next(address)
    t.clock.advance(23 * HOUR)
    expect((await confirm(link, kari)).status).toBe(200)
  })

  test('a person who is leaving keeps the address', async () => {
    const address = newAddress()
    await ask(kari, address)
    const { link } = await smtp.next(address)
    expect((await t.call('POST', '/api/v1/me/deletion', { as: kari })).status).toBe(200)
    const tokens = t.db.read.selectFrom('account_token').select('hash').where('user_id', '=', kari.id)
    expect(await tokens.execute()).toEqual([])
    expect((await confirm(link, kari)).body.code).toBe('invalid_token')
    // A link that came into being in between.
    const ola = await t.person('Ola')
    const other = newAddress()
    await ask(ola, other)
    const late = await smtp.next(other)
    await t.db.kysely.updateTable('auth_user').set({ purge_at: new Date() }).where('id', '=', ola.id).execute()
    expect((await confirm(late.link, ola)).body.code).toBe('invalid_token')
    expect([(await own(kari)).body.email, (await own(ola)).body.email]).toEqual([kari.email, ola.email])
  })

  test('a change needs a recent authentication, and a valid address other than the current one', async () => {
    const international = await ask(kari, `${randomUUID()}@BÆRUM.example`)
    expect(international.status).toBe(200)
    expect((await ask(kari, kari.email.toUpperCase())).body.fields).toEqual({ newEmail: 'same_as_before' })
    expect((await ask(kari, 'ola@')).body.fields).toEqual({ newEmail: 'invalid' })
    await makeStale(t.db.kysely, kari.id)
    const stale = await ask(kari, newAddress())
    expect([stale.status, stale.body.code]).toEqual([403, 'reauthentication_required'])
    await t.call('POST', '/api/v1/me/reauthenticate', { body: { password }, as: kari })
    expect((await ask(kari, newAddress())).status).toBe(200)
    const queued = await t.db.read.selectFrom('outbox').select('recipient').execute()
    expect(queued.filter(({ recipient }) => recipient.endsWith('@xn--brum-voa.example'))).toHaveLength(1)
  })
})

/** A stranger who wants into an account by the codes of mails: what the mails hold, and every guess, is refused; the owner's link works. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashMailedCode, hashToken, networkMark } from '../../server/src/features/accounts/rules.ts'
import { storeMailedCode, storeToken } from '../../server/src/features/accounts/store-tokens.ts'
import { MovableClock } from '../../server/src/platform/clock.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '../../server/test/mail-server.ts'
import { addPerson, type TestPerson, testSecret } from '../../server/test/sessions.ts'
import { clientKey } from './client.ts'
import { codeIn, newAddress } from './people.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const password = 'ny-fjordtur-2027'
const adminEmail = 'styrer@example.no'

let smtp: MailServer
beforeAll(async () => void (smtp = await startMailServer()))
afterAll(() => smtp.close())

/** Starts a server behind a proxy at half past twelve, so that no window of a limit ends while a test runs. */
async function start(env: Record<string, string>): Promise<TestApp> {
  const clock = new MovableClock()
  clock.advance(36.5 * HOUR - (Date.now() % (24 * HOUR)))
  const common = {
    SECRET: testSecret,
    SMTP_URL: smtp.url,
    RATE_LIMITS: 'on',
    TRUST_PROXY: '1',
    ADMIN_EMAIL: adminEmail,
  }
  return startTestApp({ clock, env: { ...common, ...env } })
}

let last = 0
/** Returns an address of a network that no other test has used, also not a broad one. */
const newNetwork = () => `${10 + Math.floor(++last / 250)}.${last % 250}.3.4`

let t: TestApp

const post = (path: string, body: object, ip: string) =>
  t.call('POST', `/auth/v1${path}`, { body, headers: { apikey: clientKey, 'x-forwarded-for': ip } })
const recover = async (email: string, ip: string) => {
  expect((await post('/recover', { email }, ip)).status).toBe(200)
  return smtp.next(email)
}
const verify = async (email: string, token: string, ip: string, type = 'recovery') =>
  (await post('/verify', { type, email, token }, ip)).status
const verifyLink = async (mail: ReceivedMail, ip: string) => {
  const token_hash = /reset-password\/([\w-]+)/.exec(mail.link)?.[1] ?? ''
  return (await post('/verify', { type: 'recovery', token_hash }, ip)).status
}
/** Stores a code that a server with other settings would have mailed. */
async function plantCode({ id }: TestPerson, ip: string): Promise<string> {
  const [code, hash] = ['12345678', hashToken(randomUUID())]
  const bound = { purpose: 'reset', userId: id, network: networkMark(ip, testSecret) } as const
  await storeToken(t.db.kysely, { purpose: 'reset', userId: id, minutes: 60, hash })
  await storeMailedCode(t.db.kysely, { ...bound, tokenHash: hash, hash: hashMailedCode(code, bound, testSecret) })
  return code
}
const wrong = (code: string) => (code === '11111111' ? '22222222' : '11111111')

test('without EMAIL_CODE_SIGN_IN no mail has a code, none is accepted, and the owner’s link sets the password', async () => {
  t = await start({})
  for (const person of [await addPerson(t.db.kysely), await addPerson(t.db.kysely, { role: 'admin' })]) {
    const stranger = newNetwork()
    const mail = await recover(person.email, stranger)
    expect(mail.text).not.toMatch(/\b\d{6,}\b/)
    expect(await verify(person.email, '12345678', stranger)).toBe(403)
    expect(await verify(person.email, await plantCode(person, stranger), stranger)).toBe(403)
    const put = await t.call('PUT', '/auth/v1/user', {
      body: { password },
      headers: { apikey: clientKey, authorization: `Bearer ${clientKey}` },
    })
    expect(put.status).toBe(401)
    const token = /reset-password\/([\w-]+)/.exec(mail.link)?.[1]
    const reset = await t.call('POST', '/api/auth/reset-password', { body: { token, newPassword: password } })
    expect(reset.status).toBe(200)
  }
  const [ip, email] = [newNetwork(), newAddress()]
  expect((await post('/otp', { email }, ip)).body.error_code).toBe('otp_disabled')
  const body = { email, password, data: { full_name: 'Ola Nordmann' } }
  expect((await post('/signup', body, ip)).status).toBe(200)
  expect((await smtp.next(email)).text).not.toMatch(/\b\d{6,}\b/)
  expect((await post('/resend', { email, type: 'signup' }, ip)).status).toBe(200)
  expect((await smtp.next(email)).text).not.toMatch(/\b\d{6,}\b/)
  await t.close()
})

describe('with EMAIL_CODE_SIGN_IN', () => {
  beforeAll(async () => void (t = await start({ EMAIL_CODE_SIGN_IN: 'on' })))
  afterAll(() => t.close())

  test('no administrator is opened by a code, nor the account of ADMIN_EMAIL', async () => {
    const people = [
      await addPerson(t.db.kysely, { role: 'admin' }),
      await addPerson(t.db.kysely, { email: adminEmail }),
    ]
    for (const person of people) {
      const ip = newNetwork()
      expect((await recover(person.email, ip)).text).not.toMatch(/\b\d{6,}\b/)
      expect((await post('/otp', { email: person.email }, ip)).status).toBe(200)
      expect((await smtp.next(person.email)).text).not.toMatch(/\b\d{6,}\b/)
      expect(await verify(person.email, await plantCode(person, ip), ip)).toBe(403)
    }
  })

  test('of five codes the newest works, in the network that requested it', async () => {
    const kari = await addPerson(t.db.kysely)
    const networks = Array.from({ length: 5 }, newNetwork)
    const mails: ReceivedMail[] = []
    for (const ip of networks) mails.push(await recover(kari.email, ip).finally(() => t.clock.advance(61_000)))
    const codes = mails.map((mail) => codeIn(mail) ?? '')
    expect(codes.filter((code) => /^\d{8}$/.test(code))).toHaveLength(5)
    const stored = await t.db.read.selectFrom('mailed_code').selectAll().where('user_id', '=', kari.id).execute()
    expect(stored).toHaveLength(1)
    for (const [i, ip] of networks.slice(0, 4).entries()) expect(await verify(kari.email, codes[i] ?? '', ip)).toBe(403)
    const [newest = '', home = ''] = [codes[4], networks[4]]
    expect(await verify(kari.email, newest, newNetwork())).toBe(403)
    expect(await verify(kari.email, newest, home, 'signup')).toBe(403)
    expect(await verify(kari.email, newest, home)).toBe(200)
    expect(await verify(kari.email, newest, home)).toBe(403)
  })

  test('a code ends after five wrong ones in its network, and after ten minutes; strangers do not use it up', async () => {
    const [kari, home] = [await addPerson(t.db.kysely), newNetwork()]
    const first = await recover(kari.email, home)
    const code = codeIn(first) ?? ''
    for (let i = 0; i < 5; i++) expect(await verify(kari.email, wrong(code), home)).toBe(403)
    expect(await verify(kari.email, code, home)).toBe(403)
    t.clock.advance(61_000)
    const second = codeIn(await recover(kari.email, home)) ?? ''
    for (let i = 0; i < 6; i++) expect(await verify(kari.email, wrong(second), newNetwork())).toBe(403)
    expect(await verify(kari.email, second, home)).toBe(200)
    t.clock.advance(61_000)
    const third = await recover(kari.email, home)
    t.clock.advance(10 * MINUTE + 1000)
    expect(await verify(kari.email, codeIn(third) ?? '', home)).toBe(403)
    expect(await verifyLink(third, home)).toBe(200)
  })

  test.each([
    ['one network', () => '9.200.1.1'],
    ['many networks', newNetwork],
  ])('two hundred tries at an account from %s: twenty are compared, and the owner’s link works', async (_, from) => {
    const [kari, home] = [await addPerson(t.db.kysely), newNetwork()]
    const mail = await recover(kari.email, home)
    const code = codeIn(mail) ?? ''
    const statuses: number[] = []
    for (let i = 0; i < 200; i++) statuses.push(await verify(kari.email, wrong(code), from()))
    expect([statuses.filter((status) => status === 403).length, new Set(statuses.slice(20))]).toEqual([
      20,
      new Set([429]),
    ])
    expect(await verify(kari.email, code, home)).toBe(429)
    expect(await verifyLink(mail, home)).toBe(200)
  })

  test.each([
    ['an IPv4 /16', (i: number) => `9.201.${i}.7`],
    ['an IPv6 /48', (i: number) => `2001:db8:7:${i}::1`],
  ])('one try at each of many accounts from %s: sixty are compared in half an hour', async (_, from) => {
    const statuses: number[] = []
    for (let i = 0; i < 70; i++) statuses.push(await verify(newAddress(), '12345678', from(i)))
    expect([statuses.lastIndexOf(403), statuses.indexOf(429)]).toEqual([59, 60])
  })

  test('a code in place of the password is tried twenty times a day in all sessions of the account', async () => {
    const kari = await addPerson(t.db.kysely)
    const guess = async () =>
      (await t.call('POST', '/api/v1/me/reauthenticate', { body: { code: '12345678' }, as: kari })).status
    const statuses: number[] = []
    for (let i = 0; i < 24; i++) {
      if (i % 9 === 0) t.clock.advance(15 * MINUTE)
      statuses.push(await guess())
    }
    expect([statuses.lastIndexOf(422), statuses.indexOf(429)]).toEqual([19, 20])
  })
})

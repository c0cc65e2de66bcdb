/** Changes of the own account through the client library: password, address and name, and the limits of mails and codes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, type Person, startTestApp, type TestApp } from '../../server/test/app.ts'
import { type MailServer, startMailServer } from '../../server/test/mail-server.ts'
import { createProgram } from './client.ts'
import { codeIn, newAddress, refusal, signInByPassword } from './people.ts'

const app = 'https://app.example/callback'
const other = 'ny-fjordtur-2027'
const HALF_HOUR_MS = 30 * 60_000

let smtp: MailServer
let t: TestApp
beforeAll(async () => {
  smtp = await startMailServer()
  t = await startTestApp({ env: { SMTP_URL: smtp.url, REDIRECT_URLS: app, EMAIL_CODE_SIGN_IN: 'on' } })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

/** Returns the code of the next mail that has one: a new device, for one, is a mail without. */
async function nextCode(to: string): Promise<string> {
  return codeIn(await smtp.next(to)) ?? nextCode(to)
}

/** Makes the sessions of an account an hour old, so that they do not count as recently authenticated. */
const ageSessions = ({ id }: Person) =>
  t.db.kysely
    .updateTable('auth_session')
    .set({ created_at: new Date(Date.now() - 3_600_000) })
    .where('user_id', '=', id)
    .execute()

test('a password is changed a while after the sign-in only with the mailed code or the current password', async () => {
  const kari = await t.person('Kari Nordmann')
  const program = await signInByPassword(t, kari)
  await ageSessions(kari)
  const stale = await program.auth.updateUser({ password: other })
  expect([...refusal(stale), stale.error?.message]).toEqual([
    401,
    'reauthentication_needed',
    'Password update requires reauthentication',
  ])
  expect((await program.auth.reauthenticate()).error).toBeNull()
  const nonce = await nextCode(kari.email)
  const wrong = nonce === '00000000' ? '00000001' : '00000000'
  expect(refusal(await program.auth.updateUser({ password: other, nonce: wrong }))).toEqual([
    422,
    'reauthentication_not_valid',
  ])
  expect((await program.auth.updateUser({ password: other, nonce })).error).toBeNull()
  const known = { current_password: password, password: 'enda-en-tur-2028' }
  expect(refusal(await program.auth.updateUser(known))).toEqual([400, 'invalid_credentials'])
  expect((await program.auth.updateUser({ ...known, current_password: other })).error).toBeNull()
})

test('a new password ends the other sessions, and neither repeats the old one nor is easy to guess', async () => {
  const kari = await t.person()
  const [program, phone] = [await signInByPassword(t, kari), await signInByPassword(t, kari)]
  expect(refusal(await program.auth.updateUser({ password }))).toEqual([422, 'same_password'])
  const weak = await program.auth.updateUser({ password: '123456' })
  expect([...refusal(weak), (weak.error as { reasons?: string[] } | null)?.reasons]).toEqual([
    422,
    'weak_password',
    ['pwned'],
  ])
  expect((await program.auth.updateUser({ password: other })).error).toBeNull()
  expect((await phone.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await program.auth.getUser()).data.user?.id).toBe(kari.id)
})

test('a new address applies once its mailed code or link is confirmed, and leads into the program', async () => {
  const [kari, email] = [await t.person(), newAddress()]
  const program = await signInByPassword(t, kari)
  const changed = await program.auth.updateUser({ email })
  expect([changed.error, changed.data.user?.email, changed.data.user?.new_email]).toEqual([null, kari.email, email])
  const mail = await smtp.next(email)
  const token_hash = new URL(mail.link, 'http://x').searchParams.get('token') ?? ''
  // The holder of the link is not known to own the account.
  expect(refusal(await createProgram(t).auth.verifyOtp({ token_hash, type: 'email_change' }))).toEqual([
    403,
    'otp_expired',
  ])
  const confirmed = await program.auth.verifyOtp({ email, token: codeIn(mail) ?? '', type: 'email_change' })
  expect([confirmed.error, confirmed.data.user?.email]).toEqual([null, email])
  await signInByPassword(t, { email })
})

test('a new address needs a sign-in a moment ago', async () => {
  const kari = await t.person()
  const program = await signInByPassword(t, kari)
  await ageSessions(kari)
  const known = { current_password: password, password: other }
  const { error } = await program.auth.updateUser({ ...known, email: newAddress() })
  expect([error?.code, error?.message]).toEqual(['reauthentication_needed', 'Email update requires reauthentication'])
  // Nothing has changed.
  expect((await program.auth.updateUser(known)).error).toBeNull()
})

test('a new name is the profile’s, under its rules', async () => {
  const kari = await t.person('Kari Nordmann')
  const program = await signInByPassword(t, kari)
  const { data, error } = await program.auth.updateUser({ data: { full_name: 'Kari Hansen', role: 'admin' } })
  expect([error, data.user?.user_metadata['full_name'], data.user?.role]).toEqual([
    null,
    'Kari Hansen',
    'authenticated',
  ])
  expect((await t.call('GET', '/api/v1/me', { as: kari })).body).toMatchObject({
    role: 'user',
    profile: { full_name: 'Kari Hansen' },
  })
  expect(refusal(await program.auth.updateUser({ data: { full_name: 'Administrator' } }))).toEqual([
    422,
    'validation_failed',
  ])
})

test('a visitor has no account to change', async () => {
  const headers = { apikey: 'samtur-public', authorization: 'Bearer samtur-public' }
  const put = await t.call('PUT', '/auth/v1/user', { headers, body: { password: other } })
  const get = await t.call('GET', '/auth/v1/reauthenticate', { headers })
  expect([put.status, put.body.error_code, get.status]).toEqual([401, 'no_authorization', 401])
})

test('mails and codes are limited as on our own pages', async () => {
  const limited = await startTestApp({ env: { SMTP_URL: smtp.url, RATE_LIMITS: 'on', EMAIL_CODE_SIGN_IN: 'on' } })
  // From the beginning of a window, so that the whole test fits into it.
  limited.clock.advance(HALF_HOUR_MS - (limited.clock.now().getTime() % HALF_HOUR_MS))
  const [program, email] = [createProgram(limited), newAddress()]
  const requests = [
    () => program.auth.resend({ type: 'signup', email }),
    () => program.auth.resetPasswordForEmail(email),
    () => program.auth.signInWithOtp({ email }),
  ]
  for (const request of requests) {
    expect((await request()).error).toBeNull()
    const { error } = await request()
    expect([error?.status, error?.code, error?.message]).toEqual([
      429,
      'over_email_send_rate_limit',
      expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
    ])
  }
  const guess = () => program.auth.verifyOtp({ email, token: '12345678', type: 'signup' })
  for (let i = 0; i < 20; i++) expect(refusal(await guess())).toEqual([403, 'otp_expired'])
  expect(refusal(await guess())).toEqual([429, 'over_request_rate_limit'])
  await limited.close()
})

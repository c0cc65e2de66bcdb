/** What begins with a mail, through the client library: sign-up, codes and links to sign in with, a forgotten password, another address. */
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, startTestApp, type TestApp } from '../../server/test/app.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '../../server/test/mail-server.ts'
import { createProgram } from './client.ts'
import { codeIn, newAddress, refusal } from './people.ts'

const app = 'https://app.example/callback'
const other = 'ny-fjordtur-2027'
const MINUTE = 60_000

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

const codeOf = (mail: ReceivedMail) => codeIn(mail) ?? ''
const inLink = ({ link }: ReceivedMail, name: string) => new URL(link, 'http://x').searchParams.get(name) ?? undefined

function signUp(program: SupabaseClient, email: string, emailRedirectTo?: string) {
  const options = { data: { full_name: 'Kari Nordmann' }, ...(emailRedirectTo && { emailRedirectTo }) }
  return program.auth.signUp({ email, password, options })
}

/** Sends what the product's own page behind a link sends. */
const confirmOnPage = (mail: ReceivedMail, proof: object) => {
  const body = { token: inLink(mail, 'token'), flow: inLink(mail, 'flow'), ...proof }
  return t.call('POST', '/api/auth/verify-email', { body })
}

/** Opens the link for a new password and chooses one on the page that it leads to. */
async function resetOnPage(mail: ReceivedMail, newPassword: string) {
  const opened = await t.call('GET', mail.link)
  const page = new URL(opened.headers.get('location') ?? '', t.url)
  const [cookie = ''] = opened.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
  const body = { newPassword, flow: page.searchParams.get('flow') ?? undefined }
  return t.call('POST', '/api/auth/reset-password', { body, as: { cookie } })
}

/** Returns a program with the tokens in the address to which a flow without PKCE leads. */
async function programAt(address: string): Promise<SupabaseClient> {
  const program = createProgram(t)
  const parameters = new URLSearchParams(new URL(address).hash.slice(1))
  const [access_token, refresh_token] = [parameters.get('access_token') ?? '', parameters.get('refresh_token') ?? '']
  expect((await program.auth.setSession({ access_token, refresh_token })).error).toBeNull()
  return program
}

describe('a new person', () => {
  test('confirms with the mailed code in the program that signed up, and keeps the password', async () => {
    const [program, email] = [createProgram(t), newAddress()]
    expect((await signUp(program, email)).error).toBeNull()
    const code = codeOf(await smtp.next(email))
    const wrong = await program.auth.verifyOtp({
      email,
      token: code === '00000000' ? '00000001' : '00000000',
      type: 'signup',
    })
    expect(refusal(wrong)).toEqual([403, 'otp_expired'])
    const { data, error } = await program.auth.verifyOtp({ email, token: code, type: 'signup' })
    expect([error, data.user?.email, data.session?.token_type]).toEqual([null, email, 'bearer'])
    expect(refusal(await program.auth.verifyOtp({ email, token: code, type: 'signup' }))).toEqual([403, 'otp_expired'])
    expect((await createProgram(t).auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('follows the mailed link to our page, and PKCE leads from there into the program', async () => {
    const [program, email] = [createProgram(t, 'pkce'), newAddress()]
    await signUp(program, email, app)
    const mail = await smtp.next(email)
    expect((await t.call('GET', mail.link)).headers.get('location')).toBeNull()
    expect((await confirmOnPage(mail, {})).body.code).toBe('password_required')
    const { status, body, headers } = await confirmOnPage(mail, { password })
    expect([status, body.signed_in]).toEqual([200, false])
    expect(headers.getSetCookie().join()).not.toContain('session=')
    const next = new URL(body.continue_to)
    expect([next.origin + next.pathname, next.hash]).toEqual([app, ''])
    const code = next.searchParams.get('code') ?? ''
    const { data, error } = await program.auth.exchangeCodeForSession(code)
    expect([error, data.user?.email]).toEqual([null, email])
    const again = { auth_code: code, code_verifier: 'x'.repeat(43) }
    const headers2 = { apikey: 'samtur-public' }
    const used = await t.call('POST', '/auth/v1/token?grant_type=pkce', { body: again, headers: headers2 })
    expect([used.status, used.body.error_code]).toEqual([404, 'flow_state_not_found'])
  })

  test('gets the tokens in the address without PKCE', async () => {
    const email = newAddress()
    await signUp(createProgram(t), email, app)
    const { body } = await confirmOnPage(await smtp.next(email), { password })
    expect(body.continue_to).toMatch(/^https:\/\/app\.example\/callback#access_token=.*&type=signup$/)
    const program = await programAt(body.continue_to)
    expect((await program.auth.getUser()).data.user?.email).toBe(email)
  })

  test('begins nothing for an address that is not configured', async () => {
    const email = newAddress()
    const options = { emailRedirectTo: 'https://app.example/callbackevil', data: { full_name: 'Ny Bruker' } }
    const refused = await createProgram(t, 'pkce').auth.signUp({ email, password, options })
    expect(refusal(refused)).toEqual([400, 'validation_failed'])
    expect(await t.db.read.selectFrom('auth_user').select('id').where('email', '=', email).execute()).toEqual([])
  })

  test('who did not sign up from this network gets the account without the sign-up’s password', async () => {
    const [email, victim] = [newAddress(), createProgram(t)]
    await signUp(createProgram(t), email)
    const mail = await smtp.next(email)
    await t.db.kysely.updateTable('auth_user').set({ signed_up_from: 'elsewhere' }).where('email', '=', email).execute()
    const token_hash = inLink(mail, 'token') ?? ''
    const { data, error } = await victim.auth.verifyOtp({ token_hash, type: 'email' })
    expect([error, data.user?.email]).toEqual([null, email])
    expect(refusal(await createProgram(t).auth.signInWithPassword({ email, password }))).toEqual([
      400,
      'invalid_credentials',
    ])
    expect((await victim.auth.updateUser({ password: other })).error).toBeNull()
    expect((await createProgram(t).auth.signInWithPassword({ email, password: other })).error).toBeNull()
  })

  test('gets another mail on request, whose code works, and an unknown address gets none', async () => {
    const [program, email, unknown] = [createProgram(t), newAddress(), newAddress()]
    await signUp(program, email)
    await smtp.next(email)
    expect(await program.auth.resend({ type: 'signup', email })).toMatchObject({ error: null })
    const code = codeOf(await smtp.next(email))
    expect(await program.auth.resend({ type: 'signup', email: unknown })).toMatchObject({ error: null })
    expect((await program.auth.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
    expect(smtp.mails.some(({ to }) => to === unknown)).toBe(false)
  })

  test('is led from an old link of the service to our page, which changes nothing', async () => {
    const opened = await t.call('GET', '/auth/v1/verify?token=abc&type=signup')
    expect([opened.status, opened.headers.get('location')]).toEqual([302, '/confirm?token=abc'])
    const recovery = await t.call('GET', '/auth/v1/verify?token=abc&type=recovery')
    expect(recovery.headers.get('location')).toBe('/api/auth/reset-password/abc')
  })
})

describe('a code or a link to sign in with', () => {
  test('opens a session once, for an account that exists, and makes none', async () => {
    const [kari, program, unknown] = [await t.person(), createProgram(t), newAddress()]
    expect((await program.auth.signInWithOtp({ email: kari.email })).error).toBeNull()
    expect((await program.auth.signInWithOtp({ email: unknown })).error).toBeNull()
    const token = codeOf(await smtp.next(kari.email))
    const { data } = await program.auth.verifyOtp({ email: kari.email, token, type: 'email' })
    expect(data.user?.id).toBe(kari.id)
    expect(refusal(await program.auth.verifyOtp({ email: kari.email, token, type: 'email' }))).toEqual([
      403,
      'otp_expired',
    ])
    expect(refusal(await program.auth.verifyOtp({ email: unknown, token, type: 'email' }))).toEqual([
      403,
      'otp_expired',
    ])
    const made = await t.db.read.selectFrom('auth_user').select('id').where('email', '=', unknown).execute()
    expect([made, smtp.mails.some(({ to }) => to === unknown)]).toEqual([[], false])
  })

  test('leads through our page into the program, and works for ten minutes', async () => {
    const [kari, program] = [await t.person(), createProgram(t, 'pkce')]
    await program.auth.signInWithOtp({ email: kari.email, options: { emailRedirectTo: app } })
    const mail = await smtp.next(kari.email)
    const { body } = await confirmOnPage(mail, {})
    expect([body.purpose, body.signed_in]).toEqual(['sign_in', false])
    const code = new URL(body.continue_to).searchParams.get('code') ?? ''
    expect((await program.auth.exchangeCodeForSession(code)).data.user?.id).toBe(kari.id)
    await program.auth.signInWithOtp({ email: kari.email })
    const late = await smtp.next(kari.email)
    t.clock.advance(11 * MINUTE)
    const token_hash = inLink(late, 'token') ?? ''
    expect(refusal(await program.auth.verifyOtp({ token_hash, type: 'magiclink' }))).toEqual([403, 'otp_expired'])
  })

  test('leads nowhere once the account has another password', async () => {
    const [kari, program, elsewhere] = [await t.person(), createProgram(t, 'pkce'), createProgram(t)]
    await program.auth.signInWithOtp({ email: kari.email, options: { emailRedirectTo: app } })
    const { body } = await confirmOnPage(await smtp.next(kari.email), {})
    const code = new URL(body.continue_to).searchParams.get('code') ?? ''
    await elsewhere.auth.signInWithPassword({ email: kari.email, password })
    expect((await elsewhere.auth.updateUser({ password: other })).error).toBeNull()
    expect(refusal(await program.auth.exchangeCodeForSession(code))).toEqual([404, 'flow_state_not_found'])
  })

  test('is for its own purpose: it neither confirms nor sets a password', async () => {
    const [kari, program] = [await t.person(), createProgram(t)]
    await program.auth.signInWithOtp({ email: kari.email })
    const token_hash = inLink(await smtp.next(kari.email), 'token') ?? ''
    for (const type of ['recovery', 'signup', 'email_change'] as const)
      expect([type, ...refusal(await program.auth.verifyOtp({ token_hash, type }))]).toEqual([type, 403, 'otp_expired'])
    expect((await program.auth.verifyOtp({ token_hash, type: 'magiclink' })).error).toBeNull()
  })

  test('is refused where the installation has it switched off', async () => {
    const off = await startTestApp()
    expect(refusal(await createProgram(off).auth.signInWithOtp({ email: newAddress() }))).toEqual([422, 'otp_disabled'])
    await off.close()
  })
})

describe('a person who has forgotten the password', () => {
  test('chooses another one in the program, after the mailed code', async () => {
    const [kari, program] = [await t.person(), createProgram(t)]
    const events: string[] = []
    program.auth.onAuthStateChange((event) => void events.push(event))
    expect((await program.auth.resetPasswordForEmail(kari.email)).error).toBeNull()
    const token = codeOf(await smtp.next(kari.email))
    expect((await program.auth.verifyOtp({ email: kari.email, token, type: 'recovery' })).error).toBeNull()
    const claims = (await program.auth.getClaims()).data?.claims
    expect(claims?.['amr']).toMatchObject([{ method: 'recovery' }])
    expect((await program.auth.updateUser({ password: other })).error).toBeNull()
    expect(events).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY', 'USER_UPDATED'])
    expect((await createProgram(t).auth.signInWithPassword({ email: kari.email, password: other })).error).toBeNull()
    expect((await t.call('GET', '/api/v1/me', { as: kari })).status).toBe(401)
  })

  test('chooses another one on our page, which leads into the program as a recovery', async () => {
    const [kari, program] = [await t.person(), createProgram(t, 'pkce')]
    const events: string[] = []
    program.auth.onAuthStateChange((event) => void events.push(event))
    await program.auth.resetPasswordForEmail(kari.email, { redirectTo: app })
    const { status, body } = await resetOnPage(await smtp.next(kari.email), other)
    expect([status, body.signed_in]).toEqual([200, false])
    const code = new URL(body.continue_to).searchParams.get('code') ?? ''
    expect((await program.auth.exchangeCodeForSession(code)).data.user?.id).toBe(kari.id)
    expect(events).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY'])
    expect((await createProgram(t).auth.signInWithPassword({ email: kari.email, password: other })).error).toBeNull()
  })
})

/** Where a flow may lead, and who may end it: addresses that are refused begin nothing, and a code belongs to its own program. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, startTestApp, type TestApp } from '../../server/test/app.ts'
import { type MailServer, settled, startMailServer } from '../../server/test/mail-server.ts'
import { clientKey, createProgram } from './client.ts'
import { refusal } from './people.ts'

const app = 'https://app.example/callback'
const evil = 'https://evil.example/'
const headers = { apikey: clientKey }
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

const flows = async () => (await t.db.read.selectFrom('auth_flow').select('id').execute()).length

test('an address that is not allowed is refused by every request, which then opens nothing and sends no mail', async () => {
  const kari = await t.person()
  const { data } = await createProgram(t).auth.signInWithPassword({ email: kari.email, password })
  const signedIn = { ...headers, authorization: `Bearer ${data.session?.access_token ?? ''}` }
  await settled(t)
  const mails = smtp.mails.length
  const body = { email: kari.email, password, type: 'signup', redirect_to: evil }
  for (const [method, path] of [
    ['POST', 'signup'],
    ['POST', 'otp'],
    ['POST', 'recover'],
    ['POST', 'resend'],
    ['POST', 'sso'],
    ['POST', 'verify'],
    ['GET', 'verify'],
    ['POST', 'token?grant_type=password'],
    ['PUT', 'user'],
    ['GET', 'authorize?provider=prove'],
    ['GET', 'user/identities/authorize?provider=prove'],
  ] as const)
    for (const target of [evil, 'https://', 'javascript:alert(1)', `${app}&redirect_to=${app}`]) {
      const query = `${path.includes('?') ? '&' : '?'}redirect_to=${target}`
      const sent = method === 'GET' ? {} : { body }
      const refused = await t.call(method, `/auth/v1/${path}${query}`, { headers: signedIn, ...sent })
      expect([path, target, refused.status, refused.text.includes('access_token')]).toEqual([path, target, 400, false])
      expect([refused.headers.get('location'), refused.headers.getSetCookie()]).toEqual([null, []])
    }
  const inBody = await t.call('POST', '/auth/v1/sso', { headers, body: { domain: 'example.com', redirect_to: evil } })
  expect(inBody.headers.get('location')).toBeNull()
  await settled(t)
  expect([smtp.mails.length, await flows()]).toEqual([mails, 0])
})

test.each(['', '?redirect_to='])('without an address (%j) a mail is sent, and no flow begins', async (query) => {
  const { email } = await t.person()
  expect((await t.call('POST', `/auth/v1/recover${query}`, { headers, body: { email } })).status).toBe(200)
  await smtp.next(email)
  expect(await flows()).toBe(0)
})

test('the verifier of another program exchanges no code, and uses it up', async () => {
  const [kari, own, other] = [await t.person(), createProgram(t, 'pkce'), createProgram(t, 'pkce')]
  await own.auth.signInWithOtp({ email: kari.email, options: { emailRedirectTo: app } })
  const link = new URL((await smtp.next(kari.email)).link, t.url).searchParams
  const { body } = await t.call('POST', '/api/auth/verify-email', {
    body: { token: link.get('token'), flow: link.get('flow') },
  })
  const code = new URL(body.continue_to).searchParams.get('code') ?? ''
  // A flow of its own, so that it has a verifier.
  await other.auth.signInWithOtp({ email: (await t.person()).email })
  expect(refusal(await other.auth.exchangeCodeForSession(code))).toEqual([400, 'bad_code_verifier'])
  expect((await other.auth.getSession()).data.session).toBeNull()
  expect(refusal(await own.auth.exchangeCodeForSession(code))).toEqual([404, 'flow_state_not_found'])
})

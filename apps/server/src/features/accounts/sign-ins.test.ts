/** A person sees the sign-ins to the account, and is notified of one from an unknown browser. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, startTestApp, type TestApp } from '../../../test/app.ts'
import { startMailServer, type MailServer } from '../../../test/mail-server.ts'
import { removeOldSignIns } from './store-sessions.ts'

const agents = {
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
}

let smtp: MailServer
let t: TestApp
beforeAll(async () => {
  smtp = await startMailServer()
  t = await startTestApp({ env: { SMTP_URL: smtp.url } })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

/** Returns the address of a confirmed account without any sign-in. */
async function addAccount() {
  const email = `${randomUUID()}@example.no`
  const body = { name: 'Kari Nordmann', email, password, terms_accepted: true }
  await t.call('POST', '/api/auth/sign-up/email', { body })
  await smtp.next(email)
  await t.db.kysely.updateTable('auth_user').set({ email_verified: true }).where('email', '=', email).execute()
  return email
}

/** Returns all cookies of the browser afterwards, and whose account it is. */
async function signIn(email: string, agent: string, cookie = '', secret = password) {
  const headers = { 'user-agent': agent, ...(cookie && { cookie }) }
  const body = { email, password: secret }
  const answer = await t.call('POST', '/api/auth/sign-in/email', { body, headers })
  expect(answer.status).toBe(200)
  return { id: answer.body.user.id as string, cookie: cookiesOf(answer) }
}

const cookiesOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map((text) => text.split(';')[0] ?? '')
    .join('; ')

const signInsOf = async (as: { cookie: string }) => (await t.call('GET', '/api/v1/me/sign-ins', { as })).body.items
const notified = (id: string) =>
  t.db.kysely.selectFrom('notification').select(['params', 'path']).where('user_id', '=', id).execute()
const mails = (email: string) =>
  t.db.kysely
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', email)
    .where('kind', '=', 'notifications.new_device')
    .execute()

test('the first sign-in and one from the same browser send no notification, and one from another browser is notified and mailed', async () => {
  const email = await addAccount()
  const first = await signIn(email, agents.firefox)
  const again = await signIn(email, agents.firefox, first.cookie)
  expect(await notified(first.id)).toEqual([])
  const other = await signIn(email, agents.chrome)
  expect(await notified(first.id)).toEqual([{ params: { device: 'Chrome, Windows' }, path: '/security' }])
  expect(await mails(email)).toHaveLength(1)
  const items = await signInsOf(again)
  expect(items).toMatchObject([
    { new_device: true, device: { browser: 'Chrome', system: 'Windows', kind: 'desktop' } },
    { new_device: false, device: { browser: 'Firefox' } },
    { new_device: false, device: { browser: 'Firefox' } },
  ])
  expect(Object.keys(items[0]).toSorted()).toEqual(['at', 'device', 'id', 'new_device'])
  expect(await signInsOf(other)).toEqual(items)
})

/** Returns the token of the link that the address was mailed. */
async function mailedToken(email: string) {
  const { link } = await smtp.next(email)
  return /(?:token=|reset-password\/)([\w-]+)/.exec(link)?.[1] ?? ''
}

test('signing up, confirming in another browser and signing in where the account was made sends no notification', async () => {
  const email = `${randomUUID()}@example.no`
  const body = { name: 'Kari Nordmann', email, password, terms_accepted: true }
  const signedUp = cookiesOf(await t.call('POST', '/api/auth/sign-up/email', { body }))
  const proof = { token: await mailedToken(email), password }
  const confirmed = await t.call('POST', '/api/auth/verify-email', { body: proof })
  expect(confirmed.body).toMatchObject({ signed_in: true })
  const { id, cookie } = await signIn(email, agents.firefox, signedUp)
  expect(await notified(id)).toEqual([])
  expect(await signInsOf({ cookie })).toMatchObject([{ new_device: false }, { new_device: false }])
})

test('a new password by mail is mailed as such, and signing in with it in that browser sends no notification', async () => {
  const email = await addAccount()
  const { id } = await signIn(email, agents.firefox)
  await t.call('POST', '/api/auth/request-password-reset', { body: { email } })
  const body = { token: await mailedToken(email), newPassword: 'ny-fjordtur-2027' }
  const reset = await t.call('POST', '/api/auth/reset-password', { body })
  expect(reset.body).toEqual({ signed_in: true })
  await signIn(email, agents.chrome, cookiesOf(reset), body.newPassword)
  expect(await notified(id)).toEqual([])
  await signIn(email, agents.chrome, '', body.newPassword)
  expect(await notified(id)).toHaveLength(1)
})

test('the mail can be switched off', async () => {
  const email = await addAccount()
  const first = await signIn(email, agents.firefox)
  const settings = await t.call('GET', '/api/v1/me/notification-settings', { as: first })
  expect(settings.body.items).toContainEqual({ kind: 'new_device', email: true, push: true })
  const body = { items: [{ kind: 'new_device', email: false }] }
  expect((await t.call('PATCH', '/api/v1/me/notification-settings', { as: first, body })).status).toBe(200)
  await signIn(email, agents.chrome)
  expect(await notified(first.id)).toHaveLength(1)
  expect(await mails(email)).toEqual([])
})

test('a person sees only own sign-ins of the last 90 days; older ones are removed, except the last', async () => {
  const [email, others] = [await addAccount(), await addAccount()]
  const first = await signIn(email, agents.firefox)
  const stranger = await signIn(others, agents.chrome)
  expect(await signInsOf(stranger)).toHaveLength(1)
  const again = await signIn(email, agents.firefox, first.cookie)
  await sql`update sign_in set at = app_now() - interval '91 days' where user_id = ${first.id}`.execute(t.db.kysely)
  expect(await signInsOf(again)).toEqual([])
  await removeOldSignIns(t.db.kysely)
  expect(await t.db.kysely.selectFrom('sign_in').select('id').where('user_id', '=', first.id).execute()).toHaveLength(1)
  // A sign-in from the next new browser is compared with this one.
  await signIn(email, agents.chrome)
  expect(await notified(first.id)).toHaveLength(1)
})

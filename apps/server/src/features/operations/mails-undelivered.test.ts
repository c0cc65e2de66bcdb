/** Mails that could not be delivered: the administrators' list of them, and sending them again. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../../test/app.ts'
import { settled, startMailServer, type MailServer } from '../../../test/mail-server.ts'
import { forgetMail } from '#platform/mail/outbox'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'

let smtp: MailServer
let t: TestApp
let admin: TestPerson
let person: Person
beforeAll(async () => {
  smtp = await startMailServer()
  t = await startTestApp({ env: { SMTP_URL: smtp.url, SECRET: testSecret } })
  admin = await addPerson(t.db.kysely, { role: 'admin' })
  person = await t.person('Kari Nordmann', 'kari.nordmann@example.no')
  await settled(t)
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})
afterEach(async () => {
  smtp.answers.length = 0
  await t.db.kysely.deleteFrom('outbox').execute()
})

const list = async () => (await t.call('GET', '/api/v1/admin/mails', { as: admin })).body
const resend = (id: string, as = admin) => t.call('POST', `/api/v1/admin/mails/${id}/resend`, { as })
const resendAll = (as = admin) => t.call('POST', '/api/v1/admin/mails/resend', { as })
const logged = (action: 'mail_resent' | 'mails_resent' = 'mail_resent') =>
  t.db.kysely.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id').execute()
const whenListed = (state: string) =>
  vi.waitFor(async () => expect((await list()).items).toMatchObject([{ state }]), { timeout: 10_000, interval: 10 })

/** A mail with a link for a new password that the server refuses. */
async function refuse(code: number): Promise<string> {
  smtp.answers.push(code)
  const body = { email: person.email, redirectTo: '/reset-password' }
  expect((await t.call('POST', '/api/auth/request-password-reset', { body })).status).toBe(200)
  await whenListed(code >= 500 ? 'given_up' : 'waiting')
  return (await list()).items[0].id
}

test('a refused mail is listed with its error, and without its text and its whole address', async () => {
  const id = await refuse(550)
  const { body, text } = await t.call('GET', '/api/v1/admin/mails', { as: admin })
  expect(body).toEqual({
    items: [
      {
        id,
        topic: 'new_password',
        recipient: 'k…@example.no',
        state: 'given_up',
        reason: '550',
        attempts: 1,
        created_at: expect.any(String),
        at: expect.any(String),
      },
    ],
    next_cursor: null,
  })
  expect(text).not.toContain('kari.nordmann')
})

test('a mail sent again after its link has expired has a new, valid link', async () => {
  const id = await refuse(554)
  t.clock.advance(2 * 24 * 3_600_000)
  // An administrator's session does not last that long.
  admin = await addPerson(t.db.kysely, { role: 'admin' })
  expect((await resend(id)).body).toMatchObject({ id, state: 'waiting', attempts: 0 })
  const { link } = await smtp.next(person.email)
  const hash = (
    await t.db.kysely.selectFrom('account_token').select('expires_at').where('purpose', '=', 'reset').execute()
  ).at(-1)
  expect(link).not.toBe('')
  expect(hash?.expires_at.getTime()).toBeGreaterThan(t.clock.now().getTime())
})

test('three presses at once send one mail and make one log entry', async () => {
  const before = (await logged()).length
  const mails = smtp.mails.length
  const id = await refuse(550)
  const answers = await Promise.all([resend(id), resend(id), resend(id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  // Whichever press was first, all show what it did.
  expect(answers.filter(({ body }) => body.state === 'given_up')).toEqual([])
  await settled(t)
  await smtp.next(person.email)
  expect((await resend(id)).body).toMatchObject({ state: 'sent', at: null })
  await settled(t)
  expect(smtp.mails.length - mails).toBe(1)
  const entries = (await logged()).slice(before)
  expect(entries).toMatchObject([
    {
      actor_id: admin.id,
      subject_id: person.id,
      details: { kind: 'accounts.reset_request', email: 'k…@example.no' },
    },
  ])
})

test('a mail that is still tried is listed as waiting, and sending it again changes nothing', async () => {
  const id = await refuse(450)
  const [before] = (await list()).items
  expect((await resend(id)).body).toEqual(before)
})

/** Adds mails that were given up. */
const addDead = (count: number, changes: object = {}) =>
  t.db.kysely
    .insertInto('outbox')
    .values(
      Array.from({ length: count }, (_, i) => ({
        kind: 'moderation.invited',
        recipient: `gjest${i}@example.no`,
        locale: 'no',
        data: '{"url": "https://samtur.example"}',
        attempts: 8,
        last_error: 'ETIMEDOUT',
        dead_at: t.clock.now(),
        ...changes,
      })),
    )
    .execute()

test('two administrators who send all mails again at once send each of them once', async () => {
  const second = await addPerson(t.db.kysely, { role: 'admin' })
  const before = (await logged('mails_resent')).length
  const mails = smtp.mails.length
  await addDead(20)
  expect((await t.call('GET', '/api/v1/admin/operations', { as: admin })).body.failed_mails).toBe(20)
  const answers = await Promise.all([resendAll(), resendAll(second), resendAll(), resendAll(second)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(answers.reduce((sum, { body }) => sum + body.count, 0)).toBe(20)
  await settled(t)
  expect((await resendAll()).body).toEqual({ count: 0 })
  expect(new Set(smtp.mails.slice(mails).map(({ to }) => to)).size).toBe(20)
  expect(smtp.mails.length - mails).toBe(20)
  const rows = (await logged('mails_resent')).slice(before).map(({ details }) => details)
  expect(rows.reduce<number>((sum, details) => sum + ((details as { rows?: number }).rows ?? 0), 0)).toBe(20)
})

/** Requests a code in place of the password, which the server refuses. */
async function refuseCode(code: number): Promise<string> {
  smtp.answers.push(code)
  expect((await t.call('POST', '/api/v1/me/reauthenticate/code', { as: person })).status).toBe(200)
  await whenListed(code >= 500 ? 'given_up' : 'waiting')
  return (await list()).items[0].id
}

test('a mail whose code has run out is named as expired and is not sent again, neither alone nor with all', async () => {
  const id = await refuseCode(550)
  const mails = smtp.mails.length
  t.clock.advance(11 * 60_000)
  expect((await list()).items).toMatchObject([{ id, topic: 'sign_in', state: 'expired', reason: '550' }])
  expect((await resend(id)).body).toMatchObject({ id, state: 'expired' })
  expect((await resendAll()).body).toEqual({ count: 0 })
  expect((await t.call('GET', '/api/v1/admin/operations', { as: admin })).body.failed_mails).toBe(0)
  const { items } = await list()
  expect(items).toMatchObject([{ id, attempts: 1 }])
  expect(smtp.mails.length).toBe(mails)
})

test('a mail whose code runs out while it waits for another attempt is given up', async () => {
  const id = await refuseCode(450)
  const mails = smtp.mails.length
  t.clock.advance(11 * 60_000)
  t.app.parts.bus.emit('outbox', null)
  await whenListed('expired')
  expect((await list()).items).toMatchObject([{ id, attempts: 1, reason: '450' }])
  expect(smtp.mails.length).toBe(mails)
})

test('nothing is left to send to a person who was erased', async () => {
  const id = await refuse(550)
  await forgetMail(t.db.kysely, person.email)
  expect((await list()).items).toEqual([])
  expect((await resend(id)).status).toBe(404)
  expect((await resendAll()).body).toEqual({ count: 0 })
})

test('an unknown mail gives 404', async () => {
  expect((await resend('00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect((await resend('x')).status).toBe(404)
})

test('the list comes in pages, newest first', async () => {
  const values = Array.from({ length: 5 }, (_, i) => ({
    kind: 'support.answer',
    recipient: `gjest${i}@example.no`,
    locale: 'no',
    data: '{}',
    attempts: 8,
    last_error: 'ETIMEDOUT',
    dead_at: new Date(),
    // Two in one millisecond.
    created_at: new Date(Date.UTC(2026, 0, 1 + Math.min(i, 3))),
  }))
  await t.db.kysely.insertInto('outbox').values(values).execute()
  const seen: string[] = []
  const times: string[] = []
  let cursor = ''
  do {
    const { body } = await t.call('GET', `/api/v1/admin/mails?limit=2${cursor && `&cursor=${cursor}`}`, { as: admin })
    seen.push(...body.items.map(({ id }: { id: string }) => id))
    times.push(...body.items.map(({ created_at }: { created_at: string }) => created_at))
    // The page after goes on where this one ended, also when its last mail is gone.
    await t.db.kysely
      .deleteFrom('outbox')
      .where('id', '=', seen.at(-1) ?? '')
      .execute()
    cursor = body.next_cursor
  } while (cursor)
  expect([seen.length, new Set(seen).size]).toEqual([5, 5])
  expect(times).toEqual(times.toSorted().toReversed())
})

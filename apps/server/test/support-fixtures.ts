/** Fixtures for support requests: two members, an administrator, and their requests. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import { findViolations } from '#platform/db/invariants'
import { startTestApp, type TestApp } from './app.ts'
import type { DatabaseKind } from './database.ts'
import { addPerson, testSecret, type TestPerson } from './sessions.ts'

/** A new server for each kind of database. */
export let t: TestApp
// New people for each test.
export let kari: TestPerson
export let ola: TestPerson
export let admin: TestPerson

export function setUpSupport(kind: DatabaseKind) {
  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
  })
  beforeEach(async () => {
    kari = await addPerson(t.db.kysely, { name: 'Kari Nordmann' })
    ola = await addPerson(t.db.kysely, { name: 'Ola Nilsen' })
    admin = await addPerson(t.db.kysely, { name: 'Adele Styrer', role: 'admin' })
  })
  afterAll(async () => {
    expect(await findViolations(t.db.kysely)).toEqual([])
    await t.close()
  })
}

export const question = {
  name: 'Kari',
  email: 'kari@example.no',
  subject: 'Hvor er turen?',
  description: 'Jeg finner ikke turen min.',
}
export const create = (body: object = {}, as?: TestPerson, headers: Record<string, string> = {}) =>
  t.call('POST', '/api/v1/support-requests', { body: { ...question, ...body }, as, headers })
export const own = (path = '', as = kari) => t.call('GET', `/api/v1/me/support-requests${path}`, { as })
export const say = (id: string, body: object, as = kari) =>
  t.call('POST', `/api/v1/me/support-requests/${id}/messages`, { as, body })
export const one = async (id: string) =>
  (await t.call('GET', `/api/v1/admin/support-requests/${id}`, { as: admin })).body
export const update = (id: string, body: object, as = admin) =>
  t.call('PATCH', `/api/v1/admin/support-requests/${id}`, { as, body })
export const reply = (id: string, body: object, as = admin) =>
  t.call('POST', `/api/v1/admin/support-requests/${id}/message`, { as, body })
export const handOver = (transcript: object[], as = kari, headers: Record<string, string> = {}) =>
  t.call('POST', '/api/v1/support-chats', { as, body: { transcript }, headers })
export const person = (content: string) => ({ author: 'person', content })
export const assistant = (content: string) => ({ author: 'assistant', content })

export const query = async <Row>(text: string) => (await sql.raw<Row>(text).execute(t.db.kysely)).rows
export const stored = async (id: string) =>
  t.db.kysely.selectFrom('support_request').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
export const notificationsOf = async ({ id }: TestPerson) =>
  t.db.kysely
    .selectFrom('notification')
    .select(['kind', 'params', 'path'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
/** Returns all mails to an address from the outbox. */
export const mailsTo = (address: string, count: number) =>
  vi.waitFor(async () => {
    const mails = await query<{ subject: string; text: string; html: string }>(
      `select subject, text, html from local_mail where recipient = '${address}' order by sent_at, subject`,
    )
    expect(await query('select from outbox where sent_at is null and dead_at is null')).toEqual([])
    expect(mails).toHaveLength(count)
    return mails
  })

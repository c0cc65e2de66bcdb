/** Fixtures for reports: a server with an administrator and two people, one of whom reports the other. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { findViolations } from '#platform/db/invariants'
import { startTestApp, type TestApp } from './app.ts'
import type { DatabaseKind } from './database.ts'
import { addPerson, testSecret, type TestPerson } from './sessions.ts'

/** A new server for each kind of database, with an administrator. */
export let t: TestApp
export let admin: TestPerson
/** Two new people for each test. */
export let kari: TestPerson
export let ola: TestPerson

export function setUpReports(kind: DatabaseKind) {
  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
    admin = await addPerson(t.db.kysely, { name: 'Adele Styrer', role: 'admin' })
  })
  beforeEach(async () => {
    kari = await addPerson(t.db.kysely, { name: 'Kari Nordmann' })
    ola = await addPerson(t.db.kysely, { name: 'Ola Nilsen' })
  })
  afterAll(async () => {
    expect(await findViolations(t.db.kysely)).toEqual([])
    await t.close()
  })
}

export const call = (method: string, path: string, body?: object, as = admin) =>
  t.call(method, `/api/v1${path}`, { as, body })
export const file = async (body: object = {}, as = kari) => {
  const answer = await call('POST', '/reports', { reported_id: ola.id, reason: 'Ubehagelig', ...body }, as)
  expect(answer.status).toBe(201)
  return answer.body.id as string
}
export const decide = (id: string, how: string, body: object = {}, as = admin) =>
  call('POST', `/admin/reports/${id}/${how}`, body, as)
export const detail = async (id: string) => (await call('GET', `/admin/reports/${id}`)).body
export const chat = async (texts: number, from = kari, to = ola) => {
  const { body } = await call('POST', '/chats', { user_id: to.id }, from)
  for (let i = 1; i <= texts; i++) await call('POST', `/chats/${body.id}/messages`, { content: `nr ${i}` }, from)
  return body.id as string
}
export const stored = (id: string) =>
  t.db.kysely.selectFrom('user_report').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
export const log = (id: string) =>
  t.db.kysely
    .selectFrom('audit_log')
    .selectAll()
    .where(sql<boolean>`details ->> 'report_id' = ${id}`)
    .orderBy('id')
    .execute()
export const notificationsOf = (person: TestPerson) =>
  t.db.kysely
    .selectFrom('notification')
    .select(['kind', 'params', 'about', 'path'])
    .where('user_id', '=', person.id)
    .execute()

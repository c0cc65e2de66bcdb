/** Fixtures for hidden content: people with content, and who still sees it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { partNames, readPart } from '#features/privacy/views'
import { findViolations } from '#platform/db/invariants'
import { startTestApp, type TestApp } from './app.ts'
import type { DatabaseKind } from './database.ts'
import { createDataset, startOf, type Dataset } from './rights/dataset.ts'
import { testSecret, type TestPerson } from './sessions.ts'

export const canary = 'Kanarifugl 7f3a9c'

/** A new server for each kind of database. */
export let t: TestApp
/** A new dataset for each test. */
export let w: Dataset

export function setUpHiding(kind: DatabaseKind) {
  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
  })
  beforeEach(async () => {
    w = await createDataset(t)
  })
  afterAll(() => t.close())
}

export const call = (method: string, path: string, as?: TestPerson, body?: object) =>
  t.call(method, path.startsWith('/files') ? path : `/api/v1${path}`, { as, ...(body && { body }) })
export const change = (method: string, kindOf: string, id: string, more: object = {}) =>
  call(method, '/admin/hidden-content', w.admin, { kind: kindOf, id, reason: 'Mot reglene', ...more })
export const hide = (kindOf: string, id: string, more?: object) => change('POST', kindOf, id, more)
export const show = (kindOf: string, id: string, more?: object) => change('DELETE', kindOf, id, more)
export const notificationsOf = async (person: TestPerson) => {
  const rows = await t.db.kysely
    .selectFrom('notification')
    .select(['kind', 'params', 'path'])
    .where('user_id', '=', person.id)
    .where('kind', 'in', ['content_hidden', 'content_shown'])
    .orderBy('id')
    .execute()
  return rows
}
export const log = () =>
  t.db.kysely
    .selectFrom('audit_log')
    .selectAll()
    .where('action', 'in', ['content_hidden', 'content_shown'])
    .where('actor_id', '=', w.admin.id)
    .orderBy('id')
    .execute()

export const wrongInSearch = async () =>
  (await findViolations(t.db.kysely)).filter(({ invariant }) => invariant === 'search')

/** Returns who sees the text, in responses, mails and events, including visitors. */
export const seenBy = async (text: string) => {
  const people: Record<string, TestPerson | undefined> = {
    visitor: undefined,
    driver: w.driver,
    accepted: w.accepted,
    pending: w.pending,
    rejected: w.rejected,
    stranger: w.stranger,
    blocked: w.blocked,
  }
  const paths = [
    '/rides',
    `/rides?from=${encodeURIComponent(startOf(w.driver))}`,
    `/rides/alternatives?from=${encodeURIComponent(startOf(w.driver))}&to=Bergen&date=2027-01-01`,
    '/rides/ways',
    `/rides/${w.rideId}`,
    `/profiles/${w.driver.id}`,
    `/profiles/${w.accepted.id}`,
    `/profiles/${w.driver.id}/ratings`,
    '/me',
    '/me/rides',
    '/me/reservations',
    '/me/notifications',
    '/chats',
    `/chats/${w.chatId}/messages`,
  ]
  const seen = new Set<string>()
  for (const [name, person] of Object.entries(people)) {
    const answers = await Promise.all(paths.map((path) => call('GET', path, person)))
    if (answers.some((answer) => answer.text.includes(text))) seen.add(name)
    // Each person's data export.
    if (!person) continue
    for (const part of partNames) {
      if (JSON.stringify(await readPart(t.db.read, part, person.id)).includes(text)) seen.add(name)
    }
  }
  const { rows } = await sql<{ text: string }>`
    select to_json(notification)::text as text from notification union all select to_json(outbox)::text from outbox
    union all select to_json(push_message)::text from push_message`.execute(t.db.kysely)
  if (rows.some((row) => row.text.includes(text))) seen.add('notified')
  return [...seen]
}

/** Fixtures for what administrators do with accounts: a server, two administrators and a person. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { UserDetail, UserSummary } from '@samtur/contract/moderation'
import { findViolations } from '#platform/db/invariants'
import { startTestApp, type TestApp } from './app.ts'
import type { DatabaseKind } from './database.ts'
import { addRide } from './rides.ts'
import { addPerson, testSecret, type TestPerson } from './sessions.ts'

const HOUR = 3_600_000
export const reason = 'Ber om penger utenom.\nTredje gang.'

/** A new server for each kind of database, with two administrators. */
export let t: TestApp
export let admin: TestPerson
export let second: TestPerson
/** A new person for each test. */
export let ola: TestPerson

export function setUpAdministration(kind: DatabaseKind) {
  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret, SUPPORT_EMAIL: 'hjelp@example.no' } })
    admin = await addPerson(t.db.kysely, { name: 'Adele Styrer', role: 'admin' })
    second = await addPerson(t.db.kysely, { name: 'Else Styrer', role: 'admin' })
  })
  afterAll(() => t.close())
  beforeEach(async () => {
    ola = await addPerson(t.db.kysely, { name: 'Ola Nilsen' })
  })
}

/** Suspends an account or lifts the suspension. */
export const change = (verb: 'suspend' | 'lift', id = ola.id, as = admin, body: unknown = { reason }) =>
  t.call('POST', `/api/v1/admin/users/${id}/${verb}`, { as, body })
export const remove = (id = ola.id, as = admin) =>
  t.call('DELETE', `/api/v1/admin/users/${id}`, { as, body: { reason } })
export const detail = async (id = ola.id): Promise<UserDetail> =>
  (await t.call('GET', `/api/v1/admin/users/${id}`, { as: admin })).body as UserDetail
export const list = async (query: Record<string, string>) => {
  const answer = await t.call('GET', `/api/v1/admin/users?${new URLSearchParams(query).toString()}`, { as: admin })
  return answer.body as { items: UserSummary[]; next_cursor: string | null; total: number }
}
export const found = async (q: string) => (await list({ q })).items.map(({ id }) => id)
export const mailTo = (address: string, subject: RegExp) =>
  vi.waitFor(
    async () => {
      const mails = await t.db.kysely.selectFrom('local_mail').selectAll().where('recipient', '=', address).execute()
      const mail = mails.find((one) => subject.test(one.subject))
      expect(mail).toBeDefined()
      return mail!
    },
    { timeout: 10_000, interval: 10 },
  )
/** Adds a ride that passes two of its places twice. */
export const rideOf = async (driver: TestPerson, from: string) => {
  await t.db.kysely.updateTable('profile').set({ is_driver: true }).where('id', '=', driver.id).execute()
  return addRide(t.db, {
    driverId: driver.id,
    route: [from, 'Hamar', 'Lillehammer', from, 'Hamar'],
    departure: new Date(t.clock.now().getTime() + 48 * HOUR),
  })
}
export const sections = async (rideId: string) =>
  (
    await sql`select * from ride_section where ride_id = ${rideId} order by from_position, to_position`.execute(
      t.db.kysely,
    )
  ).rows
/** Expects that no invariant is broken. */
export const expectSound = async () => expect(await findViolations(t.db.kysely)).toEqual([])

/** What has run out is removed, and nothing else. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { addPerson, addSession, testSecret } from '../../../test/sessions.ts'
import { insertFlow, removeOldFlows } from './store-flows.ts'
import { removeOldSessions } from './store-sessions.ts'
import { removeOldTokens, storeToken } from './store-tokens.ts'
import { removeUnconfirmed } from './store.ts'

const DAY = 86_400_000

describe.each([usualKind])('on the %s database', (kind) => {
  let t: TestApp
  beforeAll(async () => void (t = await startTestApp({ kind, env: { SECRET: testSecret } })))
  afterAll(() => t.close())

  const ids = async (table: 'auth_user' | 'profile') =>
    (await t.db.read.selectFrom(table).select('id').execute()).map(({ id }) => id)

  test('accounts that were not confirmed in a week are removed, with their profiles', async () => {
    const confirmed = await addPerson(t.db.kysely)
    const old = await addPerson(t.db.kysely, { verified: false })
    const addressed = await addPerson(t.db.kysely, { verified: false, name: 'Una Ukjent' })
    await t.db.kysely.insertInto('chat').values({ driver_id: confirmed.id, passenger_id: addressed.id }).execute()
    t.clock.advance(6.9 * DAY)
    expect(await removeUnconfirmed(t.db.read)).toBe(0)
    t.clock.advance(0.2 * DAY)
    // Created by the clock of the database, as sign-up does.
    const young = await addPerson(t.db.kysely, { verified: false })
    await t.db.kysely.updateTable('auth_user').set({ created_at: t.clock.now() }).where('id', '=', young.id).execute()
    expect(await removeUnconfirmed(t.db.read)).toBe(2)
    expect(new Set(await ids('auth_user'))).toEqual(new Set([confirmed.id, young.id]))
    const profiles = await ids('profile')
    expect([old.id, addressed.id].some((id) => profiles.includes(id))).toBe(false)
    // Another person wrote to one of them: that conversation stays, without the removed member.
    const nameless = await t.db.read.selectFrom('profile').selectAll().where('full_name', '=', '').execute()
    expect(nameless).toMatchObject([{ phone: null, address: null, closed_at: expect.any(Date) }])
    const [chat] = await t.db.read.selectFrom('chat').select('passenger_id').execute()
    expect(chat?.passenger_id).toBe(nameless[0]?.id)
  })

  test('flows of programs are removed a day after they ran out', async () => {
    const flow = { kind: 'signup', redirectTo: 'https://app.example/', challenge: null } as const
    const old = await insertFlow(t.db.read, flow, 60)
    t.clock.advance(23 * 3_600_000)
    const late = await insertFlow(t.db.read, flow, 60)
    t.clock.advance(3 * 3_600_000)
    await removeOldFlows(t.db.read)
    const rows = await t.db.read.selectFrom('auth_flow').select('id').where('id', 'in', [old, late]).execute()
    expect(rows).toEqual([{ id: late }])
  })

  test('expired sessions and links are removed, and addresses of sign-ins after a month', async () => {
    const { id } = await addPerson(t.db.kysely)
    await addSession(t.db.kysely, id, -1000)
    await t.db.kysely.updateTable('auth_session').set({ ip_address: '192.0.2.1' }).where('user_id', '=', id).execute()
    const token = { purpose: 'reset', userId: id, minutes: 60 } as const
    await storeToken(t.db.kysely, { ...token, hash: 'old' })
    t.clock.advance(61 * 60_000)
    await storeToken(t.db.kysely, { ...token, hash: 'new' })
    await removeOldTokens(t.db.read)
    await removeOldSessions(t.db.read)
    const left = () => t.db.read.selectFrom('auth_session').selectAll().where('user_id', '=', id).execute()
    expect(await left()).toMatchObject([{ ip_address: '192.0.2.1' }])
    const tokens = await t.db.read.selectFrom('account_token').select('hash').where('user_id', '=', id).execute()
    expect(tokens).toEqual([{ hash: 'new' }])
    await sql`update auth_session set expires_at = app_now() + interval '90 days' where user_id = ${id}`.execute(
      t.db.read,
    )
    t.clock.advance(30 * DAY)
    await removeOldSessions(t.db.read)
    expect(await left()).toMatchObject([{ ip_address: null }])
  })
})

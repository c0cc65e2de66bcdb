/** Retention: what is over its time is deleted, and nothing else. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetOldMessages } from '../src/features/chat/jobs.ts'
import { removeEmptyChats } from '../src/features/chat/store.ts'
import { addTextMessage } from '../src/features/chat/store-messages.ts'
import { removeOldSessions } from '../src/features/accounts/store-sessions.ts'
import { addAuditEntry, forgetOldSearches } from '../src/features/moderation/port.ts'
import { removeOldRejections } from '../src/features/reservations/store.ts'
import { removeOldRequests } from '../src/features/support/store.ts'
import { findViolations } from '../src/platform/db/invariants.ts'
import { startCleaning } from '../src/platform/jobs/cleaning.ts'
import { startTestApp, type TestApp } from './app.ts'
import { usualKind } from './database.ts'
import { addReservation } from './reservations.ts'
import { addRide } from './rides.ts'
import { type TestPerson, addPerson, signedInAgain, testSecret } from './sessions.ts'

const DAY = 86_400_000

let t: TestApp
let kari: TestPerson
let ola: TestPerson

const rows = async <Row>(text: string) => (await sql.raw<Row>(text).execute(t.db.kysely)).rows
const count = async (from: string) =>
  Number((await rows<{ count: string }>(`select count(*) as count from ${from}`))[0]?.count)

async function addChat() {
  const other = await addPerson(t.db.kysely)
  const { rows: chats } = await sql<{ id: string }>`insert into chat (driver_id, passenger_id, created_at, updated_at)
    values (${kari.id}, ${other.id}, app_now(), app_now()) returning id`.execute(t.db.kysely)
  return chats[0]?.id ?? ''
}
const say = (chatId: string, content: string) =>
  addTextMessage(t.db.kysely, { chatId, senderId: kari.id, content, clientId: undefined })
const written = async (chatId: string) =>
  (
    await rows<{ seq: string; content: string }>(
      `select seq, content from message where chat_id = '${chatId}' order by seq`,
    )
  ).map(({ seq, content }) => `${seq} ${content}`)
const everyMessage = async () => {
  while ((await forgetOldMessages(t.app.parts)) > 0);
}

/** Runs the work that much later, and resets the clock. */
async function later<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  t.clock.advance(milliseconds)
  try {
    return await work()
  } finally {
    t.clock.advance(-milliseconds)
  }
}
const afterMonths = (months: number, days = 0) => {
  const now = new Date(t.clock.now())
  const then = new Date(now)
  then.setUTCMonth(then.getUTCMonth() + months)
  return then.getTime() - now.getTime() + days * DAY
}

describe.each([usualKind])('on the %s database', (kind) => {
  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
  })
  afterAll(async () => {
    expect(await findViolations(t.db.kysely)).toEqual([])
    await t.close()
  })
  beforeEach(async () => {
    kari = await addPerson(t.db.kysely, { name: 'Kari Nordmann' })
    ola = await addPerson(t.db.kysely, { name: 'Ola Nilsen' })
  })

  test('messages are deleted two years after they were written, and the conversation continues its numbers', async () => {
    const [mixed, old, young, empty] = [await addChat(), await addChat(), await addChat(), await addChat()]
    for (const text of ['a', 'b', 'c']) await say(mixed, text)
    for (const text of ['a', 'b']) await say(old, text)
    await later(10 * DAY, async () => {
      for (const text of ['d', 'e']) await say(mixed, text)
      await say(young, 'a')
    })
    await later(afterMonths(24, -1), everyMessage)
    expect([await written(mixed), await written(old)]).toEqual([
      ['1 a', '2 b', '3 c', '4 d', '5 e'],
      ['1 a', '2 b'],
    ])

    await later(afterMonths(24, 1), everyMessage)
    expect([await written(mixed), await written(old), await written(young)]).toEqual([['4 d', '5 e'], [], ['1 a']])
    expect(await findViolations(t.db.kysely)).toEqual([])
    await say(mixed, 'f')
    await say(old, 'c')
    expect([await written(mixed), await written(old)]).toEqual([['4 d', '5 e', '6 f'], ['3 c']])
    const { body } = await t.call('GET', `/api/v1/chats/${mixed}/messages`, { as: kari })
    expect(body).toMatchObject({ items: [{ seq: 4 }, { seq: 5 }, { seq: 6 }], has_older: false })

    // Empty conversations are deleted as well.
    expect(await later(afterMonths(24, -1), () => removeEmptyChats(t.db.read))).toBe(0)
    await later(afterMonths(24, 1), () => removeEmptyChats(t.db.read))
    const left = await rows<{ id: string }>(`select id from chat where '${kari.id}' in (driver_id, passenger_id)`)
    expect(left.map(({ id }) => id).toSorted()).toEqual([mixed, old, young].toSorted())
    expect(await count(`chat where id = '${empty}'`)).toBe(0)
    expect(await findViolations(t.db.kysely)).toEqual([])
  })

  test('a clock that was set back leaves no gap', async () => {
    const chat = await addChat()
    await say(chat, 'a')
    await later(10 * DAY, () => say(chat, 'b'))
    await say(chat, 'c')
    await later(afterMonths(24, 1), everyMessage)
    expect(await written(chat)).toEqual(['2 b', '3 c'])
    expect(await findViolations(t.db.kysely)).toEqual([])
    await later(afterMonths(24, 11), everyMessage)
    expect(await written(chat)).toEqual([])
    expect(await findViolations(t.db.kysely)).toEqual([])
  })

  test('a message that arrives during the deletion of old ones is neither lost nor numbered twice', async () => {
    const chats = await Promise.all(Array.from({ length: 10 }, addChat))
    for (const chat of chats) for (const text of ['a', 'b']) await say(chat, text)
    await later(afterMonths(24, 1), async () => {
      await Promise.all([
        ...chats.map((chat) => say(chat, 'c')),
        forgetOldMessages(t.app.parts),
        ...chats.map((chat) => say(chat, 'd')),
      ])
      await everyMessage()
      for (const chat of chats) expect((await written(chat)).map((text) => text[0])).toEqual(['3', '4'])
      expect(await findViolations(t.db.kysely)).toEqual([])
    })
    await sql`delete from chat where ${kari.id} in (driver_id, passenger_id)`.execute(t.db.kysely)
  })

  test('refused requests are deleted half a year later, all others stay', async () => {
    const departure = new Date(t.clock.now().getTime() + 40 * DAY)
    const ride = await addRide(t.db, { driverId: kari.id, route: ['Oslo', 'Hamar'], departure })
    await sql`update profile set is_driver = true where id = ${kari.id}`.execute(t.db.kysely)
    await sql`update ride set created_at = app_now() where id = ${ride}`.execute(t.db.kysely)
    const endedBy = { pending: null, rejected: 'driver', cancelled: 'passenger' } as const
    for (const status of ['pending', 'rejected', 'cancelled'] as const) {
      const { id } = await addPerson(t.db.kysely)
      const decided = status === 'pending' ? {} : { decided_at: t.clock.now() }
      await addReservation(t.db.kysely, {
        ride_id: ride,
        passenger_id: id,
        status,
        ended_by: endedBy[status],
        ...decided,
      })
    }
    const left = async () =>
      (await rows<{ status: string }>(`select status from reservation where ride_id = '${ride}' order by status`)).map(
        ({ status }) => status,
      )
    expect(await later(afterMonths(6, -1), () => removeOldRejections(t.db.read))).toBe(0)
    expect(await later(afterMonths(6, 1), () => removeOldRejections(t.db.read))).toBe(1)
    expect(await left()).toEqual(['cancelled', 'pending'])
  })

  test('driver and passenger lose each other’s number 30 days after arrival', async () => {
    await sql`update profile set phone = '+4791234567', is_driver = id = ${kari.id} where id in (${kari.id}, ${ola.id})`.execute(
      t.db.kysely,
    )
    const departure = new Date(t.clock.now().getTime() + 3_600_000)
    const ride = await addRide(t.db, { driverId: kari.id, route: ['Oslo', 'Hamar'], departure, hours: 2 })
    await sql`update ride set created_at = app_now() where id = ${ride}`.execute(t.db.kysely)
    const reservation = await t.call('POST', `/api/v1/rides/${ride}/reservations`, {
      as: ola,
      body: { seats_requested: 1 },
    })
    await t.call('POST', `/api/v1/reservations/${reservation.body.id}/accept`, { as: kari })
    const read = async (path: string, person: TestPerson) =>
      (await t.call('GET', path, { as: await signedInAgain(t.db.kysely, person) })).body.items[0]
    const seen = async () => [
      (await read('/api/v1/me/reservations', ola)).contact?.license_plate,
      (await read('/api/v1/me/rides', kari)).reservations[0].passenger.phone,
    ]
    const arrival = 3 * 3_600_000
    expect(await later(arrival + 30 * DAY - 60_000, seen)).toEqual(['AB12345', '+4791234567'])
    expect(await later(arrival + 30 * DAY + 60_000, seen)).toEqual([undefined, null])
  })

  test('support requests of guests are deleted a year later, those of members stay', async () => {
    const question = { name: 'Gjest', email: 'gjest@example.no', subject: 'Hei', description: 'Hei' }
    const guest = await t.call('POST', '/api/v1/support-requests', { body: question })
    const member = await t.call('POST', '/api/v1/support-requests', { body: question, as: kari })
    await later(10 * DAY, () =>
      t.call('POST', '/api/v1/support-requests', { body: { ...question, subject: 'Senere' } }),
    )
    const left = async () =>
      (
        await rows<{ subject: string; user_id: string | null }>(
          'select subject, user_id from support_request order by created_at',
        )
      ).map(({ subject, user_id }) => `${subject} ${user_id ? 'member' : 'guest'}`)
    expect([guest.status, member.status]).toEqual([201, 201])
    expect(await later(afterMonths(12, -1), () => removeOldRequests(t.db.read))).toBe(0)
    expect(await later(afterMonths(12, 1), () => removeOldRequests(t.db.read))).toBe(1)
    expect(await left()).toEqual(['Hei member', 'Senere guest'])
    expect(await later(afterMonths(12, 11), () => removeOldRequests(t.db.read))).toBe(1)
    expect(await left()).toEqual(['Hei member'])
  })

  test('the search words of an export are deleted after 30 days, its log row is not', async () => {
    const admin = await addPerson(t.db.kysely, { role: 'admin' })
    for (const body of [{ q: 'Nordmann', status: 'pending' }, { type: 'safety' }])
      expect((await t.call('POST', '/api/v1/admin/support-exports', { body, as: admin })).status).toBe(201)
    await addAuditEntry(t.db.kysely, { actor_id: admin.id, action: 'user_suspended', details: { q: 'Nordmann' } })
    const log = async () =>
      (await rows<{ details: object }>(`select details from audit_log where actor_id = '${admin.id}' order by id`)).map(
        ({ details }) => details,
      )
    const before = await log()
    expect(await later(30 * DAY - 60_000, () => forgetOldSearches(t.db.read))).toBe(0)
    expect(await log()).toEqual(before)
    expect(await later(30 * DAY + 60_000, () => forgetOldSearches(t.db.read))).toBe(1)
    expect(await log()).toEqual([{ ...before[0], q: '' }, ...before.slice(1)])
    expect(await later(31 * DAY, () => forgetOldSearches(t.db.read))).toBe(0)
  })

  test('the network address of a session is deleted after 30 days', async () => {
    await sql`update auth_session set ip_address = '203.0.113.9', expires_at = now() + interval '90 days' where user_id = ${kari.id}`.execute(
      t.db.kysely,
    )
    const known = () => rows(`select from auth_session where user_id = '${kari.id}' and ip_address is not null`)
    await later(29 * DAY, () => removeOldSessions(t.db.read))
    expect(await known()).toHaveLength(1)
    await later(31 * DAY, () => removeOldSessions(t.db.read))
    expect(await known()).toEqual([])
    expect(await rows(`select from auth_session where user_id = '${kari.id}'`)).toHaveLength(1)
  })

  test('mails are deleted a week after they were sent or given up, pending ones never', async () => {
    await sql`insert into outbox (kind, recipient, locale, data, attempts, sent_at, dead_at, next_at) values
      ('test', 'sent@example.no', 'no', '{}', 1, app_now(), null, app_now()), ('test', 'dead@example.no', 'no', '{}', 8, null, app_now(), app_now()),
      ('test', 'waits@example.no', 'no', '{}', 1, null, null, app_now() + interval '90 days')`.execute(t.db.kysely)
    await sql`insert into local_mail (id, recipient, subject, text, html, sent_at)
      values (gen_random_uuid(), 'local@example.no', '', '', '', app_now())`.execute(t.db.kysely)
    const clean = async () => {
      const worker = startCleaning(t.app.parts)
      worker.wake()
      await worker.stop()
      const left = await rows<{ recipient: string }>(
        "select recipient from outbox where kind = 'test' union all select recipient from local_mail order by recipient",
      )
      return left.map(({ recipient }) => recipient).filter((recipient) => /^(sent|dead|waits|local)@/.test(recipient))
    }
    expect(await later(6 * DAY, clean)).toEqual([
      'dead@example.no',
      'local@example.no',
      'sent@example.no',
      'waits@example.no',
    ])
    expect(await later(8 * DAY, clean)).toEqual(['waits@example.no'])
  })
})

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeShippedPoints } from '#features/meeting-points/port'
import { syncAdmin } from '#features/accounts/store'
import { findViolations } from '#platform/db/invariants'
import type { Database } from '#platform/db/database'
import { openFiles } from '#platform/files/files'
import { createLog } from '#platform/log'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { databaseKinds, openTestDatabase, usualKind } from '../../test/database.ts'
import { demoAdminEmail } from '../config.ts'
import { fillWithDemo } from './demo.ts'

const adminEmail = demoAdminEmail
const costSharing = 'advise'
const SIGN_IN =
  'ingrid@samtur.example (driver), mikkel@samtur.example (passenger), admin@samtur.example (administrator), password: fjordtur'

/** Time limit of tests that fill the demo: it takes a second or two, and much longer beside other tests. */
const PATIENCE = 180_000

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-demo-'))
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))
const openFilesOf = (db: Database) => openFiles({ db, log: createLog('silent'), dataDir, storageUrl: undefined })

describe.each(databaseKinds)('on the %s database', (kind) => {
  let server: TestApp
  const fill = () => fillWithDemo(server.app.parts, { adminEmail, costSharing })

  beforeAll(async () => {
    server = await startTestApp({ kind })
    expect(await Promise.all([fill(), fill()])).toEqual([SIGN_IN, SIGN_IN])
  }, PATIENCE)
  afterAll(() => server.close())

  test('the demo has people, trips, reservations in every state, ratings and conversations', async () => {
    const { rows } = await sql<Record<string, number>>`select
      (select count(*) from profile)::integer as people,
      (select count(*) from profile where is_driver)::integer as drivers,
      (select count(*) from profile where picture_key is not null)::integer as pictures,
      (select count(*) from ride where departure_time > app_now())::integer as upcoming,
      (select count(*) from ride where departure_time <= app_now())::integer as past,
      (select count(*) from reservation where status = 'pending')::integer as pending,
      (select count(*) from reservation where status = 'accepted')::integer as accepted,
      (select count(*) from reservation where status = 'rejected')::integer as rejected,
      (select count(*) from reservation where status = 'cancelled')::integer as cancelled,
      (select count(*) from reservation r where to_position - from_position <
        (select max(position) from ride_stop s where s.ride_id = r.ride_id))::integer as sections,
      (select count(*) from rating)::integer as ratings,
      (select count(*) from chat)::integer as chats`.execute(server.db.read)
    expect(rows[0]).toMatchObject({ people: 61, drivers: 39, pictures: 47, chats: 42 })
    const least = {
      upcoming: 250,
      past: 100,
      pending: 40,
      accepted: 180,
      rejected: 20,
      cancelled: 8,
      sections: 60,
      ratings: 110,
    }
    for (const [what, count] of Object.entries(least)) expect(rows[0]?.[what], what).toBeGreaterThan(count)
  })

  test('most stops at big places have a meeting point, which the reservations agree on', async () => {
    const { rows } = await sql<Record<string, number>>`select
      (count(*) filter (where meeting_point_id is not null))::integer as with_point,
      (count(*) filter (where meeting_point_id is null))::integer as without,
      (select count(*) from reservation where status = 'accepted' and agreed_from_point is not null)::integer as agreed
      from ride_stop where place_id in (select place_id from meeting_point)`.execute(server.db.read)
    const { with_point = 0, without = 0, agreed = 0 } = rows[0] ?? {}
    expect(with_point).toBeGreaterThan(without)
    expect(without).toBeGreaterThan(0)
    expect(agreed).toBeGreaterThan(50)
  })

  test('every price is a share of the costs', async () => {
    const { rows } = await sql<
      Record<string, number>
    >`select count(*)::integer as rides, count(cost_share)::integer as known,
      (count(*) filter (where price > cost_share))::integer as above, (count(*) filter (where price = 0))::integer as free
      from ride`.execute(server.db.read)
    expect(rows[0]).toMatchObject({ known: rows[0]?.rides, above: 0 })
    expect(rows[0]?.free).toBeLessThan(12)
  })

  test('a driver drives every week, one ride departs later than published, and one was cancelled', async () => {
    const { rows } = await sql`select
      (select count(*) from ride join ride_series on ride_series.id = series_id and ride.driver_id = ride_series.driver_id)::integer as weekly,
      (select count(*) from ride where version > 1 and departure_time > app_now())::integer as moved,
      (select count(*) from reservation join ride on ride.id = ride_id where version > 1 and agreed_departs_at <= departure_time - interval '40 minutes')::integer as proposed,
      (select count(*) from ride where status = 'cancelled' and cancel_reason is not null and cancelled_at < app_now())::integer as called_off
    `.execute(server.db.read)
    expect(rows).toEqual([{ weekly: 6, moved: 1, proposed: 1, called_off: 1 }])
  })

  test('members and guests have written support requests, some of which are unanswered', async () => {
    const as = await signIn(demoAdminEmail)
    const { items, counts } = (await server.call('GET', '/api/v1/admin/support-requests', { as })).body
    expect(counts).toEqual({ total: 7, pending: 3, in_progress: 2, resolved: 2 })
    expect(items.filter(({ user }: { user: unknown }) => user === null)).toHaveLength(2)
    expect(items.filter(({ waiting }: { waiting: boolean }) => waiting)).toHaveLength(1)
    expect(items.filter(({ origin }: { origin: string }) => origin === 'chat')).toHaveLength(1)
    const mine = (
      await server.call('GET', '/api/v1/me/support-requests', { as: await signIn('mikkel@samtur.example') })
    ).body.items
    expect(mine).toMatchObject([{ subject: 'Får ikke varsler på mobilen', status: 'in_progress' }])
  })

  test('people have reported each other for a conversation and a comment; two reports are open', async () => {
    const as = await signIn(demoAdminEmail)
    const { items, pending } = (await server.call('GET', '/api/v1/admin/reports', { as })).body
    expect(pending).toBe(2)
    expect(
      items.map(({ about, status }: { about: string; status: string }) => `${about} ${status}`).toSorted(),
    ).toEqual(['comment dismissed', 'conversation pending', 'person pending', 'person resolved'])
    const { id } = items.find(({ about }: { about: string }) => about === 'conversation')
    expect((await server.call('GET', `/api/v1/admin/reports/${id}`, { as })).body.messages).toHaveLength(6)
  })

  test('nine people look for rides, and nobody is notified of that', async () => {
    const { items } = (await server.call('GET', '/api/v1/ride-wanted?limit=50')).body
    expect(items).toHaveLength(9)
    expect(items[0]).toMatchObject({ first_name: 'Silje', from: 'Oslo', to: 'Lillehammer' })
    const { rows } = await sql`select kind from notification where kind in ('ride_matched', 'wanted_on_your_way')
      union all select 'task' from ride_wanted_task`.execute(server.db.read)
    expect(rows).toEqual([])
  })

  test('all invariants hold', async () => {
    expect(await findViolations(server.db.read)).toEqual([])
  })

  test('a later start changes nothing', async () => {
    const count = () =>
      sql`select (select count(*) from auth_user) + (select count(*) from message) as n`.execute(server.db.read)
    const before = await count()
    expect(await fill()).toBe(SIGN_IN)
    expect((await count()).rows).toEqual(before.rows)
  })

  test('Ingrid has requests to answer, a passenger, ratings and unread messages', async () => {
    const as = await signIn('ingrid@samtur.example')
    const { items } = (await server.call('GET', '/api/v1/me/rides', { as })).body
    const upcoming = items.filter((ride: { departure_time: string }) => new Date(ride.departure_time) > new Date())
    const statuses = upcoming.flatMap((ride: { reservations: { status: string }[] }) =>
      ride.reservations.map((it) => it.status),
    )
    const count = (status: string) => statuses.filter((one: string) => one === status).length
    expect([count('accepted'), count('pending'), statuses.length]).toEqual([3, 4, 7])
    const me = (await server.call('GET', '/api/v1/me', { as })).body
    expect(me.profile).toMatchObject({ is_driver: true, full_name: 'Ingrid Solberg' })
    expect(me.profile.rating_count).toBeGreaterThan(8)
    expect(me.profile.rating).toBeGreaterThan(8.5)
    expect((await server.call('GET', '/api/v1/unread', { as })).body.total).toBe(3)
    const picture = await server.call('GET', me.profile.profile_picture)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  test('Mikkel has reservations in every state and one trip to rate', async () => {
    const as = await signIn('mikkel@samtur.example')
    const { items } = (await server.call('GET', '/api/v1/me/reservations', { as })).body
    expect(new Set(items.map((it: { status: string }) => it.status))).toEqual(
      new Set(['pending', 'accepted', 'rejected', 'cancelled']),
    )
    expect(items.filter((it: { can_rate: boolean }) => it.can_rate)).toHaveLength(1)
    expect((await server.call('GET', '/api/v1/unread', { as })).body.total).toBe(2)
  })

  test('the administrator keeps the role at the next start, unless the configuration names another', async () => {
    const isAdmin = async () =>
      (await server.call('GET', '/api/v1/me', { as: await signIn(demoAdminEmail) })).body.role === 'admin'
    await syncAdmin(server.db.read, adminEmail)
    expect(await isAdmin()).toBe(true)
    await syncAdmin(server.db.read, 'chief@samtur.example')
    expect(await isAdmin()).toBe(false)
  })

  async function signIn(email: string) {
    const answer = await server.call('POST', '/api/auth/sign-in/email', { body: { email, password: 'fjordtur' } })
    expect(answer.status).toBe(200)
    return {
      cookie: answer.headers
        .getSetCookie()
        .map((text) => text.split(';')[0])
        .join('; '),
    }
  }

  /** For each invariant a statement that breaks it, with its trigger or constraint removed where there is one. */
  const broken: [invariant: string, statements: string][] = [
    [
      'I-01',
      'alter table ride drop constraint ride_total_seats_check; update ride set total_seats = 8, available_seats = 8',
    ],
    ['I-02', 'update ride_leg set seats_taken = case seats_taken when 0 then 1 else 0 end'],
    ['I-02', 'update ride set available_seats = 0 where available_seats > 0'],
    ['I-02', 'update ride_section set seats_free = seats_free + 1'],
    ['I-05', `drop index reservation_active; ${copyOf('reservation', "status = 'accepted'", 'gen_random_uuid()')}`],
    [
      'I-06',
      "update reservation set passenger_id = driver_id from ride where ride.id = ride_id and reservation.status = 'cancelled'",
    ],
    ['I-07', 'update reservation set to_position = to_position + 20'],
    ['I-08', "update reservation set decided_at = null where status = 'rejected'"],
    ['I-08', "update reservation set ended_by = null where status = 'cancelled'"],
    [
      'I-08',
      "alter table reservation alter column agreed_from drop not null; update reservation set agreed_from = null where status = 'pending'",
    ],
    [
      'I-09',
      `alter table rating drop constraint rating_rater_id_ride_id_rated_id_key; alter table rating disable trigger rating_paused; ${copyOf('rating', 'true', 'gen_random_uuid()')}`,
    ],
    ['I-10', "update rating set created_at = created_at - interval '30 days'"],
    ['I-11', 'update profile set rating_sum = rating_sum + 1 where rating_count > 0'],
    ['I-12', `drop index chat_pair; ${copyOf('chat', 'true', 'gen_random_uuid()')}`],
    ['I-13', "update message set sender_id = (select id from profile where full_name = 'Tone Bakken')"],
    ['I-14', 'delete from message where seq = 2'],
    ['I-14', 'update chat set passenger_read_seq = last_seq + 1'],
    ['I-20', "update support_request set waiting = true where status = 'resolved'"],
    ['support', 'delete from support_message where seq = 2'],
    ['support', "update support_request set admin_reply = 'another' where admin_reply is not null"],
    [
      'support',
      `update support_request set origin = 'chat', user_id = (select id from profile where full_name = 'Ingrid Solberg')
        where status <> 'resolved'`,
    ],
    ['I-21', 'update profile set is_driver = not is_driver'],
    ['I-22', "update ride_stop set passes_at = passes_at - interval '1 day' where position > 0"],
    ['I-23', 'update reservation set price = 10000'],
    ['search', 'delete from ride_section where is_start and is_end'],
    ['search', "update ride_section set departs_at = departs_at + interval '1 hour'"],
    ['search', 'update ride_section set from_key = from_key + 1'],
    ['search', 'update ride_section set repeated = not repeated'],
    ['search', 'update ride set hidden_at = app_now()'],
    [
      'sessions',
      `insert into auth_session (user_id, token, expires_at)
        select id, email || n, now() + interval '1 day' from auth_user, generate_series(1, 11) n`,
    ],
    [
      'sessions',
      `insert into auth_session (user_id, token, expires_at, aal)
        select id, email, now() + interval '1 day', 'aal2' from auth_user`,
    ],
    [
      'I-26',
      "insert into outbox (kind, recipient, locale, data, sent_at) values ('x', 'x@example.test', 'no', '{}', now())",
    ],
  ]

  test.each(broken)('a broken %s is reported: %s', async (invariant, statements) => {
    const undone = new Error('undone')
    const attempt = server.db.tx(async (tx) => {
      await sql.raw(statements).execute(tx)
      expect(new Set((await findViolations(tx)).map((it) => it.invariant))).toContain(invariant)
      throw undone
    })
    await expect(attempt).rejects.toBe(undone)
  })
})

/** Inserts copies of the rows under new ids. */
function copyOf(table: string, where: string, id: string) {
  return `create temporary table copied on commit drop as select * from ${table} where ${where};
    update copied set id = ${id}; insert into ${table} select * from copied`
}

test('a database with other people is not filled', async () => {
  const db = await openTestDatabase()
  await sql`insert into auth_user (name, email) values ('Kari', 'kari@example.no')`.execute(db.read)
  const files = await openFilesOf(db)
  expect(await fillWithDemo({ db, clock: db.clock, files }, { adminEmail, costSharing })).toBeUndefined()
  await files.close()
  expect((await sql`select from auth_user`.execute(db.read)).rows).toHaveLength(1)
  await db.close()
})

test.each([usualKind])(
  'a failure half-way leaves the %s database empty, and the next start fills it',
  { tags: ['slow'], timeout: PATIENCE },
  async (kind) => {
    const db = await openTestDatabase(kind)
    // As every start of the server does.
    await storeShippedPoints(db.read)
    const files = await openFilesOf(db)
    fs.rmSync(path.join(dataDir, 'files'), { recursive: true, force: true })
    fs.writeFileSync(path.join(dataDir, 'files'), 'stands in the way of the folder')
    await expect(fillWithDemo({ db, clock: db.clock, files }, { adminEmail: undefined, costSharing })).rejects.toThrow(
      'unavailable',
    )
    fs.rmSync(path.join(dataDir, 'files'))
    const { rows } =
      await sql`select from auth_user union all select from ride union all select from stop_text`.execute(db.read)
    expect(rows).toEqual([])
    const line = await fillWithDemo({ db, clock: db.clock, files }, { adminEmail: 'chief@example.no', costSharing })
    expect(line).toBe('ingrid@samtur.example (driver), mikkel@samtur.example (passenger), password: fjordtur')
    expect((await sql`select from auth_user where role = 'admin'`.execute(db.read)).rows).toEqual([])
    await files.close()
    await db.close()
  },
)

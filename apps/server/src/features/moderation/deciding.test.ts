/** What the administrator sees of reports and does about them. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { reportStatuses } from '@samtur/contract/reports'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, type MockInstance, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, testSecret, touchSessions, type TestPerson } from '../../../test/sessions.ts'
import { markDriver } from '#features/profiles/port'
import { findViolations } from '#platform/db/invariants'
import type { Reactions } from '#platform/reactions'
import { forgetPerson } from './store.ts'

describe.each(databaseKinds)('on the %s database', (kind) => {
  let t: TestApp
  let admin: TestPerson
  let kari: TestPerson
  let ola: TestPerson

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

  const call = (method: string, path: string, body?: object, as = admin) =>
    t.call(method, `/api/v1${path}`, { as, body })
  const file = async (body: object = {}, as = kari) => {
    const answer = await call('POST', '/reports', { reported_id: ola.id, reason: 'Ubehagelig', ...body }, as)
    expect(answer.status).toBe(201)
    return answer.body.id as string
  }
  const decide = (id: string, how: string, body: object = {}, as = admin) =>
    call('POST', `/admin/reports/${id}/${how}`, body, as)
  const detail = async (id: string) => (await call('GET', `/admin/reports/${id}`)).body
  const chat = async (texts: number, from = kari, to = ola) => {
    const { body } = await call('POST', '/chats', { user_id: to.id }, from)
    for (let i = 1; i <= texts; i++) await call('POST', `/chats/${body.id}/messages`, { content: `nr ${i}` }, from)
    return body.id as string
  }
  const stored = (id: string) =>
    t.db.kysely.selectFrom('user_report').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const log = (id: string) =>
    t.db.kysely
      .selectFrom('audit_log')
      .selectAll()
      .where(sql<boolean>`details ->> 'report_id' = ${id}`)
      .orderBy('id')
      .execute()
  const notificationsOf = (person: TestPerson) =>
    t.db.kysely
      .selectFrom('notification')
      .select(['kind', 'params', 'about', 'path'])
      .where('user_id', '=', person.id)
      .execute()

  describe('the list', () => {
    test('newest first, page by page, one state at a time, with how many are pending', async () => {
      const ids: string[] = []
      for (let i = 0; i < 5; i++) {
        ids.unshift(await file())
        t.clock.advance(1000)
      }
      await decide(ids[1]!, 'resolve')
      await decide(ids[3]!, 'dismiss')
      const all = async (query: string) => {
        const found: { id: string; status: string }[] = []
        let pending = -1
        for (let cursor: string | null = ''; cursor !== null;) {
          const { body } = await call('GET', `/admin/reports?limit=2${query}${cursor && `&cursor=${cursor}`}`)
          found.push(...body.items)
          pending = body.pending
          cursor = body.next_cursor
        }
        return { found: found.filter(({ id }) => ids.includes(id)), pending }
      }
      const every = await all('')
      expect(every.found.map(({ id }) => id)).toEqual(ids)
      for (const status of reportStatuses) {
        const some = await all(`&status=${status}`)
        expect(some.found.map(({ id }) => id)).toEqual(
          every.found.filter((report) => report.status === status).map(({ id }) => id),
        )
        expect(some.pending).toBe(every.pending)
      }
      const { count } = await t.db.kysely
        .selectFrom('user_report')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('status', '=', 'pending')
        .executeTakeFirstOrThrow()
      expect(every.pending).toBe(Number(count))
    })

    test('says who, whom, about what and why, and later who decided', async () => {
      const id = await file({ chat_id: await chat(1) })
      const of = async () =>
        (await call('GET', '/admin/reports')).body.items.find((report: { id: string }) => report.id === id)
      const named = (person: TestPerson) => ({ id: person.id, full_name: person.name })
      expect(await of()).toEqual({
        id,
        reporter: { ...named(kari), profile_picture: null },
        reported: { ...named(ola), profile_picture: null },
        about: 'conversation',
        reason: 'Ubehagelig',
        status: 'pending',
        created_at: (await stored(id)).created_at.toISOString(),
        reviewed_at: null,
        reviewed_by: null,
      })
      await decide(id, 'resolve')
      expect(await of()).toMatchObject({
        status: 'resolved',
        reviewed_by: named(admin),
        reviewed_at: expect.any(String),
      })
    })
  })

  describe('one report', () => {
    test('comes with the conversation up to then, the last hundred, but nothing said later', async () => {
      const chatId = await chat(103)
      const id = await file({ chat_id: chatId })
      await call('POST', `/chats/${chatId}/messages`, { content: 'senere' }, ola)
      const { messages } = await detail(id)
      expect(messages.map(({ seq }: { seq: number }) => seq)).toEqual(Array.from({ length: 100 }, (_, i) => i + 4))
      expect(messages.at(-1)).toMatchObject({ sender_id: kari.id, content: 'nr 103', image_url: null, hidden: false })
      const alone = await file()
      expect(await detail(alone)).toMatchObject({ about: 'person', messages: [], comment: null })
    })

    test('also where both have deleted the conversation on their side', async () => {
      const chatId = await chat(2)
      const id = await file({ chat_id: chatId })
      for (const one of [kari, ola]) await call('DELETE', `/chats/${chatId}`, undefined, one)
      expect((await detail(id)).messages).toHaveLength(2)
    })

    test('reading a conversation is logged, once for each administrator, report and hour, also when asked twice at once', async () => {
      const id = await file({ chat_id: await chat(1) })
      await Promise.all([detail(id), detail(id), detail(id)])
      expect(await log(id)).toMatchObject([{ action: 'report_read', actor_id: admin.id, subject_id: ola.id }])
      t.clock.advance(3_400_000)
      await touchSessions(t.db.kysely, admin.id)
      await detail(id)
      expect(await log(id)).toHaveLength(1)
      const other = await addPerson(t.db.kysely, { role: 'admin' })
      await call('GET', `/admin/reports/${id}`, undefined, other)
      expect((await log(id)).map(({ actor_id }) => actor_id)).toEqual([admin.id, other.id])
      t.clock.advance(300_000)
      await detail(id)
      expect(await log(id)).toHaveLength(3)
      // What holds no conversation is no reading of one.
      const alone = await file()
      await detail(alone)
      expect(await log(alone)).toEqual([])
    })

    test('with other reports on the same person, the state of the account, the rides ahead and what was done', async () => {
      const eva = await addPerson(t.db.kysely, { name: 'Eva Li' })
      const first = await file({}, eva)
      t.clock.advance(1000)
      const id = await file()
      await file({ reported_id: eva.id })
      const now = t.clock.now().getTime()
      const add = (hours: number) =>
        addRide(t.db, { driverId: ola.id, route: ['Oslo', 'Hamar'], departure: new Date(now + hours * 3_600_000) })
      const [, ahead] = [await add(-5), await add(5)]
      await t.db.tx((tx) => markDriver(tx, ola.id))
      await decide(id, 'dismiss', { reason: 'Fant ingenting' })
      await call('POST', `/admin/users/${ola.id}/suspend`, { reason: 'Falske turer', report_id: id })
      const report = await detail(id)
      expect(report).toMatchObject({
        earlier: [{ id: first, reporter: { full_name: 'Eva Li' }, status: 'pending', about: 'person' }],
        reported_state: 'suspended',
        rides: [{ id: ahead, start_location: 'Oslo', end_location: 'Hamar', hidden: false }],
        log: [
          { action: 'user_suspended', reason: 'Falske turer', details: { report_id: id } },
          { action: 'report_dismissed', reason: 'Fant ingenting', actor: { id: admin.id } },
        ],
      })
      expect(report.earlier[0]).not.toHaveProperty('reported')
    })

    test('at most twenty others, the newest', async () => {
      for (let i = 0; i < 22; i++) {
        await t.db.kysely
          .insertInto('user_report')
          .values({ reporter_id: kari.id, reported_id: ola.id, reason: `nr ${i}`, created_at: new Date(1e12 + i) })
          .execute()
      }
      const { earlier } = await detail(await file())
      expect(earlier.map(({ reason }: { reason: string }) => reason)).toEqual(
        Array.from({ length: 20 }, (_, i) => `nr ${21 - i}`),
      )
    })

    test('unknown ones are not there, whatever is asked of them', async () => {
      const nobody = randomUUID()
      for (const answer of [
        await call('GET', `/admin/reports/${nobody}`),
        await decide(nobody, 'resolve'),
        await decide(nobody, 'dismiss'),
        await call('POST', `/admin/reports/${nobody}/message`, { subject: 'Hei', message: 'Hei' }),
        await call('POST', `/admin/users/${ola.id}/suspend`, { reason: 'x', report_id: nobody }),
      ])
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect((await call('GET', `/admin/users/${ola.id}`)).body.state).toBe('active')
    })
  })

  describe('deciding', () => {
    const ways = { resolved: 'resolve', dismissed: 'dismiss' } as const
    /** A report in the state. */
    const inState = async (status: (typeof reportStatuses)[number]) => {
      const id = await file()
      if (status !== 'pending') expect((await decide(id, ways[status])).status).toBe(200)
      return id
    }

    test.each(reportStatuses.flatMap((from) => (['resolved', 'dismissed'] as const).map((to) => [from, to] as const)))(
      'from %s to %s',
      async (from, to) => {
        const id = await inState(from)
        const before = await stored(id)
        const answer = await decide(id, ways[to], { reason: 'Nytt' })
        if (from === 'pending') {
          expect(answer).toMatchObject({ status: 200, body: { status: to, decision: 'Nytt' } })
          expect(await stored(id)).toMatchObject({ status: to, decision: 'Nytt', reviewed_by: admin.id })
        } else {
          expect(answer).toMatchObject({ status: 409, body: { code: 'report_closed' } })
          expect(await stored(id)).toEqual(before)
        }
      },
    )

    test.each(reportStatuses.flatMap((from) => reportStatuses.map((to) => [from, to] as const)))(
      'the database itself: from %s to %s',
      async (from, to) => {
        const id = await inState(from)
        const reviewed = to === 'pending' ? sql`null` : sql`coalesce(reviewed_at, app_now())`
        const change = sql`update user_report set status = ${to}, reviewed_at = ${reviewed},
          reviewed_by = ${to === 'pending' ? null : admin.id} where id = ${id}`.execute(t.db.kysely)
        if (from === to || from === 'pending') await expect(change).resolves.toBeTruthy()
        else await expect(change).rejects.toThrow('cannot go from')
      },
    )

    test('is told to the reporter with the reason, logged, and to nobody else', async () => {
      const id = await file()
      await decide(id, 'resolve', { reason: '  Kontoen er stengt.\r\nTakk! ' })
      expect(await notificationsOf(kari)).toEqual([
        {
          kind: 'report_decided',
          params: { decision: 'resolved', reason: 'Kontoen er stengt.\nTakk!' },
          about: ola.id,
          path: '/notifications',
        },
      ])
      expect(await notificationsOf(ola)).toEqual([])
      expect(await log(id)).toMatchObject([
        { action: 'report_resolved', actor_id: admin.id, subject_id: ola.id, reason: 'Kontoen er stengt.\nTakk!' },
      ])
    })

    test('without a reason there is none', async () => {
      const id = await file()
      expect((await decide(id, 'dismiss', { reason: ' ' })).body.decision).toBeNull()
      expect(await notificationsOf(kari)).toMatchObject([{ params: { decision: 'dismissed' } }])
      expect((await notificationsOf(kari))[0]?.params).not.toHaveProperty('reason')
    })

    test('works where the reporter has left, or the reported person', async () => {
      const [first, second] = [await file(), await file()]
      for (const [id, person] of [
        [first, kari],
        [second, ola],
      ] as const) {
        const newId = randomUUID()
        await t.db.tx(async (tx) => {
          await sql`update profile set id = ${newId} where id = ${person.id}`.execute(tx)
          await forgetPerson(tx, { id: person.id, newId })
          await sql`update profile set full_name = '', closed_at = app_now() where id = ${newId}`.execute(tx)
          await sql`delete from notification where user_id = ${person.id}`.execute(tx)
          await sql`delete from auth_user where id = ${person.id}`.execute(tx)
        })
        expect(await decide(id, 'resolve', { reason: 'Ferdig' })).toMatchObject({ status: 200, body: { reason: null } })
      }
      expect(await detail(second)).toMatchObject({ reported_state: 'closing', reported: { full_name: '' } })
      expect(
        await call('POST', `/admin/reports/${first}/message`, { subject: 'Hei', message: 'Er du der?' }),
      ).toMatchObject({ status: 409, body: { code: 'report_closed' } })
    })

    test('what was decided and why is forgotten with either of the two', async () => {
      for (const person of ['reporter', 'reported'] as const) {
        const [a, b] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
        const { body } = await call('POST', '/reports', { reported_id: b.id, reason: 'Ubehagelig' }, a)
        await decide(body.id, 'resolve', { reason: 'HEMMELIG' })
        const { id } = person === 'reporter' ? a : b
        await t.db.tx((tx) => forgetPerson(tx, { id, newId: id }))
        expect(await stored(body.id)).toMatchObject({ reason: null, decision: null, status: 'resolved' })
        const { rows } = await sql`select from audit_log where reason = 'HEMMELIG'`.execute(t.db.kysely)
        expect([person, rows.length]).toEqual([person, 0])
      }
    })
  })

  describe('writing to the reporter', () => {
    let run: MockInstance<Reactions['run']>
    beforeEach(() => {
      run = vi.spyOn(t.app.parts.reactions, 'run')
    })
    afterEach(() => run.mockRestore())
    /** Returns the payloads of the reactions. */
    const sent = () => run.mock.calls.map(([, , payload]) => payload)

    const write = (id: string, headers = {}) =>
      t.call('POST', `/api/v1/admin/reports/${id}/message`, {
        as: admin,
        body: { subject: 'Din rapport', message: 'Kan du si mer?' },
        headers,
      })

    test.each(reportStatuses)('of a %s report', async (status) => {
      const id = await file()
      if (status !== 'pending') await decide(id, status === 'resolved' ? 'resolve' : 'dismiss')
      const answer = await write(id)
      if (status === 'dismissed') {
        expect(answer).toMatchObject({ status: 409, body: { code: 'report_closed' } })
        expect(sent()).toEqual([])
        return
      }
      expect(answer).toMatchObject({ status: 200, body: { sent: true } })
      const text = { subject: 'Din rapport', message: 'Kan du si mer?' }
      expect(sent()).toEqual([{ admin_id: admin.id, reporter_id: kari.id, report_id: id, ...text }])
      expect((await log(id)).at(-1)).toMatchObject({ action: 'reporter_messaged', subject_id: kari.id })
    })

    test('sent again under one key it is written once', async () => {
      const id = await file()
      const headers = { 'idempotency-key': randomUUID() }
      for (let i = 0; i < 3; i++) expect((await write(id, headers)).status).toBe(200)
      expect(sent()).toHaveLength(1)
    })

    test('when it cannot be kept, nothing of it is', async () => {
      const id = await file()
      run.mockRejectedValueOnce(new Error('no'))
      expect((await write(id)).status).toBe(500)
      expect(await log(id)).toEqual([])
    })
  })

  test('the open pages of administrators, and of nobody else, hear of what is filed and done', async () => {
    const other = await addPerson(t.db.kysely, { role: 'admin' })
    const sockets = await Promise.all([admin, other, kari, ola].map(({ cookie }) => LiveClient.open(t.url, cookie)))
    for (const socket of sockets) expect(await socket.subscribe('inbox')).toBe('subscribed')
    const heard = ({ frames }: LiveClient) =>
      frames.filter((frame) => JSON.stringify(frame).includes('"reports"')).length
    const everybodyHears = async (times: number) => {
      for (const socket of sockets.slice(0, 2)) await socket.next(() => heard(socket) === times)
    }
    const id = await file()
    await everybodyHears(1)
    await decide(id, 'resolve')
    await everybodyHears(2)
    await call('POST', `/admin/reports/${id}/message`, { subject: 'Hei', message: 'Hei' })
    await everybodyHears(3)
    for (const socket of sockets.slice(2)) {
      socket.send({ type: 'heartbeat' })
      await socket.next(({ type }) => type === 'heartbeat')
      expect(heard(socket)).toBe(0)
    }
    for (const { socket } of sockets) socket.terminate()
  })

  test.each([
    ['resolve', { status: 'pending' }, 'status', 'unknown_field'],
    ['dismiss', { reviewed_by: randomUUID() }, 'reviewed_by', 'unknown_field'],
    ['dismiss', { reason: 'x\u0000' }, 'reason', 'invalid_characters'],
    ['message', { message: 'Hei' }, 'subject', 'required'],
    ['message', { subject: 'Hei', message: ' \n' }, 'message', 'required'],
    ['message', { subject: 'Hei', message: 'Hei', reporter_id: randomUUID() }, 'reporter_id', 'unknown_field'],
  ])('%s with %j is refused', async (how, body, field, code) => {
    const id = await file()
    expect(await decide(id, how, body)).toMatchObject({
      status: 422,
      body: { code: 'validation', fields: { [field]: code } },
    })
    expect(await stored(id)).toMatchObject({ status: 'pending', reviewed_by: null, reviewed_at: null })
  })
})

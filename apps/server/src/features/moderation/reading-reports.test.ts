/** An administrator lists and reads reports. */
import { randomUUID } from 'node:crypto'
import { reportStatuses } from '@samtur/contract/reports'
import { describe, expect, test } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import {
  admin,
  call,
  chat,
  decide,
  detail,
  file,
  kari,
  log,
  ola,
  setUpReports,
  stored,
  t,
} from '../../../test/report-fixtures.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, touchSessions, type TestPerson } from '../../../test/sessions.ts'
import { markDriver } from '#features/profiles/port'

describe.each([usualKind])('on the %s database', (kind) => {
  setUpReports(kind)

  describe('the list', () => {
    test('shows reports by status, newest first, in pages, with the number of pending ones', async () => {
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

    test('shows reporter, reported person, subject and reason, and later who decided', async () => {
      const id = await file({ chat_id: await chat(1), category: 'driving' })
      const of = async () =>
        (await call('GET', '/admin/reports')).body.items.find((report: { id: string }) => report.id === id)
      const named = (person: TestPerson) => ({ id: person.id, full_name: person.name })
      expect(await of()).toEqual({
        id,
        reporter: { ...named(kari), profile_picture: null },
        reported: { ...named(ola), profile_picture: null },
        about: 'conversation',
        category: 'driving',
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
    test('shows the last hundred messages before the report, and none after it', async () => {
      const chatId = await chat(103)
      const id = await file({ chat_id: chatId })
      await call('POST', `/chats/${chatId}/messages`, { content: 'senere' }, ola)
      const { messages } = await detail(id)
      expect(messages.map(({ seq }: { seq: number }) => seq)).toEqual(Array.from({ length: 100 }, (_, i) => i + 4))
      expect(messages.at(-1)).toMatchObject({ sender_id: kari.id, content: 'nr 103', image_url: null, hidden: false })
      const alone = await file()
      expect(await detail(alone)).toMatchObject({ about: 'person', messages: [], comment: null })
    })

    test('shows the messages also where both have deleted the conversation', async () => {
      const chatId = await chat(2)
      const id = await file({ chat_id: chatId })
      for (const one of [kari, ola]) await call('DELETE', `/chats/${chatId}`, undefined, one)
      expect((await detail(id)).messages).toHaveLength(2)
    })

    test('logs the reading of a conversation once for each administrator, report and hour, also of two reads at once', async () => {
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

    test('shows other reports on the person, the state of the account, the rides ahead and the log', async () => {
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

    test('shows at most twenty other reports, the newest', async () => {
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

    test('every route gives 404 for an unknown report', async () => {
      const unknown = randomUUID()
      for (const answer of [
        await call('GET', `/admin/reports/${unknown}`),
        await decide(unknown, 'resolve'),
        await decide(unknown, 'dismiss'),
        await call('POST', `/admin/reports/${unknown}/message`, { subject: 'Hei', message: 'Hei' }),
        await call('POST', `/admin/users/${ola.id}/suspend`, { reason: 'x', report_id: unknown }),
      ])
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect((await call('GET', `/admin/users/${ola.id}`)).body.state).toBe('active')
    })
  })
})

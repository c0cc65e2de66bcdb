/** An administrator decides reports and writes to reporters. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { reportStatuses } from '@samtur/contract/reports'
import { afterEach, beforeEach, describe, expect, test, type MockInstance, vi } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import { eachRow } from '../../../test/each-row.ts'
import { LiveClient } from '../../../test/live-client.ts'
import {
  admin,
  call,
  decide,
  detail,
  file,
  kari,
  log,
  notificationsOf,
  ola,
  setUpReports,
  stored,
  t,
} from '../../../test/report-fixtures.ts'
import { addPerson } from '../../../test/sessions.ts'
import type { Reactions } from '#platform/reactions'
import { forgetPerson } from './store.ts'

describe.each([usualKind])('on the %s database', (kind) => {
  setUpReports(kind)

  describe('deciding', () => {
    const ways = { resolved: 'resolve', dismissed: 'dismiss' } as const
    /** A report in the state. */
    const inState = async (status: (typeof reportStatuses)[number]) => {
      const id = await file()
      if (status !== 'pending') expect((await decide(id, ways[status])).status).toBe(200)
      return id
    }

    test.each(['resolved', 'dismissed'] as const)('ends as %s, once', async (to) => {
      const id = await file()
      const answer = await decide(id, ways[to], { reason: 'Nytt' })
      expect(answer).toMatchObject({ status: 200, body: { status: to, decision: 'Nytt' } })
      const decided = await stored(id)
      expect(decided).toMatchObject({ status: to, decision: 'Nytt', reviewed_by: admin.id })
      for (const how of Object.values(ways))
        expect(await decide(id, how)).toMatchObject({ status: 409, body: { code: 'report_closed' } })
      expect(await stored(id)).toEqual(decided)
    })

    test('the database itself never changes a decided report', async () => {
      const rows = reportStatuses.flatMap((from) => reportStatuses.map((to) => ({ from, to })))
      await eachRow(
        rows,
        (row) => JSON.stringify(row),
        async ({ from, to }) => {
          const id = await inState(from)
          const reviewed = to === 'pending' ? sql`null` : sql`coalesce(reviewed_at, app_now())`
          const change = sql`update user_report set status = ${to}, reviewed_at = ${reviewed},
          reviewed_by = ${to === 'pending' ? null : admin.id} where id = ${id}`.execute(t.db.kysely)
          if (from === to || from === 'pending') await expect(change).resolves.toBeTruthy()
          else await expect(change).rejects.toThrow('cannot go from')
        },
      )
    })

    test('notifies the reporter alone, with the reason, and is logged', async () => {
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

    test('without a reason stores none', async () => {
      const id = await file()
      expect((await decide(id, 'dismiss', { reason: ' ' })).body.decision).toBeNull()
      expect(await notificationsOf(kari)).toMatchObject([{ params: { decision: 'dismissed' } }])
      expect((await notificationsOf(kari))[0]?.params).not.toHaveProperty('reason')
    })

    test('works after the reporter or the reported person has left', async () => {
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

    test('erasing either person erases the decision and the reason', async () => {
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

    test('stores a message once for one idempotency key', async () => {
      const id = await file()
      const headers = { 'idempotency-key': randomUUID() }
      for (let i = 0; i < 3; i++) expect((await write(id, headers)).status).toBe(200)
      expect(sent()).toHaveLength(1)
    })

    test('a failure of the reaction stores nothing', async () => {
      const id = await file()
      run.mockRejectedValueOnce(new Error('no'))
      expect((await write(id)).status).toBe(500)
      expect(await log(id)).toEqual([])
    })
  })

  test('the open pages of administrators alone are updated when a report is filed or handled', async () => {
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

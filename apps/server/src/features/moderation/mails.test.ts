/** Decisions about content and reports reach people by mail while their account is suspended or being deleted. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { createDataset, type Dataset } from '../../../test/rights/dataset.ts'
import { testSecret, type TestPerson } from '../../../test/sessions.ts'
import { partNames, readPart } from '#features/privacy/views'

const reason = 'Kanarifugl 7f3a9c'

describe.each([usualKind])('on the %s database', (kind) => {
  let t: TestApp
  let w: Dataset

  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
  })
  beforeEach(async () => {
    w = await createDataset(t)
  })
  afterAll(() => t.close())

  const call = (method: string, path: string, body: object, as = w.admin) =>
    t.call(method, `/api/v1${path}`, { as, body })
  const change = (method: string, kindOf: string, id: string, more: object = {}) =>
    call(method, '/admin/hidden-content', { kind: kindOf, id, reason, ...more })
  const report = async (by: TestPerson, on: TestPerson, more: object = {}) =>
    (await call('POST', '/reports', { reported_id: on.id, reason: 'Ubehagelig', ...more }, by)).body.id as string
  const states = {
    suspended: (person: TestPerson) => call('POST', `/admin/users/${person.id}/suspend`, { reason: 'x' }),
    'being deleted': (person: TestPerson) =>
      sql`update auth_user set purge_at = app_now() + interval '7 days' where id = ${person.id}`.execute(t.db.kysely),
  }
  /** Returns the mails to the person once all have left. A waiting mail has an id only, and a sent one nothing. */
  const mailsTo = async (person: TestPerson) => {
    const { rows: queued } = await sql<{ data: object }>`
      select data from outbox where recipient = ${person.email} and kind in ('moderation.content', 'moderation.decided', 'support.message')`.execute(
      t.db.kysely,
    )
    for (const { data } of queued) expect(['{}', 'id']).toContain(Object.keys(data).join() || '{}')
    // At night alerts wait for the morning.
    const waiting = async () =>
      (
        await sql`select id from outbox where sent_at is null and dead_at is null and next_at <= app_now()`.execute(
          t.db.kysely,
        )
      ).rows
    await expect.poll(waiting, { timeout: 10_000 }).toEqual([])
    const { rows } = await sql<{ subject: string; text: string }>`
      select subject, text from local_mail where recipient = ${person.email} order by sent_at, id`.execute(t.db.kysely)
    return rows
  }
  const notificationsOf = (person: TestPerson) =>
    t.db.kysely
      .selectFrom('notification')
      .select('kind')
      .where('user_id', '=', person.id)
      .where('kind', 'in', ['content_hidden', 'content_shown', 'report_decided', 'support_replied'])
      .execute()

  describe.each(Object.entries(states))('to a person whose account is %s', (_, leave) => {
    test('a mail says why content is hidden, and that it is shown again', async () => {
      const { body } = await call('POST', `/chats/${w.chatId}/messages`, { content: 'Hei' }, w.driver)
      const report_id = await report(w.accepted, w.driver, { chat_id: w.chatId })
      await leave(w.driver)
      await change('POST', 'ride', w.rideId)
      await change('POST', 'message', body.id, { report_id })
      await change('DELETE', 'ride', w.rideId)
      const mails = await mailsTo(w.driver)
      for (const [said, times] of [
        ['har skjult en tur', 1],
        ['har skjult en melding', 1],
        [reason, 3],
      ] as const)
        expect(mails.filter(({ text }) => text.includes(said))).toHaveLength(times)
      expect(await notificationsOf(w.driver)).toEqual([])
    })

    test.each(['resolve', 'dismiss'])('a mail says how a report was decided: %s', async (how) => {
      const id = await report(w.stranger, w.driver)
      await leave(w.stranger)
      expect((await call('POST', `/admin/reports/${id}/${how}`, { reason })).status).toBe(200)
      const mails = await mailsTo(w.stranger)
      expect(mails.filter(({ text }) => text.includes(reason) && text.includes('Takk for rapporten'))).toHaveLength(1)
      expect(await notificationsOf(w.stranger)).toEqual([])
    })

    test('a mail has an administrator’s message about a report', async () => {
      const id = await report(w.stranger, w.driver)
      await leave(w.stranger)
      const said = { subject: 'Din rapport', message: `Hei\n${reason}` }
      expect((await call('POST', `/admin/reports/${id}/message`, said)).status).toBe(200)
      const mails = await mailsTo(w.stranger)
      expect(mails.filter(({ text }) => text.includes(reason) && text.includes('Din rapport'))).toHaveLength(1)
      expect(await notificationsOf(w.stranger)).toEqual([])
    })
  })

  test('a person with an open account gets a notification, and an unconfirmed address nothing', async () => {
    await change('POST', 'ride', w.rideId)
    expect(await notificationsOf(w.driver)).toEqual([{ kind: 'content_hidden' }])
    await states.suspended(w.accepted)
    await sql`update auth_user set email_verified = false where id = ${w.accepted.id}`.execute(t.db.kysely)
    await change('POST', 'comment', w.ratingId)
    const { rows } = await sql`select from outbox where kind = 'moderation.content'
      and recipient in (${w.driver.email}, ${w.accepted.email})`.execute(t.db.kysely)
    expect(rows).toEqual([])
  })

  test('the export of a reported person does not mention the report, and its log has the actions', async () => {
    const id = await report(w.stranger, w.driver, { reason: `${reason} rapport` })
    await call('POST', `/admin/reports/${w.reportId}/dismiss`, { reason })
    await t.call('GET', `/api/v1/admin/reports/${id}`, { as: w.admin })
    await call('POST', `/admin/reports/${id}/resolve`, { reason })
    await call('POST', '/admin/hidden-content', { kind: 'ride', id: w.rideId, reason: 'Mot reglene' })
    for (const part of partNames)
      expect(JSON.stringify(await readPart(t.db.read, part, w.driver.id)), part).not.toMatch(/Kanarifugl|"report_/)
    expect(await readPart(t.db.read, 'log', w.driver.id)).toMatchObject([
      { action: 'content_hidden', reason: 'Mot reglene' },
    ])
  })
})

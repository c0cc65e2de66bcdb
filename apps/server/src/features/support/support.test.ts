/** Support requests and answers: who may file them, what is stored, and who is notified or mailed. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { supportStatuses } from '@samtur/contract/support'
import { usualKind } from '../../../test/database.ts'
import { eachRow } from '../../../test/each-row.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { addPerson } from '../../../test/sessions.ts'
import {
  admin,
  question,
  create,
  handOver,
  kari,
  mailsTo,
  notificationsOf,
  ola,
  one,
  own,
  person,
  query,
  reply,
  say,
  stored,
  setUpSupport,
  t,
  update,
} from '../../../test/support-fixtures.ts'
import { notify } from '#features/notifications/port'

describe.each([usualKind])('on the %s database', (kind) => {
  setUpSupport(kind)

  test('a guest’s request is pending and has no account; fields that the server sets are refused', async () => {
    const email = `${randomUUID()}@example.no`
    const answer = await create({ email })
    expect(answer).toMatchObject({ status: 201, body: { status: 'pending' } })
    expect(Object.keys(answer.body).toSorted()).toEqual(['created_at', 'id', 'status'])
    expect(await stored(answer.body.id)).toMatchObject({
      user_id: null,
      email,
      request_type: 'general',
      origin: 'form',
      status: 'pending',
      waiting: true,
      locale: 'en',
    })
    for (const more of [
      { status: 'resolved' },
      { user_id: kari.id },
      { request_type: 'admin_message' },
      { origin: 'admin' },
    ])
      expect((await create(more)).status).toBe(422)
    expect((await own()).body.items).toEqual([])
  })

  test('a person with an unconfirmed address is a guest with the typed address', async () => {
    const una = await addPerson(t.db.kysely, { verified: false })
    const { body } = await create({ email: 'ikke-unas@example.no' }, una)
    expect(await stored(body.id)).toMatchObject({ user_id: null, email: 'ikke-unas@example.no' })
  })

  test('a member’s request belongs to the account and has its address, whatever was typed', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const { status, body } = await create({ email: 'andre@example.no', request_type: 'billing' }, kari, key)
    expect(status).toBe(201)
    expect((await create({ email: 'andre@example.no', request_type: 'billing' }, kari, key)).body).toEqual(body)
    expect((await create({}, kari, key)).body.code).toBe('idempotency_key_reused')
    expect(await stored(body.id)).toMatchObject({
      user_id: kari.id,
      email: kari.email,
      request_type: 'billing',
      locale: 'no',
    })
    const { items } = (await own()).body
    expect(items).toMatchObject([
      { id: body.id, subject: question.subject, description: question.description, admin_reply: null },
    ])
    expect((await own(`/${body.id}`, ola)).status).toBe(404)
    expect((await own('', ola)).body.items).toEqual([])
  })

  test('own requests are listed newest first, in pages', async () => {
    const ids: string[] = []
    for (const subject of ['1', '2', '3']) ids.unshift((await create({ subject }, kari)).body.id)
    const first = (await own('?limit=2')).body
    expect(first.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
    const second = (await own(`?limit=2&cursor=${first.next_cursor}`)).body
    expect(second.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2))
    expect(second.next_cursor).toBeNull()
  })

  test('goes from pending to in progress to resolved; its first administrator stays its reviewer', async () => {
    const { id } = (await create({}, kari)).body
    const other = await addPerson(t.db.kysely, { role: 'admin' })
    const begun = await update(id, { status: 'in_progress', admin_notes: 'Notat' }, other)
    const reviewed = { admin_notes: 'Notat', reviewed_by: { id: other.id } }
    expect(begun).toMatchObject({ status: 200, body: { status: 'in_progress', ...reviewed } })
    expect(await notificationsOf(kari)).toEqual([])
    const log = () =>
      query<{ actor_id: string; subject_id: string }>(
        `select actor_id, subject_id from audit_log where action = 'support_resolved' and details ->> 'request_id' = '${id}'`,
      )
    expect(await log()).toEqual([])
    const done = await update(id, { status: 'resolved' })
    expect(done).toMatchObject({ status: 200, body: { status: 'resolved', ...reviewed } })
    expect((await notificationsOf(kari)).map((news) => news.kind)).toEqual(['support_resolved'])
    expect(await log()).toEqual([{ actor_id: admin.id, subject_id: kari.id }])
  })

  test('can be resolved at once, and goes no other way, not even in the database itself', async () => {
    const refused = { pending: ['pending'], in_progress: ['pending', 'in_progress'], resolved: supportStatuses }
    const rows = supportStatuses.flatMap((from) => refused[from].map((to) => ({ from, to })))
    await eachRow(
      rows,
      (row) => JSON.stringify(row),
      async ({ from, to }) => {
        const { id } = (await create({}, kari)).body
        if (from !== 'pending') expect((await update(id, { status: from })).status).toBe(200)
        const before = await stored(id)
        const code = from === 'resolved' ? 'request_closed' : 'wrong_state'
        expect(await update(id, { status: to, admin_notes: 'Notat' })).toMatchObject({ status: 409, body: { code } })
        expect(await stored(id)).toEqual(before)
        if (from === to) return
        const unseen = to === 'pending' ? ', reviewed_at = null, reviewed_by = null' : ''
        await expect(query(`update support_request set status = '${to}'${unseen} where id = '${id}'`)).rejects.toThrow(
          /cannot go/,
        )
      },
    )
  })

  test('the notes can be changed and removed in any status', async () => {
    const { id } = (await create({}, kari)).body
    for (const status of ['in_progress', 'resolved', undefined]) {
      expect((await update(id, { admin_notes: `Notat ${status}`, ...(status && { status }) })).body.admin_notes).toBe(
        `Notat ${status}`,
      )
    }
    expect((await update(id, { admin_notes: ' ' })).body.admin_notes).toBeNull()
    expect((await update(id, {})).status).toBe(422)
  })

  describe('who is notified or mailed', () => {
    test('a member by a notification and its mail, with the subject and without the text', async () => {
      const { id } = (await create({}, kari)).body
      await reply(id, { message: 'kanari-svar' })
      await update(id, { status: 'resolved' })
      const path = `/help-support?tab=requests&request=${id}`
      expect(await notificationsOf(kari)).toEqual([
        { kind: 'support_replied', params: { subject: question.subject }, path },
        { kind: 'support_resolved', params: { subject: question.subject }, path },
      ])
      const mails = await mailsTo(kari.email, 2)
      expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
        'Henvendelsen din er løst',
        'Kundeservice har svart deg',
      ])
      for (const { text } of mails) {
        expect(text).toContain(question.subject)
        expect(text).toContain(path)
        expect(text).not.toContain('kanari-svar')
      }
    })

    test('the person of a moderation decision, with the reason in quotation marks and without a name', async () => {
      await t.db.tx((tx) =>
        notify(tx, t.app.parts, [
          { to: kari.id, kind: 'content_hidden', params: { content: 'ride', reason: 'Reklame' }, path: '/' },
          { to: kari.id, kind: 'report_decided', params: { decision: 'dismissed', reason: 'Ikke brudd' }, path: '/' },
        ]),
      )
      const texts = (await mailsTo(kari.email, 2)).map(({ text }) => text).join()
      for (const words of ['Begrunnelse:', '«Reklame»', '«Ikke brudd»']) expect(texts).toContain(words)
      expect(texts).not.toContain('skriver')
    })

    test('a member once for the answers to one message of a talk', async () => {
      const { id } = (await handOver([person('Hei')])).body
      for (const message of ['Hei', 'Hva gjelder det?']) await reply(id, { message })
      expect(await notificationsOf(kari)).toHaveLength(1)
      await say(id, { content: 'Turen' })
      await reply(id, { message: 'Skal se' })
      expect(await notificationsOf(kari)).toHaveLength(2)
    })

    test('a guest by mail in the language of the request, with the answer itself', async () => {
      const email = `${randomUUID()}@example.no`
      const { id } = (await create({ email, locale: 'da' })).body
      await reply(id, { message: 'Her er svaret.\nHilsen Adele' })
      await update(id, { status: 'resolved' })
      const mails = await mailsTo(email, 3)
      const answer = mails.find(({ subject }) => subject === 'Svar fra kundeservice')
      expect(answer?.text).toContain('Her er svaret.')
      expect(answer?.text).toContain('Hilsen Adele')
      expect(answer?.html).toContain('lang="da"')
      expect(mails.map(({ subject }) => subject)).toContain('Din henvendelse er løst')
    })

    test('a member whose account is suspended or being deleted by mail', async () => {
      const { id } = (await create({}, kari)).body
      await t.call('POST', `/api/v1/admin/users/${kari.id}/suspend`, { as: admin, body: { reason: 'Sak 1' } })
      await reply(id, { message: 'Vi ser på det' })
      expect((await mailsTo(kari.email, 2)).some(({ text }) => text.includes('Vi ser på det'))).toBe(true)
      expect(await notificationsOf(kari)).toEqual([])
    })

    test('open pages of the person and of every administrator', async () => {
      const { id } = (await create({}, kari)).body
      const clients = await Promise.all([kari, admin, ola].map(({ cookie }) => LiveClient.open(t.url, cookie)))
      for (const client of clients) await client.subscribe('inbox')
      const changes = () =>
        clients.map(
          (client) =>
            client.events('inbox').filter((event) => event.event === 'changed' && event.what === 'support').length,
        )
      const steps = [
        () => say(id, { content: 'Hei' }),
        () => reply(id, { message: 'Hei' }),
        () => update(id, { status: 'in_progress' }),
        () => update(id, { admin_notes: 'Bare for oss' }),
      ]
      const expected = [
        [1, 1, 0],
        [2, 2, 0],
        [3, 3, 0],
        [3, 4, 0],
      ]
      for (const [index, step] of steps.entries()) {
        expect((await step()).status).toBeLessThan(300)
        await vi.waitFor(() => expect(changes()).toEqual(expected[index]))
      }
      for (const client of clients) client.socket.close()
    })
  })

  test('an administrator’s message to a reporter is stored as the reporter’s resolved request', async () => {
    await t.db.tx((tx) =>
      t.app.parts.reactions.run(tx, 'reporterMessaged', {
        admin_id: admin.id,
        reporter_id: kari.id,
        report_id: randomUUID(),
        subject: 'Rapporten din',
        message: 'Takk for at du sa ifra.',
      }),
    )
    const [request] = (await own()).body.items
    expect(request).toMatchObject({
      request_type: 'admin_message',
      origin: 'admin',
      status: 'resolved',
      subject: 'Rapporten din',
      admin_reply: 'Takk for at du sa ifra.',
    })
    expect(await notificationsOf(kari)).toMatchObject([
      { kind: 'support_replied', params: { subject: 'Rapporten din' } },
    ])
    expect(await one(request.id)).toMatchObject({ reviewed_by: { id: admin.id }, waiting: false })
    expect((await say(request.id, { content: 'Hei' })).body.code).toBe('request_closed')
  })

  test('only the administrators’ responses hold the notes and the reviewer', async () => {
    const canary = `kanari-${randomUUID()}`
    const { id } = (await create({}, kari)).body
    await reply(id, { message: 'Svar' })
    expect((await update(id, { status: 'in_progress', admin_notes: canary })).text).toContain(canary)
    await update(id, { status: 'resolved' })
    const reads = ['/me/support-requests', `/me/support-requests/${id}`, '/me/notifications', '/me', '/me/export']
    for (const as of [kari, ola])
      for (const path of reads) {
        const { text } = await t.call('GET', `/api/v1${path}`, { as })
        expect([path, text.includes(canary), text.includes(admin.id)]).toEqual([path, false, false])
      }
    for (const path of [`/admin/support-requests/${id}`, '/admin/support-requests'])
      expect((await t.call('GET', `/api/v1${path}`, { as: kari })).text).not.toContain(canary)
    await mailsTo(kari.email, 2)
    const tables = ['outbox', 'local_mail', 'notification', 'push_message', 'idempotency_key', 'audit_log']
    for (const table of tables)
      expect([table, await query(`select from ${table} it where to_jsonb(it)::text like '%${canary}%'`)]).toEqual([
        table,
        [],
      ])
  })
})

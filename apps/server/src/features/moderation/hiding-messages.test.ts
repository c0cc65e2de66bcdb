/** A message that is hidden as part of a report that covers it. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import {
  call,
  canary,
  hide,
  setUpHiding,
  log,
  notificationsOf,
  seenBy,
  show,
  t,
  w,
} from '../../../test/hiding-fixtures.ts'
import { goodPicture, sendForm } from '../../../test/images/uploads.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { type TestPerson } from '../../../test/sessions.ts'
import { countUnread, listChats } from '#features/chat/views'
import { listUnread } from '#features/chat/views-unread'

describe.each([usualKind])('on the %s database', (kind) => {
  setUpHiding(kind)

  describe('a message', () => {
    let id: string
    let seq: number
    const clientId = randomUUID()
    beforeEach(async () => {
      const body = { content: canary, client_id: clientId }
      const sent = await call('POST', `/chats/${w.chatId}/messages`, w.driver, body)
      id = sent.body.id as string
      seq = sent.body.seq as number
    })
    const complain = async (body: object, as = w.accepted) =>
      (await call('POST', '/reports', as, { reported_id: w.driver.id, reason: 'Ubehagelig', ...body })).body
        .id as string
    let reportId: string
    const hideIt = async () => {
      reportId = await complain({ chat_id: w.chatId })
      expect((await hide('message', id, { report_id: reportId })).status).toBe(200)
    }
    const showIt = async () => expect((await show('message', id, { report_id: reportId })).status).toBe(200)
    const messages = async (as: TestPerson) => (await call('GET', `/chats/${w.chatId}/messages`, as)).body.items
    const own = async (as: TestPerson) => (await messages(as)).find((message: { id: string }) => message.id === id)

    test('is a placeholder for both sides everywhere, until it is shown again', async () => {
      const before = await messages(w.accepted)
      expect(await seenBy(canary)).toEqual(['driver', 'accepted'])
      await hideIt()
      expect(await seenBy(canary)).toEqual([])
      for (const reader of [w.driver, w.accepted])
        expect(await own(reader)).toMatchObject({
          id,
          seq,
          content: null,
          image_url: null,
          hidden: true,
          message_type: 'text',
        })
      // Sent once more it is the same one, and still nothing.
      const again = await call('POST', `/chats/${w.chatId}/messages`, w.driver, {
        content: canary,
        client_id: clientId,
      })
      expect(again.body).toMatchObject({ id, content: null, hidden: true })
      // The next ones are what they are.
      expect(
        (await call('POST', `/chats/${w.chatId}/messages`, w.accepted, { content: 'Hm' })).body,
      ).not.toHaveProperty('hidden')
      await showIt()
      expect((await messages(w.accepted)).slice(0, -1)).toEqual(before)
    })

    test('the open pages of both are updated, and later subscriptions do not have it', async () => {
      const open = async (person: TestPerson) => {
        const client = await LiveClient.open(t.url, person.cookie)
        for (const channel of ['inbox', `chat:${w.chatId}`]) expect(await client.subscribe(channel)).toBe('subscribed')
        return client
      }
      const clients = await Promise.all([w.driver, w.accepted].map(open))
      await hideIt()
      for (const client of clients) await client.next((frame) => JSON.stringify(frame).includes('"what":"chats"'))
      expect(clients.map(({ frames }) => JSON.stringify(frames).includes(canary))).toEqual([false, false])
      for (const { socket } of clients) socket.terminate()
    })

    test('is hidden and shown only with a report that covers it', async () => {
      const before = await complain({ chat_id: w.chatId })
      const { body } = await call('POST', `/chats/${w.chatId}/messages`, w.driver, { content: 'Nytt' })
      const without = await complain({})
      const covering = await complain({ chat_id: w.chatId })
      const later = await call('POST', `/chats/${w.chatId}/messages`, w.driver, { content: 'Senere' })
      for (const change of [hide, show]) {
        for (const report_id of [undefined, null, before, without, w.reportId])
          expect((await change('message', body.id, { report_id })).status).toBe(404)
        expect((await change('message', later.body.id, { report_id: covering })).status).toBe(404)
      }
      expect([await notificationsOf(w.driver), await log()]).toEqual([[], []])
      for (const change of [hide, show])
        expect((await change('message', body.id, { report_id: covering })).status).toBe(200)
    })

    test('is not notified while it is hidden', async () => {
      const unread = async () => [
        (await listChats(t.db.read, w.accepted.id, w.chatId))[0]?.unread_count,
        (await countUnread(t.db.read, w.accepted.id))[0]?.count,
        (await listUnread(t.db.read, 0, 100)).filter(({ reader_id }) => reader_id === w.accepted.id).length,
      ]
      await call('POST', `/chats/${w.chatId}/read`, w.accepted, { seq: seq - 1 })
      expect(await unread()).toEqual([1, 1, 1])
      await hideIt()
      expect(await unread()).toEqual([0, undefined, 0])
      await showIt()
      expect(await unread()).toEqual([1, 1, 1])
    })

    test('its sender is notified, the other side is not', async () => {
      await hideIt()
      expect(await notificationsOf(w.driver)).toEqual([
        {
          kind: 'content_hidden',
          params: { content: 'message', reason: 'Mot reglene' },
          path: `/chat?chat=${w.chatId}`,
        },
      ])
      expect(await notificationsOf(w.accepted)).toEqual([])
    })

    test('an image is read by administrators only, as part of a report', async () => {
      const image = `/files/chat-images/${w.imageKey}`
      const { id: message } = await t.db.kysely
        .selectFrom('message')
        .select('id')
        .where('image_key', '=', w.imageKey)
        .executeTakeFirstOrThrow()
      const statuses = async () =>
        Promise.all(
          [w.driver, w.accepted, w.stranger, w.admin].map(async (as) => (await call('GET', image, as)).status),
        )
      expect(await statuses()).toEqual([200, 200, 404, 404])
      const { body } = await call('POST', '/reports', w.accepted, {
        reported_id: w.driver.id,
        reason: 'Bildet',
        chat_id: w.chatId,
      })
      expect(await statuses()).toEqual([200, 200, 404, 200])
      await hide('message', message, { report_id: body.id })
      expect(await statuses()).toEqual([404, 404, 404, 200])
      const { messages: attached } = (await call('GET', `/admin/reports/${body.id}`, w.admin)).body
      expect(attached).toContainEqual(expect.objectContaining({ id: message, image_url: image, hidden: true }))
      // Reading it was logged with the first look already.
      const { rows } =
        await sql`select from audit_log where action = 'report_read' and details ->> 'report_id' = ${body.id}`.execute(
          t.db.kysely,
        )
      expect(rows).toHaveLength(1)
      await call('POST', `/admin/reports/${body.id}/dismiss`, w.admin, {})
      expect(await statuses()).toEqual([404, 404, 404, 200])
      await show('message', message, { report_id: body.id })
      expect(await statuses()).toEqual([200, 200, 404, 200])
    })

    test('an image sent after the report is not shown to administrators', async () => {
      await call('POST', '/reports', w.accepted, { reported_id: w.driver.id, reason: 'Bildet', chat_id: w.chatId })
      const to = `/chats/${w.chatId}/images` as const
      const sent = await sendForm({ url: t.url, to, as: w.driver, bytes: await goodPicture() })
      expect(sent.status).toBe(201)
      expect((await call('GET', sent.body.image_url, w.admin)).status).toBe(404)
      expect((await call('GET', sent.body.image_url, w.accepted)).status).toBe(200)
    })
  })
})

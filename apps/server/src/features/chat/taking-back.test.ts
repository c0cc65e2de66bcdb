/** Messages that their senders take back. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { chat as limits } from '@samtur/contract/constants'
import { usualKind } from '../../../test/database.ts'
import { call, canary, setUpHiding, seenBy, t, w } from '../../../test/hiding-fixtures.ts'
import { LiveClient } from '../../../test/live-client.ts'
import type { TestPerson } from '../../../test/sessions.ts'
import { findViolations } from '#platform/db/invariants'
import { countUnread, listChats } from './views.ts'
import { listUnread } from './views-unread.ts'

const MINUTE = 60_000

describe.each([usualKind])('on the %s database', (kind) => {
  setUpHiding(kind)

  let id: string
  let seq: number
  const clientId = randomUUID()
  beforeEach(async () => {
    const sent = await call('POST', `/chats/${w.chatId}/messages`, w.driver, { content: canary, client_id: clientId })
    id = sent.body.id as string
    seq = sent.body.seq as number
  })
  const takeBack = (as: TestPerson, message = id, chat = w.chatId) =>
    call('POST', `/chats/${chat}/messages/${message}/take-back`, as)
  const messages = async (as: TestPerson) => (await call('GET', `/chats/${w.chatId}/messages`, as)).body.items
  const shown = async (as: TestPerson) => (await messages(as)).find((one: { id: string }) => one.id === id)
  const report = async (as = w.accepted) =>
    (await call('POST', '/reports', as, { reported_id: w.driver.id, reason: 'Ubehagelig', chat_id: w.chatId })).body
      .id as string
  const reported = async (reportId: string) => (await call('GET', `/admin/reports/${reportId}`, w.admin)).body.messages
  const stored = (message = id) =>
    t.db.kysely
      .selectFrom('message')
      .select(['content', 'image_key', 'image_width', 'taken_back_at'])
      .where('id', '=', message)
      .executeTakeFirstOrThrow()
  const loose = () => t.db.kysely.selectFrom('loose_file').select('key').where('key', '=', w.imageKey).execute()
  const reading = () =>
    Promise.all(
      [w.driver, w.accepted, w.admin].map(
        async (as) => (await call('GET', `/files/chat-images/${w.imageKey}`, as)).status,
      ),
    )

  test('both sides see that it was taken back, and its text is nowhere', async () => {
    expect(await seenBy(canary)).toEqual(['driver', 'accepted'])
    const answer = await takeBack(w.driver)
    expect(answer).toMatchObject({ status: 200, body: { id, seq, content: null, taken_back: true } })
    expect(await seenBy(canary)).toEqual([])
    for (const reader of [w.driver, w.accepted])
      expect(await shown(reader)).toMatchObject({ id, seq, content: null, message_type: 'text', taken_back: true })
    expect(await stored()).toMatchObject({ content: null, taken_back_at: expect.any(Date) })
    const [chat] = await listChats(t.db.read, w.accepted.id, w.chatId)
    expect(chat?.last_message).toMatchObject({ content: null, taken_back: true })
    // Taken back again, or sent again under its own id, it stays what it is.
    expect(await takeBack(w.driver)).toMatchObject({ status: 200, body: { taken_back: true } })
    const again = await call('POST', `/chats/${w.chatId}/messages`, w.driver, { content: canary, client_id: clientId })
    expect(again.body).toMatchObject({ id, content: null, taken_back: true })
    const violations = await findViolations(t.db.kysely)
    expect(violations.filter(({ invariant }) => ['I-13', 'I-14'].includes(invariant))).toEqual([])
  })

  test('the sender has five minutes', async () => {
    expect(limits.takeBackMinutes).toBe(5)
    const age = (ms: number) =>
      t.db.kysely
        .updateTable('message')
        .set({ created_at: new Date(t.clock.now().getTime() - ms) })
        .where('id', '=', id)
        .execute()
    await age(5 * MINUTE + 1000)
    expect(await takeBack(w.driver)).toMatchObject({ status: 409, body: { code: 'too_late_to_take_back' } })
    expect((await shown(w.accepted)).content).toBe(canary)
    await age(5 * MINUTE - 20_000)
    expect((await takeBack(w.driver)).status).toBe(200)
    // What has been taken back stays so, without another error.
    await age(60 * MINUTE)
    expect((await takeBack(w.driver)).status).toBe(200)
  })

  test('a message of another person or of another conversation cannot be taken back', async () => {
    const unknown = await takeBack(w.driver, randomUUID())
    expect(unknown.status).toBe(404)
    for (const answer of [
      await takeBack(w.accepted),
      await takeBack(w.stranger),
      await takeBack(w.driver, id, w.oldChatId),
    ])
      expect({ ...answer.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
    expect((await takeBack(w.admin)).status).toBe(403)
    expect((await shown(w.accepted)).content).toBe(canary)
  })

  test('the sender can take it back despite a block', async () => {
    await call('PUT', `/me/blocks/${w.driver.id}`, w.accepted)
    expect((await takeBack(w.driver)).status).toBe(200)
    expect(await shown(w.accepted)).toMatchObject({ content: null, taken_back: true })
  })

  test('the open pages of both are updated', async () => {
    const open = async (person: TestPerson) => {
      const client = await LiveClient.open(t.url, person.cookie)
      expect(await client.subscribe('inbox')).toBe('subscribed')
      return client
    }
    const clients = await Promise.all([w.driver, w.accepted].map(open))
    await takeBack(w.driver)
    for (const client of clients) await client.next((frame) => JSON.stringify(frame).includes('"what":"chats"'))
    for (const { socket } of clients) socket.terminate()
  })

  test('it is neither unread nor notified', async () => {
    const unread = async () => [
      (await listChats(t.db.read, w.accepted.id, w.chatId))[0]?.unread_count,
      (await countUnread(t.db.read, w.accepted.id))[0]?.count,
      (await listUnread(t.db.read, 0, 100)).filter(({ reader_id }) => reader_id === w.accepted.id).length,
    ]
    await call('POST', `/chats/${w.chatId}/read`, w.accepted, { seq: seq - 1 })
    expect(await unread()).toEqual([1, 1, 1])
    await takeBack(w.driver)
    expect(await unread()).toEqual([0, undefined, 0])
  })

  test('an earlier report keeps the text, for administrators only; one on an earlier part of the conversation does not', async () => {
    const before = await report()
    const { body: next } = await call('POST', `/chats/${w.chatId}/messages`, w.driver, { content: 'Senere' })
    expect((await takeBack(w.driver, next.id as string)).status).toBe(200)
    expect(await stored(next.id as string)).toMatchObject({ content: null })
    await takeBack(w.driver)
    expect(await seenBy(canary)).toEqual([])
    const messages = await reported(before)
    expect(messages).toContainEqual(expect.objectContaining({ id, content: canary, taken_back: true, hidden: false }))
    expect(JSON.stringify(messages)).not.toContain('Senere')
  })

  test('a later report does not have the text', async () => {
    await takeBack(w.driver)
    const after = await report()
    expect(await reported(after)).toContainEqual(expect.objectContaining({ id, content: null, taken_back: true }))
  })

  test('an image that a report covers is kept', async () => {
    const reportId = await report()
    expect(await reading()).toEqual([200, 200, 200])
    expect((await takeBack(w.driver, w.messageId)).body).toMatchObject({ image_url: null, taken_back: true })
    expect([await reading(), await loose()]).toEqual([[404, 404, 200], []])
    const image_url = `/files/chat-images/${w.imageKey}`
    expect(await reported(reportId)).toContainEqual(expect.objectContaining({ id: w.messageId, image_url }))
  })

  test('an image that no report covers is deleted with its file', async () => {
    expect((await takeBack(w.driver, w.messageId)).status).toBe(200)
    // The file is deleted soon after.
    expect((await loose()).length).toBe(1)
    expect(await stored(w.messageId)).toMatchObject({ image_key: null, image_width: null })
    expect(await reading()).toEqual([404, 404, 404])
  })
})

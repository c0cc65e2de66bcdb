/** Notifications of unread messages: one for each conversation until it is read, and none where they are not wanted. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { settled, startMailServer, type MailServer } from '../../../test/mail-server.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { notifyOfUnread } from './jobs.ts'

const MINUTE = 60_000

let t: TestApp
let smtp: MailServer
let kari: TestPerson
let ola: TestPerson
let chatId: string

const post = (path: string, as: TestPerson, body: object) => t.call('POST', `/api/v1${path}`, { as, body })
const say = (as: TestPerson, content = 'En hemmelig tekst') =>
  post(`/chats/${chatId}/messages`, as, { content, message_type: 'text' })
const later = (minutes: number) => t.clock.advance(minutes * MINUTE)
const notifyAll = () => notifyOfUnread({ ...t.app.parts, origin: t.app.origin })
const notificationsOf = async (person: TestPerson) =>
  (
    await sql<{ kind: string; params: object; path: string }>`
    select kind, params, path from notification where user_id = ${person.id} order by id`.execute(t.db.kysely)
  ).rows

describe.each(databaseKinds)('on the %s database', (kind) => {
  beforeAll(async () => {
    smtp = await startMailServer()
    t = await startTestApp({ kind, env: { SECRET: testSecret, SMTP_URL: smtp.url } })
  })
  afterAll(async () => {
    await t.close()
    await smtp.close()
  })
  beforeEach(async () => {
    kari = await addPerson(t.db.kysely, { name: 'Kari Nordmann' })
    ola = await addPerson(t.db.kysely, { name: 'Ola Nilsen' })
    chatId = (await post('/chats', kari, { user_id: ola.id })).body.id as string
  })

  test('an unread message is notified after five minutes, once until the conversation is read, with the name and without the text', async () => {
    await say(kari)
    later(4.9)
    await notifyAll()
    expect(await notificationsOf(ola)).toEqual([])
    later(0.2)
    await notifyAll()
    const notification = { kind: 'message_received', params: { name: 'Kari' }, path: `/chat?user=${kari.id}` }
    expect([await notificationsOf(ola), await notificationsOf(kari)]).toEqual([[notification], []])
    const mail = await smtp.next(ola.email)
    expect([mail.subject, mail.link]).toEqual(['Ny melding fra Kari', `/chat?user=${kari.id}`])
    expect(mail.text).not.toContain('hemmelig')

    await say(kari)
    later(30)
    await notifyAll()
    await notifyAll()
    expect(await notificationsOf(ola)).toEqual([notification])
    await post(`/chats/${chatId}/read`, ola, { seq: 2 })
    later(30)
    await notifyAll()
    expect(await notificationsOf(ola)).toEqual([notification])
    await say(kari)
    later(6)
    await notifyAll()
    expect(await notificationsOf(ola)).toEqual([notification, notification])
    await settled(t)
  })

  test('a reply marks the conversation as read and notifies the other side', async () => {
    await say(kari)
    await say(ola)
    later(6)
    await notifyAll()
    expect([await notificationsOf(kari), await notificationsOf(ola)]).toMatchObject([[{ params: { name: 'Ola' } }], []])
  })

  test('a message that is read in time is not notified', async () => {
    await say(kari)
    later(3)
    await post(`/chats/${chatId}/read`, ola, { seq: 1 })
    later(10)
    await notifyAll()
    expect(await notificationsOf(ola)).toEqual([])
  })

  test.each([
    [
      'the reader has deleted the conversation',
      () => sql`update chat set driver_cleared_seq = last_seq, deleted_by_driver = true where id = ${chatId}`,
    ],
    [
      'the reader has blocked the sender',
      () => sql`insert into user_block (blocker_id, blocked_id) values (${ola.id}, ${kari.id})`,
    ],
    [
      'the sender has blocked the reader',
      () => sql`insert into user_block (blocker_id, blocked_id) values (${kari.id}, ${ola.id})`,
    ],
    [
      'the sender is leaving',
      () => sql`update profile set closed_at = app_now(), full_name = '' where id = ${kari.id}`,
    ],
    [
      'the reader is leaving',
      () => sql`update auth_user set purge_at = now() + interval '14 days' where id = ${ola.id}`,
    ],
    [
      'the reader is shut out',
      () => sql`update auth_user set suspended_at = now(), suspended_reason = 'x' where id = ${ola.id}`,
    ],
  ])('a message is not notified where %s', async (_, happens) => {
    await say(kari)
    await happens().execute(t.db.kysely)
    later(6)
    expect(await notifyAll()).toBe(false)
    expect(await notificationsOf(ola)).toEqual([])
  })

  test('several processes at the same moment store one notification', async () => {
    await say(kari)
    later(6)
    await Promise.all([notifyAll(), notifyAll(), notifyAll(), notifyAll()])
    expect(await notificationsOf(ola)).toHaveLength(1)
    await settled(t)
    expect(smtp.mails.filter(({ to }) => to === ola.email)).toHaveLength(1)
  })

  test('a message of many hours ago is not notified', async () => {
    await say(kari)
    later(7 * 60)
    await notifyAll()
    expect(await notificationsOf(ola)).toEqual([])
  })
})

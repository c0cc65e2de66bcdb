/** Notifications of unread messages: one for each conversation until it is read, and none where they are not wanted. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import { settled } from '../../../test/mail-server.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { sharedApp } from '../../../test/shared-app.ts'
import { notifyOfUnread } from './jobs.ts'

const MINUTE = 60_000

describe.each([usualKind])('on the %s database', (kind) => {
  const { t, call } = sharedApp({ kind })
  let kari: TestPerson
  let ola: TestPerson
  let chatId: string
  beforeEach(async () => {
    kari = await addPerson(t.db.kysely, { name: 'Kari Nordmann' })
    ola = await addPerson(t.db.kysely, { name: 'Ola Nilsen' })
    chatId = (await call('POST', '/chats', kari, { user_id: ola.id })).body.id as string
  })

  const say = (as: TestPerson, content = 'En hemmelig tekst') =>
    call('POST', `/chats/${chatId}/messages`, as, { content, message_type: 'text' })
  const markRead = (as: TestPerson, seq: number) => call('POST', `/chats/${chatId}/read`, as, { seq })
  const later = (minutes: number) => t.clock.advance(minutes * MINUTE)
  const notifyAll = () => notifyOfUnread({ ...t.app.parts, origin: t.app.origin })
  const notificationsOf = ({ id }: TestPerson) =>
    t.db.kysely
      .selectFrom('notification')
      .select(['kind', 'params', 'path'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute()
  const mailsTo = async ({ email }: TestPerson) => {
    await settled(t)
    return t.db.kysely.selectFrom('local_mail').select(['subject', 'text']).where('recipient', '=', email).execute()
  }

  test('an unread message is notified after five minutes, once until the conversation is read, with the name and without the text', async () => {
    await say(kari)
    later(4.9)
    await notifyAll()
    expect(await notificationsOf(ola)).toEqual([])
    later(0.2)
    await notifyAll()
    const notification = { kind: 'message_received', params: { name: 'Kari' }, path: `/chat?user=${kari.id}` }
    expect([await notificationsOf(ola), await notificationsOf(kari)]).toEqual([[notification], []])
    const [mail] = await mailsTo(ola)
    expect(mail?.subject).toBe('Ny melding fra Kari')
    expect(mail?.text).toContain(`/chat?user=${kari.id}`)
    expect(mail?.text).not.toContain('hemmelig')

    await say(kari)
    later(30)
    await notifyAll()
    await notifyAll()
    expect(await notificationsOf(ola)).toEqual([notification])
    await markRead(ola, 2)
    later(30)
    await notifyAll()
    expect(await notificationsOf(ola)).toEqual([notification])
    await say(kari)
    later(6)
    await notifyAll()
    expect(await notificationsOf(ola)).toEqual([notification, notification])
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
    await markRead(ola, 1)
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
    expect(await mailsTo(ola)).toHaveLength(1)
  })

  test('a message of many hours ago is not notified', async () => {
    await say(kari)
    later(7 * 60)
    await notifyAll()
    expect(await notificationsOf(ola)).toEqual([])
  })
})

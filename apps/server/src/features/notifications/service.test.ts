/** Notifications in the page and by mail: once, in the reader's language, and by the reader's settings. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alertKinds, notificationKinds, type NotificationKind } from '@samtur/contract/notifications'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { type MailServer, settled, startMailServer, triedOnce } from '../../../test/mail-server.ts'
import { addPerson, addSession, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { instantInOslo } from '#platform/clock'
import type { NotificationInput } from './rules.ts'
import { notify } from './service.ts'
import { anonymiseNotifications, insertNotifications, removeOld } from './store.ts'

const DAY = 86_400_000

let t: TestApp
let smtp: MailServer
let kari: TestPerson
let ola: TestPerson

const get = (path: string, as = kari) => t.call('GET', `/api/v1/me/${path}`, { as })
const post = (path: string, body: object, as = kari) => t.call('POST', `/api/v1/me/${path}`, { as, body })
const turnOff = (kind: NotificationKind, channel: 'email' | 'push') =>
  t.call('PATCH', '/api/v1/me/notification-settings', { as: kari, body: { items: [{ kind, [channel]: false }] } })
const list = async (as = kari) => (await get('notifications', as)).body

const notification = (changes: Partial<NotificationInput> = {}): NotificationInput => ({
  to: kari.id,
  kind: 'request_received',
  params: { name: 'Ola', from: 'Oslo', to: 'Bergen', departure_time: '2026-11-28T07:00:00Z', seats: 2 },
  path: '/my-rides',
  about: ola.id,
  ...changes,
})
const announce = (...all: NotificationInput[]) => t.db.tx((tx) => notify(tx, { bus: t.app.parts.bus }, all))
const mailsTo = (person: TestPerson) => smtp.mails.filter(({ to }) => to === person.email)
const speaks = (person: TestPerson, locale: string) =>
  sql`update auth_user set locale = ${locale} where id = ${person.id}`.execute(t.db.kysely)

describe.each([usualKind])('on the %s database', (kind) => {
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
  })

  test('a notification is in the list, live and in the mailbox, for its reader only', async () => {
    const [own, others] = [await LiveClient.open(t.url, kari.cookie), await LiveClient.open(t.url, ola.cookie)]
    expect([await own.subscribe('inbox'), await others.subscribe('inbox')]).toEqual(['subscribed', 'subscribed'])
    await announce(notification())
    await own.next((frame) => frame.type === 'event')
    expect(own.events('inbox')).toEqual([{ event: 'changed', what: 'notifications' }])
    const { items, unread, next_cursor } = await list()
    expect({ items, unread, next_cursor }).toMatchObject({
      items: [{ kind: 'request_received', path: '/my-rides', read_at: null, params: { name: 'Ola', seats: 2 } }],
      unread: 1,
      next_cursor: null,
    })
    expect(Object.keys(items[0]).toSorted()).toEqual(['created_at', 'id', 'kind', 'params', 'path', 'read_at'])

    const mail = await smtp.next(kari.email)
    expect(mail.subject).toBe('Ola vil være med: Oslo – Bergen')
    expect(mail.text).toContain(
      'Ola har sendt deg en forespørsel om 2 plasser fra Oslo til Bergen, lørdag 28. november',
    )
    expect([mail.link, mail.text.includes(`${t.app.origin()}/notifications`)]).toEqual(['/my-rides', true])
    expect([await list(ola), mailsTo(ola), others.events('inbox')]).toMatchObject([{ items: [], unread: 0 }, [], []])
    own.socket.close()
    others.socket.close()
  })

  test('a mail has the reader’s language and address at the time of sending', async () => {
    await speaks(kari, 'en')
    // Not now, so that something can change meanwhile.
    smtp.answers.push(451)
    await announce(
      notification({
        kind: 'ride_cancelled',
        params: { ...notification().params, reason: 'Bilen er\n\n<b>ødelagt</b>' },
      }),
    )
    await triedOnce(t, [kari.email], 1)
    await speaks(kari, 'no')
    const moved = `ny-${kari.email}`
    await sql`update auth_user set email = ${moved} where id = ${kari.id}`.execute(t.db.kysely)
    t.clock.advance(61_000)
    t.app.parts.bus.emit('outbox', null)
    const mail = await smtp.next(moved)
    expect(mail.subject).toBe('Turen Oslo – Bergen er avlyst')
    expect(mail.text).toContain('Ola skriver:\n\n«Bilen er\n\n<b>ødelagt</b>»')
    expect(mail.link).toBe('/search?from=Oslo&to=Bergen&date=2026-11-28')
  })

  test('the mail of an acceptance says whether there is a phone number when it leaves', async () => {
    await announce(notification({ kind: 'request_accepted', path: '/my-rides' }))
    const without = await smtp.next(kari.email)
    expect(without.text).toContain('Ola har ikke lagt inn telefonnummer')
    expect(without.text).not.toContain('finner du telefonnummer')
    await sql`update profile set phone = '+4791234567' where id = ${ola.id}`.execute(t.db.kysely)
    await announce(notification({ kind: 'request_accepted', path: '/my-rides' }))
    const mail = await smtp.next(kari.email)
    expect(mail.text).toContain('finner du telefonnummer og bil')
    expect(mail.text).not.toContain('ikke lagt inn')
    expect(mail.text).not.toContain('91234567')
  })

  test('the mail about a decided report leads to the contact form, as its button says', async () => {
    await announce(notification({ kind: 'report_decided', path: '/notifications', params: { decision: 'resolved' } }))
    const mail = await smtp.next(kari.email)
    expect(mail.text).toContain('Hjelp og kontakt')
    expect(mail.link).toBe('/help-support?tab=contact')
  })

  test('one dedupe key gives one notification, also of calls at the same moment', async () => {
    const same = notification({ dedupeKey: `request:${ola.id}` })
    await Promise.all([
      announce(same, same),
      announce(same),
      announce(same),
      announce(notification({ dedupeKey: 'another' })),
    ])
    await announce(same)
    await settled(t)
    expect([(await list()).items.length, mailsTo(kari).length]).toEqual([2, 2])
  })

  test('a transaction that fails sends no notification', async () => {
    const failed = t.db.tx(async (tx) => {
      await notify(tx, { bus: t.app.parts.bus }, [notification()])
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect((await list()).items).toEqual([])
    expect((await sql`select from outbox where recipient = ${kari.email}`.execute(t.db.kysely)).rows).toEqual([])
  })

  test('a switch turns the mails of its kind off and on again', async () => {
    expect((await get('notification-settings')).body.items).toEqual(
      notificationKinds.map((one) => ({ kind: one, email: true, push: true })),
    )
    expect((await turnOff('request_received', 'email')).status).toBe(200)
    await turnOff('request_received', 'push')
    const { body } = await get('notification-settings')
    expect(body.items.filter((item: { email: boolean; push: boolean }) => !item.email || !item.push)).toEqual([
      { kind: 'request_received', email: false, push: false },
    ])
    await announce(notification(), notification({ kind: 'request_accepted' }))
    await settled(t)
    expect([(await list()).items.length, mailsTo(kari).map(({ subject }) => subject)]).toEqual([
      2,
      ['Du har fått plass: Oslo – Bergen'],
    ])
    const items = [
      { kind: 'request_received', email: false },
      { kind: 'request_received', email: true },
    ]
    await t.call('PATCH', '/api/v1/me/notification-settings', { as: kari, body: { items } })
    expect((await get('notification-settings')).body.items[0]).toEqual({
      kind: 'request_received',
      email: true,
      push: false,
    })
    expect((await get('notification-settings', ola)).body.items[0]).toMatchObject({ email: true, push: true })
  })

  test('a switch that is changed while the mail waits counts', async () => {
    smtp.answers.push(451)
    await announce(notification())
    await triedOnce(t, [kari.email], 1)
    await turnOff('request_received', 'email')
    t.clock.advance(61_000)
    t.app.parts.bus.emit('outbox', null)
    await settled(t)
    expect(mailsTo(kari)).toEqual([])
  })

  test('an unconfirmed address gets no mail, and a suspended, closed or missing account no notification', async () => {
    const unconfirmed = await addPerson(t.db.kysely, { verified: false })
    const shut = await addPerson(t.db.kysely)
    const closing = await addPerson(t.db.kysely)
    await sql`update auth_user set suspended_at = now(), suspended_reason = 'x' where id = ${shut.id}`.execute(
      t.db.kysely,
    )
    await sql`update auth_user set purge_at = now() + interval '1 day' where id = ${closing.id}`.execute(t.db.kysely)
    const readers = [unconfirmed.id, shut.id, closing.id, crypto.randomUUID(), kari.id]
    await announce(...readers.map((to) => notification({ to })))
    await settled(t)
    const { rows } = await sql<{ user_id: string }>`
      select user_id from notification where user_id = any(${readers}::uuid[]) order by id`.execute(t.db.kysely)
    expect(rows.map(({ user_id }) => user_id)).toEqual([unconfirmed.id, kari.id])
    expect([unconfirmed, shut, closing, kari].map((person) => mailsTo(person).length)).toEqual([0, 0, 0, 1])
  })

  test('notifications come in pages of thirty and are marked as read one by one or up to one, by their reader only', async () => {
    await turnOff('request_received', 'email')
    await announce(
      notification({ path: '/rides/0', kind: 'message_received' }),
      ...Array.from({ length: 64 }, (_, i) => notification({ path: `/rides/${i + 1}` })),
      notification({ to: ola.id }),
    )
    const paths: string[] = []
    const ids: string[] = []
    let cursor: string | null = ''
    for (const sizes = [30, 30, 5]; cursor !== null;) {
      const { body } = await get(`notifications${cursor && `?cursor=${cursor}`}`)
      expect(body.items).toHaveLength(sizes.shift() ?? 0)
      paths.push(...body.items.map((item: { path: string }) => item.path))
      ids.push(...body.items.map((item: { id: string }) => item.id))
      cursor = body.next_cursor
    }
    expect(paths).toEqual(Array.from({ length: 65 }, (_, i) => `/rides/${64 - i}`))
    expect((await get('notifications/unread')).body).toEqual({ unread: 65, trips: 64 })
    expect((await post('notifications/read', { id: ids[0] })).body).toEqual({ unread: 64, trips: 63 })
    expect((await post('notifications/read', { id: ids[0] })).body).toEqual({ unread: 64, trips: 63 })
    expect((await post('notifications/read', { id: ids[60], all_before: true })).body).toEqual({
      unread: 59,
      trips: 59,
    })
    // Another person's notification: nothing changes or is announced.
    expect((await post('notifications/read', { id: ids[1], all_before: true }, ola)).body).toEqual({
      unread: 1,
      trips: 1,
    })
    expect((await post('notifications/read', { id: ids[1] }, ola)).body).toEqual({ unread: 1, trips: 1 })
    expect((await get('notifications/unread')).body).toEqual({ unread: 59, trips: 59 })
    expect((await post('notifications/read', { id: '999999999999999999', all_before: true })).body).toEqual({
      unread: 0,
      trips: 0,
    })
    await settled(t)
  })

  test('marking as read updates the same person’s other pages', async () => {
    await announce(notification())
    const page = await LiveClient.open(t.url, kari.cookie)
    await page.subscribe('inbox')
    const [item] = (await list()).items
    await post('notifications/read', { id: item.id })
    await page.next((frame) => frame.type === 'event')
    expect((await list()).items[0].read_at).toMatch(/^\d{4}-/)
    page.socket.close()
  })

  test('an erased person’s name is removed, also from waiting mails', async () => {
    // One for each mail.
    smtp.answers.push(451, 451, 451)
    const reason = 'Bilen er hos Ola'
    await announce(
      notification({ kind: 'ride_cancelled', params: { ...notification().params, reason }, dedupeKey: 'a' }),
      notification({ kind: 'message_received', path: `/chat?user=${ola.id}`, dedupeKey: `x:${ola.id}` }),
      notification({ to: ola.id, about: kari.id }),
    )
    await triedOnce(t, [kari.email], 2)
    await t.db.tx((tx) => anonymiseNotifications(tx, ola.id))
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(n)::text as row from notification n where user_id = ${kari.id}
      union all select to_jsonb(o)::text from outbox o where recipient = ${kari.email}`.execute(t.db.kysely)
    for (const { row } of rows) for (const text of ['Ola', ola.id]) expect(row).not.toContain(text)
    expect((await list()).items).toMatchObject([
      { kind: 'message_received', path: '/notifications' },
      { kind: 'ride_cancelled', path: '/my-rides', params: { from: 'Oslo', to: 'Bergen' } },
    ])
    expect((await list(ola)).items).toMatchObject([{ params: { name: 'Ola' } }])
    t.clock.advance(61_000)
    t.app.parts.bus.emit('outbox', null)
    await settled(t)
  })

  test('a notification is removed after a year', async () => {
    await announce(notification())
    t.clock.advance(364 * DAY)
    try {
      while ((await removeOld(t.db.read)) > 0);
      const cookie = { ...kari, cookie: await addSession(t.db.kysely, kari.id, 400 * DAY) }
      expect((await list(cookie)).items).toHaveLength(1)
      t.clock.advance(3 * DAY)
      expect(await removeOld(t.db.read)).toBeGreaterThan(0)
      expect((await list(cookie)).items).toEqual([])
    } finally {
      t.clock.advance(-367 * DAY)
    }
  })

  describe('the night of alerts', () => {
    const notBefore = async (day: string, clock: string, about: NotificationKind) => {
      const now = instantInOslo(day, clock)
      if (!now) throw new Error(`${day} has no ${clock}`)
      t.clock.shift = now.getTime() - Date.now()
      try {
        const [row] = await insertNotifications(t.db.kysely, [notification({ kind: about })])
        return row?.not_before?.toISOString() ?? null
      } finally {
        t.clock.shift = 0
      }
    }
    test.each([
      ['2027-03-05', '22:00', null],
      ['2027-03-05', '22:58', null],
      ['2027-03-05', '23:00', '2027-03-06T06:00:00.000Z'],
      ['2027-03-06', '00:00', '2027-03-06T06:00:00.000Z'],
      ['2027-03-06', '06:00', '2027-03-06T06:00:00.000Z'],
      ['2027-03-06', '06:58', '2027-03-06T06:00:00.000Z'],
      ['2027-03-06', '07:00', null],
      // The clock changes in this night.
      ['2027-03-27', '23:30', '2027-03-28T05:00:00.000Z'],
    ])('on %s at %s they wait until %s', async (day, clock, expected) => {
      for (const alert of alertKinds) expect(await notBefore(day, clock, alert), alert).toBe(expected)
    })

    test('holds nothing else back', async () => {
      const others = notificationKinds.filter((one) => !(alertKinds as readonly string[]).includes(one))
      for (const other of others) expect(await notBefore('2027-03-06', '03:00', other), other).toBeNull()
    })
  })
})

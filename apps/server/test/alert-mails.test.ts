/** Mails and push messages of alerts: they wait at night, and one press switches the mails off. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AlertKind } from '@samtur/contract/notifications'
import { unsubscribePath } from '@samtur/contract/paths'
import { unsubscribeToken } from '../src/features/notifications/rules-unsubscribe.ts'
import { notify } from '../src/features/notifications/service.ts'
import { MovableClock } from '../src/platform/clock.ts'
import { startTestApp, type TestApp } from './app.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { addPerson, testSecret, type TestPerson } from './sessions.ts'

const earlierSecret = 'only-for-tests-9876543210zyxwvutsrqponmlkj'

let t: TestApp
let smtp: MailServer
let reader: TestPerson

const at = (text: string) => t.clock.advance(new Date(text).getTime() - t.clock.now().getTime())

beforeAll(async () => {
  smtp = await startMailServer()
  const env = { SECRET: testSecret, SMTP_URL: smtp.url, SECRET_PREVIOUS: earlierSecret }
  t = await startTestApp({ clock: new MovableClock(), env })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})
beforeEach(async () => {
  at('2027-03-01T12:00:00+01:00')
  reader = await addPerson(t.db.kysely)
})

const alert = (kind: AlertKind) =>
  t.db.tx((tx) => notify(tx, t.app.parts, [{ to: reader.id, kind, params: {}, path: '/' }]))

/** Returns the path at which a mail says that such mails are switched off. */
async function addressOf(kind: AlertKind) {
  await alert(kind)
  const { headers } = await smtp.next(reader.email)
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const [, address = ''] = /^<(.*)>$/.exec(headers['list-unsubscribe'] ?? '') ?? []
  expect(address.startsWith(`${t.app.origin()}/api/v1/ride-wanted/unsubscribe/`)).toBe(true)
  return address.slice(t.app.origin().length)
}
const press = (path: string, headers: Record<string, string> = {}, body = 'List-Unsubscribe=One-Click') =>
  t.call('POST', path, { body, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } })
const switchedOff = async () => {
  const { rows } = await sql<{ kind: string }>`
    select kind from notification_setting where user_id = ${reader.id} and not email order by kind`.execute(t.db.kysely)
  return rows.map(({ kind }) => kind)
}

test.each([
  ['ride_matched', ['ride_matched', 'wanted_digest']],
  ['wanted_digest', ['ride_matched', 'wanted_digest']],
  ['ride_offered', ['ride_offered']],
  ['wanted_on_your_way', ['wanted_on_your_way']],
] as const)('one press in a mail of the kind %s switches such mails off, and only those', async (kind, kinds) => {
  const path = await addressOf(kind)
  // A mail program opens what it finds in a mail.
  expect(await t.call('GET', path)).toMatchObject({ status: 303 })
  expect(await switchedOff()).toEqual([])
  expect(await press(path)).toMatchObject({ status: 200, body: { unsubscribed: true } })
  expect(await press(path)).toMatchObject({ status: 200 })
  expect(await switchedOff()).toEqual(kinds)
  const { rows } = await sql<{
    push: boolean
  }>`select push from notification_setting where user_id = ${reader.id}`.execute(t.db.kysely)
  expect(rows.every(({ push }) => push)).toBe(true)
  await alert(kind)
  const { rows: mails } = await sql`select from outbox where recipient = ${reader.email} and sent_at is null`.execute(
    t.db.kysely,
  )
  expect(mails).toEqual([])
})

test('the press works from other origins, as every kind of form, and without a body', async () => {
  const path = await addressOf('ride_matched')
  for (const headers of [
    { origin: 'https://mail.example' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/json' },
  ] as Record<string, string>[])
    expect((await press(path, headers)).status).toBe(200)
  expect((await t.call('POST', path)).status).toBe(200)
  expect((await press(path, {}, 'x'.repeat(2_000))).status).toBe(413)
})

test('an address from before the secret was renewed still works', async () => {
  const path = unsubscribePath(unsubscribeToken(earlierSecret, reader.id, 'ride_offered'))
  expect((await press(path)).status).toBe(200)
  expect(await switchedOff()).toEqual(['ride_offered'])
  expect((await press(unsubscribePath(unsubscribeToken('another'.repeat(9), reader.id, 'ride_offered')))).status).toBe(
    404,
  )
  expect((await press(unsubscribePath(unsubscribeToken(testSecret, randomUUID(), 'ride_offered')))).status).toBe(404)
})

test('an address that was changed anywhere is unknown', async () => {
  const path = await addressOf('ride_matched')
  const start = path.lastIndexOf('/') + 1
  for (let place = start; place < path.length; place += 5) {
    const other = path[place] === 'A' ? 'B' : 'A'
    expect((await press(path.slice(0, place) + other + path.slice(place + 1))).status).toBe(404)
  }
  expect((await press(`${path}A`)).status).toBe(404)
  expect(await switchedOff()).toEqual([])
})

test.each([
  ['22:59', '2027-03-01T22:59:00+01:00', null],
  ['23:00', '2027-03-01T23:00:00+01:00', '2027-03-02T07:00:00+01:00'],
  ['06:59', '2027-03-02T06:59:00+01:00', '2027-03-02T07:00:00+01:00'],
  ['07:00', '2027-03-02T07:00:00+01:00', null],
  ['the night in which the clocks go forward', '2027-03-27T23:30:00+01:00', '2027-03-28T07:00:00+02:00'],
  ['the night in which they go back', '2027-10-31T02:30:00+01:00', '2027-10-31T07:00:00+01:00'],
])('an alert at %s leaves in the morning where it is night', async (_, time, morning) => {
  at(time)
  await sql`insert into push_device (user_id, session_id, endpoint, p256dh, auth)
    select ${reader.id}, id, id::text, '', '' from auth_session where user_id = ${reader.id}`.execute(t.db.kysely)
  await alert('ride_matched')
  const { rows } = await sql<{ mail: Date; push: Date }>`
    select outbox.next_at as mail, push_message.next_at as push from outbox, push_message join push_device on push_device.id = device_id
    where recipient = ${reader.email} and user_id = ${reader.id}`.execute(t.db.kysely)
  const [row] = rows
  const expected = new Date(morning ?? time).getTime()
  for (const leaves of [row?.mail, row?.push]) expect(Math.abs((leaves?.getTime() ?? 0) - expected)).toBeLessThan(5_000)
  // The page shows it at once.
  const { rows: shown } = await sql`select from notification where user_id = ${reader.id}`.execute(t.db.kysely)
  expect(shown).toHaveLength(1)
})

test('an alert about a ride that has left by the morning is not sent', async () => {
  at('2027-03-01T23:30:00+01:00')
  const matched = { to: reader.id, kind: 'ride_matched', path: '/' } as const
  const params = (departure_time: string) => ({ from: 'Oslo', to: 'Hamar', departure_time })
  await t.db.tx((tx) =>
    notify(tx, t.app.parts, [
      { ...matched, params: params('2027-03-02T05:00:00.000Z') },
      { ...matched, params: params('2027-03-02T09:00:00.000Z') },
    ]),
  )
  at('2027-03-02T07:00:01+01:00')
  t.app.parts.bus.emit('outbox', null)
  const waiting = sql`select from outbox where recipient = ${reader.email} and sent_at is null`
  await vi.waitFor(async () => expect((await waiting.execute(t.db.kysely)).rows).toEqual([]), { timeout: 10_000 })
  expect(smtp.mails.filter(({ to }) => to === reader.email)).toHaveLength(1)
})

test('other notifications leave at night, too', async () => {
  at('2027-03-02T03:00:00+01:00')
  await t.db.tx((tx) => notify(tx, t.app.parts, [{ to: reader.id, kind: 'trip_tomorrow', params: {}, path: '/' }]))
  const { headers } = await smtp.next(reader.email)
  expect(headers['list-unsubscribe']).toBe(`<${t.app.origin()}/notifications>`)
  expect(headers['list-unsubscribe-post']).toBeUndefined()
})

/** Push messages, received and decrypted as a browser does: to the right browser, once, and not after sign-out. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { signIn, startTestApp, type Person, type TestApp } from '../../../test/app.ts'
import {
  describePostgres,
  freshServerDatabase,
  openServerDatabase,
  type DatabaseKind,
  usualKind,
} from '../../../test/database.ts'
import { startPushService, type PushService, type TestBrowser } from '../../../test/push-service.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { isPushService } from '#platform/push/sender'
import type { NotificationInput } from './rules.ts'
import { notify } from './service.ts'

let t: TestApp
let service: PushService
let kari: TestPerson
let ola: TestPerson

const start = (options: Parameters<typeof startTestApp>[0] = {}) =>
  startTestApp({
    env: { SECRET: testSecret },
    config: { vapid: service.vapid },
    isPushService: service.isService,
    ...options,
  })
const register = ({ subscription }: TestBrowser, as: { cookie: string } = kari) =>
  t.call('POST', '/api/v1/me/push-subscriptions', { as, body: subscription })
const announce = (changes: Partial<NotificationInput> = {}, app = t) =>
  app.db.tx((tx) =>
    notify(tx, { bus: app.app.parts.bus }, [
      {
        to: kari.id,
        kind: 'request_received',
        params: { name: 'Ola', from: 'Oslo', to: 'Bergen', departure_time: '2026-11-28T07:00:00Z', seats: 2 },
        path: '/my-rides',
        ...changes,
      },
    ]),
  )
const waiting = async () =>
  (await sql<{ attempts: number; locked_until: Date | null }>`select * from push_message`.execute(t.db.kysely)).rows
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 5 })
const settled = () => until(async () => expect(await waiting()).toEqual([]))
const devices = async (as: { cookie: string } = kari) =>
  (await t.call('GET', '/api/v1/me/notification-settings', { as })).body.devices as { id: string; name: string }[]
const later = (minutes: number) => {
  t.clock.advance(minutes * 60_000)
  t.app.parts.bus.emit('push', null)
}
const receivedBy = (name: string) => service.received.filter(({ browser }) => browser === name)

describe.each([usualKind])('on the %s database', (kind: DatabaseKind) => {
  beforeAll(async () => {
    service = await startPushService()
    t = await start({ kind })
  })
  afterAll(async () => {
    await t.close()
    await service.close()
  })
  beforeEach(async () => {
    service.received.length = service.attempts.length = service.answers.length = 0
    kari = await addPerson(t.db.kysely, { name: 'Kari Nordmann' })
    ola = await addPerson(t.db.kysely, { name: 'Ola Nilsen' })
    return settled
  })

  test('a push message reaches every browser of the reader, in the reader’s language, and no other', async () => {
    const chrome =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
    await sql`update auth_session set user_agent = ${chrome} where user_id = ${kari.id}`.execute(t.db.kysely)
    const added = await register(service.browser('a'))
    expect(added).toMatchObject({ status: 201, body: { id: expect.any(String), name: 'Chrome, Windows' } })
    expect(Object.keys(added.body).toSorted()).toEqual(['created_at', 'id', 'name'])
    await register(service.browser('b'))
    await register(service.browser('c'), ola)
    await announce()
    await settled()
    const message = {
      title: 'Ola vil være med: Oslo – Bergen',
      body: expect.stringContaining('Ola har sendt deg en forespørsel om 2 plasser fra Oslo til Bergen, lørdag 28.'),
      path: '/my-rides',
      tag: 'request_received /my-rides',
      lang: 'no',
    }
    expect(service.received.toSorted((x, y) => x.browser.localeCompare(y.browser))).toEqual([
      { ...message, browser: 'a' },
      { ...message, browser: 'b' },
    ])
    const { body } = await t.call('GET', '/api/v1/me/notification-settings', { as: kari })
    expect([body.push_key, body.devices.length]).toEqual([service.vapid.publicKey, 2])
  })

  test('a kind that is switched off is not pushed', async () => {
    await register(service.browser('a'))
    const items = [{ kind: 'request_received', push: false }]
    await t.call('PATCH', '/api/v1/me/notification-settings', { as: kari, body: { items } })
    await announce()
    await announce({ kind: 'message_received', params: { name: 'Ola' } })
    await settled()
    expect(service.received.map(({ title }) => title)).toEqual(['Ny melding fra Ola'])
  })

  test('a browser is one device and belongs to the person who signed in last', async () => {
    const browser = service.browser('a')
    const [first, again] = [await register(browser), await register(browser)]
    expect([again.status, again.body.id]).toEqual([201, first.body.id])
    service.answers.push(503)
    await announce()
    await until(async () => expect(await waiting()).toMatchObject([{ attempts: 1, locked_until: null }]))
    await register(browser, ola)
    expect([await devices(kari), (await devices(ola)).length]).toEqual([[], 1])
    expect(await waiting()).toEqual([])
    await announce()
    later(5)
    await settled()
    expect(service.received).toEqual([])
    expect((await t.call('DELETE', `/api/v1/me/push-subscriptions/${first.body.id}`, { as: kari })).status).toBe(404)
  })

  test('a person has ten devices at most; the oldest are removed', async () => {
    for (let i = 0; i < 12; i++) expect((await register(service.browser(`b${i}`))).status).toBe(201)
    await announce()
    await settled()
    expect(service.received.map(({ browser }) => browser).toSorted()).toEqual(
      Array.from({ length: 10 }, (_, i) => `b${i + 2}`).toSorted(),
    )
  })

  test('a removed device and one that its service no longer knows get nothing', async () => {
    for (const name of ['a', 'b', 'c']) await register(service.browser(name))
    const list = await devices()
    expect((await t.call('DELETE', `/api/v1/me/push-subscriptions/${list[0]?.id}`, { as: ola })).status).toBe(404)
    expect((await t.call('DELETE', `/api/v1/me/push-subscriptions/${list[0]?.id}`, { as: kari })).body).toEqual({
      removed: true,
    })
    service.answers.push(410, 404)
    await announce()
    await settled()
    expect([await devices(), service.attempts.toSorted(), service.received]).toEqual([[], ['a', 'b'], []])
  })

  test('messages are tried again for some hours at busy or failing services, and not after a refusal', async () => {
    await register(service.browser('a'))
    for (const answer of [400, 403, 413]) {
      service.answers.push(answer)
      await announce()
      await settled()
    }
    expect([service.attempts.length, (await devices()).length]).toEqual([3, 1])
    service.answers.push(429, 503, 500, 502, 503, 503)
    await announce()
    for (const [index, minutes] of [1, 5, 15, 60, 180].entries()) {
      await until(async () => expect(await waiting()).toMatchObject([{ attempts: index + 1, locked_until: null }]))
      later(minutes - 0.1)
      later(0.2)
    }
    await settled()
    expect([service.attempts.length, service.received, (await devices()).length]).toEqual([9, [], 1])
    await announce()
    await settled()
    expect(receivedBy('a')).toHaveLength(1)
  })

  test('a device whose service denies three messages in a row is removed, and can be registered again', async () => {
    await register(service.browser('a'))
    await register(service.browser('b'), ola)
    const denied = async (...answers: number[]) => {
      for (const answer of answers) {
        service.answers.push(answer)
        await announce()
        await settled()
      }
      return (await devices()).length
    }
    // A message that arrives, and one that is too long, say nothing about the device.
    expect(await denied(401, 403, 201, 400, 403, 413)).toBe(1)
    expect(await denied(401)).toBe(0)
    expect((await devices(ola)).length).toBe(1)
    const again = await register(service.browser('a'))
    expect([again.status, (await devices()).length]).toEqual([201, 1])
    expect(await denied(403, 403)).toBe(1)
    // Registering anew, as a page does, begins the count again.
    await register(service.browser('a'))
    expect(await denied(403, 403)).toBe(1)
    expect(await denied(403)).toBe(0)
  })

  test('an unreachable service is tried again, and a redirect is not followed', async () => {
    const away = await startPushService()
    const lost = away.browser('x')
    await away.close()
    await register(service.browser('a'))
    service.answers.push(service.browser('b').subscription.endpoint)
    await announce()
    await settled()
    expect([service.attempts, service.received]).toEqual([['a'], []])
    await register(lost)
    await announce()
    await until(async () => expect(await waiting()).toMatchObject([{ attempts: 1, locked_until: null }]))
    expect([receivedBy('a').length, (await devices()).length]).toEqual([1, 2])
    // Whatever is stored: what is no push service's address is never called.
    await sql`update push_device set endpoint = 'http://localhost:9/x' where endpoint = ${lost.subscription.endpoint}`.execute(
      t.db.kysely,
    )
    later(2)
    await settled()
  })

  test('signing out, ending a session from elsewhere and an expired session stop push messages', async () => {
    const person = await t.person()
    const body = { items: [{ kind: 'new_device', push: false }] }
    await t.call('PATCH', '/api/v1/me/notification-settings', { as: person, body })
    const phone: Person = await signIn(t.call, person)
    await register(service.browser('laptop'), person)
    await register(service.browser('phone'), phone)
    await t.call('POST', '/api/auth/sign-out', { as: phone, body: {} })
    await announce({ to: person.id })
    await settled()
    expect(service.attempts).toEqual(['laptop'])
    const tablet = await signIn(t.call, person)
    await register(service.browser('tablet'), tablet)
    await t.call('POST', '/api/v1/me/sessions/end', { as: person, body: { scope: 'others' } })
    await announce({ to: person.id })
    await settled()
    expect(service.attempts).toEqual(['laptop', 'laptop'])
    await sql`update auth_session set expires_at = now() - interval '1 second' where user_id = ${person.id}`.execute(
      t.db.kysely,
    )
    await announce({ to: person.id })
    await settled()
    expect(service.attempts).toEqual(['laptop', 'laptop'])
  })

  test('an account that is suspended before the message leaves gets nothing', async () => {
    await register(service.browser('a'))
    service.answers.push(503)
    await announce()
    await until(async () => expect(await waiting()).toMatchObject([{ attempts: 1, locked_until: null }]))
    await sql`update auth_user set suspended_at = now(), suspended_reason = 'x' where id = ${kari.id}`.execute(
      t.db.kysely,
    )
    later(2)
    await settled()
    expect([service.attempts.length, service.received]).toEqual([1, []])
  })

  test('a message older than a day is not sent', async () => {
    await register(service.browser('a'))
    await sql`insert into notification (user_id, kind, params, path) values (${kari.id}, 'trip_tomorrow', '{}', '/')`.execute(
      t.db.kysely,
    )
    await sql`insert into push_message (device_id, notification_id, next_at)
      select push_device.id, notification.id, app_now() + interval '1 hour' from push_device join notification using (user_id)
      where user_id = ${kari.id}`.execute(t.db.kysely)
    later(25 * 60)
    await settled()
    later(-25 * 60)
    expect(service.attempts).toEqual([])
  })

  test('another process sends the messages of a process that died', async () => {
    await register(service.browser('a'))
    await sql`insert into notification (user_id, kind, params, path) values (${kari.id}, 'trip_tomorrow', '{}', '/')`.execute(
      t.db.kysely,
    )
    await sql`insert into push_message (device_id, notification_id, locked_until, attempts)
      select push_device.id, notification.id, app_now() + interval '1 minute', 1
      from push_device join notification using (user_id) where user_id = ${kari.id}`.execute(t.db.kysely)
    later(0.9)
    later(0.2)
    await settled()
    expect(receivedBy('a')).toHaveLength(1)
  })
})

test('only the services of browser makers count as push services', () => {
  const good = [
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
    'https://web.push.apple.com/x',
    'https://api.push.apple.com/x',
  ]
  const bad = [
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilpush.apple.com/x',
    'https://notify.windows.com.evil.example/',
    'https://127.0.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://samtur.example/x',
  ]
  expect(good.map((url) => isPushService(new URL(url)))).toEqual(good.map(() => true))
  expect(bad.map((url) => isPushService(new URL(url)))).toEqual(bad.map(() => false))
})

test('an installation without keys reports that, and the response to a device says so', async () => {
  service = await startPushService()
  t = await startTestApp({ env: { SECRET: testSecret }, isPushService: service.isService })
  try {
    kari = await addPerson(t.db.kysely)
    const { body } = await t.call('GET', '/api/v1/me/notification-settings', { as: kari })
    expect(body.push_key).toBeNull()
    expect(await register(service.browser('a'))).toMatchObject({
      status: 422,
      body: { fields: { endpoint: 'not_offered' } },
    })
  } finally {
    await t.close()
    await service.close()
  }
})

describePostgres('several processes', () => {
  test('each message is sent once', async () => {
    service = await startPushService()
    const url = await freshServerDatabase()
    const first = await openServerDatabase(url)
    const second = await openServerDatabase(url, first.clock)
    t = await start({ database: first, clock: first.clock })
    const other = await start({ database: second, clock: first.clock })
    try {
      const people = await Promise.all(Array.from({ length: 30 }, () => addPerson(first.kysely)))
      for (const [i, person] of people.entries()) await register(service.browser(`p${i}`), person)
      await Promise.all(people.map(({ id: to }, i) => announce({ to }, i % 2 ? t : other)))
      await settled()
      expect(service.attempts.toSorted()).toEqual(people.map((_, i) => `p${i}`).toSorted())
    } finally {
      await other.close()
      await t.close()
      await service.close()
    }
  })
})

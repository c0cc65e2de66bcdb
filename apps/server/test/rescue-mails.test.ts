/** Mails and push messages after a trip ended without the passenger's doing: they hold other rides as they are when they are written. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { availableLanguages } from '@samtur/i18n/translate'
import { MovableClock } from '../src/platform/clock.ts'
import { rideBody, startTestApp, type TestApp } from './app.ts'
import { settled, startMailServer, type MailServer } from './mail-server.ts'
import { startPushService, type PushService } from './push-service.ts'
import { addRide } from './rides.ts'
import { addPerson, testSecret, type TestPerson } from './sessions.ts'

const MINUTE = 60_000

let t: TestApp
let smtp: MailServer
let push: PushService
let driver: TestPerson
let other: TestPerson
let pia: TestPerson
let inHours = 24

beforeAll(async () => {
  ;[smtp, push] = [await startMailServer(), await startPushService()]
  const clock = new MovableClock()
  clock.advance(new Date('2027-03-01T10:00:00+01:00').getTime() - Date.now())
  t = await startTestApp({
    clock,
    env: { SECRET: testSecret, SMTP_URL: smtp.url },
    config: { vapid: push.vapid },
    isPushService: push.isService,
  })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
  await push.close()
})
beforeEach(async () => {
  // Each test has a day of its own.
  inHours += 24
  driver = await addPerson(t.db.kysely, { name: 'Dag Sjåfør' })
  other = await addPerson(t.db.kysely, { name: 'Siv Andre' })
  pia = await addPerson(t.db.kysely, { name: 'Pia Passasjer' })
})

const call = (method: string, path: string, as: TestPerson, body?: object) =>
  t.call(method, `/api/v1${path}`, { as, body })
const speaks = (locale: string) =>
  t.db.kysely.updateTable('auth_user').set({ locale }).where('id', '=', pia.id).execute()

/** Returns the id and the departure of a ride from Oslo to Trondheim on which Pia has a seat. */
async function reserved() {
  const { body: ride } = await call('POST', '/rides', driver, rideBody(t.clock, { inHours }))
  const { body } = await call('POST', `/rides/${ride.id}/reservations`, pia, { seats_requested: 1 })
  expect((await call('POST', `/reservations/${body.id}/accept`, driver)).status).toBe(200)
  await settled(t)
  await smtp.next(pia.email)
  return { id: ride.id as string, reservation: body.id as string, departs: Date.parse(ride.departure_time) }
}
/** Stores another driver's ride that departs so many minutes later. */
const instead = (departs: number, minutes: number) =>
  addRide(t.db, { driverId: other.id, route: ['Oslo', 'Trondheim'], departure: new Date(departs + minutes * MINUTE) })
const remove = async (reservation: string) =>
  expect((await call('POST', `/reservations/${reservation}/remove`, driver, { reason: 'Fullt' })).status).toBe(200)

test.each(availableLanguages)('a mail in %s has the rides, the planner and the search as links', async (language) => {
  await speaks(language)
  const { reservation, departs } = await reserved()
  const ids = [await instead(departs, 20), await instead(departs, 60)]
  await remove(reservation)
  const { text, html } = await smtp.next(pia.email)
  const origin = t.app.origin()
  const places = [
    ...ids.map((id) => text.indexOf(`${origin}/rides/${id}?from_position=0&to_position=1`)),
    text.indexOf('https://entur.no/reiseresultater?startLabel=Oslo'),
    // The search is kept by a press on the page: opening a link changes nothing.
    text.indexOf(`${origin}/notifications`),
  ]
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places[0]).toBeGreaterThan(0)
  expect(text.match(/Siv/g)).toHaveLength(2)
  for (const [, href = ''] of html.matchAll(/href="(http[^"]*)"/g))
    expect(text).toContain(href.replaceAll('&amp;', '&'))
  expect(text + html).not.toMatch(/mails\.|undefined|NaN|\[object/)
})

test('a mail has the rides that are there when it is written', async () => {
  const { reservation, departs } = await reserved()
  const gone = await instead(departs, 10)
  // Not now, so that something can change meanwhile.
  smtp.answers.push(451)
  await remove(reservation)
  await vi.waitFor(
    async () =>
      expect(
        await t.db.kysely
          .selectFrom('outbox')
          .select(['attempts', 'locked_until'])
          .where('recipient', '=', pia.email)
          .where('sent_at', 'is', null)
          .execute(),
      ).toEqual([{ attempts: 1, locked_until: null }]),
    { timeout: 10_000, interval: 5 },
  )
  expect((await call('POST', `/rides/${gone}/cancel`, other)).status).toBe(200)
  const later = await instead(departs, 90)
  t.clock.advance(61_000)
  t.app.parts.bus.emit('outbox', null)
  const { text } = await smtp.next(pia.email)
  expect([text.includes(gone), text.includes(later)]).toEqual([false, true])
})

test('without another ride a mail still has the planner, and without a place neither', async () => {
  const { reservation } = await reserved()
  await remove(reservation)
  const { text } = await smtp.next(pia.email)
  expect(text).toContain('https://entur.no/')
  expect(text).not.toContain('/rides/')

  inHours += 24
  const { body: ride } = await call(
    'POST',
    '/rides',
    driver,
    rideBody(t.clock, { inHours, start_location: 'Hytta vår' }),
  )
  const { body } = await call('POST', `/rides/${ride.id}/reservations`, pia, { seats_requested: 1 })
  await call('POST', `/reservations/${body.id}/reject`, driver)
  expect((await smtp.next(pia.email)).text).not.toContain('entur.no')
})

test('a push message names the nearest ride, and is sent without one', async () => {
  await call('POST', '/me/push-subscriptions', pia, push.browser('a').subscription)
  const pushed = async () =>
    vi.waitFor(
      () => {
        const found = push.received.find(({ tag }) => tag.startsWith('passenger_removed'))
        if (!found) throw new Error('nothing was pushed')
        push.received.length = 0
        return found
      },
      { timeout: 10_000, interval: 5 },
    )
  const first = await reserved()
  await instead(first.departs, 60)
  await remove(first.reservation)
  expect((await pushed()).body).toMatch(/Siv kjører samme vei, .* kl\. 11:0\d\.$/)
  inHours += 24
  await remove((await reserved()).reservation)
  expect((await pushed()).body).not.toContain('Siv')
})

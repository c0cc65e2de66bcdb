/** Limits of the day of travel, which other tests switch off: guesses of a meeting code, links, addresses. */
import { beforeAll, expect, test } from 'vitest'
import { addReservation } from '../../../test/reservations.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { clockAt, sharedApp } from '../../../test/shared-app.ts'
import { meetingCode } from './rules.ts'

const MINUTE = 60_000

// A minute into a window of the limit, which no test may cross by chance.
const { t, call } = sharedApp({ clock: clockAt('2027-06-15T10:01:00Z'), env: { RATE_LIMITS: 'on' } })
let driver: TestPerson
let pia: TestPerson
let reservation: string

beforeAll(async () => {
  driver = await addPerson(t.db.kysely, { name: 'Dag Sjåfør' })
  pia = await addPerson(t.db.kysely, { name: 'Pia Passasjer' })
  const departure = new Date(t.clock.now().getTime() + 120 * MINUTE)
  const ride_id = await addRide(t.db, { driverId: driver.id, route: ['Oslo', 'Hamar'], departure })
  reservation = await addReservation(t.db.kysely, { ride_id, passenger_id: pia.id, status: 'accepted' })
})

const type = (code: string, as: TestPerson) => call('POST', `/reservations/${reservation}/met`, as, { code })

test('after five wrong codes also the right one waits; the other side is not held up by that', async () => {
  const right = meetingCode(testSecret, reservation, 'driver')
  const wrong = right === '0000' ? '1111' : '0000'
  for (let count = 0; count < 5; count++) expect((await type(wrong, pia)).status).toBe(422)
  expect(await type(right, pia)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect((await type(meetingCode(testSecret, reservation, 'passenger'), driver)).status).toBe(200)
  t.clock.advance(16 * MINUTE)
  expect(await type(right, pia)).toMatchObject({ status: 200, body: { met: true } })
})

test('a right code does not count as a guess', async () => {
  const right = meetingCode(testSecret, reservation, 'driver')
  for (let count = 0; count < 8; count++) expect((await type(right, pia)).status).toBe(200)
})

test('links are counted, those with an address apart', async () => {
  const share = (email?: string) => call('POST', '/trips/follow-links', pia, { reservation_id: reservation, email })
  for (let count = 0; count < 10; count++) {
    const { status, body } = await share(`mor${count}@example.com`)
    expect(status).toBe(201)
    expect((await call('DELETE', `/trips/follow-links/${body.id}`, pia)).status).toBe(200)
  }
  expect(await share('en.til@example.com')).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect((await share()).status).toBe(201)
})

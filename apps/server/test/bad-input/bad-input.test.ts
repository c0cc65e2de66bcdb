/** Every row of the catalogue of bad input against the whole server. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import webPush from 'web-push'
import { rideBody as rideSchema } from '@samtur/contract/rides'
import { addChat } from '../../src/features/chat/store.ts'
import { rideToStore, storeRide } from '../../src/features/rides/service-storing.ts'
import { MovableClock } from '../../src/platform/clock.ts'
import { rideBody, startTestApp, type TestApp } from '../app.ts'
import { eachRow } from '../each-row.ts'
import { accountCases } from './accounts.ts'
import type { Case, Dataset } from './cases.ts'
import { chatCases } from './chat.ts'
import { costCases } from './costs.ts'
import { meetingPointCases } from './meeting-points.ts'
import { identityCases } from './identities.ts'
import { imageCases } from './images.ts'
import { notificationCases } from './notifications.ts'
import { operationsCases } from './operations.ts'
import { peopleCases } from './people.ts'
import { protocolCases } from './protocol.ts'
import { reportCases } from './reports.ts'
import { detourCases } from './detours.ts'
import { waitingCases } from './waiting.ts'
import { reservationCases } from './reservations.ts'
import { rideCases } from './rides.ts'
import { searchCases } from './search.ts'
import { supportCases } from './support.ts'
import { travelCases } from './travel.ts'
import { tripCases } from './trips.ts'
import { wantedCases } from './wanted.ts'
import { addReservation } from '../reservations.ts'
import { addPerson, testSecret, type TestPerson } from '../sessions.ts'

const HOUR = 3_600_000
let dataset: Dataset

beforeAll(async () => {
  const clock = new MovableClock()
  clock.advance(new Date('2027-03-01T12:00:00+01:00').getTime() - Date.now())
  const t = await startTestApp({
    clock,
    env: { SECRET: testSecret, EMAIL_CODE_SIGN_IN: 'on' },
    // Any key pair, because nothing is sent here.
    config: { vapid: webPush.generateVAPIDKeys() },
  })
  const [driver, passenger] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely, { name: 'Ola Nordmann' })]
  const rideId = await addRide(t, driver)
  const pending = await addPending(t, await addRide(t, driver), passenger)
  const admin = await addPerson(t.db.kysely, { role: 'admin' })
  const departed = await addDeparted(t, driver, passenger)
  const chatId = await t.db.tx((tx) => addChat(tx, driver.id, passenger.id, null))
  dataset = { t, driver, passenger, admin, rideId, pending, departed, chatId }
})
afterAll(() => dataset.t.close())

const addRide = ({ db, clock }: TestApp, driver: TestPerson) =>
  storeRide(db.kysely, rideToStore(driver.id, rideSchema.parse(rideBody(clock)), clock.now()))

const addPending = ({ db }: TestApp, rideId: string, passenger: TestPerson) =>
  addReservation(db.kysely, { ride_id: rideId, passenger_id: passenger.id, to_position: 3 })

/** Adds a ride that departed a moment ago, with an accepted passenger; returns the reservation. */
async function addDeparted({ db, clock }: TestApp, driver: TestPerson, passenger: TestPerson) {
  const earlier = { now: () => new Date(clock.now().getTime() - 2 * HOUR) }
  const rideId = await storeRide(
    db.kysely,
    rideToStore(driver.id, rideSchema.parse(rideBody(earlier, { inHours: 1 })), earlier.now()),
  )
  return addReservation(db.kysely, {
    ride_id: rideId,
    passenger_id: passenger.id,
    to_position: 3,
    status: 'accepted',
  })
}

async function run({ send, expected, also }: Case) {
  const { method, path, ...options } = send(dataset)
  const answer = await dataset.t.call(method, path, options)
  expect(answer).toMatchObject({ status: expected.status, ...(expected.body && { body: expected.body }) })
  expect(answer.body?.fields).toEqual(expected.fields)
  if (answer.status >= 400) expectErrorBody(answer.text, options.body)
  await also?.(answer, dataset)
}

/** Checks the error body: a code, never a sentence, and nothing of the input. */
function expectErrorBody(text: string, sent: unknown) {
  const body = JSON.parse(text)
  expect(Object.keys(body).filter((name) => !['code', 'fields', 'params', 'request_id'].includes(name))).toEqual([])
  expect(body.request_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(text).not.toMatch(/select |insert |zod|fastify|\bat \w+ \(|node_modules/i)
  const password = typeof sent === 'object' && sent !== null && 'password' in sent ? sent.password : undefined
  if (typeof password === 'string' && password) expect(text).not.toContain(password)
}

const groups = {
  rides: rideCases,
  reservations: reservationCases,
  detours: detourCases,
  waiting: waitingCases,
  travel: travelCases,
  search: searchCases,
  trips: tripCases,
  wanted: wantedCases,
  costs: costCases,
  'meeting points': meetingPointCases,
  operations: operationsCases,
  people: peopleCases,
  chat: chatCases,
  accounts: accountCases,
  identities: identityCases,
  images: imageCases,
  notifications: notificationCases,
  reports: reportCases,
  support: supportCases,
  protocol: protocolCases,
}

test.each(Object.entries(groups))('every case of %s', (_, cases) =>
  eachRow(cases, ({ id, about }) => `${id}: ${about}`, run),
)

test('no id names two different cases', () => {
  const names = Object.values(groups)
    .flat()
    .map(({ id, about }) => `${id} ${about}`)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

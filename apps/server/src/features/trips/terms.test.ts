/** Every term of a ride that the driver chooses is stored, however the ride is published or changed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rideTerms, type RideTerm } from '@samtur/contract/rides'
import { rideBody, startTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { dayOf } from '#platform/clock'

let t: TestApp
let driver: TestPerson
beforeAll(async () => {
  t = await startTestApp({ env: { SECRET: testSecret, SAME_GENDER_RIDES: 'on' } })
  driver = await addPerson(t.db.kysely)
  await t.db.kysely.updateTable('profile').set({ gender: 'annet' }).where('id', '=', driver.id).execute()
})
afterAll(() => t.close())

/** None of them is a default. */
const chosen: Record<RideTerm, unknown> = {
  pets_allowed: true,
  luggage: 'large',
  detour_minutes: 15,
  instant_booking: 'trusted',
  same_gender: true,
  notes: 'Avreise ved stasjonen.',
  license_plate: 'EL98765',
  car_make: 'Toyota',
  car_model: 'Yaris',
  car_color: 'Rød',
}
const send = async (method: string, path: string, body: object) => {
  const { status, body: sent, text } = await t.call(method, `/api/v1${path}`, { as: driver, body })
  expect([status, text]).toMatchObject([method === 'POST' ? 201 : 200, expect.any(String)])
  return sent
}
const stored = (id: string) =>
  t.db.read.selectFrom('ride').select(rideTerms).where('id', '=', id).executeTakeFirstOrThrow()

test('a published ride has the chosen terms', async () => {
  expect(await stored((await send('POST', '/rides', rideBody(t.clock, chosen))).id)).toEqual(chosen)
})

test('an edited ride has the chosen terms', async () => {
  const { id } = await send('POST', '/rides', rideBody(t.clock))
  await send('PATCH', `/rides/${id}`, chosen)
  expect(await stored(id)).toEqual(chosen)
})

test('a ride and its return trip have the chosen terms', async () => {
  const { departure_time, arrival_time: _, ...body } = rideBody(t.clock, chosen)
  const { items } = await send('POST', '/ride-series', {
    ...body,
    date: dayOf(new Date(departure_time)),
    departure_clock: '08:00',
    arrival_clock: '15:00',
    return_trip: { days_later: 2, departure_clock: '08:00', arrival_clock: '15:00' },
  })
  expect(items).toHaveLength(2)
  for (const { id } of items) expect(await stored(id)).toEqual(chosen)
})

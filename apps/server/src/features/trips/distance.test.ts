/** A distance that the driver types: its limits, its part in the share of the costs, and how long it stays. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findRides } from '../../../test/rides.ts'
import { rideBody, startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { dayOf } from '#platform/clock'

const way = { start_location: 'København', stops: [], end_location: 'Aarhus' }

describe.each(databaseKinds)('on the %s database', (kind) => {
  let t: TestApp
  let driver: TestPerson
  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
    driver = await addPerson(t.db.kysely)
  })
  afterAll(() => t.close())

  const call = (method: string, path: string, body?: object) => t.call(method, `/api/v1${path}`, { as: driver, body })
  const publish = (changes: object = {}) => call('POST', '/rides', rideBody(t.clock, { ...way, ...changes }))
  const estimate = (changes: object = {}) => call('POST', '/rides/estimate', { ...way, total_seats: 3, ...changes })
  const edit = async (id: string, changes: object) => (await call('PATCH', `/rides/${id}`, changes)).body

  test('the share of the costs is computed from the typed distance', async () => {
    const { share: guessed } = (await estimate()).body
    expect(guessed).toMatchObject({ typed_distance: false })
    expect(Math.abs(guessed.distance_km - 310)).toBeLessThan(15)
    const { share } = (await estimate({ distance_km: 310 })).body
    expect(share).toMatchObject({ distance_km: 310, typed_distance: true, price: Math.floor((310 * 394) / 400) })
    const { body } = await publish({ distance_km: 310, total_seats: 3 })
    expect(body).toMatchObject({ distance_km: 310, typed_distance_km: 310, cost_share: share.price })
    const found = await findRides(t, { from: 'København', to: 'Aarhus' })
    expect(found.map((ride) => ride.distance_km)).toContain(310)
    expect((await t.call('GET', `/api/v1/rides/${body.id}`)).body).toMatchObject({
      distance_km: 310,
      typed_distance_km: null,
    })
  })

  test('a typed distance must lie between the straight line and three times it plus 50 km; a refusal has the limits', async () => {
    const refused = await publish({ distance_km: 5000 })
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'validation', fields: { distance_km: 'out_of_range' } },
    })
    const { min, max } = refused.body.params as { min: number; max: number }
    expect([min > 140 && min < 170, Math.abs(max - (3 * min + 50)) <= 3]).toEqual([true, true])
    expect((await estimate({ distance_km: min - 1 })).body).toMatchObject({ params: { min, max } })
    for (const distance_km of [min - 1, max + 1]) expect((await publish({ distance_km })).status).toBe(422)
    for (const distance_km of [min, max]) expect((await publish({ distance_km })).status).toBe(201)
  })

  test('between unknown places up to 6000 km can be typed', async () => {
    const unknown = { end_location: 'Hytta til Kari' }
    expect((await publish({ ...unknown, distance_km: 6001 })).status).toBe(422)
    expect((await publish({ ...unknown, distance_km: 700 })).body).toMatchObject({ distance_km: 700 })
  })

  test('a typed distance stays with another text for the same place, is removed with another route, and can be removed', async () => {
    const { id, cost_share } = (await publish({ distance_km: 310 })).body
    expect(await edit(id, { notes: 'Ny tekst' })).toMatchObject({ typed_distance_km: 310, cost_share })
    expect(await edit(id, { start_location: 'Kastrup' })).toMatchObject({ typed_distance_km: 310 })
    const moved = await edit(id, { end_location: 'Odense' })
    expect(moved).toMatchObject({ typed_distance_km: null })
    expect(moved.distance_km).toBeLessThan(250)
    expect(await edit(id, { distance_km: 165 })).toMatchObject({ typed_distance_km: 165, distance_km: 165 })
    expect((await edit(id, { distance_km: null })).typed_distance_km).toBeNull()
    expect(await edit(id, { distance_km: 9 })).toMatchObject({ fields: { distance_km: 'out_of_range' } })
  })

  test('every ride of a series has the typed distance, there and back', async () => {
    const {
      departure_time,
      arrival_time: _,
      ...ride
    } = rideBody(t.clock, { ...way, distance_km: 310, inHours: 72 }) as {
      departure_time: string
      arrival_time: string
    }
    const published = await call('POST', '/ride-series', {
      ...ride,
      date: dayOf(new Date(departure_time)),
      departure_clock: '08:00',
      arrival_clock: '12:00',
      return_trip: { days_later: 1, departure_clock: '08:00', arrival_clock: '12:00' },
    })
    expect(published.status).toBe(201)
    for (const { id } of published.body.items)
      expect((await call('GET', `/rides/${id}`)).body).toMatchObject({ typed_distance_km: 310 })
  })
})

/** The estimate of a trip's costs, the table of rates, and prices above the share of the costs. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rideBody, startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { dayOf, MovableClock } from '#platform/clock'

const DAY = 86_400_000

/** Noon of a summer day, so that no day ends while the tests run. */
function summerClock() {
  const clock = new MovableClock()
  clock.advance(Date.parse('2027-06-15T10:00:00Z') - Date.now())
  return clock
}

describe.each(databaseKinds)('on the %s database', (kind) => {
  let t: TestApp
  let driver: TestPerson
  let admin: TestPerson
  beforeAll(async () => {
    t = await startTestApp({ kind, clock: summerClock(), env: { SECRET: testSecret, RATE_LIMITS: 'on' } })
    driver = await addPerson(t.db.kysely)
    admin = await addPerson(t.db.kysely, { role: 'admin', name: 'Adele Styrer' })
  })
  afterAll(() => t.close())

  const estimate = async (body: object, as = driver) =>
    (await t.call('POST', '/api/v1/rides/estimate', { as, body })).body
  const way = { start_location: 'Oslo', end_location: 'Trondheim', total_seats: 3 }
  const rates = async () => (await t.call('GET', '/api/v1/cost-rates')).body.items
  const addRate = (body: object, as = admin) => t.call('POST', '/api/v1/admin/cost-rates', { as, body })
  const log = async () =>
    (await t.call('GET', '/api/v1/admin/audit-log?limit=2', { as: admin })).body.items.map(
      (entry: { action: string; details: object }) => ({ action: entry.action, details: entry.details }),
    )

  test('the first rates, each with its source', async () => {
    expect(await rates()).toMatchObject([
      { country: 'NO', valid_from: '2026-01-01', ore_per_km: 350 },
      { country: 'DK', valid_from: '2026-01-01', ore_per_km: 394 },
      { country: 'SE', valid_from: '2023-01-01', ore_per_km: 250 },
    ])
    expect((await rates()).every((rate: { source: string }) => rate.source.length > 10)).toBe(true)
  })

  test('an estimate shows its arithmetic, and stores nothing', async () => {
    const { share, road, suggestions: _, ...rest } = await estimate({ ...way, extra_costs: 200 })
    expect(rest).toEqual({ mode: 'advise', currency: 'NOK', detours: [] })
    expect(share.distance_km).toBe(road.km)
    expect(share).toMatchObject({
      ore_per_km: 350,
      extra_costs: 200,
      people: 4,
      country: 'NO',
      valid_from: '2026-01-01',
    })
    expect(share.price).toBe(Math.floor((share.distance_km * 350 + 20_000) / 400))
    expect(await t.db.read.selectFrom('ride').select('id').execute()).toEqual([])
  })

  test.each([
    ['Denmark', { ...way, start_location: 'København' }, 'DKK', 394],
    ['Sweden', { ...way, start_location: 'Göteborg' }, 'SEK', 250],
  ])('a start in %s has its own rate and currency', async (_, body, currency, ore) => {
    expect(await estimate(body)).toMatchObject({ currency, share: { ore_per_km: ore } })
  })

  test.each([
    ['an unknown end', { ...way, end_location: 'Hytta til Kari' }],
    ['an unknown start', { ...way, start_location: 'Hytta til Kari' }],
    ['a start in a country without a rate', { ...way, start_location: 'Helsinki' }],
    ['a day before the first rate', { ...way, date: '2025-12-31' }],
    ['a way back to the start', { ...way, end_location: 'Oslo', stops: ['Hytta til Kari'] }],
  ])('nothing is said for %s', async (_, body) => {
    expect((await estimate(body)).share).toBeNull()
  })

  test('the estimate uses the chosen place instead of the usual meaning of its name', async () => {
    const { items } = (await t.call('GET', '/api/v1/places?q=sand')).body
    const sand = items.map(({ id, name }: { id: number; name: string }) => ({ text: name, place_id: id })).slice(0, 2)
    const [a, b] = await Promise.all(sand.map((end_location: object) => estimate({ ...way, end_location })))
    expect(a.share.distance_km).not.toBe(b.share.distance_km)
  })

  test('each person gets sixty estimates a minute', async () => {
    const eager = await addPerson(t.db.kysely)
    const responses = await Promise.all(
      Array.from({ length: 65 }, () => t.call('POST', '/api/v1/rides/estimate', { as: eager, body: way })),
    )
    expect(responses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5)
    expect((await estimate(way)).share).not.toBeNull()
  })

  test('the address of the estimate is not that of a ride', async () => {
    expect((await t.call('GET', '/api/v1/rides/estimate')).status).toBe(404)
    const { body } = await t.call('POST', '/api/v1/rides', { as: driver, body: rideBody(t.clock) })
    expect((await t.call('GET', `/api/v1/rides/${body.id}`)).status).toBe(200)
  })

  test('the rate of the day of departure counts, and a published ride keeps its share', async () => {
    const before = await t.call('POST', '/api/v1/rides', { as: driver, body: rideBody(t.clock, { inHours: 48 }) })
    const day = dayOf(new Date(t.clock.now().getTime() + 20 * DAY))
    const added = await addRate({ country: 'NO', valid_from: day, ore_per_km: 400, source: 'Forskrift 2' })
    expect([added.status, added.body]).toMatchObject([201, { country: 'NO', valid_from: day, ore_per_km: 400 }])
    try {
      expect((await estimate(way)).share.ore_per_km).toBe(350)
      expect((await estimate({ ...way, date: day })).share.ore_per_km).toBe(400)
      const later = await t.call('POST', '/api/v1/rides', { as: driver, body: rideBody(t.clock, { inHours: 21 * 24 }) })
      expect(later.body.cost_share).toBe(Math.floor((later.body.distance_km * 400) / 500))
      expect(later.body.cost_share).toBeGreaterThan(before.body.cost_share)
      // The same country and day again: corrected.
      await addRate({ country: 'NO', valid_from: day, ore_per_km: 375, source: 'Forskrift 2, rettet' })
      expect((await rates()).filter((rate: { valid_from: string }) => rate.valid_from === day)).toMatchObject([
        { ore_per_km: 375, source: 'Forskrift 2, rettet' },
      ])
      expect((await t.call('GET', `/api/v1/rides/${later.body.id}`)).body.cost_share).toBe(later.body.cost_share)
      expect(await log()).toEqual([
        { action: 'rate_set', details: { country: 'NO', valid_from: day, ore_per_km: 375 } },
        { action: 'rate_set', details: { country: 'NO', valid_from: day, ore_per_km: 400 } },
      ])
    } finally {
      await sql`delete from cost_rate where valid_from = ${day}::date`.execute(t.db.kysely)
    }
  })

  test('the day of departure is the one in Oslo', async () => {
    const departure = '2027-07-01T00:30:00+02:00'
    await addRate({ country: 'NO', valid_from: '2027-07-01', ore_per_km: 1000, source: 'Prøve' })
    try {
      const { body } = await t.call('POST', '/api/v1/rides', {
        as: driver,
        body: rideBody(t.clock, { departure_time: departure, arrival_time: '2027-07-01T08:00:00+02:00' }),
      })
      expect(body.cost_share).toBe(Math.floor((body.distance_km * 1000) / 500))
    } finally {
      await sql`delete from cost_rate where valid_from = '2027-07-01'`.execute(t.db.kysely)
    }
  })

  test('a rate can be removed before its day only', async () => {
    const dayIn = (days: number) => dayOf(new Date(t.clock.now().getTime() + days * DAY))
    const [today, tomorrow] = await Promise.all(
      [0, 1].map(async (days) =>
        addRate({ country: 'SE', valid_from: dayIn(days), ore_per_km: 260, source: 'Skatteverket' }),
      ),
    )
    const remove = (id: unknown, as = admin) => t.call('DELETE', `/api/v1/admin/cost-rates/${String(id)}`, { as })
    expect((await remove(today?.body.id)).body.code).toBe('rate_in_use')
    expect([(await remove(tomorrow?.body.id, driver)).status, (await remove(randomUUID())).status]).toEqual([403, 404])
    expect((await remove(tomorrow?.body.id)).body).toEqual({ removed: true })
    expect((await remove(tomorrow?.body.id)).status).toBe(404)
    expect((await log())[0]).toEqual({
      action: 'rate_removed',
      details: { country: 'SE', valid_from: dayIn(1), ore_per_km: 260 },
    })
    expect((await rates()).filter((rate: { country: string }) => rate.country === 'SE')).toHaveLength(2)
  })

  test('only the administrator changes rates', async () => {
    const rate = { country: 'NO', valid_from: '2027-08-01', ore_per_km: 1, source: 'Jeg' }
    expect((await addRate(rate, driver)).status).toBe(403)
    expect((await t.call('POST', '/api/v1/admin/cost-rates', { body: rate })).status).toBe(401)
    expect((await rates()).some((it: { source: string }) => it.source === 'Jeg')).toBe(false)
  })

  test('where the share is advice, a price above it is stored with a remark', async () => {
    const fair = await t.call('POST', '/api/v1/rides', { as: driver, body: rideBody(t.clock, { price: 0 }) })
    const share = fair.body.cost_share
    expect(share).toBe(Math.floor((fair.body.distance_km * 350) / 500))
    expect([fair.body.above_cost_share, fair.body.extra_costs]).toEqual([false, 0])
    const publish = (changes: Record<string, unknown>) =>
      t.call('POST', '/api/v1/rides', { as: driver, body: rideBody(t.clock, changes) })
    expect((await publish({ price: share })).body.above_cost_share).toBe(false)
    expect((await publish({ price: share + 1 })).body).toMatchObject({ above_cost_share: true, cost_share: share })
    const withFerry = (await publish({ price: share + 1, extra_costs: 500 })).body
    expect(withFerry).toMatchObject({ above_cost_share: false, cost_share: share + 100, extra_costs: 500 })
    // Tolls and ferry are the driver's own business.
    expect((await t.call('GET', `/api/v1/rides/${withFerry.id}`)).body.extra_costs).toBeNull()
    const unknown = await publish({ end_location: 'Hytta til Kari', price: 10_000 })
    expect(unknown.body).toMatchObject({ distance_km: null, cost_share: null, above_cost_share: false })
  })
})

describe.each(databaseKinds)('enforced, on the %s database', (kind) => {
  let t: TestApp
  let driver: TestPerson
  beforeAll(async () => {
    t = await startTestApp({ kind, clock: summerClock(), env: { SECRET: testSecret, COST_SHARING: 'enforce' } })
    driver = await addPerson(t.db.kysely)
  })
  afterAll(() => t.close())
  const publish = (changes: Record<string, unknown>, headers = {}) =>
    t.call('POST', '/api/v1/rides', { as: driver, headers, body: rideBody(t.clock, changes) })

  test('where the share is enforced, it is accepted, one krone more is refused, and any price of an unknown route is accepted', async () => {
    const trip = { start_location: 'Oslo', stops: ['Hamar', 'Lillehammer'], end_location: 'Trondheim', total_seats: 4 }
    const { body } = await t.call('POST', '/api/v1/rides/estimate', { as: driver, body: trip })
    expect(body.mode).toBe('enforce')
    const max = body.share.price as number
    const key = randomUUID()
    const refused = await publish({ price: max + 1 }, { 'idempotency-key': key })
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'validation', fields: { price: 'above_cost_share' }, params: { max } },
    ])
    expect(await t.db.read.selectFrom('ride').select('id').execute()).toEqual([])
    expect((await publish({ price: max }, { 'idempotency-key': key })).body).toMatchObject({
      price: max,
      cost_share: max,
      above_cost_share: false,
    })
    expect((await publish({ price: 0 })).status).toBe(201)
    expect((await publish({ price: max + 1, total_seats: 3 })).status).toBe(201)
    expect((await publish({ price: max + 1, total_seats: 5 })).status).toBe(422)
    expect((await publish({ price: max + 100, extra_costs: 500 })).status).toBe(201)
    expect((await publish({ price: 9999, end_location: 'Hytta til Kari' })).status).toBe(201)
    // Typed figures far above the road's do not raise the price that is accepted by as much.
    const claimed = { ...trip, distance_km: 2 * body.road.km, extra_costs: 5000 }
    const most = (await t.call('POST', '/api/v1/rides/estimate', { as: driver, body: claimed })).body.share
    expect([most.distance_km, most.extra_costs < 1000]).toEqual([Math.floor(body.road.km * 1.25), true])
    expect((await publish({ ...claimed, price: most.price + 1 })).body).toMatchObject({ params: { max: most.price } })
    const ride = (await publish({ ...claimed, price: most.price })).body
    expect(ride).toMatchObject({ cost_share: most.price, above_cost_share: false })
    const change = { version: ride.version, price: most.price + 1 }
    const edited = await t.call('PATCH', `/api/v1/rides/${ride.id}`, { as: driver, body: change })
    expect(edited.body).toMatchObject({ fields: { price: 'above_cost_share' }, params: { max: most.price } })
  })
})

test('where sharing is off, nothing is compared, shown or stored', async () => {
  const t = await startTestApp({ clock: summerClock(), env: { SECRET: testSecret, COST_SHARING: 'off' } })
  try {
    const driver = await addPerson(t.db.kysely)
    const { body } = await t.call('POST', '/api/v1/rides', { as: driver, body: rideBody(t.clock, { price: 9999 }) })
    expect(body).toMatchObject({ cost_share: null, above_cost_share: false })
    expect(body.distance_km).toBeGreaterThan(300)
    const trip = { start_location: 'Oslo', end_location: 'Trondheim' }
    expect((await t.call('POST', '/api/v1/rides/estimate', { as: driver, body: trip })).body).toMatchObject({
      mode: 'off',
      currency: 'NOK',
      share: null,
    })
  } finally {
    await t.close()
  }
})

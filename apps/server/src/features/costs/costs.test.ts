/** The estimate of a trip's costs, the table of rates, and prices above the share of the costs. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { rideBody } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { clockAt, sharedApp } from '../../../test/shared-app.ts'
import { dayOf } from '#platform/clock'

const DAY = 86_400_000
/** Noon of a summer day, so that no day ends while the tests run. */
const summerClock = () => clockAt('2027-06-15T10:00:00Z')

describe.each([usualKind])('on the %s database', (kind) => {
  const { t, call } = sharedApp({ kind, clock: summerClock(), env: { RATE_LIMITS: 'on' } })
  let driver: TestPerson
  let admin: TestPerson
  beforeAll(async () => {
    driver = await addPerson(t.db.kysely)
    admin = await addPerson(t.db.kysely, { role: 'admin', name: 'Adele Styrer' })
  })

  const estimate = async (body: object, as = driver) => (await call('POST', '/rides/estimate', as, body)).body
  const way = { start_location: 'Oslo', end_location: 'Trondheim', total_seats: 3 }
  const rates = async () => (await call('GET', '/cost-rates')).body.items
  const addRate = (body: object, as = admin) => call('POST', '/admin/cost-rates', as, body)
  const publish = (changes: Record<string, unknown> = {}) => call('POST', '/rides', driver, rideBody(t.clock, changes))
  const log = async () =>
    (await call('GET', '/admin/audit-log?limit=2', admin)).body.items.map(
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
    const rate = { ore_per_km: 350, country: 'NO', valid_from: '2026-01-01' }
    expect(share).toMatchObject({ ...rate, extra_costs: 200, people: 4 })
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
    const { items } = (await call('GET', '/places?q=sand')).body
    const sand = items.map(({ id, name }: { id: number; name: string }) => ({ text: name, place_id: id })).slice(0, 2)
    const [a, b] = await Promise.all(sand.map((end_location: object) => estimate({ ...way, end_location })))
    expect(a.share.distance_km).not.toBe(b.share.distance_km)
  })

  test('each person gets sixty estimates a minute', async () => {
    const eager = await addPerson(t.db.kysely)
    const send = () => call('POST', '/rides/estimate', eager, way)
    const responses = await Promise.all(Array.from({ length: 65 }, send))
    expect(responses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5)
    expect((await estimate(way)).share).not.toBeNull()
  })

  test('the address of the estimate is not that of a ride', async () => {
    expect((await call('GET', '/rides/estimate')).status).toBe(404)
    const { body } = await publish()
    expect((await call('GET', `/rides/${body.id}`)).status).toBe(200)
  })

  test('the rate of the day of departure counts, and a published ride keeps its share', async () => {
    const before = await publish({ inHours: 48 })
    const day = dayOf(new Date(t.clock.now().getTime() + 20 * DAY))
    const added = await addRate({ country: 'NO', valid_from: day, ore_per_km: 400, source: 'Forskrift 2' })
    expect([added.status, added.body]).toMatchObject([201, { country: 'NO', valid_from: day, ore_per_km: 400 }])
    try {
      expect((await estimate(way)).share.ore_per_km).toBe(350)
      expect((await estimate({ ...way, date: day })).share.ore_per_km).toBe(400)
      const later = await publish({ inHours: 21 * 24 })
      expect(later.body.cost_share).toBe(Math.floor((later.body.distance_km * 400) / 500))
      expect(later.body.cost_share).toBeGreaterThan(before.body.cost_share)
      // The same country and day again: corrected.
      await addRate({ country: 'NO', valid_from: day, ore_per_km: 375, source: 'Forskrift 2, rettet' })
      expect((await rates()).filter((rate: { valid_from: string }) => rate.valid_from === day)).toMatchObject([
        { ore_per_km: 375, source: 'Forskrift 2, rettet' },
      ])
      expect((await call('GET', `/rides/${later.body.id}`)).body.cost_share).toBe(later.body.cost_share)
      const entry = (ore_per_km: number) => ({
        action: 'rate_set',
        details: { country: 'NO', valid_from: day, ore_per_km },
      })
      expect(await log()).toEqual([entry(375), entry(400)])
    } finally {
      await sql`delete from cost_rate where valid_from = ${day}::date`.execute(t.db.kysely)
    }
  })

  test('the day of departure is the one in Oslo', async () => {
    const departure = '2027-07-01T00:30:00+02:00'
    await addRate({ country: 'NO', valid_from: '2027-07-01', ore_per_km: 1000, source: 'Prøve' })
    try {
      const { body } = await publish({ departure_time: departure, arrival_time: '2027-07-01T08:00:00+02:00' })
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
    const remove = (id: unknown, as = admin) => call('DELETE', `/admin/cost-rates/${String(id)}`, as)
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

  test('where the share is advice, a price above it is stored with a remark', async () => {
    const fair = await publish({ price: 0 })
    const share = fair.body.cost_share
    expect(share).toBe(Math.floor((fair.body.distance_km * 350) / 500))
    expect([fair.body.above_cost_share, fair.body.extra_costs]).toEqual([false, 0])
    expect((await publish({ price: share })).body.above_cost_share).toBe(false)
    expect((await publish({ price: share + 1 })).body).toMatchObject({ above_cost_share: true, cost_share: share })
    const withFerry = (await publish({ price: share + 1, extra_costs: 500 })).body
    expect(withFerry).toMatchObject({ above_cost_share: false, cost_share: share + 100, extra_costs: 500 })
    // Tolls and ferry are the driver's own business.
    expect((await call('GET', `/rides/${withFerry.id}`)).body.extra_costs).toBeNull()
    const unknown = await publish({ end_location: 'Hytta til Kari', price: 10_000 })
    expect(unknown.body).toMatchObject({ distance_km: null, cost_share: null, above_cost_share: false })
  })
})

describe('enforced', () => {
  const { t, call } = sharedApp({ clock: summerClock(), env: { COST_SHARING: 'enforce' } })
  let driver: TestPerson
  beforeAll(async () => {
    driver = await addPerson(t.db.kysely)
  })
  const publish = (changes: Record<string, unknown>, headers = {}) =>
    call('POST', '/rides', driver, rideBody(t.clock, changes), headers)

  test('where the share is enforced, it is accepted, one krone more is refused, and any price of an unknown route is accepted', async () => {
    const trip = { start_location: 'Oslo', stops: ['Hamar', 'Lillehammer'], end_location: 'Trondheim', total_seats: 4 }
    const { body } = await call('POST', '/rides/estimate', driver, trip)
    expect(body.mode).toBe('enforce')
    const max = body.share.price as number
    const key = randomUUID()
    const refused = await publish({ price: max + 1 }, { 'idempotency-key': key })
    expect(refused).toMatchObject({ status: 422, body: { fields: { price: 'above_cost_share' }, params: { max } } })
    expect(await t.db.read.selectFrom('ride').select('id').execute()).toEqual([])
    const { body: fair } = await publish({ price: max }, { 'idempotency-key': key })
    expect(fair).toMatchObject({ price: max, cost_share: max, above_cost_share: false })
    const rows: [object, number][] = [
      [{ price: 0 }, 201],
      [{ price: max + 1, total_seats: 3 }, 201],
      [{ price: max + 1, total_seats: 5 }, 422],
      [{ price: max + 100, extra_costs: 500 }, 201],
      [{ price: 9999, end_location: 'Hytta til Kari' }, 201],
    ]
    for (const [changes, status] of rows)
      expect([changes, (await publish({ ...changes })).status]).toEqual([changes, status])
    // Typed figures far above the road's do not raise the price that is accepted by as much.
    const claimed = { ...trip, distance_km: 2 * body.road.km, extra_costs: 5000 }
    const most = (await call('POST', '/rides/estimate', driver, claimed)).body.share
    expect([most.distance_km, most.extra_costs < 1000]).toEqual([Math.floor(body.road.km * 1.25), true])
    expect((await publish({ ...claimed, price: most.price + 1 })).body).toMatchObject({ params: { max: most.price } })
    const ride = (await publish({ ...claimed, price: most.price })).body
    expect(ride).toMatchObject({ cost_share: most.price, above_cost_share: false })
    const change = { version: ride.version, price: most.price + 1 }
    const edited = await call('PATCH', `/rides/${ride.id}`, driver, change)
    expect(edited.body).toMatchObject({ fields: { price: 'above_cost_share' }, params: { max: most.price } })
  })
})

describe('off', () => {
  const { t, call } = sharedApp({ clock: summerClock(), env: { COST_SHARING: 'off' } })

  test('where sharing is off, nothing is compared, shown or stored', async () => {
    const driver = await addPerson(t.db.kysely)
    const { body } = await call('POST', '/rides', driver, rideBody(t.clock, { price: 9999 }))
    expect(body).toMatchObject({ cost_share: null, above_cost_share: false })
    expect(body.distance_km).toBeGreaterThan(300)
    const estimate = await call('POST', '/rides/estimate', driver, {
      start_location: 'Oslo',
      end_location: 'Trondheim',
    })
    expect(estimate.body).toMatchObject({ mode: 'off', currency: 'NOK', share: null })
  })
})

/** Weekly series and return trips: published at once, changed and cancelled from a day on. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rideTerms, type RideTerm } from '@samtur/contract/rides'
import { seriesBody as schema } from '@samtur/contract/series'
import { rideBody } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { patient } from '../../../test/patience.ts'
import { findRides } from '../../../test/rides.ts'
import { addPerson, testCaller, type TestPerson } from '../../../test/sessions.ts'
import { clockAt, sharedApp } from '../../../test/shared-app.ts'
import { clockOf, dayOf } from '#platform/clock'
import { findViolations } from '#platform/db/invariants'
import { cancelRide, editRide } from './service.ts'
import { editSeries, publishSeries } from './service-series.ts'

const DAY = 86_400_000
/** A Monday, four weeks before the clocks go forward. */
const start = '2027-03-01T12:00:00+01:00'

const seriesBody = (changes: object = {}) => ({
  start_location: 'Oslo',
  stops: ['Hamar'],
  end_location: 'Lillehammer',
  price: 150,
  total_seats: 3,
  license_plate: 'AB12345',
  car_make: 'Volvo',
  car_model: 'V60',
  car_color: 'Blå',
  date: '2027-03-05',
  departure_clock: '08:00',
  arrival_clock: '10:30',
  ...changes,
})
const fridays = (until = '2027-04-09', except: string[] = []) => ({ repeat: { weekdays: [5], until, except } })
const back = { return_trip: { days_later: 2, departure_clock: '17:00', arrival_clock: '19:30', price: 120 } }

describe.each([usualKind])('on the %s database', (kind) => {
  const { t, call } = sharedApp({ kind, clock: clockAt(start), env: { SAME_GENDER_RIDES: 'on' } })
  let driver: TestPerson
  let passenger: TestPerson
  beforeAll(async () => {
    driver = await addPerson(t.db.kysely, { name: 'Dag Sjåfør' })
    passenger = await addPerson(t.db.kysely, { name: 'Pia Passasjer' })
  })
  afterAll(async () => expect(await findViolations(t.db.kysely)).toEqual([]))

  const publish = (changes: object = {}, as = driver, headers = {}) =>
    call('POST', '/ride-series', as, seriesBody(changes), headers)
  const series = async (changes: object = {}, as = driver) => {
    const { status, body, text } = await publish({ ...fridays(), ...changes }, as)
    expect([status, text]).toMatchObject([201, expect.any(String)])
    return body
  }
  const accepted = async (rideId: string) => {
    const body = { seats_requested: 1, accept_overlap: true }
    const requested = await call('POST', `/rides/${rideId}/reservations`, passenger, body)
    expect([requested.status, requested.text]).toMatchObject([201, expect.any(String)])
    expect((await call('POST', `/reservations/${requested.body.id}/accept`, driver)).status).toBe(200)
    return requested.body.id as string
  }
  const days = (items: { departure_time: string }[]) =>
    items.map(({ departure_time }) => dayOf(new Date(departure_time)))
  const ride = async (id: string) => (await call('GET', `/rides/${id}`, driver)).body
  const edit = (series: string, from: string, changes: object, as = driver) =>
    call('PATCH', `/ride-series/${series}`, as, { from, ...changes })
  const cancel = (series: string, body: object, as = driver) => call('POST', `/ride-series/${series}/cancel`, as, body)
  const storedBy = (table: 'ride' | 'ride_series', { id }: TestPerson) =>
    t.db.read.selectFrom(table).select('id').where('driver_id', '=', id).execute()

  test('every ride departs at eight, also after the clocks have changed, and the excepted day has no ride', async () => {
    const { series_id, items, skipped } = await series(fridays('2027-04-09', ['2027-03-19']))
    expect(days(items)).toEqual(['2027-03-05', '2027-03-12', '2027-03-26', '2027-04-02', '2027-04-09'])
    for (const { departure_time, arrival_time } of items)
      expect([clockOf(new Date(departure_time)), clockOf(new Date(arrival_time))]).toEqual(['08:00', '10:30'])
    expect(skipped).toEqual([])
    const found = async (date: string) => (await findRides(t, { from: 'Oslo', to: 'Hamar', date })).map(({ id }) => id)
    expect(await found('2027-03-12')).toEqual([items[1].id])
    expect(await found('2027-03-19')).toEqual([])
    expect(await found('2027-04-02')).toEqual([items[3].id])
    const shown = await ride(items[0].id)
    const contact = { license_plate: 'AB12345' }
    expect(shown).toMatchObject({ series_id, version: 1, stops: ['Hamar'], available_seats: 3, contact })
    expect(shown.cost_share).toBeGreaterThan(0)
    expect((await t.call('GET', `/api/v1/rides/${items[0].id}`)).body.series_id).toBeNull()
    expect((await call('GET', '/me', driver)).body.profile.is_driver).toBe(true)
  })

  test('a return trip has the stops in reverse, and its own day, clock times and price', async () => {
    const { body } = await publish({ ...back, date: '2027-03-26' })
    expect(body).toMatchObject({ series_id: null, skipped: [], items: [{ direction: 'out' }, { direction: 'back' }] })
    expect(await ride(body.items[1].id)).toMatchObject({
      start_location: 'Lillehammer',
      stops: ['Hamar'],
      end_location: 'Oslo',
      price: 120,
      departure_time: '2027-03-28T15:00:00.000Z',
      arrival_time: '2027-03-28T17:30:00.000Z',
      series_id: null,
      total_seats: 3,
    })
    const { items } = (await publish({ ...fridays(), return_trip: { ...back.return_trip, price: undefined } })).body
    expect(items.map(({ direction }: { direction: string }) => direction)).toEqual(
      items.map((_: unknown, nth: number) => (nth % 2 ? 'back' : 'out')),
    )
    expect((await ride(items[1].id)).price).toBe(150)
  })

  test('a day without the hour is skipped and listed, there and back', async () => {
    const night = {
      ...fridays(),
      date: '2027-03-07',
      departure_clock: '02:30',
      arrival_clock: '05:00',
      repeat: { weekdays: [7], until: '2027-04-04' },
    }
    const { body } = await publish(night)
    expect(days(body.items)).toEqual(['2027-03-07', '2027-03-14', '2027-03-21', '2027-04-04'])
    expect(body.skipped).toEqual([{ direction: 'out', date: '2027-03-28', code: 'clock_gap' }])
    expect((await publish({ ...night, repeat: undefined, date: '2027-03-28' })).body.fields).toEqual({
      departure_clock: 'clock_gap',
    })
  })

  test('repeated requests with one key publish one series', async () => {
    const [person, headers] = [await addPerson(t.db.kysely), { 'idempotency-key': randomUUID() }]
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => publish({ ...fridays(), ...back }, person, headers)),
    )
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect([(await storedBy('ride', person)).length, (await storedBy('ride_series', person)).length]).toEqual([12, 1])
    expect((await publish({ ...fridays(), price: 1 }, person, headers)).body.code).toBe('idempotency_key_reused')
  })

  test('when one ride cannot be stored, no ride and no series are', async () => {
    const person = await addPerson(t.db.kysely)
    const daily = { weekdays: [1, 2, 3, 4, 5, 6, 7], until: '2027-12-31' }
    expect(await publish({ repeat: daily }, person)).toMatchObject({
      status: 422,
      body: { fields: { 'repeat.until': 'too_many' }, params: { max: 120 } },
    })
    expect(await storedBy('ride', person)).toEqual([])
  })

  test('an account that is suspended between check and change publishes, changes and cancels nothing', async () => {
    const { id, cookie } = await addPerson(t.db.kysely)
    const suspend = (at: Date | null) =>
      t.db.kysely
        .updateTable('auth_user')
        .set({ suspended_at: at, suspended_reason: at && 'Sak 1' })
        .where('id', '=', id)
        .execute()
    const { series_id, items } = await series({}, { ...driver, id, cookie })
    await suspend(new Date())
    const caller = { ...testCaller, id }
    const request = { ip: '', requestId: '', idempotencyKey: undefined, acceptLanguage: undefined }
    const context = { ...t.app.parts, caller, ...request }
    const deps = { ...t.app.parts, origin: () => '', costSharing: 'off' as const, sameGenderRides: false }
    const shut = { code: 'unauthenticated' }
    await expect(publishSeries(context, deps, caller, schema.parse(seriesBody()))).rejects.toMatchObject(shut)
    await expect(editRide(context, deps, caller, items[0].id, { price: 1 })).rejects.toMatchObject(shut)
    await expect(cancelRide(context, deps, caller, items[0].id, null)).rejects.toMatchObject(shut)
    const changes = { from: '2027-03-01', direction: 'out' as const, price: 1 }
    const { changed, refused } = await editSeries(context, deps, caller, series_id, changes)
    expect([changed, new Set(refused.map(({ code }) => code))]).toEqual([[], new Set(['unauthenticated'])])
    await suspend(null)
  })

  test('120 rides with ten stops and their returns are published at once', async () => {
    const stops = 'Lillestrøm,Eidsvoll,Hamar,Brumunddal,Lillehammer,Ringebu,Otta,Dombås,Oppdal,Støren'.split(',')
    const started = performance.now()
    const { status, body } = await publish({
      stops,
      end_location: 'Trondheim',
      departure_clock: '07:00',
      arrival_clock: '14:00',
      repeat: { weekdays: [1, 2, 3, 4, 5, 6, 7], until: '2027-07-02' },
      return_trip: { days_later: 0, departure_clock: '15:00', arrival_clock: '22:00' },
    })
    const took = performance.now() - started
    expect([status, body.items.length]).toEqual([201, 240])
    // Several times what it takes on a quiet machine: a statement for each ride would take longer.
    expect(took).toBeLessThan(patient(10_000))
  })

  test('only the driver sees the series with its rides', async () => {
    const { series_id, items } = await series(back)
    await accepted(items[0].id)
    const { body } = await call('GET', `/ride-series/${series_id}`, driver)
    expect(body).toMatchObject({ id: series_id, weekdays: [5], until: '2027-04-09' })
    expect(body.rides).toHaveLength(items.length)
    const shown = { status: 'active', start_location: 'Oslo', end_location: 'Lillehammer', price: 150 }
    expect(body.rides[0]).toEqual({ ...items[0], ...shown, pending: 0, accepted: 1 })
    const foreign = await call('GET', `/ride-series/${series_id}`, passenger)
    const absent = await call('GET', `/ride-series/${randomUUID()}`, passenger)
    const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    expect([foreign.status, bare(foreign.text)]).toEqual([404, bare(absent.text)])
    const from = '2027-03-01'
    for (const { status } of [await edit(series_id, from, {}, passenger), await cancel(series_id, { from }, passenger)])
      expect(status).toBe(404)
  })

  test('a change from a day on leaves the earlier rides and the return trips alone, and keeps clock times', async () => {
    const { series_id, items } = await series(back)
    const changes = { departure_clock: '09:15', arrival_clock: '12:00', notes: 'Ny tid' }
    const changed = await edit(series_id, '2027-03-19', changes)
    const out = items.filter(({ direction }: { direction: string }) => direction === 'out')
    expect(changed.body).toEqual({ changed: out.slice(2).map(({ id }: { id: string }) => id), refused: [] })
    const { rides } = (await call('GET', `/ride-series/${series_id}`, driver)).body
    const clocks = (direction: string) =>
      rides
        .filter((one: { direction: string }) => one.direction === direction)
        .map((one: { departure_time: string }) => clockOf(new Date(one.departure_time)))
    expect(clocks('out')).toEqual(['08:00', '08:00', '09:15', '09:15', '09:15', '09:15'])
    expect(clocks('back')).toEqual(clocks('back').map(() => '17:00'))
    expect(await ride(out[5].id)).toMatchObject({ notes: 'Ny tid', version: 2, price: 150 })
    const again = await edit(series_id, '2027-03-19', { departure_clock: '09:15' })
    expect(again.body).toEqual(changed.body)
    expect((await ride(out[5].id)).version).toBe(2)
  })

  test('a ride that cannot be changed is listed with the reason; a cancelled one is left alone', async () => {
    const { series_id, items } = await series()
    await accepted(items[1].id)
    await call('POST', `/rides/${items[2].id}/cancel`, driver)
    const refusalOf = (nth: number, code: string) => [{ id: items[nth].id, departure_time: items[nth].departure_time, code }] // prettier-ignore
    const dearer = await edit(series_id, '2027-03-01', { price: 200 })
    expect(dearer.body.refused).toEqual(refusalOf(1, 'only_down'))
    expect(dearer.body.changed).toEqual([items[0].id, items[3].id, items[4].id, items[5].id])
    const prices = [0, 1, 2].map(async (nth) => (await ride(items[nth].id)).price as number)
    expect(await Promise.all(prices)).toEqual([200, 150, 150])
    const late = await edit(series_id, '2027-04-09', { departure_clock: '10:30' })
    expect(late.body).toEqual({ changed: [], refused: refusalOf(5, 'before_departure') })
    const equal = await edit(series_id, '2027-03-01', { departure_clock: '10:30', arrival_clock: '10:30' })
    expect(equal.body.fields).toEqual({ arrival_clock: 'before_departure' })
  })

  test('cancelling from a day on ends the rides of one direction or both, and a second time none', async () => {
    const { series_id, items } = await series(back)
    const reservation = await accepted(items.at(-2).id)
    const outOnly = await cancel(series_id, { from: '2027-04-01', direction: 'out', reason: 'Ny jobb' })
    expect(outOnly.body).toEqual({ changed: [items[8].id, items[10].id], refused: [] })
    expect(await ride(items[10].id)).toMatchObject({ status: 'cancelled', cancellation: { reason: 'Ny jobb' } })
    const mine = (await call('GET', '/me/reservations', passenger)).body.items.find(
      ({ id }: { id: string }) => id === reservation,
    )
    expect(mine).toMatchObject({ status: 'cancelled', end_reason: 'Ny jobb' })
    expect((await cancel(series_id, { from: '2027-04-01' })).body.changed).toEqual([items[9].id, items[11].id])
    expect((await cancel(series_id, { from: '2027-04-01' })).body).toEqual({ changed: [], refused: [] })
    expect((await ride(items[0].id)).status).toBe('active')
  })

  test('departed rides of a series are left alone', async () => {
    const { series_id, items } = await series()
    t.clock.advance(14 * DAY)
    try {
      const changed = await edit(series_id, '2027-03-01', { notes: 'Fra nå' })
      expect(changed.body).toEqual({ changed: items.slice(2).map(({ id }: { id: string }) => id), refused: [] })
    } finally {
      t.clock.advance(-14 * DAY)
    }
  })

  test('every term that the driver chooses is stored: of a new ride, an edited one, and a ride with its return trip', async () => {
    const person = await addPerson(t.db.kysely)
    const gender = { gender: 'annet', gender_counts_at: sql<Date>`app_now()` } as const
    await t.db.kysely.updateTable('profile').set(gender).where('id', '=', person.id).execute()
    // None of them is a default.
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
    const published = await call('POST', '/rides', person, rideBody(t.clock, chosen))
    const edited = await call('POST', '/rides', person, rideBody(t.clock))
    const { status, text } = await call('PATCH', `/rides/${edited.body.id}`, person, chosen)
    expect([status, text]).toMatchObject([200, expect.any(String)])
    const { items } = (await publish({ ...back, ...chosen }, person)).body
    expect(items).toHaveLength(2)
    for (const { id } of [published.body, edited.body, ...items])
      expect(await t.db.read.selectFrom('ride').select(rideTerms).where('id', '=', id).executeTakeFirst()).toEqual(
        chosen,
      )
  })
})

describe('where only sharing costs is enforced', () => {
  const { t, call } = sharedApp({ clock: clockAt(start), env: { COST_SHARING: 'enforce', RATE_LIMITS: 'on' } })
  let driver: TestPerson
  beforeAll(async () => {
    driver = await addPerson(t.db.kysely)
  })
  const send = (method: string, path: string, body: object) => call(method, path, driver, body)

  test('a price above the share is refused for each ride, return trip and change of a series; the share itself is not', async () => {
    const { status, body } = await send('POST', '/ride-series', seriesBody({ ...fridays('2027-03-12'), price: 0 }))
    expect(status).toBe(201)
    const { id } = body.items[0]
    const share = (await t.call('GET', `/api/v1/rides/${id}`)).body.cost_share as number
    expect(share).toBeGreaterThan(0)
    const tooDear = { status: 422, body: { fields: { price: 'above_cost_share' }, params: { max: share } } }
    expect(await send('POST', '/ride-series', seriesBody({ ...fridays(), price: share + 1 }))).toMatchObject(tooDear)
    const dearBack = { price: share, return_trip: { ...back.return_trip, price: share + 50 } }
    const refused = await send('POST', '/ride-series', seriesBody(dearBack))
    expect(refused.body.fields).toEqual({ 'return_trip.price': 'above_cost_share' })
    expect(await send('PATCH', `/rides/${id}`, { price: share + 1 })).toMatchObject(tooDear)
    expect(await send('PATCH', `/rides/${id}`, { price: share })).toMatchObject({
      status: 200,
      body: { cost_share: share, above_cost_share: false },
    })
    // One more to share with: everybody's part is smaller.
    expect((await send('PATCH', `/rides/${id}`, { total_seats: 4 })).body.fields).toEqual({ price: 'above_cost_share' })
    expect((await send('PATCH', `/rides/${id}`, { total_seats: 4, extra_costs: 2 * share })).status).toBe(200)
    expect((await send('PATCH', `/rides/${id}`, { notes: 'Velkommen' })).status).toBe(200)
    const outcome = await send('PATCH', `/ride-series/${body.series_id}`, { from: '2027-03-06', price: share + 1 })
    expect(outcome.body.refused).toMatchObject([{ id: body.items[1].id, code: 'above_cost_share' }])
  })

  test('a series counts as one of the twenty rides a day', async () => {
    const person = await addPerson(t.db.kysely)
    const responses = []
    for (let i = 0; i < 21; i++)
      responses.push(await call('POST', '/ride-series', person, seriesBody({ ...fridays('2027-03-19'), price: 0 })))
    expect(responses.map(({ status }) => status)).toEqual([...Array(20).fill(201), 429])
  })
})

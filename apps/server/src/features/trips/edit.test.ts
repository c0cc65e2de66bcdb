/** What a driver may change of a published ride, and what it means for its reservations. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findRides } from '../../../test/rides.ts'
import { rideBody, startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { dayOf } from '#platform/clock'
import { findViolations } from '#platform/db/invariants'

const HOUR = 3_600_000

describe.each(databaseKinds)('on the %s database', (kind) => {
  let t: TestApp
  let driver: TestPerson
  let passengers: TestPerson[]
  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
    driver = await addPerson(t.db.kysely, { name: 'Dag Sjåfør' })
    passengers = await Promise.all(['Pia', 'Ola', 'Eva'].map((name) => addPerson(t.db.kysely, { name })))
  })
  afterAll(async () => {
    expect(await findViolations(t.db.kysely)).toEqual([])
    await t.close()
  })

  const call = (method: string, path: string, as: TestPerson, body?: object, headers = {}) =>
    t.call(method, `/api/v1${path}`, { as, body, headers })
  const publish = async (changes: object = {}) => {
    const { status, body, text } = await call(
      'POST',
      '/rides',
      driver,
      rideBody(t.clock, { start_location: town(), ...changes }),
    )
    expect([status, text]).toMatchObject([201, expect.any(String)])
    return body
  }
  /** A unique start, so that searches find one ride. */
  let towns = 0
  const town = () => `Grend nr ${++towns} ${kind}`
  const edit = (id: string, changes: object, as = driver, headers = {}) =>
    call('PATCH', `/rides/${id}`, as, changes, headers)
  const ask = async (ride: string, nth = 0, body: object = {}) => {
    const passenger = passengers[nth] as TestPerson
    const response = await call('POST', `/rides/${ride}/reservations`, passenger, {
      seats_requested: 1,
      accept_overlap: true,
      ...body,
    })
    expect([response.status, response.text]).toMatchObject([201, expect.any(String)])
    return response.body.id as string
  }
  const accepted = async (ride: string, nth = 0, body: object = {}) => {
    const id = await ask(ride, nth, body)
    expect((await call('POST', `/reservations/${id}/accept`, driver)).status).toBe(200)
    return id
  }
  const own = async (nth: number, id: string) => {
    const { body } = await call('GET', '/me/reservations', passengers[nth] as TestPerson)
    return body.items.find((reservation: { id: string }) => reservation.id === id)
  }
  const later = (ride: { departure_time: string; arrival_time: string }, minutes: number) => ({
    departure_time: new Date(new Date(ride.departure_time).getTime() + minutes * 60_000).toISOString(),
    arrival_time: new Date(new Date(ride.arrival_time).getTime() + minutes * 60_000).toISOString(),
  })
  const notificationsOf = async (person: TestPerson) =>
    await t.db.read
      .selectFrom('notification')
      .select(['kind', 'path', 'params'])
      .where('user_id', '=', person.id)
      .orderBy('id')
      .execute()

  test('a ride without reservations can be changed in everything, and the search finds the changed ride', async () => {
    const ride = await publish()
    const start = town()
    const shown = {
      start_location: start,
      stops: ['Moss'],
      end_location: 'Göteborg',
      ...later(ride, 26 * 60),
      price: 450,
      extra_costs: 120,
      total_seats: 2,
      pets_allowed: true,
      luggage: 'large',
      notes: 'Ny rute',
      car_make: 'Tesla',
      car_model: 'Y',
    }
    const car = { license_plate: 'el 12 345', car_color: 'Hvit' }
    const { status, body } = await edit(ride.id, { ...shown, ...car, version: ride.version })
    const contact = { license_plate: 'EL12345', car_color: 'Hvit' }
    expect([status, body]).toMatchObject([200, { ...shown, version: 2, available_seats: 2, contact }])
    expect((await t.call('GET', `/api/v1/rides/${ride.id}`)).body).toMatchObject({
      price: 450,
      version: 2,
      stops: ['Moss'],
      extra_costs: null,
    })
    expect(await findRides(t, { from: ride.start_location })).toEqual([])
    expect(await findRides(t, { from: start, to: 'moss' })).toMatchObject([
      { id: ride.id, section: { available_seats: 2 } },
    ])
  })

  test('omitted fields stay, and null removes the notes', async () => {
    const ride = await publish({ notes: 'Ta med niste', extra_costs: 50 })
    const { body } = await edit(ride.id, { price: 200 })
    expect(body).toEqual({
      ...ride,
      version: 2,
      price: 200,
      // The prices of sections follow from the whole price.
      prices: [200, 134, 67],
      above_cost_share: body.above_cost_share,
      section: { ...ride.section, price: 200 },
    })
    expect((await edit(ride.id, { notes: null })).body).toMatchObject({ notes: null, version: 3 })
  })

  test('a change without a difference notifies no passenger and makes no version', async () => {
    const ride = await publish()
    await accepted(ride.id)
    const before = await notificationsOf(passengers[0] as TestPerson)
    for (const changes of [
      {},
      {
        price: 300,
        notes: '',
        start_location: ride.start_location,
        stops: ['Hamar', 'Lillehammer'],
        ...later(ride, 0),
      },
    ])
      expect((await edit(ride.id, changes)).body.version).toBe(1)
    expect(await notificationsOf(passengers[0] as TestPerson)).toEqual(before)
  })

  test('a change of an earlier version is refused; without a version the last change counts', async () => {
    const ride = await publish()
    expect((await edit(ride.id, { notes: 'a', version: 1 })).status).toBe(200)
    expect(await edit(ride.id, { notes: 'b', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'ride_changed' },
    })
    expect((await edit(ride.id, { notes: 'c' })).body).toMatchObject({ notes: 'c', version: 3 })
  })

  test('a repeated key changes the ride once, and another body with the same key is refused', async () => {
    const ride = await publish()
    const headers = { 'idempotency-key': randomUUID() }
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => edit(ride.id, { price: 100, version: 1 }, driver, headers)),
    )
    expect(responses.map(({ status, body }) => [status, body.version, body.price])).toEqual(
      responses.map(() => [200, 2, 100]),
    )
    expect((await edit(ride.id, { price: 90, version: 1 }, driver, headers)).body.code).toBe('idempotency_key_reused')
  })

  test('another driver’s ride looks like an unknown one; a cancelled and a departed one have their own errors', async () => {
    const ride = await publish({ inHours: 1 })
    const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    const foreign = await edit(ride.id, { price: 0 }, passengers[0])
    expect(foreign.status).toBe(404)
    expect(bare((await edit(randomUUID(), { price: 0 }, passengers[0])).text)).toBe(bare(foreign.text))
    t.clock.advance(2 * HOUR)
    expect(await edit(ride.id, { price: 1, version: 9 })).toMatchObject({
      status: 409,
      body: { code: 'ride_departed' },
    })
    expect(await call('POST', `/rides/${ride.id}/cancel`, driver)).toMatchObject({
      status: 409,
      body: { code: 'ride_departed' },
    })
    t.clock.advance(-2 * HOUR)
    await call('POST', `/rides/${ride.id}/cancel`, driver)
    expect(await edit(ride.id, { price: 1, version: 9 })).toMatchObject({
      status: 409,
      body: { code: 'ride_cancelled' },
    })
  })

  test('times must be ahead, in order and within 24 hours, as for a new ride', async () => {
    const ride = await publish()
    const wrong = async (changes: object) => (await edit(ride.id, changes)).body.fields
    expect(await wrong(later(ride, -49 * 60))).toEqual({ departure_time: 'in_past' })
    expect(await wrong(later(ride, 366 * 24 * 60))).toEqual({ departure_time: 'too_far_ahead' })
    expect(await wrong({ arrival_time: ride.departure_time })).toEqual({ arrival_time: 'before_departure' })
    expect(await wrong({ departure_time: later(ride, -18 * 60).departure_time })).toEqual({
      arrival_time: 'too_long_trip',
    })
    expect(await wrong({ stops: [], end_location: ride.start_location.toUpperCase() })).toEqual({
      end_location: 'same_place',
    })
    expect((await t.call('GET', `/api/v1/rides/${ride.id}`)).body.version).toBe(1)
  })

  test('a later departure moves the times of the stops, and the search finds the ride on the new day only', async () => {
    const ride = await publish({ start_location: 'Oslo', end_location: 'Trondheim', notes: 'flyttes' })
    const { body } = await edit(ride.id, later(ride, 24 * 60))
    const passes = (of: { route: { passes_at: string }[] }) => of.route.map(({ passes_at }) => Date.parse(passes_at))
    expect(passes(body)).toEqual(passes(ride).map((at) => at + 24 * HOUR))
    const [oldDay, newDay] = [ride, body].map(({ departure_time }) => dayOf(new Date(departure_time)))
    const found = async (date = '') =>
      (await findRides(t, { from: 'Oslo', to: 'Trondheim', date })).map(({ id }) => id).includes(ride.id)
    expect([await found(oldDay), await found(newDay)]).toEqual([false, true])
  })

  test('with three seats accepted, two are refused with that number, three and five are not', async () => {
    const ride = await publish()
    await accepted(ride.id, 0, { seats_requested: 2, to_position: 2 })
    await accepted(ride.id, 1, { from_position: 1 })
    expect(await edit(ride.id, { total_seats: 2 })).toMatchObject({
      status: 409,
      body: { code: 'seats_taken', params: { needed: 3 } },
    })
    expect((await edit(ride.id, { total_seats: 3 })).body).toMatchObject({ total_seats: 3, available_seats: 0 })
    expect((await edit(ride.id, { total_seats: 5 })).body).toMatchObject({ total_seats: 5, available_seats: 2 })
    expect(
      (await t.call('GET', `/api/v1/rides/${ride.id}?from_position=2&to_position=3`)).body.section.available_seats,
    ).toBe(4)
  })

  test('a request for more seats than are left stays pending and cannot be accepted', async () => {
    const ride = await publish()
    const id = await ask(ride.id, 0, { seats_requested: 3 })
    expect((await edit(ride.id, { total_seats: 2 })).status).toBe(200)
    expect(await call('POST', `/reservations/${id}/accept`, driver)).toMatchObject({
      status: 409,
      body: { code: 'not_enough_seats' },
    })
    expect((await own(0, id)).status).toBe('pending')
  })

  test('the price can only fall while there are reservations, and falls for them too', async () => {
    const ride = await publish({ price: 300 })
    expect((await edit(ride.id, { price: 400 })).status).toBe(200)
    const [whole, part] = [await ask(ride.id, 0), await accepted(ride.id, 1, { to_position: 1 })]
    const paid = (await own(1, part)).price
    expect(await edit(ride.id, { price: 401 })).toMatchObject({ status: 422, body: { fields: { price: 'only_down' } } })
    expect((await edit(ride.id, { price: 200 })).status).toBe(200)
    expect((await own(0, whole)).price).toBe(200)
    expect((await own(1, part)).price).toBeLessThan(paid)
    await call('POST', `/reservations/${whole}/reject`, driver)
    expect((await edit(ride.id, { price: 201 })).body.fields).toEqual({ price: 'only_down' })
  })

  test('another route ends pending requests, and is refused with an accepted passenger', async () => {
    const ride = await publish()
    const pending = await ask(ride.id, 0, { from_position: 1, to_position: 3 })
    expect((await edit(ride.id, { stops: [] })).body.stops).toEqual([])
    expect(await own(0, pending)).toMatchObject({ status: 'cancelled', ended_by: 'route_changed' })
    await accepted(ride.id, 1)
    for (const route of [{ stops: ['Hamar'] }, { end_location: 'Bodø' }, { start_location: 'Helt andre steder' }])
      expect(await edit(ride.id, route)).toMatchObject({ status: 409, body: { code: 'route_locked' } })
    expect((await edit(ride.id, { notes: 'Kjører som avtalt' })).status).toBe(200)
  })

  test('another text for the same place keeps the route and asks the accepted passenger for confirmation', async () => {
    const ride = await publish({ start_location: { text: 'Oslo', place_id: 3143244 } })
    const [id, waits] = [await accepted(ride.id, 0), await ask(ride.id, 1)]
    const { status, body } = await edit(ride.id, { start_location: { text: 'Oslo bussterminal', place_id: 3143244 } })
    expect([status, body.start_location]).toEqual([200, 'Oslo bussterminal'])
    expect(await own(0, id)).toMatchObject({
      status: 'accepted',
      change: { start_location: 'Oslo', departure_time: ride.departure_time },
    })
    expect((await own(1, waits)).status).toBe('pending')
    expect((await notificationsOf(passengers[0] as TestPerson)).at(-1)).toMatchObject({
      kind: 'ride_changed',
      params: { confirm: true, from: 'Oslo bussterminal' },
    })
    expect((await findRides(t, { from: 'oslo bussterminal' })).map((found) => found.id)).toContain(ride.id)
  })

  test('moving by more than 15 minutes asks the accepted passenger for confirmation, 15 minutes do not', async () => {
    const ride = await publish()
    const id = await accepted(ride.id)
    const [passenger] = passengers as [TestPerson]
    expect((await edit(ride.id, later(ride, 15))).status).toBe(200)
    expect((await own(0, id)).change).toBeNull()
    expect((await notificationsOf(passenger)).at(-1)).toMatchObject({ kind: 'ride_changed', path: `/rides/${ride.id}` })
    expect((await edit(ride.id, later(ride, 16))).status).toBe(200)
    expect((await own(0, id)).change).toMatchObject({ departure_time: ride.departure_time })
    const notifications = (await notificationsOf(passenger)).filter(
      ({ kind: about, path }) => about === 'ride_changed' && path === `/rides/${ride.id}`,
    )
    expect(notifications.map(({ params }) => (params as { confirm?: boolean }).confirm)).toEqual([undefined, true])
  })

  test('less luggage is notified to an accepted passenger and to a request, and needs no confirmation', async () => {
    const ride = await publish()
    const ids = [await accepted(ride.id), await ask(ride.id, 1)]
    expect((await edit(ride.id, { luggage: 'small' })).body).toMatchObject({ luggage: 'small', version: 2 })
    for (const [nth, id] of ids.entries()) {
      expect((await own(nth, id)).change).toBeNull()
      const [last] = (await notificationsOf(passengers[nth] as TestPerson)).slice(-1)
      expect(last).toMatchObject({ kind: 'ride_changed', path: `/rides/${ride.id}` })
      expect(last?.params).not.toHaveProperty('confirm')
    }
    const found = await findRides(t, { from: ride.start_location, luggage: 'cabin' })
    expect(found.map(({ id }) => id)).not.toContain(ride.id)
  })

  test('a passenger whose request ended with a longer route can still list reservations', async () => {
    const ride = await publish({ stops: ['Hamar', 'Lillehammer', 'Dombås'] })
    const id = await ask(ride.id, 2, { from_position: 3, to_position: 4 })
    await call('POST', `/reservations/${id}/reject`, driver)
    expect((await edit(ride.id, { stops: [] })).status).toBe(200)
    expect((await own(2, id)).status).toBe('rejected')
    expect((await call('GET', '/me/rides', driver)).status).toBe(200)
  })

  test('a cancelled ride shows as cancelled, is not found or requested, and notifies both passengers once', async () => {
    const ride = await publish()
    const [yes, maybe] = [await accepted(ride.id, 0), await ask(ride.id, 1)]
    const cancel = (body?: object) => call('POST', `/rides/${ride.id}/cancel`, driver, body)
    const first = await cancel({ reason: 'Bilen er på verksted' })
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'cancelled', bookable: false, cancellation: { reason: 'Bilen er på verksted' } },
    })
    expect(await cancel({ reason: 'Noe annet' })).toMatchObject({ status: 200, body: first.body })
    expect((await cancel()).body).toEqual(first.body)
    expect((await t.call('GET', `/api/v1/rides/${ride.id}`)).body.cancellation).toEqual({
      at: first.body.cancellation.at,
      reason: null,
    })
    expect((await call('GET', `/rides/${ride.id}`, passengers[1] as TestPerson)).body.cancellation.reason).toBe(
      'Bilen er på verksted',
    )
    expect(await findRides(t, { from: ride.start_location })).toEqual([])
    for (const [nth, id] of [yes, maybe].entries()) {
      expect(await own(nth, id)).toMatchObject({
        status: 'cancelled',
        ended_by: 'ride_cancelled',
        end_reason: 'Bilen er på verksted',
      })
      const notifications = (await notificationsOf(passengers[nth] as TestPerson)).filter(
        ({ kind: about, params }) =>
          about === 'ride_cancelled' && (params as { from?: string }).from === ride.start_location,
      )
      expect(notifications).toHaveLength(1)
    }
    const again = await call('POST', `/rides/${ride.id}/reservations`, passengers[2] as TestPerson, {
      seats_requested: 1,
    })
    expect(again).toMatchObject({ status: 409, body: { code: 'ride_cancelled' } })
    const chat = await call('POST', '/chats', passengers[0] as TestPerson, { user_id: driver.id, ride_id: ride.id })
    expect(chat.status).toBe(200)
    expect((await call('GET', `/chats/${chat.body.id}/messages`, passengers[0] as TestPerson)).status).toBe(200)
  })
})

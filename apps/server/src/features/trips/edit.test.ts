/** What a driver may change of a published ride. What it means for its reservations: changes.test.ts of reservations. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import {
  accepted,
  act,
  bare,
  call,
  cancel,
  driver,
  edit,
  later,
  moved,
  newNotifications,
  ola,
  own,
  pia,
  publish as publishRide,
  requested,
  rideOf,
  setUpReservations,
  skipNotifications,
  t,
} from '../../../test/reservation-fixtures.ts'
import { findRides } from '../../../test/rides.ts'
import { dayOf } from '#platform/clock'

const HOUR = 3_600_000
const DAY_MINUTES = 24 * 60

describe.each([usualKind])('on the %s database', (kind) => {
  setUpReservations(kind)

  /** A unique start, so that searches find one ride. */
  let towns = 0
  const town = () => `Grend nr ${++towns} ${kind}`
  const publish = (changes: object = {}) => publishRide({ start_location: town(), ...changes })

  test('a ride without reservations can be changed in everything, and the search finds the changed ride', async () => {
    const ride = await publish()
    const start = town()
    const shown = {
      start_location: start,
      stops: ['Moss'],
      end_location: 'Göteborg',
      ...moved(ride, 26 * 60),
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
    expect(await rideOf(ride.id)).toMatchObject({ price: 450, version: 2, stops: ['Moss'], extra_costs: null })
    expect(await findRides(t, { from: ride.start_location })).toEqual([])
    const found = await findRides(t, { from: start, to: 'moss' })
    expect(found).toMatchObject([{ id: ride.id, section: { available_seats: 2 } }])
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
    await skipNotifications()
    const { start_location } = ride
    const same = { price: 300, notes: '', start_location, stops: ['Hamar', 'Lillehammer'], ...moved(ride, 0) }
    for (const changes of [{}, same]) expect((await edit(ride.id, changes)).body.version).toBe(1)
    expect(await newNotifications(pia)).toEqual([])
  })

  test('a change of an earlier version is refused; without a version the last change counts', async () => {
    const ride = await publish()
    expect((await edit(ride.id, { notes: 'a', version: 1 })).status).toBe(200)
    const refused = { status: 409, body: { code: 'ride_changed' } }
    expect(await edit(ride.id, { notes: 'b', version: 1 })).toMatchObject(refused)
    expect((await edit(ride.id, { notes: 'c' })).body).toMatchObject({ notes: 'c', version: 3 })
  })

  test('a repeated key changes the ride once, and another body with the same key is refused', async () => {
    const ride = await publish()
    const headers = { 'idempotency-key': randomUUID() }
    const send = (price: number) => edit(ride.id, { price, version: 1 }, driver, headers)
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(100)))
    const outcomes = responses.map(({ status, body }) => [status, body.version, body.price])
    expect(outcomes).toEqual(responses.map(() => [200, 2, 100]))
    expect((await send(90)).body.code).toBe('idempotency_key_reused')
  })

  test('another driver’s ride looks like an unknown one; a cancelled and a departed one have their own errors', async () => {
    const ride = await publish({ inHours: 1 })
    const foreign = await edit(ride.id, { price: 0 }, pia)
    expect(foreign.status).toBe(404)
    expect(bare(await edit(randomUUID(), { price: 0 }, pia))).toBe(bare(foreign))
    const editOld = () => edit(ride.id, { price: 1, version: 9 })
    await later(2 * HOUR, async () => {
      for (const response of [await editOld(), await cancel(ride.id)])
        expect(response).toMatchObject({ status: 409, body: { code: 'ride_departed' } })
    })
    await cancel(ride.id)
    expect(await editOld()).toMatchObject({ status: 409, body: { code: 'ride_cancelled' } })
  })

  test('times must be ahead, in order and within 24 hours, as for a new ride', async () => {
    const ride = await publish()
    const { departure_time, start_location } = ride
    const rows: [object, object][] = [
      [moved(ride, -49 * 60), { departure_time: 'in_past' }],
      [moved(ride, 366 * DAY_MINUTES), { departure_time: 'too_far_ahead' }],
      [{ arrival_time: departure_time }, { arrival_time: 'before_departure' }],
      [{ departure_time: moved(ride, -18 * 60).departure_time }, { arrival_time: 'too_long_trip' }],
      [{ stops: [], end_location: start_location.toUpperCase() }, { end_location: 'same_place' }],
    ]
    for (const [changes, fields] of rows) expect((await edit(ride.id, changes)).body.fields).toEqual(fields)
    expect((await rideOf(ride.id)).version).toBe(1)
  })

  test('a later departure moves the times of the stops, and the search finds the ride on the new day only', async () => {
    const ride = await publish({ start_location: 'Oslo', end_location: 'Trondheim', notes: 'flyttes' })
    const { body } = await edit(ride.id, moved(ride, DAY_MINUTES))
    const passes = (of: { route: { passes_at: string }[] }) => of.route.map(({ passes_at }) => Date.parse(passes_at))
    expect(passes(body)).toEqual(passes(ride).map((at) => at + 24 * HOUR))
    const found = async ({ departure_time }: { departure_time: string }) => {
      const rides = await findRides(t, { from: 'Oslo', to: 'Trondheim', date: dayOf(new Date(departure_time)) })
      return rides.some(({ id }) => id === ride.id)
    }
    expect([await found(ride), await found(body)]).toEqual([false, true])
  })

  test('with three seats accepted, two are refused with that number, three and five are not', async () => {
    const ride = await publish()
    await accepted(ride.id, pia, { seats_requested: 2, to_position: 2 })
    await accepted(ride.id, ola, { from_position: 1 })
    const refused = { status: 409, body: { code: 'seats_taken', params: { needed: 3 } } }
    expect(await edit(ride.id, { total_seats: 2 })).toMatchObject(refused)
    expect((await edit(ride.id, { total_seats: 3 })).body).toMatchObject({ total_seats: 3, available_seats: 0 })
    expect((await edit(ride.id, { total_seats: 5 })).body).toMatchObject({ total_seats: 5, available_seats: 2 })
    expect((await rideOf(`${ride.id}?from_position=2&to_position=3`)).section.available_seats).toBe(4)
  })

  test('another route is refused with an accepted passenger', async () => {
    const ride = await publish()
    await accepted(ride.id)
    for (const route of [{ stops: ['Hamar'] }, { end_location: 'Bodø' }, { start_location: 'Helt andre steder' }])
      expect(await edit(ride.id, route)).toMatchObject({ status: 409, body: { code: 'route_locked' } })
    expect((await edit(ride.id, { notes: 'Kjører som avtalt' })).status).toBe(200)
  })

  test('another text for the same place keeps the route and asks the accepted passenger for confirmation', async () => {
    const ride = await publish({ start_location: { text: 'Oslo', place_id: 3143244 } })
    const [id, waits] = [await accepted(ride.id), await requested(ride.id, ola)]
    const { status, body } = await edit(ride.id, { start_location: { text: 'Oslo bussterminal', place_id: 3143244 } })
    expect([status, body.start_location]).toEqual([200, 'Oslo bussterminal'])
    const change = { start_location: 'Oslo', departure_time: ride.departure_time }
    expect(await own(id)).toMatchObject({ status: 'accepted', change })
    expect((await own(waits, ola)).status).toBe('pending')
    const told = { kind: 'ride_changed', params: { confirm: true, from: 'Oslo bussterminal' } }
    expect((await newNotifications(pia)).at(-1)).toMatchObject(told)
    expect((await findRides(t, { from: 'oslo bussterminal' })).map((found) => found.id)).toContain(ride.id)
  })

  test('less luggage is notified to an accepted passenger and to a request, and needs no confirmation', async () => {
    const ride = await publish()
    const reservations = [[await accepted(ride.id), pia], [await requested(ride.id, ola), ola]] as const // prettier-ignore
    await skipNotifications()
    expect((await edit(ride.id, { luggage: 'small' })).body).toMatchObject({ luggage: 'small', version: 2 })
    for (const [id, person] of reservations) {
      expect((await own(id, person)).change).toBeNull()
      const [told] = await newNotifications(person)
      expect(told).toMatchObject({ kind: 'ride_changed', path: `/rides/${ride.id}` })
      expect(told?.params).not.toHaveProperty('confirm')
    }
    expect(await findRides(t, { from: ride.start_location, luggage: 'cabin' })).toEqual([])
  })

  test('a passenger whose request ended with a longer route can still list reservations', async () => {
    const ride = await publish({ stops: ['Hamar', 'Lillehammer', 'Dombås'] })
    const id = await requested(ride.id, pia, { from_position: 3, to_position: 4 })
    await act(id, 'reject', driver)
    expect((await edit(ride.id, { stops: [] })).status).toBe(200)
    expect((await own(id)).status).toBe('rejected')
    expect((await call('GET', '/me/rides', driver)).status).toBe(200)
  })
})

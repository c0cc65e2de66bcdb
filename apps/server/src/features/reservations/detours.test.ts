/** Requests for a detour: what is asked and paid, and what accepting one does to the ride and to its other passengers. */
import { describe, expect, test } from 'vitest'
import { placeOfStop } from '#features/places/port'
import { databaseKinds } from '../../../test/database.ts'
import { findRides } from '../../../test/rides.ts'
import {
  accepted,
  act,
  call,
  driver,
  ola,
  pia,
  publish,
  request,
  requested,
  setUpReservations,
  t,
} from '../../../test/reservation-fixtures.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { dayIn, want } from '../../../test/wanted.ts'

const MINUTE = 60_000
const placeId = (text: string) => placeOfStop({ text, place_id: null })?.id ?? 0
const slagelse = placeId('Slagelse')
const nyborg = placeId('Nyborg')
/** Slagelse lies before the bridge, a third of the way, and a few minutes beside it. */
const fromSlagelse = { from_position: 0, to_position: 1, detour: { place_id: slagelse, end: 'start' } }
const toSlagelse = { from_position: 0, to_position: 1, detour: { place_id: slagelse, end: 'end' } }

describe.each(databaseKinds)('on the %s database', (kind) => {
  setUpReservations(kind)

  const ride = (changes: object = {}) =>
    publish({
      start_location: 'København',
      stops: [],
      end_location: 'Aarhus',
      detour_minutes: 15,
      price: 310,
      ...changes,
    })
  const read = async (id: string, as = driver) => (await call('GET', `/rides/${id}`, as)).body
  const mine = async (as: TestPerson, id: string) =>
    (await call('GET', '/me/reservations', as)).body.items.find((one: { id: string }) => one.id === id)
  const asDriver = async (rideId: string, id: string) =>
    (await call('GET', '/me/rides', driver)).body.items
      .find((one: { id: string }) => one.id === rideId)
      .reservations.find((one: { id: string }) => one.id === id)
  const shiftOf = (before: string, after: string) => (Date.parse(after) - Date.parse(before)) / MINUTE
  const notified = async (person: TestPerson) =>
    (
      await t.db.read
        .selectFrom('notification')
        .select(['kind', 'params'])
        .where('user_id', '=', person.id)
        .orderBy('id')
        .execute()
    ).map(({ kind, params }) => ({ kind, params }))

  test('a request names the place; both sides see the section, the minutes and the price, and no seat is held', async () => {
    const { id } = await ride()
    const response = await request(id, pia, fromSlagelse)
    expect(response).toMatchObject({
      status: 201,
      body: {
        status: 'pending',
        ride: {
          section: { start_location: 'Slagelse', end_location: 'Aarhus' },
          detour: { place_id: slagelse, end: 'start' },
        },
      },
    })
    const { ride: own, price } = response.body
    expect(own.section.price).toBe(price)
    const seen = await asDriver(id, response.body.id)
    expect([seen.detour, seen.section]).toEqual([{ ...own.detour, minutes_over_limit: 0 }, own.section])
    expect((await read(id)).available_seats).toBe(own.available_seats)
    expect(await notified(driver)).toMatchObject([
      { kind: 'request_received', params: { from: 'Slagelse', to: 'Aarhus' } },
    ])
  })

  test('the figures of the request are those of the search and of the ride’s page', async () => {
    const { id } = await ride({ start_location: 'Roskilde', end_location: 'Vejle' })
    const found = (await findRides(t, { from: 'Slagelse', to: 'Vejle' })).find((one) => one.id === id)
    const query = `from_position=0&to_position=1&detour_place_id=${slagelse}&detour_end=start`
    const page = (await call('GET', `/rides/${id}?${query}`, pia)).body
    const own = (await request(id, pia, fromSlagelse)).body.ride
    expect(found?.detour).not.toBeNull()
    for (const part of ['section', 'detour'] as const)
      expect([page[part], own[part]]).toEqual([found?.[part], found?.[part]])
  })

  test('an accepted detour becomes a stop, and the trip gets longer by its minutes', async () => {
    const before = await ride()
    const id = await requested(before.id, pia, fromSlagelse)
    const { detour, section } = (await mine(pia, id)).ride
    expect((await act(id, 'accept', driver)).body).toMatchObject({
      status: 'accepted',
      detour: null,
      section: { ...section, from_position: 1, to_position: 2, available_seats: 3 },
    })
    const after = await read(before.id)
    expect(after).toMatchObject({
      stops: ['Slagelse'],
      version: before.version + 1,
      departure_time: before.departure_time,
    })
    expect(shiftOf(before.arrival_time, after.arrival_time)).toBe(detour.minutes)
    expect(after.distance_km).toBeGreaterThanOrEqual(before.distance_km)
    expect(after.cost_share).toBe(before.cost_share)
    const own = await mine(pia, id)
    expect(own).toMatchObject({
      status: 'accepted',
      change: null,
      ride: { detour: null, section: { from_position: 1, to_position: 2 } },
    })
    expect([own.ride.section.price, own.ride.section.departure_time]).toEqual([section.price, section.departure_time])
    expect((await notified(pia)).map(({ kind }) => kind)).toEqual(['request_accepted'])
    // Seats are taken behind the new stop alone.
    const free = async (from: number, to: number) =>
      (await call('GET', `/rides/${before.id}?from_position=${from}&to_position=${to}`, ola)).body.section
        .available_seats
    expect([await free(0, 1), await free(1, 2), await free(0, 2)]).toEqual([4, 3, 3])
    const [found] = await findRides(t, { from: 'Slagelse', to: 'Aarhus' })
    expect(found).toMatchObject({ id: before.id, detour: null, section: { from_position: 1 } })
  })

  test('a detour at the end of the section takes the seats before it', async () => {
    const before = await ride()
    const id = await requested(before.id, pia, { ...toSlagelse, seats_requested: 2 })
    expect((await act(id, 'accept', driver)).body).toMatchObject({
      status: 'accepted',
      section: { end_location: 'Slagelse' },
    })
    const after = await read(before.id)
    expect(after.stops).toEqual(['Slagelse'])
    const free = async (from: number, to: number) =>
      (await call('GET', `/rides/${before.id}?from_position=${from}&to_position=${to}`, ola)).body.section
        .available_seats
    expect([await free(0, 1), await free(1, 2)]).toEqual([2, 4])
  })

  test('other passengers are told of the new times; those whose trip moves by more than 15 minutes confirm', async () => {
    const before = await ride({ stops: ['Odense'], detour_minutes: 30 })
    const [whole, start] = [await accepted(before.id, ola), await addPerson(t.db.kysely)]
    const untouched = await accepted(before.id, start, { to_position: 1 })
    const kolding = placeId('Kolding')
    const far = (
      await call(
        'GET',
        `/rides/${before.id}?from_position=1&to_position=2&detour_place_id=${kolding}&detour_end=start`,
        pia,
      )
    ).body
    expect(far.detour.minutes).toBeGreaterThan(15)
    const id = await requested(before.id, pia, {
      from_position: 1,
      to_position: 2,
      detour: { place_id: kolding, end: 'start' },
    })
    expect((await act(id, 'accept', driver)).status).toBe(200)
    expect((await notified(ola)).at(-1)).toMatchObject({ kind: 'ride_changed', params: { confirm: true } })
    const moved = await mine(ola, whole)
    expect(moved).toMatchObject({ status: 'accepted', ride: { section: { from_position: 0, to_position: 3 } } })
    expect(shiftOf(moved.change.arrival_time, moved.ride.section.arrival_time)).toBe(far.detour.minutes)
    // Who gets out before the detour notices nothing.
    expect((await notified(start)).map(({ kind }) => kind)).toEqual(['request_accepted'])
    expect(await mine(start, untouched)).toMatchObject({
      change: null,
      ride: { section: { from_position: 0, to_position: 1 } },
    })
  })

  test('a second passenger from the same place pays for no detour once it is a stop', async () => {
    const { id: rideId } = await ride()
    const [first, second] = [await requested(rideId, pia, fromSlagelse), await requested(rideId, ola, fromSlagelse)]
    const asked = await mine(ola, second)
    await act(first, 'accept', driver)
    const now = await mine(ola, second)
    expect(now).toMatchObject({
      status: 'pending',
      ride: { detour: null, section: { from_position: 1, to_position: 2 } },
    })
    // Both prices are rounded up.
    expect(Math.abs(now.price - (asked.price - asked.ride.detour.price))).toBeLessThanOrEqual(1)
    expect((await act(second, 'accept', driver)).status).toBe(200)
    expect((await read(rideId)).stops).toEqual(['Slagelse'])
    // The first one pays what was agreed on, also after the driver has changed something else.
    const paid = (await mine(pia, first)).price
    expect((await call('PATCH', `/rides/${rideId}`, driver, { notes: 'Møt opp i god tid' })).status).toBe(200)
    expect((await mine(pia, first)).price).toBe(paid)
  })

  test('detours share the minutes that the driver allows, and two on one leg become two stops in order', async () => {
    const before = await ride({ detour_minutes: 30 })
    const ids = [
      await requested(before.id, pia, fromSlagelse),
      await requested(before.id, ola, { from_position: 0, to_position: 1, detour: { place_id: nyborg, end: 'start' } }),
    ]
    for (const id of ids) expect((await act(id, 'accept', driver)).status).toBe(200)
    const after = await read(before.id)
    expect(after.stops).toEqual(['Slagelse', 'Nyborg'])
    const used = shiftOf(before.arrival_time, after.arrival_time)
    const { detour_minutes_used } = await t.db.read
      .selectFrom('ride')
      .select('detour_minutes_used')
      .where('id', '=', before.id)
      .executeTakeFirstOrThrow()
    expect(detour_minutes_used).toBe(used)
    const rows = await t.db.read.selectFrom('ride_detour').select('minutes').where('ride_id', '=', before.id).execute()
    expect(Math.max(...rows.map(({ minutes }) => minutes))).toBeLessThanOrEqual(30 - used)
    expect(await mine(ola, ids[1] as string)).toMatchObject({
      ride: { section: { start_location: 'Nyborg', from_position: 2, to_position: 3 } },
    })
  })

  test('a detour that the driver does not offer cannot be requested', async () => {
    const none = await ride({ detour_minutes: 0 })
    const offered = await ride()
    const refused = { status: 409, body: { code: 'detour_unavailable' } }
    expect(await request(none.id, pia, fromSlagelse)).toMatchObject(refused)
    const far = { from_position: 0, to_position: 1, detour: { place_id: placeId('Skagen'), end: 'start' } }
    expect(await request(offered.id, pia, far)).toMatchObject(refused)
    const stop = { ...far, detour: { place_id: placeId('Aarhus'), end: 'start' } }
    expect(await request(offered.id, pia, stop)).toMatchObject(refused)
    expect(await request(offered.id, pia, { ...far, detour: { place_id: 999_999_999, end: 'end' } })).toMatchObject(
      refused,
    )
    expect(
      (await call('GET', `/rides/${none.id}?detour_place_id=${slagelse}&detour_end=start`, pia)).body,
    ).toMatchObject({
      detour: null,
      section: { whole: true },
    })
  })

  test('a rejected and a withdrawn request leave the ride as it was', async () => {
    const before = await ride()
    for (const [verb, as] of [
      ['reject', driver],
      ['cancel', pia],
    ] as const) {
      const id = await requested(before.id, pia, fromSlagelse)
      expect((await act(id, verb, as)).status).toBe(200)
      expect(await mine(pia, id)).toMatchObject({ ride: { section: { start_location: 'Slagelse' } } })
    }
    expect(await read(before.id)).toMatchObject({
      stops: [],
      version: before.version,
      arrival_time: before.arrival_time,
    })
  })

  test('a withdrawn accepted detour frees the seats, and the stop stays', async () => {
    const { id: rideId } = await ride()
    const id = await accepted(rideId, pia, fromSlagelse)
    expect((await act(id, 'cancel', pia)).status).toBe(200)
    expect(await read(rideId)).toMatchObject({ stops: ['Slagelse'], available_seats: 4 })
  })

  test('a lower price of the ride lowers that of a detour, and a changed route ends the request', async () => {
    const { id: rideId } = await ride()
    const id = await requested(rideId, pia, fromSlagelse)
    const before = (await mine(pia, id)).price
    expect((await call('PATCH', `/rides/${rideId}`, driver, { price: 150 })).status).toBe(200)
    const now = await mine(pia, id)
    expect(now.price).toBeLessThan(before * 0.55)
    expect(now.ride.section.price).toBe(now.price)
    expect((await call('PATCH', `/rides/${rideId}`, driver, { end_location: 'Aalborg' })).status).toBe(200)
    expect(await mine(pia, id)).toMatchObject({ status: 'cancelled', ended_by: 'route_changed' })
  })

  const fromNyborg = { from_position: 0, to_position: 1, detour: { place_id: nyborg, end: 'start' } }
  const usedBy = async (rideId: string) =>
    (
      await t.db.read
        .selectFrom('ride')
        .select('detour_minutes_used')
        .where('id', '=', rideId)
        .executeTakeFirstOrThrow()
    ).detour_minutes_used
  /** Returns two pending requests, each of which fits the limit by itself, with the minutes of the second once the first is accepted. */
  async function twoWithin(rideId: string) {
    const [first, second] = [await requested(rideId, pia, fromSlagelse), await requested(rideId, ola, fromNyborg)]
    return { first, second }
  }

  test('what the driver allows is allowed for all detours together: beyond it the driver agrees to the minutes or is refused', async () => {
    const { id: rideId } = await ride({ detour_minutes: 10 })
    const { first, second } = await twoWithin(rideId)
    expect([(await asDriver(rideId, first)).detour, (await asDriver(rideId, second)).detour]).toMatchObject([
      { minutes_over_limit: 0 },
      { minutes_over_limit: 0 },
    ])
    expect((await act(first, 'accept', driver)).status).toBe(200)
    const { minutes, minutes_over_limit: over } = (await asDriver(rideId, second)).detour
    expect(over).toBe((await usedBy(rideId)) + minutes - 10)
    expect(over).toBeGreaterThan(0)
    const refused = { status: 409, body: { code: 'detour_over_limit', params: { minutes: over } } }
    expect(await act(second, 'accept', driver)).toMatchObject(refused)
    expect(await act(second, 'accept', driver, { minutes_over_limit: over - 1 })).toMatchObject(refused)
    expect(await mine(ola, second)).toMatchObject({ status: 'pending' })
    expect((await read(rideId)).stops).toEqual(['Slagelse'])
    expect((await act(second, 'accept', driver, { minutes_over_limit: over })).body.status).toBe('accepted')
    expect((await read(rideId)).stops).toEqual(['Slagelse', 'Nyborg'])
    expect(await usedBy(rideId)).toBe(10 + over)
    // Beyond the limit no detour is offered any more.
    expect(await t.db.read.selectFrom('ride_detour').select('minutes').where('ride_id', '=', rideId).execute()).toEqual(
      [],
    )
  })

  test.each([
    ['price', { price: 200 }],
    ['notes', { notes: 'Ring meg' }],
    ['seats', { total_seats: 3 }],
    ['a meeting point in words', { end_location: 'Aarhus C' }],
  ])('an edit of the %s keeps the minutes that are used', async (_, changes) => {
    const { id: rideId } = await ride({ detour_minutes: 10 })
    const { first, second } = await twoWithin(rideId)
    expect((await act(first, 'accept', driver)).status).toBe(200)
    const used = await usedBy(rideId)
    expect((await call('PATCH', `/rides/${rideId}`, driver, changes)).status).toBe(200)
    expect(await usedBy(rideId)).toBe(used)
    expect((await act(second, 'accept', driver)).body.code).toBe('detour_over_limit')
  })

  test('the driver may lower the limit below what is used; nothing more is offered, and a request is beyond it', async () => {
    const { id: rideId } = await ride()
    const { first, second } = await twoWithin(rideId)
    expect((await act(first, 'accept', driver)).status).toBe(200)
    expect((await call('PATCH', `/rides/${rideId}`, driver, { detour_minutes: 0 })).status).toBe(200)
    const used = await usedBy(rideId)
    const { minutes, minutes_over_limit } = (await asDriver(rideId, second)).detour
    expect(minutes_over_limit).toBe(used + minutes)
    expect(await request(rideId, await addPerson(t.db.kysely), fromNyborg)).toMatchObject({
      body: { code: 'detour_unavailable' },
    })
    expect((await act(second, 'accept', driver)).body.params).toEqual({ minutes: used + minutes })
    // Raising it again makes room.
    expect((await call('PATCH', `/rides/${rideId}`, driver, { detour_minutes: 30 })).status).toBe(200)
    expect((await act(second, 'accept', driver)).status).toBe(200)
  })

  test('a request between stops, and one to a place that is a stop by now, takes no minutes', async () => {
    const { id: rideId } = await ride({ detour_minutes: 10 })
    const same = await addPerson(t.db.kysely)
    const [first, again, whole] = [
      await requested(rideId, pia, fromSlagelse),
      await requested(rideId, same, fromSlagelse),
      await requested(rideId, ola),
    ]
    expect((await call('PATCH', `/rides/${rideId}`, driver, { detour_minutes: 0 })).status).toBe(200)
    const { minutes_over_limit } = (await asDriver(rideId, first)).detour
    expect((await act(first, 'accept', driver, { minutes_over_limit })).status).toBe(200)
    for (const id of [again, whole]) expect((await act(id, 'accept', driver)).status).toBe(200)
  })

  test('on an instant ride a detour waits for the driver, who is asked beyond the limit as elsewhere', async () => {
    const { id: rideId } = await ride({ detour_minutes: 10, instant_booking: 'all' })
    const { first, second } = await twoWithin(rideId)
    expect((await act(first, 'accept', driver)).status).toBe(200)
    expect((await act(second, 'accept', driver)).body.code).toBe('detour_over_limit')
    expect(
      (await request(rideId, await addPerson(t.db.kysely), { from_position: 1, to_position: 2 })).body.status,
    ).toBe('accepted')
  })

  test('a ride that is offered to a wanted ride by a detour is accepted within the limit only', async () => {
    const { id: rideId } = await ride({ detour_minutes: 10 })
    const way = { from: { text: 'Nyborg', place_id: nyborg }, to: { text: 'Aarhus', place_id: placeId('Aarhus') } }
    // The ride, which leaves in 48 hours, may pass Nyborg after midnight.
    const days = { date_from: dayIn(t.clock, 2), date_to: dayIn(t.clock, 3) }
    const wanted = await want(t, ola, { ...way, ...days, public: true })
    expect([wanted.status, wanted.text]).toMatchObject([201, expect.any(String)])
    const offer = () => call('POST', `/ride-wanted/${wanted.body.id}/offers`, driver, { ride_id: rideId })
    expect((await offer()).status).toBe(201)
    const first = await requested(rideId, pia, fromSlagelse)
    const second = await requested(rideId, ola, fromNyborg)
    expect((await act(first, 'accept', driver)).status).toBe(200)
    // The way of another post like it is no longer offered, and the request that came of the first is beyond the limit.
    const other = await want(t, await addPerson(t.db.kysely), { ...way, ...days, public: true })
    expect((await call('POST', `/ride-wanted/${other.body.id}/offers`, driver, { ride_id: rideId })).body.code).toBe(
      'not_on_the_way',
    )
    expect((await act(second, 'accept', driver)).body.code).toBe('detour_over_limit')
  })

  test.each([-1, 1.5, '12', null, 1441])('%j minutes beyond the limit are refused at their field', async (minutes) => {
    const { id: rideId } = await ride()
    const id = await requested(rideId, pia, fromSlagelse)
    const { status, body } = await act(id, 'accept', driver, { minutes_over_limit: minutes })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['minutes_over_limit']])
  })

  test.each([
    [{ place_id: slagelse }, 'detour'],
    [{ place_id: slagelse, end: 'middle' }, 'detour'],
    [{ place_id: 0, end: 'start' }, 'detour'],
    [{ place_id: 1.5, end: 'start' }, 'detour'],
    [{ place_id: String(slagelse), end: 'start' }, 'detour'],
    [{ place_id: slagelse, end: 'start', minutes: 1 }, 'detour'],
    ['Slagelse', 'detour'],
    [null, 'detour'],
  ])('a request with the detour %j is refused at its field', async (detour, field) => {
    const { id } = await ride()
    const { status, body } = await request(id, pia, { ...fromSlagelse, detour })
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]])
  })

  test.each([7, -5, 60, 1.5, '15', null])(
    'a ride with %j minutes of detours is refused at its field',
    async (detour_minutes) => {
      const { id } = await ride()
      for (const { status, body } of [
        await call('PATCH', `/rides/${id}`, driver, { detour_minutes }),
        await call('POST', '/rides/estimate', driver, {
          start_location: 'Oslo',
          end_location: 'Hamar',
          detour_minutes,
        }),
      ])
        expect([status, Object.keys(body.fields)]).toEqual([422, ['detour_minutes']])
    },
  )
})

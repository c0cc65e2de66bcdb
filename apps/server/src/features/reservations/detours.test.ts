/** Requests for a detour: what is asked and paid, what accepting one does to the ride and to its other passengers, and what it means for later changes. */
import { beforeEach, describe, expect, test } from 'vitest'
import { placeOfStop } from '#features/places/port'
import { usualKind } from '../../../test/database.ts'
import { eachRow } from '../../../test/each-row.ts'
import { findRides } from '../../../test/rides.ts'
import {
  accepted,
  act,
  asDriver,
  call,
  driver,
  edit,
  newKinds,
  newNotifications,
  ola,
  own,
  pia,
  publish,
  request,
  requested,
  rideOf,
  setUpReservations,
  skipNotifications,
  t,
} from '../../../test/reservation-fixtures.ts'
import { addPerson } from '../../../test/sessions.ts'
import { dayIn, want } from '../../../test/wanted.ts'

const MINUTE = 60_000
const placeId = (text: string) => placeOfStop({ text, place_id: null })?.id ?? 0
/** What a request says of a detour to a place, on a ride without stops unless the section says another one. */
const detourTo = (place: string, end: 'start' | 'end', section: object = {}) => ({
  from_position: 0,
  to_position: 1,
  ...section,
  detour: { place_id: placeId(place), end },
})
const slagelse = placeId('Slagelse')
const nyborg = placeId('Nyborg')
/** Slagelse lies before the bridge, a third of the way, and a few minutes beside it. */
const fromSlagelse = detourTo('Slagelse', 'start')
const fromNyborg = detourTo('Nyborg', 'start')

describe.each([usualKind])('on the %s database', (kind) => {
  setUpReservations(kind)
  beforeEach(skipNotifications)

  const way = { start_location: 'København', stops: [], end_location: 'Aarhus', price: 310 }
  const ride = (changes: object = {}) => publish({ ...way, detour_minutes: 15, ...changes })
  const shiftOf = (before: string, after: string) => (Date.parse(after) - Date.parse(before)) / MINUTE
  const freeSeats = async (id: string, from: number, to: number) =>
    (await rideOf(`${id}?from_position=${from}&to_position=${to}`)).section.available_seats
  const usedBy = async (id: string) =>
    (await t.db.read.selectFrom('ride').select('detour_minutes_used').where('id', '=', id).executeTakeFirstOrThrow())
      .detour_minutes_used
  const minutesOffered = async (id: string) =>
    (await t.db.read.selectFrom('ride_detour').select('minutes').where('ride_id', '=', id).execute()).map(
      ({ minutes }) => minutes,
    )
  /** Returns two pending requests, each of which fits the limit by itself. */
  const twoWithin = async (id: string) => ({
    first: await requested(id, pia, fromSlagelse),
    second: await requested(id, ola, fromNyborg),
  })

  test('a request names the place; both sides see the section, the minutes and the price, and no seat is held', async () => {
    const { id } = await ride()
    const response = await request(id, pia, fromSlagelse)
    const section = { start_location: 'Slagelse', end_location: 'Aarhus' }
    const asked = { section, detour: { place_id: slagelse, end: 'start' } }
    expect(response).toMatchObject({ status: 201, body: { status: 'pending', ride: asked } })
    const { ride: shown, price } = response.body
    expect(shown.section.price).toBe(price)
    const seen = await asDriver(id, response.body.id)
    expect([seen.detour, seen.section]).toEqual([{ ...shown.detour, minutes_over_limit: 0 }, shown.section])
    expect((await rideOf(id)).available_seats).toBe(shown.available_seats)
    expect(await newNotifications(driver)).toMatchObject([
      { kind: 'request_received', params: { from: 'Slagelse', to: 'Aarhus' } },
    ])
  })

  test.each([
    [{ start_location: 'Roskilde', end_location: 'Vejle' }, 'Slagelse', 'Vejle', 'start'],
    [{ start_location: 'Kungsängen', stops: ['Eskilstuna'], end_location: 'Mjøndalen', detour_minutes: 30 }, 'Kungsängen', 'Torshälla', 'end'],
  ] as const)('on %j the search, the page and the request from %s to %s have the same figures', async (changes, from, to, end) => {
    const { id } = await ride(changes)
    const found = (await findRides(t, { from, to })).find((one) => one.id === id)
    expect(found?.detour).toMatchObject({ end })
    const { from_position, to_position } = found?.section ?? {}
    const place = placeId(end === 'start' ? from : to)
    const query = `from_position=${from_position}&to_position=${to_position}&detour_place_id=${place}&detour_end=${end}`
    const page = await rideOf(`${id}?${query}`, pia)
    const asked = (await request(id, pia, { from_position, to_position, detour: { place_id: place, end } })).body.ride
    for (const part of ['section', 'detour'] as const)
      expect([page[part], asked[part]]).toEqual([found?.[part], found?.[part]])
  }) // prettier-ignore

  test('an accepted detour becomes a stop, and the trip gets longer by its minutes', async () => {
    const before = await ride()
    const id = await requested(before.id, pia, fromSlagelse)
    const { detour, section } = (await own(id)).ride
    expect((await act(id, 'accept', driver)).body).toMatchObject({
      status: 'accepted',
      detour: null,
      section: { ...section, from_position: 1, to_position: 2, available_seats: 3 },
    })
    const after = await rideOf(before.id, driver)
    const { departure_time, version } = before
    expect(after).toMatchObject({ stops: ['Slagelse'], version: version + 1, departure_time })
    expect(shiftOf(before.arrival_time, after.arrival_time)).toBe(detour.minutes)
    expect(after.distance_km).toBeGreaterThanOrEqual(before.distance_km)
    expect(after.cost_share).toBe(before.cost_share)
    const { price, departure_time: passes } = section
    expect(await own(id)).toMatchObject({
      status: 'accepted',
      change: null,
      ride: { detour: null, section: { from_position: 1, to_position: 2, price, departure_time: passes } },
    })
    expect(await newKinds(pia)).toEqual(['request_accepted'])
    // Seats are taken behind the new stop alone.
    const free = (from: number, to: number) => freeSeats(before.id, from, to)
    expect([await free(0, 1), await free(1, 2), await free(0, 2)]).toEqual([4, 3, 3])
    const [found] = await findRides(t, { from: 'Slagelse', to: 'Aarhus' })
    expect(found).toMatchObject({ id: before.id, detour: null, section: { from_position: 1 } })
  })

  test('a detour at the end of the section takes the seats before it', async () => {
    const before = await ride()
    const id = await requested(before.id, pia, { ...detourTo('Slagelse', 'end'), seats_requested: 2 })
    const { body } = await act(id, 'accept', driver)
    expect(body).toMatchObject({ status: 'accepted', section: { end_location: 'Slagelse' } })
    expect((await rideOf(before.id)).stops).toEqual(['Slagelse'])
    expect([await freeSeats(before.id, 0, 1), await freeSeats(before.id, 1, 2)]).toEqual([2, 4])
  })

  test('other passengers are told of the new times; those whose trip moves by more than 15 minutes confirm', async () => {
    const before = await ride({ stops: ['Odense'], detour_minutes: 30 })
    const [whole, start] = [await accepted(before.id, ola), await addPerson(t.db.kysely)]
    const untouched = await accepted(before.id, start, { to_position: 1 })
    const id = await requested(before.id, pia, detourTo('Kolding', 'start', { from_position: 1, to_position: 2 }))
    const { minutes } = (await own(id)).ride.detour
    expect(minutes).toBeGreaterThan(15)
    expect((await act(id, 'accept', driver)).status).toBe(200)
    expect((await newNotifications(ola)).at(-1)).toMatchObject({ kind: 'ride_changed', params: { confirm: true } })
    const moved = await own(whole, ola)
    expect(moved).toMatchObject({ status: 'accepted', ride: { section: { from_position: 0, to_position: 3 } } })
    expect(shiftOf(moved.change.arrival_time, moved.ride.section.arrival_time)).toBe(minutes)
    // Who gets out before the detour notices nothing.
    expect(await newKinds(start)).toEqual(['request_accepted'])
    const section = { from_position: 0, to_position: 1 }
    expect(await own(untouched, start)).toMatchObject({ change: null, ride: { section } })
  })

  test('a second passenger from the same place pays for no detour once it is a stop', async () => {
    const { id: rideId } = await ride()
    const [first, second] = [await requested(rideId, pia, fromSlagelse), await requested(rideId, ola, fromSlagelse)]
    const asked = await own(second, ola)
    await act(first, 'accept', driver)
    // The other one reads of a lower price, and of no other time.
    const [news, ...more] = await newNotifications(ola)
    expect([news?.kind, more]).toEqual(['ride_changed', []])
    expect(news?.params).not.toHaveProperty('old_departure_time')
    const now = await own(second, ola)
    expect(now.ride.section.departure_time).toBe(asked.ride.section.departure_time)
    const section = { from_position: 1, to_position: 2 }
    expect(now).toMatchObject({ status: 'pending', ride: { detour: null, section } })
    // Both prices are rounded up.
    expect(Math.abs(now.price - (asked.price - asked.ride.detour.price))).toBeLessThanOrEqual(1)
    expect((await act(second, 'accept', driver)).status).toBe(200)
    expect((await rideOf(rideId)).stops).toEqual(['Slagelse'])
    // The first one pays what was agreed on, also after the driver has changed something else.
    const paid = (await own(first)).price
    expect((await edit(rideId, { notes: 'Møt opp i god tid' })).status).toBe(200)
    expect((await own(first)).price).toBe(paid)
  })

  test('detours share the minutes that the driver allows, and two on one leg become two stops in order', async () => {
    const before = await ride({ detour_minutes: 30 })
    const { first, second } = await twoWithin(before.id)
    for (const id of [first, second]) expect((await act(id, 'accept', driver)).status).toBe(200)
    const after = await rideOf(before.id)
    expect(after.stops).toEqual(['Slagelse', 'Nyborg'])
    const used = shiftOf(before.arrival_time, after.arrival_time)
    expect(await usedBy(before.id)).toBe(used)
    expect(Math.max(...(await minutesOffered(before.id)))).toBeLessThanOrEqual(30 - used)
    const section = { start_location: 'Nyborg', from_position: 2, to_position: 3 }
    expect(await own(second, ola)).toMatchObject({ ride: { section } })
  })

  test('a detour that the driver does not offer cannot be requested', async () => {
    const none = await ride({ detour_minutes: 0 })
    const offered = await ride()
    const rows: [string, object][] = [
      [none.id, fromSlagelse],
      [offered.id, detourTo('Skagen', 'start')],
      [offered.id, detourTo('Aarhus', 'start')],
      [offered.id, { ...fromSlagelse, detour: { place_id: 999_999_999, end: 'end' } }],
    ]
    for (const [id, body] of rows)
      expect(await request(id, pia, body)).toMatchObject({ status: 409, body: { code: 'detour_unavailable' } })
    const page = await rideOf(`${none.id}?detour_place_id=${slagelse}&detour_end=start`, pia)
    expect(page).toMatchObject({ detour: null, section: { whole: true } })
  })

  test('a rejected and a withdrawn request leave the ride as it was', async () => {
    const before = await ride()
    for (const [verb, as] of [
      ['reject', driver],
      ['cancel', pia],
    ] as const) {
      const id = await requested(before.id, pia, fromSlagelse)
      expect((await act(id, verb, as)).status).toBe(200)
      expect(await own(id)).toMatchObject({ ride: { section: { start_location: 'Slagelse' } } })
    }
    const { version, arrival_time } = before
    expect(await rideOf(before.id)).toMatchObject({ stops: [], version, arrival_time })
  })

  test('a withdrawn accepted detour frees the seats, and the stop stays', async () => {
    const { id: rideId } = await ride()
    const id = await accepted(rideId, pia, fromSlagelse)
    expect((await act(id, 'cancel', pia)).status).toBe(200)
    expect(await rideOf(rideId)).toMatchObject({ stops: ['Slagelse'], available_seats: 4 })
  })

  test('a lower price of the ride lowers that of a detour, and a changed route ends the request', async () => {
    const { id: rideId } = await ride()
    const id = await requested(rideId, pia, fromSlagelse)
    const before = (await own(id)).price
    expect((await edit(rideId, { price: 150 })).status).toBe(200)
    const now = await own(id)
    expect(now.price).toBeLessThan(before * 0.55)
    expect(now.ride.section.price).toBe(now.price)
    expect((await edit(rideId, { end_location: 'Aalborg' })).status).toBe(200)
    expect(await own(id)).toMatchObject({ status: 'cancelled', ended_by: 'route_changed' })
  })

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
    expect(await own(second, ola)).toMatchObject({ status: 'pending' })
    expect((await rideOf(rideId)).stops).toEqual(['Slagelse'])
    expect((await act(second, 'accept', driver, { minutes_over_limit: over })).body.status).toBe('accepted')
    expect((await rideOf(rideId)).stops).toEqual(['Slagelse', 'Nyborg'])
    expect(await usedBy(rideId)).toBe(10 + over)
    // Beyond the limit no detour is offered any more.
    expect(await minutesOffered(rideId)).toEqual([])
  })

  test('edits of other fields keep the minutes that are used', async () => {
    const { id: rideId } = await ride({ detour_minutes: 10 })
    const { first, second } = await twoWithin(rideId)
    expect((await act(first, 'accept', driver)).status).toBe(200)
    const used = await usedBy(rideId)
    const edits = [{ price: 200 }, { notes: 'Ring meg' }, { total_seats: 3 }, { end_location: 'Aarhus C' }]
    await eachRow(edits, JSON.stringify, async (changes) => {
      expect((await edit(rideId, changes)).status).toBe(200)
      expect(await usedBy(rideId)).toBe(used)
      expect((await act(second, 'accept', driver)).body.code).toBe('detour_over_limit')
    })
  })

  test('the driver may lower the limit below what is used; nothing more is offered, and a request is beyond it', async () => {
    const { id: rideId } = await ride()
    const { first, second } = await twoWithin(rideId)
    expect((await act(first, 'accept', driver)).status).toBe(200)
    expect((await edit(rideId, { detour_minutes: 0 })).status).toBe(200)
    const used = await usedBy(rideId)
    const { minutes, minutes_over_limit } = (await asDriver(rideId, second)).detour
    expect(minutes_over_limit).toBe(used + minutes)
    const { body } = await request(rideId, await addPerson(t.db.kysely), fromNyborg)
    expect(body.code).toBe('detour_unavailable')
    expect((await act(second, 'accept', driver)).body.params).toEqual({ minutes: used + minutes })
    // Raising it again makes room.
    expect((await edit(rideId, { detour_minutes: 30 })).status).toBe(200)
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
    expect((await edit(rideId, { detour_minutes: 0 })).status).toBe(200)
    const { minutes_over_limit } = (await asDriver(rideId, first)).detour
    expect((await act(first, 'accept', driver, { minutes_over_limit })).status).toBe(200)
    for (const id of [again, whole]) expect((await act(id, 'accept', driver)).status).toBe(200)
  })

  test('on an instant ride a detour waits for the driver, who is asked beyond the limit as elsewhere', async () => {
    const { id: rideId } = await ride({ detour_minutes: 10, instant_booking: 'all' })
    const { first, second } = await twoWithin(rideId)
    expect((await act(first, 'accept', driver)).status).toBe(200)
    expect((await act(second, 'accept', driver)).body.code).toBe('detour_over_limit')
    const between = { from_position: 1, to_position: 2 }
    expect((await request(rideId, await addPerson(t.db.kysely), between)).body.status).toBe('accepted')
  })

  test('a ride that is offered to a wanted ride by a detour is accepted within the limit only', async () => {
    const { id: rideId } = await ride({ detour_minutes: 10 })
    const way = { from: { text: 'Nyborg', place_id: nyborg }, to: { text: 'Aarhus', place_id: placeId('Aarhus') } }
    // The ride, which leaves in 48 hours, may pass Nyborg after midnight.
    const days = { date_from: dayIn(t.clock, 2), date_to: dayIn(t.clock, 3) }
    const wanted = await want(t, ola, { ...way, ...days, public: true })
    expect([wanted.status, wanted.text]).toMatchObject([201, expect.any(String)])
    const offer = (post: string) => call('POST', `/ride-wanted/${post}/offers`, driver, { ride_id: rideId })
    expect((await offer(wanted.body.id)).status).toBe(201)
    const { first, second } = await twoWithin(rideId)
    expect((await act(first, 'accept', driver)).status).toBe(200)
    // The way of another post like it is no longer offered, and the request that came of the first is beyond the limit.
    const other = await want(t, await addPerson(t.db.kysely), { ...way, ...days, public: true })
    expect((await offer(other.body.id)).body.code).toBe('not_on_the_way')
    expect((await act(second, 'accept', driver)).body.code).toBe('detour_over_limit')
  })

  test('wrong minutes and detours are refused at their field', async () => {
    const { id: rideId } = await ride()
    const id = await requested(rideId, pia, fromSlagelse)
    const estimate = { start_location: 'Oslo', end_location: 'Hamar' }
    const rows = [
      ...[-1, 1.5, '12', null, 1441].map((minutes_over_limit) => ({ minutes_over_limit })),
      ...[
        { place_id: slagelse },
        { place_id: slagelse, end: 'middle' },
        { place_id: 0, end: 'start' },
        { place_id: 1.5, end: 'start' },
        { place_id: String(slagelse), end: 'start' },
        { place_id: slagelse, end: 'start', minutes: 1 },
        'Slagelse',
        null,
      ].map((detour) => ({ detour })),
      ...[7, -5, 60, 1.5, '15', null].map((detour_minutes) => ({ detour_minutes })),
    ]
    const answersTo = async (row: (typeof rows)[number]) => {
      if ('minutes_over_limit' in row) return [await act(id, 'accept', driver, row)]
      if ('detour' in row) return [await request(rideId, ola, { ...fromSlagelse, ...row })]
      return [await edit(rideId, row), await call('POST', '/rides/estimate', driver, { ...estimate, ...row })]
    }
    await eachRow(rows, JSON.stringify, async (row) => {
      for (const { status, body } of await answersTo(row))
        expect([status, Object.keys(body.fields ?? {})]).toEqual([422, Object.keys(row)])
    })
  })

  test('a ride with a typed distance can be changed after a detour that makes its straight line longer', async () => {
    const { id } = await ride({ distance_km: 165, detour_minutes: 30 })
    await accepted(id, pia, fromNyborg)
    expect((await edit(id, { notes: 'Møt opp' })).status).toBe(200)
    const { typed_distance_km } = await rideOf(id, driver)
    expect((await edit(id, { distance_km: typed_distance_km, notes: 'Møt opp i god tid' })).status).toBe(200)
    expect((await edit(id, { distance_km: 100 })).body.fields).toEqual({ distance_km: 'out_of_range' })
  })

  test('a change that keeps the times keeps those of the stops, and notifies no one of detours', async () => {
    const { id } = await ride({ stops: ['Odense'], detour_minutes: 30 })
    await accepted(id, ola, { from_position: 1, to_position: 2 })
    await accepted(id, pia, fromSlagelse)
    const times = async () => (await rideOf(id, driver)).route.map((stop: { passes_at: string }) => stop.passes_at)
    const before = await times()
    await skipNotifications()
    expect((await edit(id, { detour_minutes: 0 })).status).toBe(200)
    expect(await times()).toEqual(before)
    expect([await newNotifications(ola), await newNotifications(pia)]).toEqual([[], []])
  })

  test('two requests for detours that do not overlap can both be accepted on one seat', async () => {
    const { id } = await ride({ total_seats: 1, detour_minutes: 30 })
    const first = await requested(id, pia, detourTo('Slagelse', 'end'))
    const second = await requested(id, ola, fromNyborg)
    await skipNotifications()
    expect((await act(first, 'accept', driver)).status).toBe(200)
    expect((await newNotifications(ola)).map(({ kind }) => kind)).not.toContain('seats_gone')
    expect((await act(second, 'accept', driver)).status).toBe(200)
  })

  test('a request for a detour on a leg that is full is told so by the place and the time that it names', async () => {
    const { id } = await ride({ total_seats: 1, detour_minutes: 30 })
    const waiting = await requested(id, ola, fromNyborg)
    await accepted(id, pia)
    const { departure_time } = (await own(waiting, ola)).ride.section
    expect(await newNotifications(ola)).toMatchObject([
      { kind: 'seats_gone', params: { from: 'Nyborg', to: 'Aarhus', departure_time } },
    ])
  })

  test('another trip overlaps a requested detour by the times that it has', async () => {
    const { id, departure_time } = await ride({ detour_minutes: 30 })
    await requested(id, ola, fromNyborg)
    const other = await addPerson(t.db.kysely)
    const at = (minutes: number) => new Date(Date.parse(departure_time) + minutes * 60_000).toISOString()
    const trip = async (from: number, to: number) => {
      const { id: otherId } = await publish({ departure_time: at(from), arrival_time: at(to), start_location: 'Roskilde', stops: [], end_location: 'Ringsted' }, other) // prettier-ignore
      return request(otherId, ola, { accept_overlap: false })
    }
    // Before the driver reaches Nyborg she is free.
    expect((await trip(5, 30)).status).toBe(201)
    expect(await trip(150, 200)).toMatchObject({ status: 409, body: { code: 'overlapping_ride', params: { from: 'Nyborg' } } }) // prettier-ignore
  })
})

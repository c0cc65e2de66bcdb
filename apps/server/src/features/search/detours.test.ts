/** Rides that a search finds by a detour: which, where in the list, and what their cards show. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { detourPlacesMax } from '@samtur/contract/constants'
import type { Ride } from '@samtur/contract/rides'
import { usualKind } from '../../../test/database.ts'
import { addRide, findRides, type RideToAdd } from '../../../test/rides.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { sharedApp } from '../../../test/shared-app.ts'
import { placeOfStop } from '#features/places/port'
import { dayOf } from '#platform/clock'
import { findViolations } from '#platform/db/invariants'

const HOUR = 3_600_000
const placeId = (text: string) => placeOfStop({ text, place_id: null })?.id

describe.each([usualKind])('on the %s database', (kind) => {
  const { t, call } = sharedApp({ kind })
  let driver: TestPerson
  beforeAll(async () => {
    driver = await addPerson(t.db.kysely, { name: 'Dag Sjåfør' })
  })
  afterAll(async () => {
    // Rides stored without the API leave their drivers unmarked (I-21).
    const violations = await findViolations(t.db.kysely)
    expect(violations.filter(({ invariant }) => invariant !== 'I-21')).toEqual([])
  })

  let days = 1
  /** Each test has a day of its own, so that its searches find its rides alone. */
  const newDay = () => {
    const departure = new Date(Math.ceil((t.clock.now().getTime() + ++days * 24 * HOUR) / HOUR) * HOUR)
    const noon = new Date(departure.getTime() - (departure.getUTCHours() - 9) * HOUR)
    return { departure: noon, date: dayOf(noon) }
  }
  const add = (ride: Omit<RideToAdd, 'driverId'>) =>
    addRide(t.db, { driverId: driver.id, hours: 4, price: 310, ...ride })
  const found = (query: Parameters<typeof findRides>[1], as?: TestPerson) => findRides(t, query, as)
  const ids = (rides: Ride[]) => rides.map(({ id }) => id)

  test('a ride is found from a town beside its way, with the minutes, times and price of the detour', async () => {
    const { departure, date } = newDay()
    const id = await add({ route: ['København', 'Aarhus'], departure, detour: 15 })
    const [ride, ...others] = await found({ from: 'Slagelse', to: 'Aarhus', date })
    expect(others).toEqual([])
    expect(ride).toMatchObject({
      id,
      detour_minutes: 15,
      detour: { place_id: placeId('Slagelse'), end: 'start' },
      section: { from_position: 0, to_position: 1, start_location: 'Slagelse', end_location: 'Aarhus', whole: false },
    })
    const { detour, section } = ride as Ride
    const { minutes = NaN, price = NaN } = detour ?? {}
    expect([minutes > 0, minutes <= 15]).toEqual([true, true])
    // Slagelse lies a third of the way from København, 100 of 310 km.
    expect(Math.abs(section.price - price - 210)).toBeLessThan(30)
    const minutesAfter = (instant: string) => (Date.parse(instant) - departure.getTime()) / 60_000
    expect(Math.abs(minutesAfter(section.departure_time) - 85)).toBeLessThan(25)
    expect(minutesAfter(section.arrival_time)).toBe(240 + minutes)
  })

  test('a ride is found to a town beside its way', async () => {
    const { departure, date } = newDay()
    const id = await add({ route: ['Aarhus', 'Odense', 'København'], departure, detour: 15 })
    const [ride] = await found({ from: 'Odense', to: 'Slagelse', date })
    expect(ride).toMatchObject({
      id,
      detour: { place_id: placeId('Slagelse'), end: 'end' },
      section: { from_position: 1, to_position: 2, start_location: 'Odense', end_location: 'Slagelse' },
    })
    expect(ride?.section.departure_time).toBe(ride?.route[1]?.passes_at)
  })

  test('without an offered detour, and with a shorter one than needed, nothing is found', async () => {
    const { departure, date } = newDay()
    await add({ route: ['København', 'Aarhus'], departure })
    expect(await found({ from: 'Slagelse', to: 'Aarhus', date })).toEqual([])
    await add({ route: ['København', 'Aarhus'], departure, detour: 5 })
    expect(await found({ from: 'Vejle', to: 'Aarhus', date })).toEqual([])
  })

  test('not found: the other direction, the other end of the way, and a place far from it', async () => {
    const { departure, date } = newDay()
    await add({ route: ['København', 'Odense', 'Aarhus'], departure, detour: 15 })
    expect(await found({ from: 'Aarhus', to: 'Slagelse', date })).toEqual([])
    // Slagelse comes before Odense, so no way leads from Odense to it.
    expect(await found({ from: 'Odense', to: 'Slagelse', date })).toEqual([])
    expect(await found({ from: 'Skagen', to: 'Aarhus', date })).toEqual([])
  })

  test('rides that stop at the place come first, whatever their departure, price and sort', async () => {
    const { departure, date } = newDay()
    const cheap = await add({ route: ['København', 'Aarhus'], departure, price: 10, detour: 15 })
    const late = new Date(departure.getTime() + 3 * HOUR)
    const exact = await add({ route: ['Slagelse', 'Aarhus'], departure: late, price: 300 })
    for (const sort of ['departure', 'price', 'duration', 'rating'])
      expect(ids(await found({ from: 'Slagelse', to: 'Aarhus', date, sort }))).toEqual([exact, cheap])
  })

  test('a ride that stops at the place itself is found once, without a detour', async () => {
    const { departure, date } = newDay()
    const id = await add({ route: ['København', 'Slagelse', 'Aarhus'], departure, detour: 15 })
    const rides = await found({ from: 'Slagelse', to: 'Aarhus', date })
    expect(rides.map(({ id, detour }) => [id, detour])).toEqual([[id, null]])
  })

  test('pages go on from the rides that stop to those by a detour, each once', async () => {
    const { departure, date } = newDay()
    const at = (nth: number) => new Date(departure.getTime() + nth * 60_000)
    const exact = []
    const detours = []
    for (let nth = 0; nth < 3; nth++) exact.push(await add({ route: ['Slagelse', 'Aarhus'], departure: at(nth) }))
    for (let nth = 0; nth < 5; nth++)
      detours.push(await add({ route: ['København', 'Aarhus'], departure: at(nth), detour: 15, price: 300 - 20 * nth }))
    for (const limit of [1, 2, 3, 4, 5, 8, 20])
      expect(ids(await found({ from: 'Slagelse', to: 'Aarhus', date, limit }))).toEqual([...exact, ...detours])
    const byPrice = await found({ from: 'Slagelse', to: 'Aarhus', date, limit: 2, sort: 'price' })
    expect(ids(byPrice).slice(3)).toEqual(detours.toReversed())
  })

  test('a ride that passes two places of one name stands on one page', async () => {
    const { departure, date } = newDay()
    const rides = []
    for (let nth = 0; nth < 3; nth++) {
      const at = new Date(departure.getTime() + nth * 60_000)
      rides.push(await add({ route: ['Aarhus', 'Roskilde'], departure: at, detour: 30 }))
    }
    for (const limit of [1, 2, 50])
      expect(ids(await found({ from: 'Borup', to: 'Roskilde', date, limit }))).toEqual(rides)
  })

  test('the filters apply to the section by the detour, and one of them leaves out detours', async () => {
    const { departure, date } = newDay()
    const id = await add({ route: ['København', 'Aarhus'], departure, detour: 15, seats: 2, pets: true })
    const query = { from: 'Slagelse', to: 'Aarhus', date }
    const [ride] = await found(query)
    const price = ride?.section.price ?? 0
    expect(ids(await found({ ...query, seats: 2, pets: 'true', max_price: price, luggage: 'cabin' }))).toEqual([id])
    for (const filter of [{ seats: 3 }, { max_price: price - 1 }, { luggage: 'large' }, { detours: 'no' }])
      expect(await found({ ...query, ...filter })).toEqual([])
  })

  test('with one end alone the other end is that of the ride', async () => {
    const { departure, date } = newDay()
    const id = await add({ route: ['København', 'Odense', 'Aarhus'], departure, detour: 15 })
    expect(await found({ from: 'Slagelse', date })).toMatchObject([{ id, section: { to_position: 2 }, detour: {} }])
    expect(await found({ to: 'Slagelse', date })).toMatchObject([{ id, section: { from_position: 0 }, detour: {} }])
  })

  test('a text that is no place of the gazetteer finds no detour', async () => {
    const { departure, date } = newDay()
    await add({ route: ['København', 'Aarhus'], departure, detour: 15 })
    for (const from of ['Slage', 'Hytta til Kari']) expect(await found({ from, to: 'Aarhus', date })).toEqual([])
  })

  test('a suspended driver, a blocked one, a full and a cancelled ride are not found', async () => {
    const { departure, date } = newDay()
    const [viewer, other] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
    const bridge = { route: ['København', 'Aarhus'], departure, detour: 15 }
    const id = await addRide(t.db, { driverId: other.id, ...bridge, seats: 1 })
    const query = { from: 'Slagelse', to: 'Aarhus', date }
    expect(ids(await found(query, viewer))).toEqual([id])
    await t.db.read.insertInto('user_block').values({ blocker_id: other.id, blocked_id: viewer.id }).execute()
    expect(await found(query, viewer)).toEqual([])
    expect(ids(await found(query))).toEqual([id])
    const passenger = await addPerson(t.db.kysely)
    const asked = await call('POST', `/rides/${id}/reservations`, passenger, { seats_requested: 1 })
    expect((await call('POST', `/reservations/${asked.body.id}/accept`, other)).status).toBe(200)
    expect(await found(query)).toEqual([])
    const cancelled = await add(bridge)
    expect(ids(await found(query))).toEqual([cancelled])
    await call('POST', `/rides/${cancelled}/cancel`, driver)
    expect(await found(query)).toEqual([])
  })

  test('a ride offers at most eighty places, the largest ones', async () => {
    const { departure } = newDay()
    const id = await add({ route: ['Malmö', 'Stockholm'], departure, hours: 8, detour: 30 })
    const places = t.db.read.selectFrom('ride_detour').select('place_id').distinct().where('ride_id', '=', id)
    const rows = await places.execute()
    expect(rows).toHaveLength(detourPlacesMax)
    expect(rows.map(({ place_id }) => place_id)).toContain(placeId('Linköping'))
  })

  test('what a search finds by detours follows the ride: another route, other minutes, another time, its departure', async () => {
    const { departure, date } = newDay()
    const id = await add({ route: ['København', 'Aarhus'], departure, detour: 15 })
    const edit = async (changes: object) => {
      const { status, text } = await call('PATCH', `/rides/${id}`, driver, changes)
      expect([status, text]).toMatchObject([200, expect.any(String)])
    }
    const query = { from: 'Slagelse', to: 'Aarhus', date }
    const [before] = await found(query)
    const later = (instant: string) => new Date(Date.parse(instant) + HOUR).toISOString()
    await edit({ departure_time: later(departure.toISOString()), arrival_time: later((before as Ride).arrival_time) })
    expect((await found(query))[0]?.section.departure_time).toBe(later((before as Ride).section.departure_time))
    await edit({ detour_minutes: 0 })
    expect(await found(query)).toEqual([])
    await edit({ detour_minutes: 30 })
    expect(ids(await found(query))).toEqual([id])
    await edit({ start_location: 'Odense' })
    expect(await found(query)).toEqual([])
  })
})

/** A distance that the driver types: its limits, its part in the share of the costs, and how long it stays. */
import { beforeAll, describe, expect, test } from 'vitest'
import { rideBody } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { findRides } from '../../../test/rides.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { sharedApp } from '../../../test/shared-app.ts'
import { dayOf } from '#platform/clock'

const way = { start_location: 'København', stops: [], end_location: 'Aarhus' }

describe.each([usualKind])('on the %s database', (kind) => {
  const { t, call } = sharedApp({ kind })
  let driver: TestPerson
  beforeAll(async () => {
    driver = await addPerson(t.db.kysely)
  })

  const publish = (changes: object = {}) => call('POST', '/rides', driver, rideBody(t.clock, { ...way, ...changes }))
  const estimate = async (changes: object = {}) =>
    (await call('POST', '/rides/estimate', driver, { ...way, total_seats: 3, ...changes })).body
  const edit = async (id: string, changes: object) => (await call('PATCH', `/rides/${id}`, driver, changes)).body
  const read = async (id: string, as?: TestPerson) => (await call('GET', `/rides/${id}`, as)).body

  test('the share of the costs is computed from the typed distance', async () => {
    const { share: guessed } = await estimate()
    expect(guessed).toMatchObject({ typed_distance: false })
    expect(Math.abs(guessed.distance_km - 310)).toBeLessThan(15)
    const { share } = await estimate({ distance_km: 310 })
    expect(share).toMatchObject({ distance_km: 310, typed_distance: true, price: Math.floor((310 * 394) / 400) })
    const { body } = await publish({ distance_km: 310, total_seats: 3 })
    expect(body).toMatchObject({ distance_km: 310, typed_distance_km: 310, cost_share: share.price })
    const found = await findRides(t, { from: 'København', to: 'Aarhus' })
    expect(found.map((ride) => ride.distance_km)).toContain(310)
    expect(await read(body.id)).toMatchObject({ distance_km: 310, typed_distance_km: null })
  })

  test('a typed distance must lie between the straight line and three times it plus 50 km; a refusal has the limits', async () => {
    const refused = await publish({ distance_km: 5000 })
    expect(refused).toMatchObject({ status: 422, body: { fields: { distance_km: 'out_of_range' } } })
    const { min, max } = refused.body.params as { min: number; max: number }
    expect([min > 140 && min < 170, Math.abs(max - (3 * min + 50)) <= 3]).toEqual([true, true])
    expect(await estimate({ distance_km: min - 1 })).toMatchObject({ params: { min, max } })
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

  test('kilometres far above ours count up to a quarter more, and everybody sees both figures', async () => {
    const lillehammer = { start_location: 'Oslo', stops: [], end_location: 'Lillehammer', total_seats: 3 }
    const { road, share: ours } = await estimate(lillehammer)
    const most = Math.floor(road.km * 1.25)
    const counted = (await estimate({ ...lillehammer, distance_km: 440 })).share
    expect(counted).toMatchObject({ distance_km: most, typed_distance: true })
    expect(counted.price).toBeLessThan(ours.price * 1.26)
    const price = counted.price + 1
    const ride = (await publish({ ...lillehammer, distance_km: 440, price })).body
    const claims = { distance_km: { typed: 440, ours: road.km }, extra_costs: null }
    const marked = { above_cost_share: true, cost_share: counted.price }
    expect(ride).toMatchObject({ ...marked, claims, typed_distance_km: 440 })
    for (const as of [undefined, await addPerson(t.db.kysely)])
      expect(await read(ride.id, as)).toMatchObject({ ...marked, claims })
    const cards = await findRides(t, { from: 'Oslo', to: 'Lillehammer' })
    expect(cards.find(({ id }) => id === ride.id)).toMatchObject(marked)
    // Each change of a figure compares again; our own figures stay those that the ride was published with.
    const unmarked = { cost_share: ours.price, claims: null }
    const claimsOf = (typed: number) => ({ claims: { distance_km: { typed } } })
    const edits: [object, object][] = [
      [{ notes: 'Ny tekst' }, { ...marked, claims }],
      [{ price: price + 1 }, { ...marked, claims }],
      [{ distance_km: 450 }, { ...marked, ...claimsOf(450) }],
      [{ distance_km: road.km }, unmarked],
      [{ distance_km: null }, unmarked],
      [{ distance_km: 440 }, { ...marked, claims }],
      // Elsewhere the typed figure does not stay, and can be typed anew.
      [
        { end_location: 'Hamar', distance_km: 250 },
        { ...claimsOf(250), above_cost_share: true },
      ],
      [{ end_location: 'Lillehammer' }, { claims: null }],
    ]
    for (const [changes, expected] of edits) expect(await edit(ride.id, changes)).toMatchObject(expected)
  })

  test('tolls and ferry far above what the way can cost count up to that, and everybody sees both figures', async () => {
    const bridge = { ...way, total_seats: 3 }
    const honest = await estimate({ ...bridge, extra_costs: 540 })
    expect(honest.share.extra_costs).toBe(540)
    const { share } = await estimate({ ...bridge, extra_costs: 5000 })
    expect(share.extra_costs).toBeLessThan(1000)
    const { id } = (await publish({ ...bridge, extra_costs: 5000 })).body
    const claims = { distance_km: null, extra_costs: { typed: 5000, ours: share.extra_costs } }
    expect(await read(id)).toMatchObject({ claims, cost_share: share.price, extra_costs: null })
    expect(await edit(id, { extra_costs: 540 })).toMatchObject({ claims: null, cost_share: honest.share.price })
  })

  test('with a stop at an unknown place the typed figures count, and are shown beside ours all the same', async () => {
    const by = { start_location: 'Oslo', stops: ['Hytta til Kari'], end_location: 'Lillehammer', distance_km: 440 }
    const { road } = await estimate({ ...by, stops: [] })
    const { body } = await publish({ ...by, total_seats: 3 })
    expect(body.cost_share).toBe(Math.floor((440 * 350) / 400))
    expect(body.claims.distance_km).toEqual({ typed: 440, ours: road.km })
    expect((await publish({ ...by, start_location: 'Hos Kari' })).body.claims).toBeNull()
  })

  test('the kilometres of the other way that is offered are ours too', async () => {
    const utne = { start_location: 'Voss', stops: [], end_location: 'Utne', total_seats: 3 }
    const { road } = await estimate(utne)
    expect(road.other.km).toBeGreaterThan(road.km * 1.25)
    const { share } = await estimate({ ...utne, distance_km: road.other.km })
    expect(share.distance_km).toBe(road.other.km)
    const { body } = await publish({ ...utne, distance_km: road.other.km })
    expect([body.cost_share, body.claims]).toEqual([share.price, null])
  })

  test('every ride of a series has the typed distance, there and back', async () => {
    const { departure_time, arrival_time: _, ...ride } = rideBody(t.clock, { ...way, distance_km: 450, inHours: 72 })
    const times = { departure_clock: '08:00', arrival_clock: '12:00' }
    const day = { ...times, date: dayOf(new Date(departure_time)), return_trip: { days_later: 1, ...times } }
    const published = await call('POST', '/ride-series', driver, { ...ride, ...day })
    expect(published.status).toBe(201)
    const typed = { typed_distance_km: 450, claims: { distance_km: { typed: 450 } } }
    for (const { id } of published.body.items) expect(await read(id, driver)).toMatchObject(typed)
  })
})

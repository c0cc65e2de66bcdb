/** What a search finds, on both databases: the scenarios that other systems got wrong. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { luggageSizes } from '@samtur/contract/constants'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { addRide, findRides, type Query, type RideToAdd } from '../../../test/rides.ts'
import { addPerson, signedInAgain, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { placeOfStop, type Road, roadAlong } from '#features/places/port'
import { MovableClock } from '#platform/clock'

const MINUTE = 60_000

/** Returns the ways by road between three places. */
const legsOf = (...texts: [string, string, string]) =>
  roadAlong(texts.map((text) => placeOfStop({ text, place_id: null }))) as [Road, Road]

describe.each(databaseKinds)('on the %s database', (kind) => {
  let t: TestApp
  let driver: TestPerson
  const clock = new MovableClock()

  beforeAll(async () => {
    t = await startTestApp({ kind, clock, env: { SECRET: testSecret } })
    driver = await addPerson(t.db.kysely)
  })
  afterAll(() => t.close())
  afterEach(async () => {
    await t.db.kysely.deleteFrom('reservation').execute()
    await t.db.kysely.deleteFrom('ride').execute()
    setNow('2027-03-01T12:00:00+01:00')
  })
  const setNow = (text: string) => clock.advance(new Date(text).getTime() - clock.now().getTime())
  beforeAll(() => setNow('2027-03-01T12:00:00+01:00'))

  const inAnHour = () => new Date(clock.now().getTime() + 60 * MINUTE)
  const add = (route: string[], more: Partial<RideToAdd> = {}) =>
    addRide(t.db, { driverId: driver.id, route, departure: inAnHour(), ...more })
  const find = (query: Query) => findRides(t, query)
  const ids = async (query: Query) => (await find(query)).map((ride) => ride.id)

  describe('places', () => {
    test.each([
      ['Kristiansand', 'Hamar', 1],
      ['Oslo', 'Trondheim', 1],
      ['Kristiansand', 'Trondheim', 1],
      ['Oslo', 'Hamar', 1],
      ['Hamar', 'Kristiansand', 0],
      ['Trondheim', 'Oslo', 0],
      ['Oslo', 'Oslo', 0],
      ['Oslo', 'Bergen', 0],
    ])('on Kristiansand, Oslo, Hamar, Trondheim: %s to %s is found %d times', async (from, to, times) => {
      const id = await add(['Kristiansand', 'Oslo', 'Hamar', 'Trondheim'])
      expect(await ids({ from, to })).toEqual(Array(times).fill(id))
    })

    test.each([
      ['Oslo', ['Oslo, Norge', 'Oslo, Norway', '0150 Oslo', 'Oslo kommune', 'Oslo S', 'Oslo, Bussterminalen']],
      ['Å', ['Å, Norge', 'Å, Nordland']],
      ['København', ['København, Danmark', 'København H', 'København K', '1050 København K']],
      ['Ålesund', ['Ålesund, Møre og Romsdal']],
      ['Göteborg', ['411 03 Göteborg', 'Göteborgs central']],
      ['Trondheim', ['Trondheim/Tråante']],
      ['Lillehammer', ['Storgata 12, Lillehammer', 'Storgata 12, 2609 Lillehammer']],
      ['Aarhus', ['Aarhus C', 'Nørregade 3, 8000 Aarhus C']],
    ])('rides from %s are found as they are published: by %j', async (town, texts) => {
      const other = town === 'Oslo' ? 'Bergen' : 'Oslo'
      const id = await add([town, 'Hamar', other])
      for (const text of texts) {
        expect(await ids({ from: text, to: 'Hamar' }), text).toEqual([id])
        expect(await ids({ to: text }), text).toEqual([])
      }
      expect(await ids({ from: 'Storgata 12' })).toEqual([])
    })

    test('a search by the town finds a stop that was published as an address, and the other way round', async () => {
      const id = await add(['Storgata 12, Lillehammer', 'Oslo S'])
      expect(await ids({ from: 'Lillehammer', to: 'Oslo' })).toEqual([id])
      expect(await ids({ from: 'Kirkegata 3, 2609 Lillehammer', to: 'Oslo, Norge' })).toEqual([id])
    })

    test('a ride that passes the same places twice is found once', async () => {
      const id = await add(['Oslo', 'Drammen', 'Oslo', 'Drammen', 'Kongsberg'])
      for (const query of [
        { from: 'Oslo', to: 'Drammen' },
        { from: 'Oslo' },
        { to: 'Drammen' },
        { from: 'Drammen', to: 'Oslo' },
        { from: 'o', to: 'm' },
        {},
      ])
        expect(await ids(query), JSON.stringify(query)).toEqual([id])
    })

    test.each([
      ['from', 'Hamar', ['Hamar', 'Trondheim']],
      ['from', 'Oslo', ['Oslo', 'Trondheim']],
      ['to', 'Hamar', ['Oslo', 'Hamar']],
      ['to', 'Trondheim', ['Oslo', 'Trondheim']],
    ])('only %s %s: the section %j', async (side, place, [start, end]) => {
      await add(['Oslo', 'Hamar', 'Trondheim'])
      const found = await find({ [side]: place })
      expect(found.map(({ section }) => [section.start_location, section.end_location])).toEqual([[start, end]])
    })

    test.each(['alesund', 'ÅLESUND ', ' Ålesund', 'A\u030Alesund', 'lesun', 'aLeSuNd'])(
      'Ålesund is found by %j',
      async (from) => {
        const id = await add(['Ålesund', 'Molde'])
        expect(await ids({ from })).toEqual([id])
      },
    )

    test.each([
      ['Ørsta', ['ØRSTA', 'orsta', 'ørsta']],
      ['Göteborg', ['gøteborg', 'Gothenburg', 'goteborg']],
      ['København', ['Copenhagen', 'kobenhavn', 'Köpenhamn']],
      ['Осло', ['ОСЛО', 'осл', 'Oslo']],
      ['Mo i Rana', ['mo-i-rana', 'Mo i  Rana', 'rana']],
    ])('%s is found by each of %j', async (place, texts) => {
      const id = await add([place, 'Bodø'])
      for (const from of texts) expect(await ids({ from }), from).toEqual([id])
    })

    test('Linköping is not Lidköping', async () => {
      const [linkoping, lidkoping] = [await add(['Linköping', 'Stockholm']), await add(['Lidköping', 'Stockholm'])]
      expect(await ids({ from: 'Linköping' })).toEqual([linkoping])
      expect(await ids({ from: 'lidkoping' })).toEqual([lidkoping])
    })

    test('Os finds Os and Oslo; å finds what has an å and not what has an a', async () => {
      const [os, oslo, aal] = [await add(['Os', 'Voss']), await add(['Oslo', 'Voss']), await add(['Ål', 'Voss'])]
      expect((await ids({ from: 'Os' })).toSorted()).toEqual([os, oslo].toSorted())
      expect(await ids({ from: 'å' })).toEqual([aal])
    })

    test.each(['%', '_', '\\', '100%', 'a_b', '\\x', '%o%', "'"])('%j is what it is', async (sign) => {
      await add(['Oslo', 'Voss'])
      const id = await add([`Kafé ${sign} nord`, 'Voss'])
      expect(await ids({ from: sign })).toEqual([id])
    })

    test('a text of nothing but spaces is no text', async () => {
      const id = await add(['Oslo', 'Voss'])
      expect(await ids({ from: '  ', to: '' })).toEqual([id])
    })
  })

  describe('times', () => {
    const at = (departure: string, route = ['Oslo', 'Hamar']) => add(route, { departure })

    test('rides on either side of midnight belong to the day in Oslo, though both are one day in UTC', async () => {
      const [late, early] = [await at('2027-05-04T23:30:00+02:00'), await at('2027-05-05T00:15:00+02:00')]
      expect(await ids({ date: '2027-05-04' })).toEqual([late])
      expect(await ids({ date: '2027-05-05', from: 'Oslo' })).toEqual([early])
      expect(await ids({ date: '2027-05-06' })).toEqual([])
    })

    test.each([
      ['25 hours of 31 October 2027', '2027-10-31', '2027-10-30T22:00:00Z', '2027-10-31T23:00:00Z'],
      ['23 hours of 28 March 2027', '2027-03-28', '2027-03-27T23:00:00Z', '2027-03-28T22:00:00Z'],
      ['24 hours of 5 May 2027', '2027-05-05', '2027-05-04T22:00:00Z', '2027-05-05T22:00:00Z'],
    ])('all %s, and not a second more', async (_, date, start, end) => {
      const second = (text: string, shift: number) => new Date(new Date(text).getTime() + shift * 1000).toISOString()
      await at(second(start, -1))
      const inside = [await at(start), await at(second(end, -1))]
      await at(end)
      for (const query of [{}, { from: 'Oslo' }, { from: 'o', to: 'a' }])
        expect(await ids({ date, ...query })).toEqual(inside)
    })

    test('a night ride is found where it passes on the day it passes', async () => {
      const id = await add(['Oslo', 'Hamar', 'Trondheim'], { departure: '2027-05-04T23:00:00+02:00', hours: 8 })
      expect(await ids({ from: 'Hamar', to: 'Trondheim', date: '2027-05-05' })).toEqual([id])
      expect(await ids({ from: 'Hamar', to: 'Trondheim', date: '2027-05-04' })).toEqual([])
      expect(await ids({ from: 'Oslo', to: 'Trondheim', date: '2027-05-04' })).toEqual([id])
      expect(await ids({ from: 'Oslo', to: 'Trondheim', date: '2027-05-05' })).toEqual([])
    })

    test('a ride that left ten minutes ago is not listed, also where it has not passed yet; its own page says so', async () => {
      const id = await add(['Oslo', 'Hamar', 'Trondheim'], { hours: 8 })
      clock.advance(70 * MINUTE)
      for (const query of [
        {},
        { from: 'Oslo' },
        { from: 'Hamar', to: 'Trondheim' },
        { from: 'o', to: 'r' },
        { date: '2027-03-01' },
      ])
        expect(await ids(query), JSON.stringify(query)).toEqual([])
      const { status, body } = await t.call('GET', `/api/v1/rides/${id}`)
      expect([status, body.bookable]).toEqual([200, false])
    })

    test('it is listed until the very second it leaves', async () => {
      const id = await add(['Oslo', 'Hamar'])
      clock.advance(60 * MINUTE - 5_000)
      expect(await ids({})).toEqual([id])
      clock.advance(5_000)
      expect(await ids({})).toEqual([])
    })

    test('nearest departure first; a section is sorted by when it leaves', async () => {
      const far = await add(['Kristiansand', 'Oslo', 'Hamar'], { departure: '2027-05-04T06:00:00+02:00', hours: 8 })
      const near = await add(['Oslo', 'Hamar'], { departure: '2027-05-04T08:00:00+02:00' })
      expect(await ids({})).toEqual([far, near])
      expect(await ids({ from: 'Oslo', to: 'Hamar' })).toEqual([near, far])
    })
  })

  describe('price and seats of a section', () => {
    test('a card of a section shows its price, times and free seats', async () => {
      await add(['Oslo', 'Hamar', 'Trondheim'], { price: 301, hours: 7, departure: '2027-05-04T08:00:00+02:00' })
      const [{ section, price } = expect.fail()] = await find({ from: 'Hamar', to: 'Trondheim' })
      expect(price).toBe(301)
      expect(section).toMatchObject({
        from_position: 1,
        to_position: 2,
        whole: false,
        available_seats: 4,
        arrival_time: '2027-05-04T13:00:00.000Z',
      })
      const [before, after] = legsOf('Oslo', 'Hamar', 'Trondheim')
      const partOf = (whole: number, figure: 'km' | 'minutes') =>
        (whole * after[figure]) / (before[figure] + after[figure])
      // Rounded up to whole kr; the time to five minutes.
      expect(section.price).toBe(Math.ceil(partOf(301, 'km')))
      const minutes = (Date.parse(section.arrival_time) - Date.parse(section.departure_time)) / MINUTE
      expect(Math.abs(minutes - partOf(7 * 60, 'minutes'))).toBeLessThanOrEqual(2.5)
      const [whole] = await find({ from: 'Oslo', to: 'Trondheim' })
      expect(whole?.section).toMatchObject({ whole: true, price: 301, departure_time: '2027-05-04T06:00:00.000Z' })
    })

    test('the pieces of a ride cost together at least the ride and at most a krone more for each', async () => {
      await add(['Oslo', 'Hamar', 'Lillehammer', 'Trondheim'], { price: 100 })
      const piece = async (from: string, to: string) => (await find({ from, to }))[0]?.section.price ?? 0
      const sum =
        (await piece('Oslo', 'Hamar')) +
        (await piece('Hamar', 'Lillehammer')) +
        (await piece('Lillehammer', 'Trondheim'))
      expect(sum).toBeGreaterThanOrEqual(100)
      expect(sum).toBeLessThanOrEqual(103)
    })

    test('seats are counted per leg: one seat carries two people after another, and a third finds part of the route full', async () => {
      const id = await add(['Kristiansand', 'Oslo', 'Hamar', 'Trondheim'], { seats: 1 })
      const request = async (from: number, to: number) => {
        const passenger = await addPerson(t.db.kysely)
        const body = { seats_requested: 1, from_position: from, to_position: to }
        return t.call('POST', `/api/v1/rides/${id}/reservations`, { as: passenger, body })
      }
      const accept = async (reservation: { body: { id: string } }) =>
        t.call('POST', `/api/v1/reservations/${reservation.body.id}/accept`, {
          // The clock of these tests has moved past a session's end.
          as: await signedInAgain(t.db.kysely, driver),
        })
      const waiting = await request(0, 2)
      expect((await accept(await request(0, 1))).status).toBe(200)
      expect(await ids({ from: 'Kristiansand', to: 'Trondheim' })).toEqual([])
      expect(await ids({})).toEqual([])
      expect(await ids({ from: 'Oslo', to: 'Trondheim' })).toEqual([id])
      expect((await t.call('GET', `/api/v1/rides/${id}?from_position=1`)).body).toMatchObject({
        bookable: true,
        section: { available_seats: 1 },
        available_seats: 0,
      })
      expect((await accept(await request(1, 3))).status).toBe(200)
      for (const query of [{ from: 'Oslo' }, { from: 'Hamar' }, { to: 'Oslo' }, { from: 'o', to: 'a' }])
        expect(await ids(query)).toEqual([])
      expect(await accept(waiting)).toMatchObject({ status: 409, body: { code: 'not_enough_seats' } })
      expect(await request(0, 2)).toMatchObject({
        status: 409,
        body: { code: 'not_enough_seats', params: { available: 0 } },
      })
    })

    test('a search for two people leaves out what has one seat', async () => {
      await add(['Oslo', 'Hamar'], { seats: 1 })
      const id = await add(['Oslo', 'Hamar'], { seats: 2 })
      for (const query of [{}, { from: 'Oslo' }, { from: 'o', to: 'a' }])
        expect(await ids({ seats: 2, ...query })).toEqual([id])
    })
  })

  describe('pages', () => {
    const departure = '2027-05-04T08:00:00+02:00'
    const places = [
      'Oslo',
      'Hamar',
      'Moss',
      'Halden',
      'Larvik',
      'Skien',
      'Bø',
      'Notodden',
      'Kongsberg',
      'Drammen',
      'Hønefoss',
      'Gol',
      'Fagernes',
      'Otta',
      'Dombås',
      'Oppdal',
      'Røros',
      'Trondheim',
      'Stjørdal',
      'Steinkjer',
      'Levanger',
      'Horten',
    ]

    test.each([
      ['all rides', {}],
      ['one pair of places', { from: 'Oslo', to: 'Hamar' }],
      ['one place', { from: 'Oslo' }],
      ['many pairs of places', { from: 'o', to: 'a' }],
    ])('%s: every ride once, in order, however small the pages, also with equal departures', async (_, query) => {
      const rides: string[] = []
      for (let i = 0; i < 30; i++)
        rides.push(
          await add(['Oslo', places[i % places.length] ?? '', 'Hamar'], {
            departure: i < 20 ? departure : new Date(Date.parse(departure) + i * MINUTE),
          }),
        )
      for (const limit of [1, 7, 50]) {
        const found = await ids({ ...query, limit })
        expect(found).toHaveLength(30)
        expect(found.toSorted()).toEqual(rides.toSorted())
      }
    })

    test.each([
      [undefined, ['none', 'small', 'cabin', 'large']],
      ['small', ['small', 'cabin', 'large']],
      ['cabin', ['cabin', 'large']],
      ['large', ['large']],
    ])('a passenger who brings %s finds rides that allow %j', async (luggage, allowed) => {
      for (const size of luggageSizes) await add(['Oslo', 'Hamar', 'Trondheim'], { luggage: size })
      const found = await find({ from: 'Hamar', luggage })
      expect(found.map((ride) => ride.luggage).toSorted()).toEqual(allowed.toSorted())
    })

    test('rides that were already shown from an earlier stop do not crowd out those that come after them', async () => {
      // All leave Moss an hour after Oslo; the last ones only pass Moss.
      const both: string[] = []
      for (let i = 0; i < 12; i++) both.push(await add(['Oslo', 'Moss', 'Halden'], { departure, hours: 3 }))
      const later: string[] = []
      for (let i = 0; i < 3; i++) later.push(await add(['Moss', 'Halden'], { departure: '2027-05-04T11:00:00+02:00' }))
      const found = await ids({ from: 'os', to: 'Halden', limit: 5 })
      expect(found).toEqual([...both.toSorted(), ...later.toSorted()])
    })
  })
})

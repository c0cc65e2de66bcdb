/** What a search finds, and what is offered where it finds nothing: the scenarios that other systems got wrong. */
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { luggageSizes } from '@samtur/contract/constants'
import type { AlternativeRides, RideDays } from '@samtur/contract/search'
import { databaseKinds } from '../../../test/database.ts'
import { eachRow } from '../../../test/each-row.ts'
import { addRide, findRides, type Query, type RideToAdd } from '../../../test/rides.ts'
import { addPerson, signedInAgain, type TestPerson } from '../../../test/sessions.ts'
import { clockAt, setClock, sharedApp } from '../../../test/shared-app.ts'
import { placeOfStop, type Road, roadAlong } from '#features/places/port'

const MINUTE = 60_000
const now = '2027-03-01T12:00:00+01:00'

/** Returns the ways by road between three places. */
const legsOf = (...texts: [string, string, string]) =>
  roadAlong(texts.map((text) => placeOfStop({ text, place_id: null }))) as [Road, Road]

describe.each(databaseKinds)('on the %s database', (kind) => {
  const { t, call } = sharedApp({ kind, clock: clockAt(now) })
  let driver: TestPerson
  beforeAll(async () => {
    driver = await addPerson(t.db.kysely)
  })
  afterEach(async () => {
    await t.db.kysely.deleteFrom('reservation').execute()
    await t.db.kysely.deleteFrom('ride').execute()
    setClock(t.clock, now)
  })

  const inAnHour = () => new Date(t.clock.now().getTime() + 60 * MINUTE)
  const add = (route: string[], more: Partial<RideToAdd> = {}) =>
    addRide(t.db, { driverId: driver.id, route, departure: inAnHour(), ...more })
  const find = (query: Query) => findRides(t, query)
  const ids = async (query: Query) => (await find(query)).map((ride) => ride.id)

  describe('places', () => {
    test('on Kristiansand, Oslo, Hamar, Trondheim every stop is found with every later one', async () => {
      const route = ['Kristiansand', 'Oslo', 'Hamar', 'Trondheim']
      const id = await add(route)
      for (const [a, from] of route.entries())
        for (const [b, to] of [...route, 'Bergen'].entries()) {
          const found = a < b && to !== 'Bergen' ? [id] : []
          expect(await ids({ from, to }), `${from} to ${to}`).toEqual(found)
        }
    })

    test.each([
      ['Oslo', ['Oslo, Norge', '0150 Oslo', 'Oslo kommune', 'Oslo S', 'Oslo, Bussterminalen']],
      ['Lillehammer', ['Storgata 12, Lillehammer', 'Storgata 12, 2609 Lillehammer']],
    ])('rides from %s are found as they are published: by %j', async (town, texts) => {
      const id = await add([town, 'Hamar', 'Bergen'])
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
      const [there, back] = [{ from: 'Oslo', to: 'Drammen' }, { from: 'Drammen', to: 'Oslo' }] // prettier-ignore
      for (const query of [there, { from: 'Oslo' }, { to: 'Drammen' }, back, { from: 'o', to: 'm' }, {}])
        expect(await ids(query), JSON.stringify(query)).toEqual([id])
    })

    test.each([
      [{ from: 'Hamar' }, ['Hamar', 'Trondheim']],
      [{ from: 'Oslo' }, ['Oslo', 'Trondheim']],
      [{ to: 'Hamar' }, ['Oslo', 'Hamar']],
      [{ to: 'Trondheim' }, ['Oslo', 'Trondheim']],
    ])('with %j alone the other end is that of the ride', async (query, ends) => {
      await add(['Oslo', 'Hamar', 'Trondheim'])
      const found = await find(query)
      expect(found.map(({ section }) => [section.start_location, section.end_location])).toEqual([ends])
    })

    test.each([
      ['Ålesund', ['alesund', 'ÅLESUND ', ' Ålesund', 'A\u030Alesund', 'lesun', 'aLeSuNd']],
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

    test('a sign is what it is', async () => {
      await add(['Oslo', 'Voss'])
      await eachRow(['%', '_', '\\', '100%', 'a_b', '\\x', '%o%', "'"], String, async (sign) => {
        const id = await add([`Kafé ${sign} nord`, 'Voss'])
        expect(await ids({ from: sign })).toEqual([id])
        await t.db.kysely.deleteFrom('ride').where('id', '=', id).execute()
      })
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
      t.clock.advance(70 * MINUTE)
      const later = { from: 'Hamar', to: 'Trondheim' }
      for (const query of [{}, { from: 'Oslo' }, later, { from: 'o', to: 'r' }, { date: '2027-03-01' }])
        expect(await ids(query), JSON.stringify(query)).toEqual([])
      const { status, body } = await call('GET', `/rides/${id}`)
      expect([status, body.bookable]).toEqual([200, false])
    })

    test('it is listed until the very second it leaves', async () => {
      const id = await add(['Oslo', 'Hamar'])
      t.clock.advance(60 * MINUTE - 5_000)
      expect(await ids({})).toEqual([id])
      t.clock.advance(5_000)
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
      const positions = { from_position: 1, to_position: 2, whole: false }
      expect(section).toMatchObject({ ...positions, available_seats: 4, arrival_time: '2027-05-04T13:00:00.000Z' })
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
      const pieces = [await piece('Oslo', 'Hamar'), await piece('Hamar', 'Lillehammer'), await piece('Lillehammer', 'Trondheim')] // prettier-ignore
      const sum = pieces.reduce((total, price) => total + price, 0)
      expect(sum).toBeGreaterThanOrEqual(100)
      expect(sum).toBeLessThanOrEqual(103)
    })

    test('seats are counted per leg: one seat carries two people after another, and a third finds part of the route full', async () => {
      const id = await add(['Kristiansand', 'Oslo', 'Hamar', 'Trondheim'], { seats: 1 })
      const request = async (from: number, to: number) => {
        const passenger = await addPerson(t.db.kysely)
        const section = { seats_requested: 1, from_position: from, to_position: to }
        return call('POST', `/rides/${id}/reservations`, passenger, section)
      }
      // The clock of these tests has moved past a session's end.
      const as = await signedInAgain(t.db.kysely, driver)
      const accept = ({ body }: { body: { id: string } }) => call('POST', `/reservations/${body.id}/accept`, as)
      const waiting = await request(0, 2)
      expect((await accept(await request(0, 1))).status).toBe(200)
      expect(await ids({ from: 'Kristiansand', to: 'Trondheim' })).toEqual([])
      expect(await ids({})).toEqual([])
      expect(await ids({ from: 'Oslo', to: 'Trondheim' })).toEqual([id])
      const shown = { bookable: true, section: { available_seats: 1 }, available_seats: 0 }
      expect((await call('GET', `/rides/${id}?from_position=1`)).body).toMatchObject(shown)
      expect((await accept(await request(1, 3))).status).toBe(200)
      for (const query of [{ from: 'Oslo' }, { from: 'Hamar' }, { to: 'Oslo' }, { from: 'o', to: 'a' }])
        expect(await ids(query)).toEqual([])
      const refused = { status: 409, body: { code: 'not_enough_seats' } }
      expect([await accept(waiting), await request(0, 2)]).toMatchObject([refused, refused])
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
    test('every ride comes once, in order, however small the pages, also with equal departures', async () => {
      const between = 'Moss,Halden,Larvik,Skien,Bø,Notodden,Kongsberg,Drammen,Hønefoss,Gol'.split(',')
      const rides: string[] = []
      for (let i = 0; i < 30; i++) {
        const at = new Date(Date.parse(departure) + (i < 20 ? 0 : i * MINUTE))
        rides.push(await add(['Oslo', between[i % between.length] ?? '', 'Hamar'], { departure: at }))
      }
      const inOrder = [...rides.slice(0, 20).toSorted(), ...rides.slice(20)]
      // All rides, one pair of places, one place, and many pairs of places.
      for (const query of [{}, { from: 'Oslo', to: 'Hamar' }, { from: 'Oslo' }, { from: 'o', to: 'a' }])
        for (const limit of [1, 7, 50]) expect(await ids({ ...query, limit })).toEqual(inOrder)
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

  describe('filters, orders and what is offered instead', () => {
    const instead = async (query: Record<string, string>) => {
      const { status, body } = await call('GET', `/rides/alternatives?${new URLSearchParams(query).toString()}`)
      expect(status).toBe(200)
      return body as AlternativeRides
    }
    const noon = '2027-05-05T12:00:00+02:00'

    test('a price is compared with what the section costs, not the ride', async () => {
      const id = await add(['Oslo', 'Hamar', 'Trondheim'], { departure: noon, price: 400 })
      expect(await ids({ from: 'Oslo', to: 'Hamar', max_price: 200 })).toEqual([id])
      expect(await ids({ from: 'Oslo', to: 'Trondheim', max_price: 200 })).toEqual([])
    })

    test('hours are those of the section in Oslo, also in the night in which one comes twice', async () => {
      const first = await add(['Oslo', 'Moss'], { departure: '2027-10-31T02:30:00+02:00' })
      const second = await add(['Oslo', 'Moss'], { departure: '2027-10-31T02:30:00+01:00' })
      const later = await add(['Oslo', 'Moss'], { departure: '2027-10-31T03:00:00+01:00' })
      expect(await ids({ from: 'Oslo', from_hour: 2, until_hour: 3 })).toEqual([first, second])
      expect(await ids({ from: 'Oslo', from_hour: 3 })).toEqual([later])
      expect(await ids({ from: 'Oslo', until_hour: 2 })).toEqual([])
    })

    test('sorts by price, duration and rating; a driver without a rating comes last', async () => {
      const good = await addPerson(t.db.kysely)
      await sql`update profile set rating_sum = 9, rating_count = 1 where id = ${good.id}`.execute(t.db.kysely)
      const slow = await add(['Oslo', 'Hamar'], { departure: '2027-05-05T08:00:00+02:00', price: 100, hours: 4 })
      const dear = await add(['Oslo', 'Hamar'], {
        departure: '2027-05-05T09:00:00+02:00',
        price: 300,
        hours: 2,
        driverId: good.id,
      })
      expect(await ids({ from: 'Oslo', limit: 1 })).toEqual([slow, dear])
      expect(await ids({ from: 'Oslo', sort: 'price', limit: 1 })).toEqual([slow, dear])
      expect(await ids({ from: 'Oslo', sort: 'duration', limit: 1 })).toEqual([dear, slow])
      expect(await ids({ from: 'Oslo', sort: 'rating', limit: 1 })).toEqual([dear, slow])
    })

    test('other days are up to three away, and never the day itself', async () => {
      const days = ['01', '02', '04', '05', '08', '09']
      const added = new Map<string, string>()
      for (const day of days)
        added.set(day, await add(['Oslo', 'Bergen'], { departure: `2027-05-${day}T23:30:00+02:00` }))
      const { other_days } = await instead({ from: 'Oslo', to: 'Bergen', date: '2027-05-05' })
      expect(other_days.map((ride) => ride.id)).toEqual(['02', '04', '08'].map((day) => added.get(day)))
      expect((await instead({ from: 'Oslo', to: 'Bergen' })).other_days).toEqual([])
    })

    test('offers rides with both ends within 25 km and their distances; one end may be exact, and no ride that the search finds', async () => {
      await add(['Oslo', 'Bergen'], { departure: noon })
      const near = await add(['Sandvika', 'Askøy'], { departure: noon })
      const oneSide = await add(['Oslo', 'Askøy'], { departure: noon })
      await add(['Hamar', 'Bergen'], { departure: noon })
      await add(['Bergen', 'Sandvika'], { departure: noon })
      const { nearby } = await instead({ from: 'Oslo', to: 'Bergen', date: '2027-05-05' })
      expect(nearby.map((ride) => ride.id).toSorted()).toEqual([near, oneSide].toSorted())
      const found = nearby.find((ride) => ride.id === oneSide)
      expect(found?.from_km).toBe(0)
      expect(found?.to_km).toBeGreaterThan(3)
      expect(found?.to_km).toBeLessThan(25)
    })

    test('the way back is not nearby, however short the way', async () => {
      await add(['Lillestrøm', 'Oslo'], { departure: noon })
      expect((await instead({ from: 'Oslo', to: 'Lillestrøm' })).nearby).toEqual([])
    })
  })

  describe('the days of a search', () => {
    const days = async (query: Query, as?: TestPerson) => {
      const given = Object.entries(query).map(([name, value]) => [name, String(value)])
      const { status, body } = await call('GET', `/rides/days?${new URLSearchParams(given).toString()}`, as)
      expect(status).toBe(200)
      return (body as RideDays).days
    }

    test('have the number and the lowest price of what the search finds on each, with its filters', async () => {
      const at = (departure: string, price: number) => add(['Oslo', 'Hamar', 'Trondheim'], { departure, price })
      await at('2027-05-04T23:30:00+02:00', 300)
      await at('2027-05-05T00:15:00+02:00', 420)
      await at('2027-05-05T12:00:00+02:00', 280)
      await at('2027-05-09T12:00:00+02:00', 100)
      for (const query of [
        { from: 'Oslo', to: 'Trondheim' },
        { to: 'Trondheim' },
        { from: 'o', to: 'tr' },
        { from: 'Oslo', to: 'Hamar' },
        { max_price: 300 },
        { from: 'Oslo', from_hour: 6 },
      ]) {
        // prettier-ignore
        const counted = await days({ ...query, date: '2027-05-05' })
        expect(counted.map(({ date }) => date.slice(-2))).toEqual(['02', '03', '04', '05', '06', '07', '08'])
        for (const { date, ...figures } of counted) {
          const prices = (await find({ ...query, date })).map(({ section }) => section.price)
          expect(figures, `${JSON.stringify(query)} on ${date}`).toEqual({
            count: prices.length,
            lowest_price: prices.length > 0 ? Math.min(...prices) : null,
          })
        }
      }
    })

    test('count a ride on each day on which the search finds a part of it', async () => {
      await add(['Arendal', 'Hamar', 'Trondheim'], { departure: '2027-05-04T23:00:00+02:00', hours: 8 })
      const counted = await days({ from: 'a', to: 'trondheim', date: '2027-05-05' })
      expect(counted.map(({ count }) => count)).toEqual([0, 0, 1, 1, 0, 0, 0])
      for (const { date, count } of counted)
        expect(count, date).toBe((await find({ from: 'a', to: 'trondheim', date })).length)
    })

    test('count no ride of a person who has blocked the reader', async () => {
      const reader = await addPerson(t.db.kysely)
      await add(['Oslo', 'Hamar'], { departure: '2027-03-02T12:00:00+01:00' })
      const found = async () => (await days({ from: 'Oslo' }, reader)).map(({ count }) => count)
      expect(await found()).toEqual([0, 1, 0, 0, 0, 0, 0])
      const { status } = await call('PUT', `/me/blocks/${driver.id}`, reader)
      expect(status).toBeLessThan(300)
      expect(await found()).toEqual([0, 0, 0, 0, 0, 0, 0])
    })
  })
})

/** Filters, orders, and what is offered where a search finds nothing, by example. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AlternativeRides } from '@samtur/contract/search'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { addRide, findRides, type Query, type RideToAdd } from '../../../test/rides.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { MovableClock } from '#platform/clock'

describe.each(databaseKinds)('on the %s database', (kind) => {
  let t: TestApp
  let driver: TestPerson
  const clock = new MovableClock()

  beforeAll(async () => {
    clock.advance(new Date('2027-03-01T12:00:00+01:00').getTime() - clock.now().getTime())
    t = await startTestApp({ kind, clock, env: { SECRET: testSecret } })
    driver = await addPerson(t.db.kysely)
  })
  afterAll(() => t.close())
  afterEach(async () => void (await t.db.kysely.deleteFrom('ride').execute()))

  const add = (route: string[], departure: string, more: Partial<RideToAdd> = {}) =>
    addRide(t.db, { driverId: driver.id, route, departure, ...more })
  const ids = async (query: Query) => (await findRides(t, query)).map((ride) => ride.id)
  const instead = async (query: Record<string, string>) => {
    const { status, body } = await t.call('GET', `/api/v1/rides/alternatives?${new URLSearchParams(query).toString()}`)
    expect(status).toBe(200)
    return body as AlternativeRides
  }
  const noon = '2027-05-05T12:00:00+02:00'

  test('a price is compared with what the section costs, not the ride', async () => {
    const id = await add(['Oslo', 'Hamar', 'Trondheim'], noon, { price: 400 })
    expect(await ids({ from: 'Oslo', to: 'Hamar', max_price: 200 })).toEqual([id])
    expect(await ids({ from: 'Oslo', to: 'Trondheim', max_price: 200 })).toEqual([])
  })

  test('hours are those of the section in Oslo, also in the night in which one comes twice', async () => {
    const first = await add(['Oslo', 'Moss'], '2027-10-31T02:30:00+02:00')
    const second = await add(['Oslo', 'Moss'], '2027-10-31T02:30:00+01:00')
    const later = await add(['Oslo', 'Moss'], '2027-10-31T03:00:00+01:00')
    expect(await ids({ from: 'Oslo', from_hour: 2, until_hour: 3 })).toEqual([first, second])
    expect(await ids({ from: 'Oslo', from_hour: 3 })).toEqual([later])
    expect(await ids({ from: 'Oslo', until_hour: 2 })).toEqual([])
  })

  test('sorts by price, duration and rating; a driver without a rating comes last', async () => {
    const good = await addPerson(t.db.kysely)
    await sql`update profile set rating_sum = 9, rating_count = 1 where id = ${good.id}`.execute(t.db.kysely)
    const slow = await add(['Oslo', 'Hamar'], '2027-05-05T08:00:00+02:00', { price: 100, hours: 4 })
    const dear = await add(['Oslo', 'Hamar'], '2027-05-05T09:00:00+02:00', { price: 300, hours: 2, driverId: good.id })
    expect(await ids({ from: 'Oslo', limit: 1 })).toEqual([slow, dear])
    expect(await ids({ from: 'Oslo', sort: 'price', limit: 1 })).toEqual([slow, dear])
    expect(await ids({ from: 'Oslo', sort: 'duration', limit: 1 })).toEqual([dear, slow])
    expect(await ids({ from: 'Oslo', sort: 'rating', limit: 1 })).toEqual([dear, slow])
  })

  test('other days are up to three away, and never the day itself', async () => {
    const days = ['01', '02', '04', '05', '08', '09']
    const added = new Map<string, string>()
    for (const day of days) added.set(day, await add(['Oslo', 'Bergen'], `2027-05-${day}T23:30:00+02:00`))
    const { other_days } = await instead({ from: 'Oslo', to: 'Bergen', date: '2027-05-05' })
    expect(other_days.map((ride) => ride.id)).toEqual(['02', '04', '08'].map((day) => added.get(day)))
    expect((await instead({ from: 'Oslo', to: 'Bergen' })).other_days).toEqual([])
  })

  test('offers rides with both ends within 25 km and their distances; one end may be exact, and no ride that the search finds', async () => {
    await add(['Oslo', 'Bergen'], noon)
    const near = await add(['Sandvika', 'Askøy'], noon)
    const oneSide = await add(['Oslo', 'Askøy'], noon)
    await add(['Hamar', 'Bergen'], noon)
    await add(['Bergen', 'Sandvika'], noon)
    const { nearby } = await instead({ from: 'Oslo', to: 'Bergen', date: '2027-05-05' })
    expect(nearby.map((ride) => ride.id).toSorted()).toEqual([near, oneSide].toSorted())
    const found = nearby.find((ride) => ride.id === oneSide)
    expect(found?.from_km).toBe(0)
    expect(found?.to_km).toBeGreaterThan(3)
    expect(found?.to_km).toBeLessThan(25)
  })

  test('the way back is not nearby, however short the way', async () => {
    await add(['Lillestrøm', 'Oslo'], noon)
    expect((await instead({ from: 'Oslo', to: 'Lillestrøm' })).nearby).toEqual([])
  })
})

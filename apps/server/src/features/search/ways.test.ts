/** The ways with the most coming rides. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Way } from '@samtur/contract/search'
import { usualKind } from '../../../test/database.ts'
import { addRide, type RideToAdd } from '../../../test/rides.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { clockAt, sharedApp } from '../../../test/shared-app.ts'
import { placeOfStop } from '#features/places/port'
import { dayOf } from '#platform/clock'

describe.each([usualKind])('on the %s database', (kind) => {
  const { t, call } = sharedApp({ kind, clock: clockAt('2027-03-01T12:00:00+01:00') })
  let driver: TestPerson
  beforeAll(async () => {
    driver = await addPerson(t.db.kysely)
  })
  afterEach(async () => {
    await t.db.kysely.deleteFrom('reservation').execute()
    await t.db.kysely.deleteFrom('ride').execute()
    await t.db.kysely.deleteFrom('place_search').execute()
  })

  const add = (route: string[], more: Partial<RideToAdd> = {}) =>
    addRide(t.db, { driverId: driver.id, route, departure: new Date(t.clock.now().getTime() + 3_600_000), ...more })
  const ways = async (as?: TestPerson) => {
    const { status, body } = await call('GET', '/rides/ways', as)
    expect(status).toBe(200)
    return body.items as Way[]
  }
  const names = (items: Way[]) => items.map(({ from, to, rides }) => `${from}–${to} ${rides}`)

  test('of whole rides, each with the number of rides and the lowest price, the most rides first', async () => {
    await add(['Hamar', 'Trondheim'])
    await add(['Oslo', 'Hamar', 'Bergen'], { price: 410 })
    await add(['Oslo S', 'Bergen'], { price: 390 })
    await add(['Bergen', 'Oslo'])
    await add(['Bergen', 'Oslo'])
    await add(['Bergen', 'Oslo'], { price: 200 })
    expect(await ways()).toEqual([
      { from: 'Bergen', to: 'Oslo', rides: 3, price: 200, currency: 'NOK' },
      { from: 'Oslo', to: 'Bergen', rides: 2, price: 390, currency: 'NOK' },
      { from: 'Hamar', to: 'Trondheim', rides: 1, price: 300, currency: 'NOK' },
    ])
  })

  test('only rides that can be found and have a free seat, between known places', async () => {
    const full = await add(['Oslo', 'Bergen'], { seats: 1 })
    const passenger = await addPerson(t.db.kysely)
    const { body } = await call('POST', `/rides/${full}/reservations`, passenger, { seats_requested: 1 })
    expect((await call('POST', `/reservations/${body.id}/accept`, driver)).status).toBe(200)
    await add(['Oslo', 'Hamar'], { departure: new Date(t.clock.now().getTime() - 3_600_000) })
    await add(['Hytta til Per', 'Bergen'])
    await add(['Oslo', 'Trondheim'], { same: true })
    expect(await ways()).toEqual([])
  })

  test('of equally many rides the places that are searched for come first, and six at most', async () => {
    for (const end of ['Hamar', 'Bergen', 'Trondheim', 'Stavanger', 'Drammen', 'Kristiansand', 'Moss'])
      await add(['Oslo', end])
    const place_id = placeOfStop({ text: 'Moss', place_id: null })?.id ?? 0
    await t.db.kysely
      .insertInto('place_search')
      .values({ place_id, day: dayOf(t.clock.now()), searches: 3 })
      .execute()
    const found = await ways()
    expect(found).toHaveLength(6)
    expect(names(found)[0]).toBe('Oslo–Moss 1')
  })

  test('without the rides of a person whom the reader has blocked', async () => {
    await add(['Oslo', 'Bergen'])
    const reader = await addPerson(t.db.kysely)
    expect(names(await ways(reader))).toEqual(['Oslo–Bergen 1'])
    expect((await call('PUT', `/me/blocks/${driver.id}`, reader)).status).toBeLessThan(300)
    expect(await ways(reader)).toEqual([])
    expect(names(await ways())).toEqual(['Oslo–Bergen 1'])
  })
})

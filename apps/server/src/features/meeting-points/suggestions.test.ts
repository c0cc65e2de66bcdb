/** Stops that administrators see as suggestions: only what enough different people have agreed on. */
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import { addReservation } from '../../../test/reservations.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { sharedApp } from '../../../test/shared-app.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SPOT = 'Voss, Prestegardsmoen'

describe.each([usualKind])('on the %s database', (kind) => {
  const { t, call } = sharedApp({ kind })
  let admin: TestPerson
  let people: TestPerson[]
  beforeAll(async () => {
    admin = await addPerson(t.db.kysely, { role: 'admin' })
    people = await Promise.all(Array.from({ length: 8 }, () => addPerson(t.db.kysely)))
  })
  beforeEach(async () => {
    await sql`delete from reservation`.execute(t.db.kysely)
    await sql`delete from ride`.execute(t.db.kysely)
  })

  const suggested = async () => (await call('GET', '/admin/meeting-points/suggestions', admin)).body.items as object[]

  interface Trip {
    driver: number
    passenger: number
    route?: string[]
    daysAgo?: number
    status?: 'accepted' | 'cancelled' | 'pending'
  }

  /** Stores a trip of one of the first four people with one of the last four. */
  async function ride({ driver, passenger, route = [SPOT, 'Bergen'], daysAgo = 3, status = 'accepted' }: Trip) {
    const [by, as] = [people[driver], people[4 + passenger]]
    if (!by || !as) throw new Error('no such person')
    const departure = new Date(t.clock.now().getTime() - daysAgo * DAY)
    const ride_id = await addRide(t.db, { driverId: by.id, route, departure })
    await addReservation(t.db.kysely, { ride_id, passenger_id: as.id, status })
  }

  /** Five trips of three drivers and three passengers, which is just enough. */
  const enough: Trip[] = [
    { driver: 0, passenger: 0 },
    { driver: 1, passenger: 1 },
    { driver: 2, passenger: 2 },
    { driver: 0, passenger: 1 },
    { driver: 1, passenger: 2 },
  ]
  const shown = { place: 'Voss', name: SPOT, times: 5 }

  test('five trips of three drivers and three passengers are suggested, in any spelling', async () => {
    for (const [index, trip] of enough.entries())
      await ride({ ...trip, route: [index === 0 ? SPOT.toUpperCase() : SPOT, 'Bergen'] })
    expect(await suggested()).toMatchObject([shown])
  })

  test('where people get out counts, too', async () => {
    for (const [index, trip] of enough.entries())
      await ride({ ...trip, route: index % 2 ? [SPOT, 'Bergen'] : ['Bergen', SPOT] })
    expect(await suggested()).toMatchObject([shown])
  })

  test.each<[string, Trip[]]>([
    ['four trips', enough.slice(0, 4)],
    ['two drivers', enough.map((trip) => ({ ...trip, driver: trip.driver % 2 }))],
    ['two passengers', enough.map((trip) => ({ ...trip, passenger: trip.passenger % 2 }))],
    ['one person with an address', Array.from({ length: 9 }, () => ({ driver: 0, passenger: 0 }))],
    [
      'a trip that was cancelled',
      enough.map((trip, index) => ({ ...trip, ...(index === 4 && { status: 'cancelled' }) })),
    ],
    ['a trip that lies ahead', enough.map((trip, index) => ({ ...trip, ...(index === 4 && { daysAgo: -3 }) }))],
    ['a trip of last year', enough.map((trip, index) => ({ ...trip, ...(index === 4 && { daysAgo: 367 }) }))],
    ['the place itself', enough.map((trip) => ({ ...trip, route: ['Voss', 'Bergen'] }))],
    ['a text with a phone number', enough.map((trip) => ({ ...trip, route: ['Voss, ring 912 34 567', 'Bergen'] }))],
    ['a text with the address of a site', enough.map((trip) => ({ ...trip, route: ['Voss, x.example', 'Bergen'] }))],
    ['a place that is unknown', enough.map((trip) => ({ ...trip, route: ['Ved bauta i skogen', 'Bergen'] }))],
  ])('nothing is suggested of %s', async (_, trips) => {
    for (const trip of trips) await ride(trip)
    expect(await suggested()).toEqual([])
  })

  test('a suggestion that became a point is gone, also once the point is retired, and so is a dismissed one', async () => {
    for (const trip of enough) await ride(trip)
    const [{ place_id } = { place_id: 0 }] = (await suggested()) as { place_id: number }[]
    const point = { place_id, name: SPOT, kind: 'other', source: 'Forslag' }
    const { body: added } = await call('POST', '/admin/meeting-points', admin, point)
    expect(await suggested()).toEqual([])
    await call('DELETE', `/admin/meeting-points/${added.id}`, admin)
    expect(await suggested()).toEqual([])
    await sql`delete from meeting_point where id = ${added.id}`.execute(t.db.kysely)
    expect(await suggested()).toMatchObject([shown])
    await call('POST', '/admin/meeting-points/suggestions/dismiss', admin, { place_id, name: SPOT })
    expect(await suggested()).toEqual([])
  })
})

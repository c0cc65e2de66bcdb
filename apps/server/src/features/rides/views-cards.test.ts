/** Kept cards: a card is read again when a row that it is made of has changed, and only then. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson } from '../../../test/sessions.ts'
import type { Executor } from '#platform/db/database'
import { rowsOf } from '#platform/db/rows'
import { rewriteRide } from './service.ts'
import { findRide } from './views.ts'
import {
  cardTables,
  cardVersions,
  createRideCards,
  foundSection,
  type FoundSection,
  type RideCards,
} from './views-cards.ts'

describe.each(databaseKinds)('on the %s database', (kind) => {
  let t: TestApp
  let [driverId, id] = ['', '']
  let cards: RideCards
  beforeAll(async () => {
    t = await startTestApp({ kind })
  })
  afterAll(() => t.close())
  beforeEach(async () => {
    cards = createRideCards()
    driverId = (await addPerson(t.db.kysely)).id
    const departure = new Date(t.clock.now().getTime() + 86_400_000)
    id = await addRide(t.db, { driverId, route: ['Oslo', 'Hamar', 'Trondheim'], departure })
  })

  async function found(): Promise<FoundSection> {
    const { rows } = await rowsOf(foundSection)`select found.*, ${cardVersions}
      from (select ${id}::uuid as ride_id, 1 as from_position, 2 as to_position, 3 as seats_free) found ${cardTables}`.execute(
      t.db.read,
    )
    return rows[0] ?? expect.fail()
  }
  const noDatabase = undefined as unknown as Executor
  const ride = async (executor = t.db.read) => (await cards.of(executor, [await found()]))[0]?.ride

  test('a card that is kept needs no query', async () => {
    const first = await ride()
    expect(first).toMatchObject({ id, section: { start_location: 'Hamar', from_position: 1, available_seats: 3 } })
    expect(await ride(noDatabase)).toEqual(first)
  })

  test.each([
    ['the ride', () => sql`update ride set notes = 'Ny' where id = ${id}`],
    ['the name of the driver', () => sql`update profile set full_name = 'Ny' where id = ${driverId}`],
    ['the record of the driver', () => sql`insert into driver_record (driver_id, completed_trips, cancelled_late) values (${driverId}, 9, 0)`], // prettier-ignore
  ])('a change of %s shows at once', async (_, change) => {
    const first = await ride()
    await change().execute(t.db.kysely)
    const second = await ride()
    expect(second).not.toEqual(first)
    expect(await ride(noDatabase)).toEqual(second)
  })

  test('a lock on the ride changes no card', async () => {
    const first = await ride()
    await t.db.tx((tx) => sql`select from ride where id = ${id} for update`.execute(tx))
    expect(await ride(noDatabase)).toEqual(first)
  })

  test('a ride with another route since the section was found is left out instead of shown with another section', async () => {
    const before = await found()
    const stored = (await findRide(t.db.read, id)) ?? expect.fail()
    const stops = stored.stops.map((stop) => ({ ...stop, folded: '', passes_at: new Date(stop.passes_at) }))
    const [start, , end] = stops
    const other = { ...(stops[1] ?? expect.fail()), text: 'Gjøvik', folded: 'gjovik', place_id: null }
    await t.db.tx((tx) =>
      rewriteRide(tx, stored, { ...stored, driver_id: driverId, stops: [start, other, end].filter((stop) => !!stop) }),
    )
    expect(await cards.of(t.db.read, [before])).toEqual([])
    expect(await ride()).toMatchObject({ id, section: { start_location: 'Gjøvik' } })
    expect(await cards.of(t.db.read, [before])).toEqual([])
  })

  test('a ride that is gone is left out', async () => {
    const before = await found()
    await sql`delete from ride where id = ${id}`.execute(t.db.kysely)
    expect(await cards.of(t.db.read, [before])).toEqual([])
  })
})

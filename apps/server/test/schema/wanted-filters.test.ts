/** Wanted rides beside processes of the version before, on a database that still has the columns and triggers of that version. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeptFilters } from '@samtur/contract/wanted-filters'
import { wantedBody } from '@samtur/contract/wanted'
import { checkWanted } from '../../src/features/wanted/service.ts'
import { insertWanted } from '../../src/features/wanted/store.ts'
import { addRideTasks } from '../../src/features/wanted/store-matches.ts'
import { describePostgres, emptyServerDatabase, openServerDatabase, type TestDatabase } from '../database.ts'
import { addRide } from '../rides.ts'
import { addPerson } from '../sessions.ts'

describePostgres('a database of this release', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await openServerDatabase(await emptyServerDatabase())
  }, 120_000)
  afterAll(() => db.close())

  interface Row {
    seats: number
    max_price: number | null
    pets: boolean
    luggage: string | null
    filters: KeptFilters
  }
  const read = async (id: string) =>
    (
      await sql<Row>`select seats, max_price, pets, luggage, filters from ride_wanted where id = ${id}`.execute(
        db.kysely,
      )
    ).rows[0]

  const keep = async (filters: object) => {
    const { id } = await addPerson(db.kysely)
    return [id, await keepFor(id, filters)] as const
  }
  const keepFor = (person: string, filters: object) => {
    const body = wantedBody.parse({ from: 'Oslo', to: 'Hamar', weekdays: [1, 2, 3, 4, 5, 6, 7], ...filters })
    return db.tx((tx) => insertWanted(tx, person, checkWanted(body, new Date())))
  }

  test('what the version before stores and changes is understood, and what it does not know stays', async () => {
    const { id: person } = await addPerson(db.kysely)
    const { rows } = await sql<{ id: string }>`
      insert into ride_wanted (id, user_id, from_text, to_text, from_place_id, to_place_id, way_km, radius_km, weekdays, seats, max_price, pets, luggage, public, ends_at)
      values (gen_random_uuid(), ${person}, 'Oslo', 'Hamar', 1, 2, 100, 0, '{1}', 2, 300, true, 'cabin', false, now() + interval '1 day')
      returning id`.execute(db.kysely)
    const id = rows[0]?.id ?? ''
    const stored = { seats: 2, max_price: 300, pets: 'true', luggage: 'cabin' }
    expect((await read(id))?.filters).toEqual(stored)
    // The migration fills the rows that were there before it.
    await sql`update ride_wanted set filters = null`.execute(db.kysely)
    expect((await read(id))?.filters).toEqual(stored)
    const [, other] = await keep({ seats: 5, instant: true, max_price: 200 })
    await sql`update ride_wanted set seats = 3, max_price = null, pets = true, luggage = null where id = ${other}`.execute(
      db.kysely,
    )
    expect((await read(other))?.filters).toEqual({ seats: 3, pets: 'true', instant: 'true' })
    await sql`update ride_wanted set paused_at = now() where id = ${other}`.execute(db.kysely)
    expect((await read(other))?.filters).toEqual({ seats: 3, pets: 'true', instant: 'true' })
  })

  test('the version before reads what this one stores, as far as it knows it', async () => {
    const [person, id] = await keep({ seats: 5, max_price: 200, pets: true, luggage: 'large', detours: 'no' })
    expect(await read(id)).toMatchObject({ seats: 4, max_price: 200, pets: true, luggage: 'large' })
    // Another wanted ride of the person, which differs in what that version does not know.
    await keepFor(person, { seats: 4, max_price: 200, pets: true, luggage: 'large' })
    await expect(keepFor(person, { seats: 4, max_price: 200, pets: true, luggage: 'large' })).rejects.toThrow(
      'wanted_exists',
    )
  })

  test('a ride is compared once, although its triggers ask for it as well', async () => {
    const { id: driverId } = await addPerson(db.kysely)
    await sql`delete from ride_wanted_task`.execute(db.kysely)
    const departure = new Date(Date.now() + 86_400_000)
    const id = await db.tx(async (tx) => {
      const ride = await addRide({ kysely: tx }, { driverId, route: ['Oslo', 'Hamar'], departure })
      await addRideTasks(tx, [ride])
      return ride
    })
    const { rows } = await sql`select ride_id from ride_wanted_task`.execute(db.kysely)
    expect(rows).toEqual([{ ride_id: id }])
  })
})

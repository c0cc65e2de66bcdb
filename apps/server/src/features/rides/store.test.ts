/** How a ride is written: in few statements, with nothing remembered that is not so, and nothing left behind. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { databaseKinds, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson } from '../../../test/sessions.ts'
import { findViolations } from '#platform/db/invariants'
import { presentRide } from './present.ts'
import { sectionPrice } from './rules-sections.ts'
import { rewriteRide, storeRides } from './service.ts'
import type { RideToStore } from './store.ts'
import { findRide } from './views.ts'

describe.each(databaseKinds)('on the %s database', (kind) => {
  let db: TestDatabase
  let driverId: string
  beforeAll(async () => {
    db = await openTestDatabase(kind)
    driverId = (await addPerson(db.kysely)).id
    await sql`update profile set is_driver = true where id = ${driverId}`.execute(db.kysely)
  })
  afterAll(() => db.close())

  const add = (route: string[], executor: Pick<TestDatabase, 'kysely'> = db) =>
    addRide(executor, { driverId, route, departure: new Date(Date.now() + 86_400_000) })
  const asked = async (work: () => Promise<unknown>) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    try {
      await work()
      return query.mock.calls.length
    } finally {
      query.mockRestore()
    }
  }

  test('a ride between places that are known is one statement', async () => {
    await add(['Oslo', 'Moss', 'Halden'])
    expect(await asked(() => add(['Oslo', 'Moss', 'Halden']))).toBe(1)
    expect(await asked(() => add(['halden', 'OSLO']))).toBe(1)
    // Looked for, made, looked for again, and the ride.
    expect(await asked(() => add(['Oslo', `Veien ${randomUUID()}`]))).toBe(4)
    expect(await findViolations(db.kysely)).toEqual([])
  })

  test('what a transaction has made is known once it is there, and not when it is taken back', async () => {
    const [street, other] = [`Gata ${randomUUID()}`, `Gata ${randomUUID()}`]
    const undone = db.tx(async (tx) => {
      await add(['Oslo', street], { kysely: tx })
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
    await add(['Oslo', street])
    await db.tx((tx) => add(['Oslo', other], { kysely: tx }))
    expect(await asked(() => add(['Oslo', other]))).toBe(1)
    expect(await findViolations(db.kysely)).toEqual([])
  })

  test('a section costs the same whether the ride is published alone, in a series, or changed', async () => {
    const route = ['Oslo', 'Moss', 'Sarpsborg', `Veien ${randomUUID()}`, 'Halden']
    const sectionsOf = async (id: string) => {
      const { rows } = await sql`select from_position, to_position, price, seats_free, repeated, is_start, is_end
        from ride_section where ride_id = ${id} order by from_position, to_position`.execute(db.kysely)
      return rows as { from_position: number; to_position: number; price: number }[]
    }
    for (const price of [1, 7, 99, 100, 301, 333, 9_999, 10_000]) {
      const alone = await addRide(db, { driverId, route, price, departure: new Date(Date.now() + 86_400_000) })
      const ride = (await findRide(db.kysely, alone)) ?? expect.fail()
      const written = await sectionsOf(alone)
      expect(written).toHaveLength(10)
      for (const section of written) {
        const part = { from: section.from_position, to: section.to_position }
        expect(section.price).toBe(presentRide(ride, part).section.price)
        expect(section.price).toBe(
          sectionPrice(price, ride.stops[part.from]?.share ?? 0, ride.stops[part.to]?.share ?? 0),
        )
      }
      const { rows } = await sql<RideToStore>`select * from ride where id = ${alone}`.execute(db.kysely)
      const stored = rows[0] ?? expect.fail()
      const stops = ride.stops.map((stop) => ({ ...stop, folded: '', passes_at: new Date(stop.passes_at) }))
      const id = randomUUID()
      await storeRides(db.kysely, [{ ...stored, stops, id, series_id: null, series_direction: null }])
      expect(await sectionsOf(id)).toEqual(written)
      await rewriteRide(db.kysely, ride, { ...stored, stops })
      expect(await sectionsOf(alone)).toEqual(written)
    }
    expect(await findViolations(db.kysely)).toEqual([])
  })

  test('a stop text cannot become another one, and none goes', async () => {
    await add(['Oslo', 'Moss'])
    for (const change of [
      sql`update stop_text set name = 'bergen' where name = 'oslo'`,
      sql`update stop_text set place_id = null where name = 'oslo'`,
      sql`delete from stop_text where name = 'oslo'`,
      sql`truncate stop_text`,
    ])
      await expect(change.execute(db.kysely)).rejects.toMatchObject({ code: '23001' })
  })

  test('a ride keeps its id, takes its rows along when it goes, and rows without one are told', async () => {
    const id = await add(['Oslo', 'Moss', 'Halden'])
    await expect(sql`update ride set id = gen_random_uuid() where id = ${id}`.execute(db.kysely)).rejects.toMatchObject(
      { code: '23001' },
    )
    await db.kysely.deleteFrom('ride').where('id', '=', id).execute()
    expect(await findViolations(db.kysely)).toEqual([])
    await sql`insert into ride_leg (ride_id, position, capacity) values (${id}, 0, 4)`.execute(db.kysely)
    expect(await findViolations(db.kysely)).toMatchObject([{ invariant: 'ride', detail: `ride ${id}: is gone, but not its legs` }]) // prettier-ignore
    await sql`delete from ride_leg where ride_id = ${id}`.execute(db.kysely)
  })
})

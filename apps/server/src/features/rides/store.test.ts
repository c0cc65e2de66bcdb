/** Writing rides: few statements, known stop texts, and no rows left behind. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { usualKind, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { eachRow } from '../../../test/each-row.ts'
import { storeRideToAdd } from '../../../test/rides.ts'
import { addPerson } from '../../../test/sessions.ts'
import { findViolations } from '#platform/db/invariants'
import { presentRide } from './present.ts'
import { sectionPrice } from './rules-sections.ts'
import { rewriteRide, storeRides } from './service-storing.ts'
import { sectionTerms } from './store-columns.ts'
import { createStopTexts } from './store-texts.ts'
import { findRide } from './views.ts'

describe.each([usualKind])('on the %s database', (kind) => {
  let db: TestDatabase
  let driverId: string
  beforeAll(async () => {
    db = await openTestDatabase(kind)
    driverId = (await addPerson(db.kysely)).id
    await sql`update profile set is_driver = true where id = ${driverId}`.execute(db.kysely)
  })
  afterAll(() => db.close())

  const stopTexts = createStopTexts()
  const add = (route: string[], executor: Pick<TestDatabase, 'kysely'> = db) =>
    storeRideToAdd(executor, { driverId, route, departure: new Date(Date.now() + 86_400_000) }, stopTexts.ensure)
  const countQueries = async (work: () => Promise<unknown>) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    try {
      await work()
      return query.mock.calls.length
    } finally {
      query.mockRestore()
    }
  }

  test('a ride between known stop texts is one statement', async () => {
    await add(['Oslo', 'Moss', 'Halden'])
    expect(await countQueries(() => add(['Oslo', 'Moss', 'Halden']))).toBe(1)
    expect(await countQueries(() => add(['halden', 'OSLO']))).toBe(1)
    // Reads the stop texts, stores the new one, reads them again, and stores the ride.
    expect(await countQueries(() => add(['Oslo', `Veien ${randomUUID()}`]))).toBe(4)
    expect(await findViolations(db.kysely)).toEqual([])
  })

  test('a new stop text is known after the commit, and not when the transaction fails', async () => {
    const [street, other] = [`Gata ${randomUUID()}`, `Gata ${randomUUID()}`]
    const undone = db.tx(async (tx) => {
      await add(['Oslo', street], { kysely: tx })
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
    await add(['Oslo', street])
    await db.tx((tx) => add(['Oslo', other], { kysely: tx }))
    expect(await countQueries(() => add(['Oslo', other]))).toBe(1)
    expect(await findViolations(db.kysely)).toEqual([])
  })

  test('a section costs the same whether the ride is published alone, in a series, or changed', async () => {
    const route = ['Oslo', 'Moss', 'Sarpsborg', `Veien ${randomUUID()}`, 'Halden']
    const sectionsOf = (id: string) =>
      db.kysely
        .selectFrom('ride_section')
        .select(['from_position', 'to_position', 'price', 'seats_free', 'repeated', 'is_start', 'is_end'])
        .where('ride_id', '=', id)
        .orderBy('from_position')
        .orderBy('to_position')
        .execute()
    for (const price of [1, 99, 301, 10_000]) {
      const alone = await storeRideToAdd(db, { driverId, route, price, departure: new Date(Date.now() + 86_400_000) })
      const ride = (await findRide(db.kysely, alone)) ?? expect.fail()
      const written = await sectionsOf(alone)
      expect(written).toHaveLength(10)
      for (const section of written) {
        const part = { from: section.from_position, to: section.to_position }
        expect(section.price).toBe(presentRide(ride, part).section.price)
        const [a = 0, b = 0] = [ride.stops[part.from]?.share, ride.stops[part.to]?.share]
        expect(section.price).toBe(sectionPrice(price, a, b))
      }
      const row = await db.kysely.selectFrom('ride').selectAll().where('id', '=', alone).executeTakeFirstOrThrow()
      const stored = { ...row, comparable_km: row.distance_km }
      const stops = ride.stops.map((stop) => ({ ...stop, folded: '', passes_at: new Date(stop.passes_at) }))
      const id = randomUUID()
      await storeRides(db.kysely, [{ ...stored, stops, id, series_id: null, series_direction: null }])
      expect(await sectionsOf(id)).toEqual(written)
      await rewriteRide(db.kysely, ride, { ...stored, stops })
      expect(await sectionsOf(alone)).toEqual(written)
    }
    expect(await findViolations(db.kysely)).toEqual([])
  })

  test('ids are looked up again after an erasure, and in another app', async () => {
    await add(['Oslo', 'Moss'])
    stopTexts.forget()
    expect(await countQueries(() => add(['Oslo', 'Moss']))).toBe(2)
    expect(await countQueries(() => add(['Oslo', 'Moss']))).toBe(1)
    const ride = { driverId, route: ['Oslo', 'Moss'], departure: new Date(Date.now() + 86_400_000) }
    expect(await countQueries(() => storeRideToAdd(db, ride, createStopTexts().ensure))).toBe(2)
  })

  test('the database refuses to change and to delete stop texts', async () => {
    await add(['Oslo', 'Moss'])
    for (const change of [
      sql`update stop_text set name = 'bergen' where name = 'oslo'`,
      sql`update stop_text set place_id = null where name = 'oslo'`,
      sql`delete from stop_text where name = 'oslo'`,
      sql`truncate stop_text`,
    ])
      await expect(change.execute(db.kysely)).rejects.toMatchObject({ code: '23001' })
  })

  test('a ride keeps its id and is deleted with its rows, and the invariants report rows without a ride', async () => {
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

  test('the invariants report a section that differs in a term from its ride', () =>
    eachRow(sectionTerms, String, async (term) => {
      const id = await add(['Oslo', 'Moss'])
      const section = db.kysely.selectFrom('ride_section').selectAll().where('ride_id', '=', id)
      const { [term]: value } = (await section.executeTakeFirstOrThrow()) as Record<string, unknown>
      const other = typeof value === 'boolean' ? !value : 'another'
      await sql`update ride_section set ${sql.ref(term)} = ${other} where ride_id = ${id}`.execute(db.kysely)
      const detail = `ride ${id} section 0-1: differs from its stops`
      expect(await findViolations(db.kysely)).toMatchObject([{ detail }])
      await db.kysely.deleteFrom('ride').where('id', '=', id).execute()
    }))
})

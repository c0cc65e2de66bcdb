/** Tests that a cached card shows the current rows, also those that another process has written, and that the cache has a bound. */
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import { addRide, findRides } from '../../../test/rides.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { sharedApp } from '../../../test/shared-app.ts'
import { MovableClock } from '#platform/clock'
import type { Executor } from '#platform/db/database'
import { fromJson } from '#platform/http/json-body'
import { createCards } from './service-cards.ts'
import type { FoundSection } from './views.ts'

describe.each([usualKind])('on the %s database', (kind) => {
  const clock = new MovableClock()
  const { t } = sharedApp({ kind, clock })
  let driver: TestPerson
  let id: string

  beforeAll(async () => {
    driver = await addPerson(t.db.kysely)
    const departure = new Date(Date.now() + 86_400_000)
    id = await addRide(t.db, { driverId: driver.id, route: ['Oslo', 'Hamar', 'Trondheim'], departure })
    await sql`update ride_stop set meeting_point_id = (select id from meeting_point limit 1) where ride_id = ${id} and position = 0`.execute(
      t.db.kysely,
    )
  })

  const found = async () => {
    const [ride] = await findRides(t, { from: 'Oslo', to: 'Hamar' })
    if (!ride) throw new Error('the ride is not found')
    return ride
  }

  // Writes with SQL, so that the process which searches does not know of the change.
  test.each<[string, () => RawBuilder<unknown>, object]>([
    ['notes', () => sql`update ride set notes = 'Ved stasjonen'`, { notes: 'Ved stasjonen' }],
    ['price', () => sql`update ride set price = 345`, { price: 345 }],
    ['name', () => sql`update profile set full_name = 'Kari Ny'`, { driver: { full_name: 'Kari Ny' } }],
    ['rating', () => sql`update profile set rating_sum = 9, rating_count = 1`, { driver: { rating_count: 1 } }],
    ['free seats', () => sql`update ride_section set seats_free = 1`, { section: { available_seats: 1 } }],
  ])('a changed %s is shown at once', async (_, change, shown) => {
    const before = await found()
    expect(before).not.toMatchObject(shown)
    expect(await found()).toEqual(before)
    await change().execute(t.db.kysely)
    expect(await found()).toMatchObject(shown)
  })

  test('the name of a meeting point is shown half a minute later', async () => {
    const name = async () => (await found()).route[0]?.meeting_point?.name
    const before = await name()
    await sql`update meeting_point set name = 'Ny plattform' where name = ${before}`.execute(t.db.kysely)
    expect(await name()).toBe(before)
    clock.advance(31_000)
    expect(await name()).toBe('Ny plattform')
  })

  describe('by themselves', () => {
    const section = async (more: Partial<FoundSection> = {}): Promise<FoundSection> => {
      const { rows } = await sql<{ card_version: string }>`select concat_ws('.', ride.xmin, driver.xmin,
        (select xmin from driver_record where driver_id = driver.id)) as card_version
        from ride join profile driver on driver.id = ride.driver_id where ride.id = ${id}`.execute(t.db.kysely)
      const at = new Date()
      const detour = { place_id: null, at_start: null, minutes: null, detour_price: null }
      const times = { departs_at: at, arrives_at: at }
      const positions = { from_position: 0, to_position: 1, seats_free: 2, section_price: 10, ...times }
      return { id, card_version: rows[0]?.card_version ?? '', ...positions, ...detour, ...more }
    }
    const none = new Proxy({} as Executor, {
      get: () => {
        throw new Error('a query was made')
      },
    })

    test('a kept card needs no query, and one of another version is not returned', async () => {
      const cards = createCards(clock)
      const one = await section()
      const [first] = await cards.of(t.db.kysely, [one])
      const [again] = await cards.of(none, [one])
      expect(first && fromJson(first).section.available_seats).toBe(2)
      expect(again).toBe(first)
      expect(await cards.of(t.db.kysely, [{ ...one, card_version: '1.2' }])).toEqual([undefined])
      await expect(cards.of(none, [{ ...one, seats_free: 1 }])).rejects.toThrow('a query was made')
    })

    test('the cards that were made first are forgotten beyond 24 MB, and after half a minute', async () => {
      const cards = createCards(clock)
      const one = await section()
      const [first] = await cards.of(t.db.kysely, [one])
      const enough = Math.ceil(24_000_000 / (first?.length ?? NaN))
      const many = Array.from({ length: enough }, (_, nr) => ({ ...one, section_price: 1000 + nr }))
      await cards.of(t.db.kysely, many.slice(0, enough / 2))
      expect(await cards.of(none, [one])).toEqual([first])
      await cards.of(t.db.kysely, many)
      await expect(cards.of(none, many.slice(0, 1))).rejects.toThrow('a query was made')
      expect(await cards.of(none, many.slice(-1))).not.toContain(undefined)
      clock.advance(31_000)
      await expect(cards.of(none, many.slice(-1))).rejects.toThrow('a query was made')
    })
  })
})

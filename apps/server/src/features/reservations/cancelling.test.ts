/** Cancelled rides and withdrawn reservations: seats, the search, and refusals. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { acceptReservation, act, cancelRide, farAhead } from '../../../test/reservations.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson } from '../../../test/sessions.ts'
import { findViolations } from '#platform/db/invariants'
import { insertReservation } from './store.ts'

const HOUR = 3_600_000

describe.each(databaseKinds)('on the %s database', (kind) => {
  let db: TestDatabase
  let driver: string
  let passengers: string[]
  let ride: string

  const ask = (passenger = 0, from = 0, to = 2, seats = 1) =>
    insertReservation(db.kysely, {
      ride_id: ride,
      passenger_id: passengers[passenger] ?? '',
      from_position: from,
      to_position: to,
      seats_requested: seats,
      message: null,
      answer_by: farAhead,
      price: 100,
    })
  const accept = (id: string) => acceptReservation(db, id, driver)
  const withdraw = (id: string, passenger = 0) =>
    act(db, { id, personId: passengers[passenger] ?? '', action: 'withdraw' })
  const reject = (id: string) => act(db, { id, personId: driver, action: 'reject' })
  const seatsLeft = async () => {
    const legs = await db.kysely
      .selectFrom('ride_leg')
      .selectAll()
      .where('ride_id', '=', ride)
      .orderBy('position')
      .execute()
    return legs.map(({ capacity, seats_taken }) => capacity - seats_taken)
  }
  const statuses = async () => {
    const rows = await db.kysely
      .selectFrom('reservation')
      .select('status')
      .where('ride_id', '=', ride)
      .orderBy('created_at')
      .execute()
    return rows.map(({ status }) => status)
  }

  beforeAll(async () => {
    db = await openTestDatabase(kind)
  })
  afterAll(async () => {
    expect(await findViolations(db.kysely)).toEqual([])
    await db.close()
  })
  beforeEach(async () => {
    driver = (await addPerson(db.kysely)).id
    await db.kysely.updateTable('profile').set({ is_driver: true }).where('id', '=', driver).execute()
    passengers = await Promise.all(Array.from({ length: 6 }, async () => (await addPerson(db.kysely)).id))
    const departure = new Date(db.clock.now().getTime() + 48 * HOUR)
    ride = await addRide(db, { driverId: driver, route: ['Oslo', 'Hamar', 'Trondheim'], departure, seats: 3 })
  })

  test('cancelling a ride ends its active reservations, frees the seats and removes it from the search', async () => {
    const [open, taken, refused] = [await ask(0), await ask(1, 0, 1, 2), await ask(2)]
    await accept(taken)
    await reject(refused)
    const ended = (await cancelRide(db, ride, driver)) as string[]
    expect(ended.toSorted()).toEqual([open, taken].toSorted())
    expect([(await statuses()).toSorted(), await seatsLeft()]).toEqual([
      ['cancelled', 'cancelled', 'rejected'],
      [3, 3],
    ])
    expect(await findViolations(db.kysely)).toEqual([])
    expect(await cancelRide(db, ride, driver)).toBe('unchanged')
    expect(await accept(open)).toBe('reservation_closed')
  })

  test('only the driver cancels, and only before the departure', async () => {
    expect(await cancelRide(db, ride, passengers[0] ?? '')).toBe('not_found')
    db.clock.advance(49 * HOUR)
    const outcome = await cancelRide(db, ride, driver)
    db.clock.advance(-49 * HOUR)
    expect(outcome).toBe('ride_departed')
  })

  test('withdrawing an accepted reservation frees its legs; withdrawing a request frees nothing', async () => {
    const [mine, other] = [await ask(0, 0, 1, 2), await ask(1, 0, 2, 1)]
    await accept(mine)
    await accept(other)
    expect(await seatsLeft()).toEqual([0, 2])
    expect(await withdraw(mine, 1)).toBe('not_found')
    expect([await withdraw(mine), await seatsLeft()]).toEqual(['cancelled', [2, 2]])
    expect([await withdraw(mine), await seatsLeft()]).toEqual(['unchanged', [2, 2]])
    const again = await ask(0)
    expect([await withdraw(again), await seatsLeft()]).toEqual(['cancelled', [2, 2]])
    expect(await findViolations(db.kysely)).toEqual([])
  })

  test('neither a rejected request nor one on a ride that has left can be withdrawn', async () => {
    const [refused, open] = [await ask(0), await ask(1)]
    await reject(refused)
    expect(await withdraw(refused)).toBe('reservation_closed')
    db.clock.advance(49 * HOUR)
    const outcome = await withdraw(open, 1)
    db.clock.advance(-49 * HOUR)
    expect(outcome).toBe('ride_departed')
  })

  test('accepting, withdrawing and cancelling at once count every seat once', async () => {
    for (let round = 0; round < 10; round++) {
      ride = await addRide(db, {
        driverId: driver,
        route: ['Oslo', 'Hamar', 'Trondheim'],
        departure: new Date(db.clock.now().getTime() + 48 * HOUR),
        seats: 3,
      })
      const ids = await Promise.all(passengers.map((_, i) => ask(i, i % 2, 2)))
      await Promise.all([
        ...ids.flatMap((id, i) => [accept(id), withdraw(id, i), accept(id), withdraw(id, i)]),
        ...(round % 2 ? [cancelRide(db, ride, driver)] : []),
      ])
      expect(await findViolations(db.kysely)).toEqual([])
      if (round % 2) expect(new Set(await statuses())).toEqual(new Set(['cancelled']))
    }
  })
})

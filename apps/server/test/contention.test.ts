/** Races that need a real server with many clients: seats are never sold twice and never lost. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rideBody as rideSchema } from '@samtur/contract/rides'
import { rideToStore, storeRide } from '../src/features/rides/service-storing.ts'
import { findViolations } from '../src/platform/db/invariants.ts'
import { openDatabase, type Database } from '../src/platform/db/database.ts'
import { rideBody } from './app.ts'
import { acceptReservation, act, addReservation } from './reservations.ts'
import { describePostgres, freshServerDatabase } from './database.ts'
import { systemClock } from '../src/platform/clock.ts'
import { addPerson } from './sessions.ts'

/** A driver's process has 16 connections: these are two processes, all at the same ride. */
const CLIENTS = 32

/**
 * Starts the work in this order, at most as many at once as there are connections, because waiting for one would take too long on a slow
 * machine.
 */
async function byClients<T>(works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const answers: T[] = []
  let next = 0
  const client = async () => {
    for (let nr = next++; nr < works.length; nr = next++) {
      const work = works[nr]
      if (work) answers[nr] = await work()
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return answers
}

describePostgres('32 clients on PostgreSQL', () => {
  let db: Database
  let driver: string
  let passengers: string[]

  beforeEach(async () => {
    db = await openDatabase({ url: await freshServerDatabase(), folder: '', clock: systemClock, poolSize: CLIENTS })
    driver = (await addPerson(db.kysely)).id
    await db.kysely.updateTable('profile').set({ is_driver: true }).where('id', '=', driver).execute()
    passengers = await Promise.all(Array.from({ length: 12 }, async () => (await addPerson(db.kysely)).id))
  })
  afterEach(() => db.close())

  const publish = (seats: number) =>
    storeRide(
      db.kysely,
      rideToStore(driver, rideSchema.parse(rideBody(systemClock, { total_seats: seats })), new Date()),
    )

  const request = async (rideId: string, passengerId: string, from = 0, to = 3, seats = 1) => {
    const section = { from_position: from, to_position: to, seats_requested: seats }
    const id = await addReservation(db.kysely, { ride_id: rideId, passenger_id: passengerId, ...section })
    return { id, from, to, seats }
  }

  test('every acceptance sent four times at once sells all seats, and none twice', async () => {
    const rides = await Promise.all(Array.from({ length: 20 }, () => publish(7)))
    const requests = await Promise.all(
      rides.map((ride) => Promise.all(passengers.map((passenger) => request(ride, passenger)))),
    )
    // Keeps all requests of a ride together, because the test needs contention on one row.
    const outcomes = await byClients(
      requests.flat().flatMap(({ id }) => Array.from({ length: 4 }, () => () => acceptReservation(db, id, driver))),
    )
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(20 * 7)
    expect(new Set(outcomes)).toEqual(new Set(['accepted', 'unchanged', 'not_enough_seats']))
    const seats = await db.kysely.selectFrom('ride').select('available_seats').execute()
    expect(seats.map((ride) => ride.available_seats)).toEqual(rides.map(() => 0))
    expect(await findViolations(db.kysely)).toEqual([])
  })

  test('sections share seats, and no leg is oversold', async () => {
    const sections = [
      [0, 1],
      [1, 3],
      [0, 3],
      [0, 2],
      [2, 3],
      [1, 2],
    ] as const
    const rides = await Promise.all(Array.from({ length: 20 }, () => publish(2)))
    for (const ride of rides) {
      const requests = await Promise.all(
        passengers.map((passenger, i) => request(ride, passenger, ...(sections[i % sections.length] ?? [0, 3]))),
      )
      await Promise.all(
        requests.flatMap(({ id }) => [acceptReservation(db, id, driver), acceptReservation(db, id, driver)]),
      )
      const legs = await db.kysely
        .selectFrom('ride_leg')
        .select('seats_taken')
        .where('ride_id', '=', ride)
        .orderBy('position')
        .execute()
      const left = await db.kysely
        .selectFrom('reservation')
        .selectAll()
        .where('ride_id', '=', ride)
        .where('status', '=', 'pending')
        .execute()
      // A refused section really did not fit.
      for (const { from_position: from, to_position: to } of left)
        expect(Math.max(...legs.slice(from, to).map((leg) => leg.seats_taken))).toBe(2)
    }
    expect(await findViolations(db.kysely)).toEqual([])
  })

  test('of an acceptance and a rejection at once, one wins', async () => {
    const rides = await Promise.all(Array.from({ length: 25 }, () => publish(7)))
    const requests = (
      await Promise.all(
        rides.map((ride) => Promise.all(passengers.slice(0, 8).map((passenger) => request(ride, passenger)))),
      )
    ).flat()
    const pairs = await byClients(
      requests.map(
        ({ id }) =>
          () =>
            Promise.all([acceptReservation(db, id, driver), act(db, { id, personId: driver, action: 'reject' })]),
      ),
    )
    for (const pair of pairs)
      expect([
        ['accepted', 'reservation_closed'],
        ['reservation_closed', 'rejected'],
        ['not_enough_seats', 'rejected'],
      ]).toContainEqual(pair)
    expect(await findViolations(db.kysely)).toEqual([])
  })
})

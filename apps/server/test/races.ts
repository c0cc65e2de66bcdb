/** A server on a PostgreSQL of its own with more connections than usual, a driver and passengers, for tests of simultaneous requests. */
import { afterAll, beforeAll, expect } from 'vitest'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase, type Database } from '../src/platform/db/database.ts'
import { findViolations } from '../src/platform/db/invariants.ts'
import { rideBody, startTestApp, type TestApp } from './app.ts'
import { freshServerDatabase } from './database.ts'
import { addPerson, testSecret, type TestPerson } from './sessions.ts'

const CLIENTS = 64

export interface Race {
  t: TestApp
  db: Database
  driver: TestPerson
  passengers: TestPerson[]
}

/** Starts before the tests of the file's `describe` and stops after them, when no invariant may be broken. */
export function setUpRace(passengers: number, env: Record<string, string> = {}) {
  // Filled before the first test.
  const race = {} as Race
  beforeAll(async () => {
    const db = await openDatabase({
      url: await freshServerDatabase(),
      folder: '',
      clock: systemClock,
      poolSize: CLIENTS,
    })
    const t = await startTestApp({ database: db, env: { SECRET: testSecret, ...env } })
    const driver = await addPerson(db.kysely)
    const others = await Promise.all(Array.from({ length: passengers }, () => addPerson(db.kysely)))
    Object.assign(race, { t, db, driver, passengers: others })
  })
  afterAll(async () => {
    expect(await findViolations(race.db.kysely)).toEqual([])
    await race.t.close()
  })

  const call = (method: string, path: string, as: TestPerson, body?: object) =>
    race.t.call(method, `/api/v1${path}`, { as, body })
  /** Publishes a ride of the driver; returns the response's body. */
  const publish = async (changes: object = {}) =>
    (await call('POST', '/rides', race.driver, rideBody(race.t.clock, { ...changes }))).body
  /** Requests seats; returns the reservation's id. */
  const ask = async (ride: string, as: TestPerson, body: object = {}) =>
    (await call('POST', `/rides/${ride}/reservations`, as, { seats_requested: 1, accept_overlap: true, ...body })).body
      .id as string
  return { race, call, publish, ask }
}

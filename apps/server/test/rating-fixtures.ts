/** Fixtures for ratings: a server, a driver and two others, and trips of theirs. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { findViolations } from '#platform/db/invariants'
import { rideBody, startTestApp, type TestApp } from './app.ts'
import type { databaseKinds } from './database.ts'
import { addPerson, testSecret, type TestPerson } from './sessions.ts'
import { middleOf } from './windows.ts'

export const HOUR = 3_600_000

/** A new server for each kind of database. */
export let t: TestApp
// New people for each test.
export let driver: TestPerson
export let passenger: TestPerson
export let other: TestPerson

export function setUpRatings(kind: (typeof databaseKinds)[number], env: Record<string, string> = {}) {
  beforeAll(async () => {
    t = await startTestApp({ kind, clock: middleOf(24 * HOUR), env: { SECRET: testSecret, ...env } })
  })
  afterAll(() => t.close())
  beforeEach(async () => {
    driver = await addPerson(t.db.kysely, { name: 'Dag Drange' })
    passenger = await addPerson(t.db.kysely, { name: 'Pia Pedersen' })
    other = await addPerson(t.db.kysely, { name: 'Nils Nilsen' })
  })
}

/** Expects that no invariant is broken. */
export const expectSound = async () => expect(await findViolations(t.db.kysely)).toEqual([])

export const post = (route: string, as: TestPerson, body: object = {}, headers: Record<string, string> = {}) =>
  t.call('POST', `/api/v1${route}`, { as, body, headers })
export const get = (route: string, as?: TestPerson) => t.call('GET', `/api/v1${route}`, { as })
export const query = async <Row>(text: string) => (await sql.raw<Row>(text).execute(t.db.kysely)).rows

/** Returns a reservation on a ride that departs in an hour and takes seven. */
export async function reserved(on = driver, by = passenger) {
  const ride = (await post('/rides', on, rideBody(t.clock, { inHours: 1 }))).body.id as string
  const { id } = (await post(`/rides/${ride}/reservations`, by, { seats_requested: 1, accept_overlap: true })).body as {
    id: string
  }
  return { ride, id }
}

export async function accepted(on = driver, by = passenger) {
  const made = await reserved(on, by)
  expect((await post(`/reservations/${made.id}/accept`, on)).status).toBe(200)
  return made
}

/** The same, an hour after departure. */
export async function travelled(on = driver, by = passenger) {
  const made = await accepted(on, by)
  t.clock.advance(2 * HOUR)
  return made
}

/** Rates the other side of a trip. */
export const rate = (reservation: string, as: TestPerson, body: object, headers = {}) =>
  post(`/reservations/${reservation}/rating`, as, body, headers)

export const ratingsOf = async (person: TestPerson, as?: TestPerson) =>
  (await get(`/profiles/${person.id}/ratings`, as)).body.items
export const meanOf = async (person: TestPerson) => {
  const { rating, rating_count } = (await get(`/profiles/${person.id}`)).body
  return [rating, rating_count]
}
export const notificationsOf = (person: TestPerson) =>
  query<object>(
    `select kind, params, path from notification where user_id = '${person.id}' and kind like 'rating%' order by id`,
  )

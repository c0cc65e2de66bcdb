/** Fixtures for reservations over the API: a driver, two passengers, and what they do. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { findViolations } from '#platform/db/invariants'
import { rideBody, startTestApp, type TestApp, type TestResponse } from './app.ts'
import type { DatabaseKind } from './database.ts'
import { addPerson, testSecret, type TestPerson } from './sessions.ts'
import { clockAt, setClock } from './shared-app.ts'

const MINUTE = 60_000
/** A day without a change of the clock near it, and an hour from which no offer or reminder of a test waits for the morning. */
const start = '2027-06-15T10:00:00+02:00'

/** A new server for each kind of database. */
export let t: TestApp
// New people for each test.
export let driver: TestPerson
export let pia: TestPerson
export let ola: TestPerson

/** `background`: whether jobs also run by themselves, where a test waits for what they do. Each test begins at ten in the morning in Oslo. */
export function setUpReservations(kind: DatabaseKind, background = false) {
  beforeAll(async () => {
    t = await startTestApp({ kind, clock: clockAt(start), env: { SECRET: testSecret }, background })
  })
  beforeEach(async () => {
    setClock(t.clock, start)
    driver = await addPerson(t.db.kysely, { name: 'Dag Sjåfør' })
    pia = await addPerson(t.db.kysely, { name: 'Pia Passasjer' })
    ola = await addPerson(t.db.kysely, { name: 'Ola Nordmann' })
    seen.clear()
  })
  afterAll(async () => {
    expect(await findViolations(t.db.kysely)).toEqual([])
    await t.close()
  })
}

export const call = (method: string, path: string, as?: TestPerson, body?: object, headers = {}) =>
  t.call(method, `/api/v1${path}`, { as, body, headers })

export async function publish(changes: Record<string, unknown> = {}, as = driver) {
  const { status, body, text } = await call('POST', '/rides', as, rideBody(t.clock, changes))
  expect([status, text]).toMatchObject([201, expect.any(String)])
  return body
}

/** Requests seats; returns the response. */
export const request = (ride: string, as = pia, body: object = {}, headers = {}) =>
  call('POST', `/rides/${ride}/reservations`, as, { seats_requested: 1, accept_overlap: true, ...body }, headers)

/** Returns the id of a new pending reservation. */
export async function requested(ride: string, as = pia, body: object = {}) {
  const response = await request(ride, as, body)
  expect([response.status, response.text]).toMatchObject([201, expect.any(String)])
  return response.body.id as string
}

/** Returns the id of a new accepted reservation. */
export async function accepted(ride: string, as = pia, body: object = {}) {
  const id = await requested(ride, as, body)
  expect((await act(id, 'accept', driver)).status).toBe(200)
  return id
}

export const act = (id: string, verb: string, as: TestPerson, body?: object) =>
  call('POST', `/reservations/${id}/${verb}`, as, body)

export const edit = (ride: string, changes: object, as = driver, headers = {}) =>
  call('PATCH', `/rides/${ride}`, as, changes, headers)

export const cancel = (ride: string, body?: object) => call('POST', `/rides/${ride}/cancel`, driver, body)

/** Returns the times of a ride that is moved by so many minutes. */
export const moved = (ride: { departure_time: string; arrival_time: string }, minutes: number) => ({
  departure_time: new Date(Date.parse(ride.departure_time) + minutes * MINUTE).toISOString(),
  arrival_time: new Date(Date.parse(ride.arrival_time) + minutes * MINUTE).toISOString(),
})

export const rideOf = async (id: string, as?: TestPerson) => (await call('GET', `/rides/${id}`, as)).body

export const seatsFree = async (ride: string) => (await rideOf(ride, ola)).available_seats

const withId = (items: { id: string }[], id: string) => items.find((item) => item.id === id)

/** Returns the reservation as its passenger sees it. */
export const own = async (id: string, as = pia): Promise<TestResponse['body']> =>
  withId((await call('GET', '/me/reservations', as)).body.items, id)

/** Returns the reservation as the driver of its ride sees it. */
export const asDriver = async (ride: string, id: string, as = driver): Promise<TestResponse['body']> => {
  const found: TestResponse['body'] = withId((await call('GET', '/me/rides', as)).body.items, ride)
  return withId(found.reservations, id)
}

/** Returns a response without the id of the request: what a caller could distinguish. */
export const bare = ({ text }: TestResponse) => text.replace(/"request_id":"[^"]+"/, '')

const seen = new Map<string, string>()

/** Returns the person's notifications since the last call. */
export async function newNotifications({ id }: TestPerson) {
  const rows = await t.db.kysely
    .selectFrom('notification')
    .select(['id', 'kind', 'params', 'path'])
    .where('user_id', '=', id)
    .where('id', '>', seen.get(id) ?? '0')
    .orderBy('id')
    .execute()
  seen.set(id, rows.at(-1)?.id ?? seen.get(id) ?? '0')
  return rows.map(({ kind, params, path }) => ({ kind, params, path }))
}

export const newKinds = async (person: TestPerson) => (await newNotifications(person)).map((row) => row.kind)

export const skipNotifications = () => Promise.all([driver, pia, ola].map(newNotifications))

/** Does the work with the clock so much later. */
export async function later<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  t.clock.advance(milliseconds)
  try {
    return await work()
  } finally {
    t.clock.advance(-milliseconds)
  }
}

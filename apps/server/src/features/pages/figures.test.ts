/** The figures of this installation: what counts, and that requests share one query. */
import type { ReservationStatus } from '@samtur/contract/constants'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { addReservation } from '../../../test/reservations.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { MovableClock } from '#platform/clock'
import { rememberFigures } from './views.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

describe.each([usualKind])('on the %s database', (kind) => {
  let t: TestApp
  let driver: TestPerson
  let passenger: TestPerson
  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
    driver = await addPerson(t.db.kysely)
    passenger = await addPerson(t.db.kysely)
  })
  afterAll(() => t.close())

  const departure = (inHours: number) => new Date(t.clock.now().getTime() + inHours * HOUR)
  const figures = async () => (await t.call('GET', '/api/v1/figures')).body as unknown

  interface TripToAdd {
    route?: string[]
    status?: ReservationStatus
    people?: TestPerson[]
  }
  async function trip(
    inHours: number,
    { route = ['Oslo', 'Hamar'], status = 'accepted', people = [passenger] }: TripToAdd = {},
  ) {
    const id = await addRide(t.db, { driverId: driver.id, route, departure: departure(inHours), hours: 1 })
    for (const person of people) await addReservation(t.db.kysely, { ride_id: id, passenger_id: person.id, status })
    return id
  }
  const kmOf = async (id: string) =>
    (await t.db.read.selectFrom('ride').select('distance_km').where('id', '=', id).executeTakeFirstOrThrow())
      .distance_km

  test('a ride counts once it has arrived with an accepted passenger, and its kilometres where they are known', async () => {
    expect(await figures()).toEqual({ shared_trips: 0, shared_km: 0 })
    const other = await addPerson(t.db.kysely)
    const done = await trip(-5, { people: [passenger, other] })
    await trip(-10, { route: ['Der hjemme', 'Hos Kari'] })
    await trip(-15, { people: [] })
    await trip(-20, { status: 'rejected' })
    await trip(-0.5)
    await t.db.kysely
      .updateTable('ride')
      .set({ status: 'cancelled', cancelled_at: t.clock.now() })
      .where('id', '=', await trip(-25))
      .execute()
    await t.db.kysely
      .updateTable('ride')
      .set({ hidden_at: t.clock.now() })
      .where('id', '=', await trip(-30))
      .execute()
    t.clock.advance(MINUTE)
    const km = await kmOf(done)
    expect(km).toBeGreaterThan(80)
    // Typed kilometres would let a driver raise the figure.
    await t.db.kysely
      .updateTable('ride')
      .set({ distance_km: 2000, typed_distance_km: 2000, road_km: km })
      .where('id', '=', done)
      .execute()
    expect(await figures()).toEqual({ shared_trips: 2, shared_km: km })
    t.clock.advance(HOUR)
    expect(await figures()).toMatchObject({ shared_trips: 3 })
  })

  test('they are a minute old at most, and one query serves all readers', async () => {
    const before = await figures()
    await trip(-50)
    expect(await figures()).toEqual(before)
    t.clock.advance(MINUTE)
    const answers = await Promise.all(Array.from({ length: 20 }, figures))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).not.toEqual(before)
  })

  test('what could not be counted is counted again', async () => {
    let broken = true
    const db = {
      reading() {
        if (broken) throw new Error('away')
        return t.db
      },
    }
    const read = rememberFigures({ db, clock: new MovableClock() })
    await expect(read()).rejects.toThrow('away')
    broken = false
    await expect(read()).resolves.toMatchObject({ shared_trips: expect.any(Number) })
  })
})

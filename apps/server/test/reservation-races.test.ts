/** Both sides of a ride, and the clock, at the same reservation at the same moment: whatever wins, seats, states and news agree. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase, type Database } from '../src/platform/db/database.ts'
import { findViolations } from '../src/platform/db/invariants.ts'
import { tellDue } from '../src/features/reservations/jobs.ts'
import { rideBody, startTestApp, type Answer, type TestApp } from './app.ts'
import { describePostgres, freshServerDatabase } from './database.ts'
import { addPerson, testSecret, type TestPerson } from './sessions.ts'

const CLIENTS = 64
const HOUR = 3_600_000

interface Facts {
  status: string
  ended_by: string | null
  accepted: boolean
  /** What driver and passenger were told, in order. */
  driver: string[]
  passenger: string[]
}

describePostgres('64 clients on PostgreSQL', () => {
  let t: TestApp
  let db: Database
  let driver: TestPerson
  let passengers: TestPerson[]
  beforeAll(async () => {
    db = await openDatabase({ url: await freshServerDatabase(), folder: '', clock: systemClock, poolSize: CLIENTS })
    t = await startTestApp({ database: db, env: { SECRET: testSecret } })
    driver = await addPerson(db.kysely)
    passengers = await Promise.all(Array.from({ length: 8 }, () => addPerson(db.kysely)))
  })
  afterAll(async () => {
    expect(await findViolations(db.kysely)).toEqual([])
    await t.close()
  })

  const call = (method: string, path: string, as: TestPerson, body?: object) =>
    t.call(method, `/api/v1${path}`, { as, body })
  const publish = async (changes: object = {}) =>
    (await call('POST', '/rides', driver, rideBody(t.clock, { ...changes }))).body
  const ask = async (ride: string, as: TestPerson, body: object = {}) =>
    (await call('POST', `/rides/${ride}/reservations`, as, { seats_requested: 1, accept_overlap: true, ...body })).body
      .id as string
  const act = (id: string, verb: string, as: TestPerson, body?: object) =>
    call('POST', `/reservations/${id}/${verb}`, as, body)
  /** Nothing is ever answered that is not an answer. */
  const expectAnswers = (answers: Answer[]) =>
    expect(answers.filter(({ status }) => status !== 200 && status !== 409).map(({ text }) => text)).toEqual([])

  /** What is stored of a reservation, beside what was told of it. */
  async function factsOf(id: string): Promise<Facts> {
    const row = await db.kysely
      .selectFrom('reservation')
      .innerJoin('ride', 'ride.id', 'ride_id')
      .select(['reservation.status', 'ended_by', 'accepted_at', 'passenger_id', 'ride_id'])
      .where('reservation.id', '=', id)
      .executeTakeFirstOrThrow()
    const told = await db.kysely
      .selectFrom('notification')
      .select(['user_id', 'kind', 'once'])
      .where((eb) => eb.or([eb('once', 'like', `%:${id}%`), eb('once', 'like', `%:${row.ride_id}%`)]))
      .orderBy('id')
      .execute()
    const of = (person: string) => told.filter(({ user_id }) => user_id === person)
    return {
      status: row.status,
      ended_by: row.ended_by,
      accepted: row.accepted_at !== null,
      driver: of(driver.id)
        .filter(({ once }) => once?.includes(id))
        .map(({ kind }) => kind),
      passenger: of(row.passenger_id)
        .filter(({ kind }) => kind !== 'ride_changed')
        .map(({ kind }) => kind),
    }
  }

  /** Every fact has its news and no news is without its fact. */
  function expectedNews({ status, ended_by, accepted, driver: told }: Facts) {
    const withdrawn = ended_by === 'passenger'
    return {
      driver: [
        'request_received',
        ...(withdrawn ? [told.includes('change_declined') ? 'change_declined' : 'reservation_withdrawn'] : []),
      ],
      passenger: [
        ...(accepted ? ['request_accepted'] : []),
        ...(status === 'rejected' ? ['request_rejected'] : []),
        ...(ended_by === 'ride_cancelled' ? ['ride_cancelled'] : []),
      ],
    }
  }

  test('accepting, refusing, withdrawing, changing, cancelling and the minute’s work', async () => {
    for (let round = 0; round < 6; round++) {
      const rides = await Promise.all(Array.from({ length: 3 }, () => publish({ total_seats: 3 })))
      const asked = await Promise.all(
        rides.map(async (ride) => ({
          ride,
          requests: await Promise.all(
            passengers.map(async (person, i) => ({ person, id: await ask(ride.id, person, { from_position: i % 2 }) })),
          ),
        })),
      )
      const house = { db, bus: t.app.parts.bus, origin: t.app.origin }
      const answers = asked.flatMap(({ ride, requests }, nth) => [
        ...requests.flatMap(({ id, person }, i) => [
          act(id, 'accept', driver),
          act(id, i % 3 ? 'accept' : 'reject', driver),
          ...(i % 2 ? [act(id, 'cancel', person), act(id, 'cancel', person)] : []),
          act(id, 'confirm', person, { ride_version: 1 }),
        ]),
        ...[0, 1].map((hours) =>
          call('PATCH', `/rides/${ride.id}`, driver, {
            departure_time: new Date(Date.parse(ride.departure_time) + hours * HOUR).toISOString(),
            arrival_time: new Date(Date.parse(ride.arrival_time) + hours * HOUR).toISOString(),
            ...(hours && { price: 290 }),
          }),
        ),
        ...(nth === 1 ? [call('POST', `/rides/${ride.id}/cancel`, driver)] : []),
      ])
      const [all] = await Promise.all([Promise.all(answers), tellDue(house), tellDue(house)])
      expectAnswers(all)
      expect(await findViolations(db.kysely)).toEqual([])
      for (const { id } of asked.flatMap(({ requests }) => requests)) {
        const facts = await factsOf(id)
        expect({
          driver: facts.driver.filter((kind) => kind !== 'change_confirmed'),
          passenger: facts.passenger,
        }).toEqual(expectedNews(facts))
      }
    }
  }, 120_000)

  test('one seat and everybody accepted at the same moment: one has it, the others wait on (12)', async () => {
    for (let round = 0; round < 4; round++) {
      const ride = await publish({ total_seats: 1 })
      const requests = await Promise.all(passengers.map((person) => ask(ride.id, person)))
      const answers = await Promise.all([...requests, ...requests].map((id) => act(id, 'accept', driver)))
      const codes = answers.map(({ status, body }) => (status === 200 ? body.status : body.code))
      expect(codes.filter((code) => code === 'accepted')).toHaveLength(2)
      expect(new Set(codes)).toEqual(new Set(['accepted', 'not_enough_seats']))
      const { body } = await call('GET', `/rides/${ride.id}`, driver)
      expect(body.available_seats).toBe(0)
      const taken = await Promise.all(requests.map(factsOf))
      expect(taken.filter(({ passenger }) => passenger.includes('request_accepted'))).toHaveLength(1)
    }
  }, 60_000)
})

/** Driver, passenger and clock act on the same reservation at the same moment: seats, states and notifications agree with whatever wins. */
import { expect, test } from 'vitest'
import { findViolations } from '../src/platform/db/invariants.ts'
import { notifyDue } from '../src/features/reservations/jobs.ts'
import type { TestResponse } from './app.ts'
import { describePostgres } from './database.ts'
import { setUpRace } from './races.ts'
import type { TestPerson } from './sessions.ts'

const HOUR = 3_600_000

interface Outcome {
  status: string
  ended_by: string | null
  accepted: boolean
  /** Notifications of driver and passenger, in order. */
  driver: string[]
  passenger: string[]
}

describePostgres('64 clients on PostgreSQL', () => {
  const { race, call, publish, ask } = setUpRace(8)
  const act = (id: string, verb: string, as: TestPerson, body?: object) =>
    call('POST', `/reservations/${id}/${verb}`, as, body)
  const why = { reason: 'Bilen er full' }
  /** Expects only documented responses. */
  const expectAnswers = (answers: TestResponse[]) =>
    expect(answers.filter(({ status }) => status !== 200 && status !== 409).map(({ text }) => text)).toEqual([])

  /** Returns the stored reservation and its notifications. */
  async function outcomeOf(id: string): Promise<Outcome> {
    const row = await race.db.kysely
      .selectFrom('reservation')
      .innerJoin('ride', 'ride.id', 'ride_id')
      .select(['reservation.status', 'ended_by', 'accepted_at', 'passenger_id', 'ride_id'])
      .where('reservation.id', '=', id)
      .executeTakeFirstOrThrow()
    const notifications = await race.db.kysely
      .selectFrom('notification')
      .select(['user_id', 'kind', 'dedupe_key'])
      .where((eb) => eb.or([eb('dedupe_key', 'like', `%:${id}%`), eb('dedupe_key', 'like', `%:${row.ride_id}%`)]))
      .orderBy('id')
      .execute()
    const of = (person: string) => notifications.filter(({ user_id }) => user_id === person)
    return {
      status: row.status,
      ended_by: row.ended_by,
      accepted: row.accepted_at !== null,
      driver: of(race.driver.id)
        .filter(({ dedupe_key: key }) => key?.includes(id))
        .map(({ kind }) => kind),
      passenger: of(row.passenger_id)
        .filter(({ kind }) => kind !== 'ride_changed' && kind !== 'seats_gone')
        .map(({ kind }) => kind),
    }
  }

  /** Returns the expected notifications: one for every change, and no other. */
  function expectedNotifications({ status, ended_by, accepted, driver: notifications }: Outcome) {
    const withdrawn = ended_by === 'passenger'
    return {
      driver: [
        'request_received',
        ...(withdrawn ? [notifications.includes('change_declined') ? 'change_declined' : 'reservation_withdrawn'] : []),
      ],
      passenger: [
        ...(accepted ? ['request_accepted'] : []),
        ...(status === 'rejected' ? ['request_rejected'] : []),
        ...(ended_by === 'ride_cancelled' ? ['ride_cancelled'] : []),
        ...(ended_by === 'removed' ? ['passenger_removed'] : []),
      ],
    }
  }

  test('accepting, rejecting, removing, withdrawing, changing, cancelling and the minute’s job at once', async () => {
    for (let round = 0; round < 6; round++) {
      const rides = await Promise.all(Array.from({ length: 3 }, () => publish({ total_seats: 3 })))
      const rounds = await Promise.all(
        rides.map(async (ride) => ({
          ride,
          requests: await Promise.all(
            race.passengers.map(async (person, i) => ({
              person,
              id: await ask(ride.id, person, { from_position: i % 2 }),
            })),
          ),
        })),
      )
      const deps = { ...race.t.app.parts, origin: race.t.app.origin }
      const answers = rounds.flatMap(({ ride, requests }, nth) => [
        ...requests.flatMap(({ id, person }, i) => [
          act(id, 'accept', race.driver),
          act(id, i % 3 ? 'accept' : 'reject', race.driver),
          ...(i % 2 ? [act(id, 'cancel', person), act(id, 'cancel', person)] : []),
          ...(i % 4 < 2 ? [act(id, 'remove', race.driver, why), act(id, 'remove', race.driver, why)] : []),
          act(id, 'confirm', person, { ride_version: 1 }),
        ]),
        ...[0, 1].map((hours) =>
          call('PATCH', `/rides/${ride.id}`, race.driver, {
            departure_time: new Date(Date.parse(ride.departure_time) + hours * HOUR).toISOString(),
            arrival_time: new Date(Date.parse(ride.arrival_time) + hours * HOUR).toISOString(),
            ...(hours && { price: 290 }),
          }),
        ),
        ...(nth === 1 ? [call('POST', `/rides/${ride.id}/cancel`, race.driver)] : []),
      ])
      const [all] = await Promise.all([Promise.all(answers), notifyDue(deps), notifyDue(deps)])
      expectAnswers(all)
      expect(await findViolations(race.db.kysely)).toEqual([])
      for (const { id } of rounds.flatMap(({ requests }) => requests)) {
        const facts = await outcomeOf(id)
        expect({
          driver: facts.driver.filter((kind) => kind !== 'change_confirmed'),
          passenger: facts.passenger,
        }).toEqual(expectedNotifications(facts))
      }
    }
  }, 120_000)

  test('an accepted passenger is removed and withdraws at the same moment, while the ride moves or is cancelled', async () => {
    const ends = new Set<string | null>()
    for (let round = 0; round < 6; round++) {
      const ride = await publish({ total_seats: 4 })
      const people = race.passengers.slice(0, 4)
      const ids = await Promise.all(people.map((person) => ask(ride.id, person)))
      for (const id of ids) expect((await act(id, 'accept', race.driver)).status).toBe(200)
      const later = (time: string) => new Date(Date.parse(time) + HOUR).toISOString()
      const moved = { departure_time: later(ride.departure_time), arrival_time: later(ride.arrival_time) }
      const answers = await Promise.all([
        ...ids.flatMap((id, i) => {
          const both = [act(id, 'remove', race.driver, why), act(id, 'cancel', people[i] as TestPerson)]
          return i % 2 ? both : both.toReversed()
        }),
        call('PATCH', `/rides/${ride.id}`, race.driver, moved),
        ...(round % 3 === 2 ? [call('POST', `/rides/${ride.id}/cancel`, race.driver)] : []),
      ])
      expectAnswers(answers)
      for (const id of ids) {
        const facts = await outcomeOf(id)
        ends.add(facts.ended_by)
        expect(facts.status).toBe('cancelled')
        expect(facts.passenger).toEqual(expectedNotifications(facts).passenger)
        expect(facts.driver).toEqual(expectedNotifications(facts).driver)
      }
      const { body } = await call('GET', `/rides/${ride.id}`, race.driver)
      expect(body.available_seats).toBe(4)
      expect(await findViolations(race.db.kysely)).toEqual([])
    }
    expect(ends).toContain('removed')
    expect(ends).toContain('passenger')
  }, 60_000)

  test('one seat and all requests accepted at once: one gets it, the others stay pending (12)', async () => {
    for (let round = 0; round < 4; round++) {
      const ride = await publish({ total_seats: 1 })
      const requests = await Promise.all(race.passengers.map((person) => ask(ride.id, person)))
      const answers = await Promise.all([...requests, ...requests].map((id) => act(id, 'accept', race.driver)))
      const codes = answers.map(({ status, body }) => (status === 200 ? body.status : body.code))
      expect(codes.filter((code) => code === 'accepted')).toHaveLength(2)
      expect(new Set(codes)).toEqual(new Set(['accepted', 'not_enough_seats']))
      const { body } = await call('GET', `/rides/${ride.id}`, race.driver)
      expect(body.available_seats).toBe(0)
      const taken = await Promise.all(requests.map(outcomeOf))
      expect(taken.filter(({ passenger }) => passenger.includes('request_accepted'))).toHaveLength(1)
      const notifications = await race.db.kysely
        .selectFrom('notification')
        .select('user_id')
        .where('kind', '=', 'seats_gone')
        .where(
          'dedupe_key',
          'in',
          requests.map((id) => `seats_gone:${id}`),
        )
        .execute()
      expect(notifications).toHaveLength(requests.length - 1)
    }
  }, 60_000)
})

/** A race about waiting lists: full rides, what people do on their lists, and what must hold afterwards. */
import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import { settleLists } from '../src/features/reservations/jobs.ts'
import { findViolations } from '../src/platform/db/invariants.ts'
import type { TestResponse } from './app.ts'
import { type Race, setUpRace } from './races.ts'
import type { TestPerson } from './sessions.ts'

export interface FullRide {
  id: string
  /** The list in its order. */
  places: string[]
  first: { id: string; person: TestPerson }
  second: string
  /** A passenger gives the seat back. */
  free(nth?: number): Promise<TestResponse>
}

interface Outcome {
  ride: FullRide
  /** The offer was taken. */
  taken: boolean
  took: TestResponse
  other: TestResponse
}

interface Wanted {
  seats?: number
  /** How many seats each person waits for. */
  waiting?: number[]
  /** Of the published ride. */
  changes?: object
}

export function setUpWaitingRace(passengers: number) {
  const base = setUpRace(passengers)
  const actions = actionsIn(base)
  const reads = readsOf(base.race)
  const full = fullRidesOf(base, actions)
  /** Returns a ride whose only seat is offered to the first of two people. */
  const offered = async (changes: object = {}) => {
    const ride = await full({ changes })
    await ride.free()
    expect(await reads.statesOf(ride.id)).toEqual(['offered', 'waiting'])
    return ride
  }
  /** Expects that no rule is broken, and cancels the ride, so that nobody waits on too many lists. */
  const check = async (ride: string) => {
    expect(await findViolations(base.race.db.kysely)).toEqual([])
    expect(await reads.peopleLeftOut()).toEqual([])
    expect((await base.call('POST', `/rides/${ride}/cancel`, base.race.driver)).status).toBe(200)
  }

  /**
   * Takes an offer and does something else to the ride: once in each order, and then at the same moment. `expected` compares the responses
   * and the list with what came first.
   */
  async function takeAgainst(
    prepare: () => Promise<FullRide>,
    rival: (ride: FullRide) => Promise<TestResponse>,
    expected: (outcome: Outcome) => Promise<void>,
  ) {
    const seen: boolean[] = []
    for (let round = 0; round < 4; round++) {
      const ride = await prepare()
      const acts = [() => actions.take(ride.first.id, ride.first.person), () => rival(ride)]
      const isFirst = round % 2 === 0
      const order = isFirst ? acts : acts.toReversed()
      const answers =
        round < 2 ? await inOrder(base.race, ride.id, order) : await Promise.all(order.map((start) => start()))
      const [took, other] = isFirst ? answers : answers.toReversed()
      if (!took || !other) throw new Error('no responses')
      seen.push(took.status === 200)
      await expected({ taken: took.status === 200, took, other, ride })
      await check(ride.id)
    }
    expect(seen.slice(0, 2)).toEqual([true, false])
  }

  return { ...base, ...actions, ...reads, full, offered, check, takeAgainst }
}

type Base = ReturnType<typeof setUpRace>

const actionsIn = ({ race, call }: Base) => ({
  join: (ride: string, as: TestPerson, seats_requested = 1) =>
    call('POST', `/rides/${ride}/waiting-list`, as, { seats_requested }),
  leave: (ride: string, as: TestPerson) => call('DELETE', `/rides/${ride}/waiting-list`, as),
  take: (place: string, as: TestPerson) => call('POST', `/waiting-list/${place}/take`, as, { accept_overlap: true }),
  act: (reservation: string, verb: string, as = race.driver) =>
    call('POST', `/reservations/${reservation}/${verb}`, as),
  edit: (ride: string, changes: object) => call('PATCH', `/rides/${ride}`, race.driver, changes),
  settle: () => settleLists({ ...race.t.app.parts, db: race.db, origin: race.t.app.origin }),
  /** Lets the time of an offer pass. */
  lapse: (place: string) =>
    sql`update waiting_entry set offer_until = app_now() - interval '1 second', offer_from = app_now() - interval '1 hour'
      where id = ${place}`.execute(race.db.kysely),
})

/**
 * Returns the function that publishes a ride of one seat or more, which its passengers with one seat each fill. It leaves in ten hours, so
 * that an offer begins at once also at night. Then people join the list, each with a number of seats.
 */
const fullRidesOf =
  ({ race, publish, ask }: Base, { act, join }: ReturnType<typeof actionsIn>) =>
  async ({ seats = 1, waiting = [1, 1], changes = {} }: Wanted = {}): Promise<FullRide> => {
    const { id } = await publish({ inHours: 10, total_seats: seats, ...changes })
    const holders = race.passengers.slice(0, seats)
    const taken: string[] = []
    for (const person of holders) {
      const reservation = await ask(id, person)
      expect((await act(reservation, 'accept')).body.status).toBe('accepted')
      taken.push(reservation)
    }
    const people = race.passengers.slice(seats, seats + waiting.length)
    const places: string[] = []
    for (const [nth, person] of people.entries()) {
      const { status, body } = await join(id, person, waiting[nth])
      expect([status, body.place_in_line]).toEqual([201, nth + 1])
      places.push(body.id as string)
    }
    const [first = '', second = ''] = places
    return {
      id,
      places,
      first: { id: first, person: people[0] ?? race.driver },
      second,
      free: (nth = 0) => act(taken[nth] ?? '', 'cancel', holders[nth]),
    }
  }

function readsOf(race: Race) {
  const rowsOf = async <Row>(query: RawBuilder<Row>) => (await query.execute(race.db.kysely)).rows
  return {
    /** Returns the states of the list in its order. */
    statesOf: async (ride: string) => {
      const rows = await rowsOf(
        sql<{ state: string }>`select state from waiting_entry where ride_id = ${ride} order by number`,
      )
      return rows.map(({ state }) => state)
    },
    reservationsOf: (ride: string, { id }: TestPerson) =>
      rowsOf(sql<{ id: string; status: string }>`
        select id, status from reservation where ride_id = ${ride} and passenger_id = ${id} order by created_at`),
    /** Returns the kinds of the notifications about a place, in order. */
    notificationsOf: async (place: string) => {
      const rows = await rowsOf(sql<{ kind: string }>`
        select kind from notification where dedupe_key like ${`%:${place}`} order by id`)
      return rows.map(({ kind }) => kind)
    },
    /** Returns who waits though the seats are free and could be offered. */
    peopleLeftOut: () =>
      rowsOf(sql`
        select entry.id from waiting_entry entry join ride on ride.id = entry.ride_id join profile on profile.id = entry.passenger_id
        where state = 'waiting' and ride.status = 'active' and hidden_at is null and closed_at is null
          and not is_suspended(driver_id) and not is_suspended(entry.passenger_id) and not blocked_between(driver_id, entry.passenger_id)
          and not exists (select from ride_leg leg where leg.ride_id = ride.id and position >= entry.from_position
            and position < entry.to_position and capacity - seats_taken < entry.seats_requested)`),
    /** Returns how often transactions have waited for each other in a circle, of which the server repeats one. */
    countDeadlocks: async () => {
      // Connections report it at most once a second.
      await new Promise((resolve) => setTimeout(resolve, 1500))
      const rows = await rowsOf(sql<{ deadlocks: number }>`
        select deadlocks::integer from pg_stat_database where datname = current_database()`)
      return rows[0]?.deadlocks
    },
  }
}

/** Starts the acts while the ride is locked, each when those before it wait. Returns their responses. */
async function inOrder({ db }: Race, ride: string, acts: (() => Promise<TestResponse>)[]) {
  const waiting = async () =>
    (
      await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        db.read,
      )
    ).rows.length
  const started: Promise<TestResponse>[] = []
  await db.kysely.transaction().execute(async (tx) => {
    await sql`select from ride where id = ${ride} for update`.execute(tx)
    for (const start of acts) {
      started.push(start())
      await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThanOrEqual(started.length)
    }
  })
  return Promise.all(started)
}

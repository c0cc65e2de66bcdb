/** Many people book an instant ride at the same moment: exactly those whose seats are free get them, whatever the driver does meanwhile. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { findViolations } from '../src/platform/db/invariants.ts'
import type { TestResponse } from './app.ts'
import { describePostgres } from './database.ts'
import { setUpRace } from './races.ts'
import { addCompletedTrip } from './reservations.ts'
import { addPerson, type TestPerson } from './sessions.ts'

describePostgres('64 clients on PostgreSQL', () => {
  const { race, call, publish } = setUpRace(30, { RATE_LIMITS: 'off' })
  let published = 0
  // Each departs after the one before has arrived, and everybody has completed a trip, so that nothing but the seats decides.
  const instant = (changes: object = {}) =>
    publish({ inHours: 10 + 8 * published++, total_seats: 4, instant_booking: 'all', ...changes })
  beforeAll(async () => {
    const { db, t, driver } = race
    for (const { id: passengerId } of race.passengers)
      await addCompletedTrip(db, { driverId: driver.id, passengerId, now: t.clock.now() })
  })
  const book = (ride: string, as: TestPerson, body: object = {}) =>
    call('POST', `/rides/${ride}/reservations`, as, { seats_requested: 1, accept_overlap: true, ...body })
  const edit = (ride: string, changes: object) => call('PATCH', `/rides/${ride}`, race.driver, changes)
  const outcome = ({ status, body }: TestResponse) => `${status} ${body.code ?? body.status}`
  /** Returns how often each outcome occurs. */
  const countsOf = (answers: TestResponse[]) => {
    const counts: Record<string, number> = {}
    for (const answer of answers) counts[outcome(answer)] = (counts[outcome(answer)] ?? 0) + 1
    return counts
  }
  const storedOf = async (ride: string) => {
    const { rows } = await sql<{ status: string; count: number; seats: number }>`
      select status, count(*)::integer as count, sum(seats_requested)::integer as seats from reservation
      where ride_id = ${ride} group by status order by status`.execute(race.db.kysely)
    return rows
  }
  const seatsFree = async (ride: string): Promise<number> =>
    (await call('GET', `/rides/${ride}`, race.driver)).body.available_seats
  const kindsAbout = async (ride: string) => {
    const { rows } = await sql<{ kind: string; count: number }>`
      select kind, count(*)::integer as count from notification join reservation on dedupe_key like '%:' || reservation.id
      where ride_id = ${ride} group by kind order by kind`.execute(race.db.kysely)
    return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
  }
  const checkInvariants = async () => expect(await findViolations(race.db.kysely)).toEqual([])

  /** Reads the free seats again and again until the work is done; returns the least and the number of reads. */
  async function watch<T>(ride: string, work: Promise<T>) {
    const seen: number[] = []
    let done = false
    const watching = async () => {
      while (!done) seen.push(await seatsFree(ride))
    }
    const [result] = await Promise.all([work.finally(() => void (done = true)), watching()])
    return { result, least: Math.min(...seen) }
  }

  test('four seats and thirty people: four are accepted, twenty-six refused, and each is notified once', async () => {
    for (let round = 0; round < 3; round++) {
      const { id } = await instant()
      const { result, least } = await watch(id, Promise.all(race.passengers.map((as) => book(id, as))))
      expect(countsOf(result)).toEqual({ '201 accepted': 4, '409 not_enough_seats': 26 })
      expect(least).toBeGreaterThanOrEqual(0)
      expect(await storedOf(id)).toEqual([{ status: 'accepted', count: 4, seats: 4 }])
      expect(await kindsAbout(id)).toEqual({ request_accepted: 4, seats_booked: 4 })
      expect(await seatsFree(id)).toBe(0)
      await checkInvariants()
    }
  }, 60_000)

  test('each request sent twice: one of the two is accepted, the other refused', async () => {
    const { id } = await instant()
    const answers = await Promise.all([...race.passengers, ...race.passengers].map((as) => book(id, as)))
    const counts = countsOf(answers)
    expect(counts['201 accepted']).toBe(4)
    expect((counts['409 not_enough_seats'] ?? 0) + (counts['409 already_reserved'] ?? 0)).toBe(56)
    expect(await storedOf(id)).toEqual([{ status: 'accepted', count: 4, seats: 4 }])
    await checkInvariants()
  })

  test('on three legs every leg is filled and none too much, and two seats more than are free are refused', async () => {
    for (let round = 0; round < 2; round++) {
      const { id } = await instant()
      const legs = race.passengers.map((as, nth) => ({ as, from_position: nth % 3, to_position: (nth % 3) + 1 }))
      const single = await Promise.all(legs.map(({ as, ...section }) => book(id, as, section)))
      expect(countsOf(single)).toEqual({ '201 accepted': 12, '409 not_enough_seats': 18 })
      await checkInvariants()

      const other = (await instant()).id as string
      const wishes = race.passengers.map((_, nth) => ({ seats_requested: 1 + (nth % 3), from_position: nth % 2 }))
      const mixed = await Promise.all(race.passengers.map((as, nth) => book(other, as, wishes[nth])))
      expect(new Set(mixed.map(outcome))).toEqual(new Set(['201 accepted', '409 not_enough_seats']))
      const { body } = await call('GET', `/rides/${other}`, race.driver)
      // Seats only become fewer, so that whoever was refused does not fit at the end either.
      const refused = wishes.filter((_, nth) => mixed[nth]?.status === 409)
      for (const { seats_requested, from_position } of refused) {
        const query = `from_position=${from_position}&to_position=3`
        const { section } = (await call('GET', `/rides/${other}?${query}`, race.driver)).body
        expect(seats_requested).toBeGreaterThan(section.available_seats as number)
      }
      expect(body.available_seats).toBeGreaterThanOrEqual(0)
      await checkInvariants()
    }
  }, 60_000)

  test('while the driver switches instant booking off and on: at most four are accepted, the others pending or refused', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await instant()
      const [early, late] = [race.passengers.slice(0, 15), race.passengers.slice(15)]
      const edits = ['off', 'all', 'off'].map((instant_booking) => () => edit(id, { instant_booking }))
      const answers = await Promise.all([
        ...early.map((as) => book(id, as)),
        ...edits.map((start) => start()),
        ...late.map((as) => book(id, as)),
      ])
      const edited = answers.splice(early.length, edits.length)
      expect(edited.map(({ status }) => status)).toEqual([200, 200, 200])
      const { '201 accepted': accepted = 0, '201 pending': pending = 0, ...rest } = countsOf(answers)
      expect(accepted).toBeLessThanOrEqual(4)
      expect(rest['409 not_enough_seats'] ?? 0).toBe(30 - accepted - pending)
      // Refused only when the seats were gone.
      if (accepted < 4) expect(pending).toBe(30 - accepted)
      const stored = Object.fromEntries((await storedOf(id)).map(({ status, count }) => [status, count]))
      expect([stored['accepted'] ?? 0, stored['pending'] ?? 0]).toEqual([accepted, pending])
      expect(await seatsFree(id)).toBe(4 - accepted)
      await checkInvariants()
    }
  }, 60_000)

  test('while the driver cancels the ride or changes its seats: no seat stays taken, and none is sold twice', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await instant()
      const cancels = round % 2 === 0
      const rival = () =>
        cancels ? call('POST', `/rides/${id}/cancel`, race.driver) : edit(id, { total_seats: round === 1 ? 1 : 6 })
      const bookings = race.passengers.map((as) => () => book(id, as))
      bookings.splice(10, 0, rival)
      const { result, least } = await watch(id, Promise.all(bookings.map((start) => start())))
      const [changed] = result.splice(10, 1)
      expect(least).toBeGreaterThanOrEqual(0)
      const { '201 accepted': accepted = 0, '201 cancelled': cancelled = 0, ...refused } = countsOf(result)
      const codes = cancels ? ['409 not_enough_seats', '409 ride_cancelled'] : ['409 not_enough_seats']
      expect(Object.keys(refused).filter((one) => !codes.includes(one))).toEqual([])
      const total = Object.values(refused).reduce((sum, count) => sum + count, accepted + cancelled)
      expect(total).toBe(30)
      if (cancels) {
        expect(changed?.status).toBe(200)
        expect(accepted + cancelled).toBeLessThanOrEqual(4)
        expect((await storedOf(id)).every(({ status }) => status === 'cancelled')).toBe(true)
      } else {
        // Fewer seats than are taken are refused; more seats go to some who come later.
        const seats = changed?.status === 200 ? (round === 1 ? 1 : 6) : 4
        if (changed?.status !== 200) expect(changed?.body.code).toBe('seats_taken')
        expect(accepted).toBeLessThanOrEqual(seats)
        expect(await storedOf(id)).toEqual([{ status: 'accepted', count: accepted, seats: accepted }])
        expect(await seatsFree(id)).toBe(seats - accepted)
      }
      await checkInvariants()
    }
  }, 60_000)

  test('the refused wait, the accepted withdraw at once, and the first four on the list take the seats', async () => {
    for (let round = 0; round < 2; round++) {
      const { id } = await instant()
      const answers = await Promise.all(race.passengers.map((as) => book(id, as)))
      const [got, refused] = [
        race.passengers.filter((_, nth) => answers[nth]?.status === 201),
        race.passengers.filter((_, nth) => answers[nth]?.status === 409),
      ]
      const joined = await Promise.all(
        refused.map((as) => call('POST', `/rides/${id}/waiting-list`, as, { seats_requested: 1 })),
      )
      expect(countsOf(joined)).toEqual({ '201 undefined': 26 })
      const own = answers.filter(({ status }) => status === 201).map(({ body }) => body.id as string)
      const withdrawn = await Promise.all(
        own.flatMap((reservation, nth) => {
          const cancel = () => call('POST', `/reservations/${reservation}/cancel`, got[nth] ?? race.driver)
          return [cancel(), cancel()]
        }),
      )
      expect(countsOf(withdrawn)).toEqual({ '200 cancelled': 8 })
      const { rows } = await sql<{ id: string; passenger_id: string; state: string }>`
        select id, passenger_id, state from waiting_entry where ride_id = ${id} order by number`.execute(race.db.kysely)
      expect(rows.map(({ state }) => state)).toEqual([
        ...Array.from({ length: 4 }, () => 'offered'),
        ...Array.from({ length: 22 }, () => 'waiting'),
      ])
      // Those who have withdrawn ask again meanwhile, and everybody tries to take an offer.
      const people = new Map(race.passengers.map((person) => [person.id, person]))
      const [taken, again] = await Promise.all([
        Promise.all(
          rows.map(({ id: place, passenger_id }) =>
            call('POST', `/waiting-list/${place}/take`, people.get(passenger_id) ?? race.driver, {
              accept_overlap: true,
            }),
          ),
        ),
        Promise.all(got.map((as) => book(id, as))),
      ])
      expect(taken.map(outcome)).toEqual([
        ...Array.from({ length: 4 }, () => '200 accepted'),
        ...Array.from({ length: 22 }, () => '409 offer_closed'),
      ])
      expect(countsOf(again)).toEqual({ '409 not_enough_seats': 4 })
      expect(await storedOf(id)).toEqual([
        { status: 'accepted', count: 4, seats: 4 },
        { status: 'cancelled', count: 4, seats: 4 },
      ])
      await checkInvariants()
      expect((await call('POST', `/rides/${id}/cancel`, race.driver)).status).toBe(200)
    }
  }, 60_000)

  test('a newcomer who asks for a seat on twelve rides at the same moment gets three at once, and requests for the others', async () => {
    for (let round = 0; round < 4; round++) {
      const newcomer = await addPerson(race.db.kysely)
      const rides = await Promise.all(Array.from({ length: 12 }, () => instant()))
      const seats = round % 2 === 0 ? 1 : 2
      const answers = await Promise.all(rides.map(({ id }) => book(id, newcomer, { seats_requested: seats })))
      expect(countsOf(answers)).toEqual(
        seats === 1 ? { '201 accepted': 3, '201 pending': 9 } : { '201 accepted': 1, '201 pending': 11 },
      )
      await checkInvariants()
    }
  }, 60_000)

  test('of rides at the same hour one seat is given at once', async () => {
    for (let round = 0; round < 4; round++) {
      const [person] = race.passengers.slice(round)
      if (!person) throw new Error('no passenger')
      const hours = 10 + 8 * published++
      const rides = await Promise.all(
        Array.from({ length: 8 }, () => publish({ inHours: hours, instant_booking: 'all' })),
      )
      const answers = await Promise.all(rides.map(({ id }) => book(id, person)))
      expect(countsOf(answers)).toEqual({ '201 accepted': 1, '201 pending': 7 })
      await checkInvariants()
    }
  }, 60_000)

  test('none of this made transactions wait for each other in a circle', async () => {
    // Connections report it at most once a second.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks::integer from pg_stat_database where datname = current_database()`.execute(race.db.kysely)
    expect(rows).toEqual([{ deadlocks: 0 }])
  })
})

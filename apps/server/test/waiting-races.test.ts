/** Seats come free and offers are taken, lapse and end at the same moment: nobody else gets a held seat, and no fitting person is left out. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { settleLists } from '../src/features/reservations/jobs.ts'
import { MovableClock } from '../src/platform/clock.ts'
import { findViolations } from '../src/platform/db/invariants.ts'
import { rideBody, startTestApp, type TestResponse } from './app.ts'
import { describePostgres, freshServerDatabase, openServerDatabase } from './database.ts'
import { addPerson, addSession, testSecret, type TestPerson } from './sessions.ts'
import { type FullRide, setUpWaitingRace } from './waiting-fixtures.ts'

const MINUTE = 60_000

describePostgres('64 clients on PostgreSQL', () => {
  const fixtures = setUpWaitingRace(20)
  const { race, call, publish, ask, act, edit, settle, lapse, join, leave, take, full, offered } = fixtures
  const { statesOf, reservationsOf, notificationsOf, countDeadlocks, check, takeAgainst } = fixtures

  test('a seat comes free while everybody asks for it: the first person whom it fits is offered it, and nobody gets it', async () => {
    for (let round = 0; round < 3; round++) {
      const ride = await full({ seats: 2, waiting: [2, 1, 1] })
      const others = race.passengers.slice(5)
      const asks = others.map((as) =>
        call('POST', `/rides/${ride.id}/reservations`, as, { seats_requested: 1, accept_overlap: true }),
      )
      const joins = others.map((as) => join(ride.id, as))
      const [freed, edited, ...answers] = await Promise.all([
        ride.free(),
        edit(ride.id, { notes: `Runde ${round}` }),
        ...asks,
        settle(),
        settle(),
        edit(ride.id, { total_seats: 1 }),
      ])
      expect([freed.status, edited.status]).toEqual([200, 200])
      const asked = answers.slice(0, others.length) as TestResponse[]
      expect(asked.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
        others.map(() => '409 not_enough_seats'),
      )
      expect((answers.at(-1) as TestResponse).body).toMatchObject({ code: 'seats_taken', params: { needed: 2 } })
      expect((await Promise.all(joins)).map(({ status }) => status)).toEqual(others.map(() => 201))
      expect(await statesOf(ride.id)).toEqual(['waiting', 'offered', 'waiting', ...others.map(() => 'waiting')])
      expect(await notificationsOf(ride.second)).toEqual(['seat_offered'])
      await check(ride.id)
    }
  }, 120_000)

  test('a request that was pending before does not get a seat that is offered', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await publish({ inHours: 10, total_seats: 1 })
      const [holder, pending, waits] = race.passengers
      if (!holder || !pending || !waits) throw new Error('no passengers')
      const [taken, open] = [await ask(id, holder), await ask(id, pending)]
      await act(taken, 'accept')
      await join(id, waits)
      const answers = await Promise.all([
        act(open, 'accept'),
        act(taken, 'cancel', holder),
        act(open, 'accept'),
        settle(),
      ])
      expect(answers.map((one) => typeof one === 'object' && (one.body.code ?? one.status))).toEqual([
        'not_enough_seats',
        200,
        'not_enough_seats',
        expect.any(Boolean),
      ])
      expect(await statesOf(id)).toEqual(['offered'])
      await check(id)
    }
  }, 60_000)

  test('an offer taken four times at once makes one reservation, on a ride with and without instant booking', async () => {
    for (const instant_booking of ['off', 'all', 'off', 'all']) {
      const ride = await offered()
      await edit(ride.id, { instant_booking })
      const answers = await Promise.all([1, 2, 3, 4].map(() => take(ride.first.id, ride.first.person)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const made = await reservationsOf(ride.id, ride.first.person)
      const status = instant_booking === 'all' ? 'accepted' : 'pending'
      expect(made).toEqual([{ id: answers[0]?.body.id, status }])
      expect(new Set(answers.map(({ body }) => `${body.id} ${body.status} ${body.holds_seats}`))).toEqual(
        new Set([`${made[0]?.id} ${status} ${status === 'pending'}`]),
      )
      expect(await statesOf(ride.id)).toEqual(['taken', 'waiting'])
      await check(ride.id)
    }
  }, 60_000)

  test('an offer that lapses while it is taken is taken or lapses, and then passes on', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const ride = await offered()
      const { id, person } = ride.first
      if (round % 3 === 0) await lapse(id)
      const [took] = await Promise.all([
        take(id, person),
        ...(round % 3 === 1 ? [lapse(id).then(settle)] : [settle()]),
        settle(),
      ])
      await settle()
      const states = await statesOf(ride.id)
      outcomes.add(`${took.body.code ?? took.body.status} ${states.join()}`)
      if (round % 3 === 0) expect(took.body.code).toBe('offer_closed')
      if (round % 3 === 2) expect(took.status).toBe(200)
      expect(await reservationsOf(ride.id, person)).toHaveLength(took.status === 200 ? 1 : 0)
      expect(await notificationsOf(id)).toEqual(
        took.status === 200 ? ['seat_offered'] : ['seat_offered', 'seat_lapsed'],
      )
      await check(ride.id)
    }
    expect([...outcomes].toSorted()).toEqual(['offer_closed lapsed,offered', 'pending taken,waiting'])
  }, 60_000)

  test(
    'an offer is taken and left at once',
    () =>
      takeAgainst(
        offered,
        (ride) => leave(ride.id, ride.first.person),
        async ({ taken, took, other, ride }) => {
          expect([other.status, other.body.state]).toEqual([200, taken ? 'taken' : 'left'])
          if (!taken) expect(took.body.code).toBe('offer_closed')
          expect(await statesOf(ride.id)).toEqual(taken ? ['taken', 'waiting'] : ['left', 'offered'])
        },
      ),
    60_000,
  )

  test('an offer is taken while driver or passenger blocks the other: the next person is offered the seat in any case', async () => {
    for (const byDriver of [true, false]) {
      const two = (ride: FullRide) => (byDriver ? [race.driver, ride.first.person] : [ride.first.person, race.driver])
      await takeAgainst(
        offered,
        (ride) => {
          const [a, b] = two(ride)
          return call('PUT', `/me/blocks/${b?.id}`, a ?? race.driver)
        },
        async ({ taken, took, other, ride }) => {
          // First, so that a failure leaves the two as they were.
          const [a, b] = two(ride)
          await call('DELETE', `/me/blocks/${b?.id}`, a ?? race.driver)
          expect(other.status).toBe(200)
          if (!taken) expect(took.body.code).toBe('offer_closed')
          expect(await statesOf(ride.id)).toEqual([taken ? 'taken' : 'ended', 'offered'])
          const status = byDriver ? 'rejected' : 'cancelled'
          expect((await reservationsOf(ride.id, ride.first.person)).map((one) => one.status)).toEqual(
            taken ? [status] : [],
          )
        },
      )
    }
  }, 60_000)

  test(
    'an offer is taken while the driver cancels the ride',
    () =>
      takeAgainst(
        () => offered({ instant_booking: 'off' }),
        (ride) => call('POST', `/rides/${ride.id}/cancel`, race.driver),
        async ({ taken, took, other, ride }) => {
          expect(other.status).toBe(200)
          if (!taken) expect(took.body.code).toBe('offer_closed')
          expect(await statesOf(ride.id)).toEqual([taken ? 'taken' : 'ended', 'ended'])
          expect((await reservationsOf(ride.id, ride.first.person)).map(({ status }) => status)).toEqual(
            taken ? ['cancelled'] : [],
          )
        },
      ),
    60_000,
  )

  test('an offer is taken while the driver changes the stops: a request ends with them, a seat that was given keeps them', async () => {
    for (const instant_booking of ['off', 'all']) {
      await takeAgainst(
        async () => {
          const ride = await offered()
          await edit(ride.id, { instant_booking })
          return ride
        },
        (ride) => edit(ride.id, { stops: ['Gjøvik'] }),
        async ({ taken, took, other, ride }) => {
          const isKept = taken && instant_booking === 'all'
          expect(other.body.code).toBe(isKept ? 'route_locked' : undefined)
          if (!taken) expect(took.body.code).toBe('offer_closed')
          expect(await statesOf(ride.id)).toEqual([taken ? 'taken' : 'ended', isKept ? 'waiting' : 'ended'])
          const { available_seats } = (await call('GET', `/rides/${ride.id}`, race.driver)).body
          expect(available_seats).toBe(isKept ? 0 : 1)
        },
      )
    }
  }, 60_000)

  test('an offer is taken while the driver lowers and raises the seats: held seats count as taken', async () => {
    for (let round = 0; round < 4; round++) {
      const ride = await full({ seats: 2, waiting: [1, 1, 1] })
      await ride.free()
      const [took, lowered, raised] = await Promise.all([
        take(ride.first.id, ride.first.person),
        edit(ride.id, { total_seats: 1 }),
        edit(ride.id, { total_seats: 3 }),
      ])
      expect([took.body.status, raised.status]).toEqual(['pending', 200])
      // Once the third seat is offered as well, three are needed.
      expect(lowered.body).toMatchObject({
        code: 'seats_taken',
        params: { needed: expect.toSatisfy((n) => n === 2 || n === 3) },
      })
      expect(await statesOf(ride.id)).toEqual(['taken', 'offered', 'waiting'])
      await check(ride.id)
    }
  }, 60_000)

  test('two passengers withdraw at once and three people wait: the first two that fit are offered a seat, once', async () => {
    for (const waiting of [
      [1, 1, 1],
      [2, 1, 1],
      [1, 2, 1],
      [1, 1, 1],
    ]) {
      const ride = await full({ seats: 2, waiting })
      const answers = await Promise.all([ride.free(0), ride.free(1), ride.free(0), settle()])
      expect(answers.slice(0, 3).map((one) => typeof one === 'object' && one.status)).toEqual([200, 200, 200])
      const states = waiting.map((seats, nth) =>
        seats === 2 || (nth === 2 && !waiting.includes(2)) ? 'waiting' : 'offered',
      )
      expect(await statesOf(ride.id)).toEqual(states)
      for (const [nth, place] of ride.places.entries())
        expect(await notificationsOf(place)).toEqual(states[nth] === 'offered' ? ['seat_offered'] : [])
      await check(ride.id)
    }
  }, 60_000)

  test('a seat comes free while the first person’s account is suspended or closed: it goes to that person or the next, and in the end to one of them', async () => {
    const admin = await addPerson(race.db.kysely, { role: 'admin' })
    const ends = {
      suspended: (person: TestPerson) =>
        call('POST', `/admin/users/${person.id}/suspend`, admin, { reason: 'Trakassering i chat' }),
      closed: (person: TestPerson) => call('POST', '/me/deletion', person),
      deleted: (person: TestPerson) =>
        call('DELETE', `/admin/users/${person.id}`, admin, { reason: 'Trakassering i chat' }),
    }
    for (const [name, end] of [...Object.entries(ends), ...Object.entries(ends)]) {
      const ride = await full({ waiting: [] })
      const [first, second] = [await addPerson(race.db.kysely), race.passengers[2] ?? race.driver]
      const place = (await join(ride.id, first)).body.id as string
      await join(ride.id, second)
      const answers = await Promise.all([ride.free(), end(first), take(place, first), settle()])
      expect([name, ...answers.slice(0, 2).map((one) => typeof one === 'object' && one.status)]).toEqual([
        name,
        200,
        200,
      ])
      const states = await statesOf(ride.id)
      if (name === 'suspended' && ['offered', 'taken'].includes(states[0] ?? '')) expect(states[1]).toBe('waiting')
      else expect([name, states[1]]).toEqual([name, 'offered'])
      if (name !== 'suspended') expect(['left', 'taken']).toContain(states[0])
      await check(ride.id)
    }
  }, 60_000)

  test('a seat comes free while the driver is suspended: it is offered then or once the suspension is lifted', async () => {
    const admin = await addPerson(race.db.kysely, { role: 'admin' })
    const actOn = (verb: string) =>
      call('POST', `/admin/users/${race.driver.id}/${verb}`, admin, { reason: 'Trakassering i chat' })
    for (let round = 0; round < 4; round++) {
      const ride = await full()
      const [freed, suspended] = await Promise.all([ride.free(), actOn('suspend'), settle(), settle()])
      expect([freed.status, suspended.status]).toEqual([200, 200])
      expect(await findViolations(race.db.kysely)).toEqual([])
      expect((await actOn('lift')).status).toBe(200)
      await settle()
      expect(await statesOf(ride.id)).toEqual(['offered', 'waiting'])
      // The suspension has ended the sessions.
      race.driver.cookie = await addSession(race.db.kysely, race.driver.id)
      await check(ride.id)
    }
  }, 60_000)

  test('none of this made transactions wait for each other in a circle', async () => {
    expect(await countDeadlocks()).toBe(0)
  })
})

describePostgres('two processes', () => {
  test('every offer that lapses passes on once, with one notification of each kind', async () => {
    const [url, clock] = [await freshServerDatabase(), new MovableClock()]
    const apps = await Promise.all(
      [1, 2].map(async () => {
        const database = await openServerDatabase(url, clock)
        return startTestApp({ database, clock, env: { SECRET: testSecret } })
      }),
    )
    const [t] = apps
    if (!t) throw new Error('no process')
    const { kysely } = t.db
    const people = await Promise.all(Array.from({ length: 5 }, () => addPerson(kysely)))
    const [driver, holder, ...waiting] = people as [TestPerson, TestPerson, ...TestPerson[]]
    const call = async (method: string, path: string, as: TestPerson, body?: object) => {
      const response = await t.call(method, `/api/v1${path}`, { as, body })
      expect(response.status).toBeLessThan(300)
      return response.body
    }
    for (let nth = 0; nth < 8; nth++) {
      const { id } = await call(
        'POST',
        '/rides',
        driver,
        rideBody(clock, { inHours: 10, total_seats: 1, instant_booking: 'all' }),
      )
      const taken = await call('POST', `/rides/${id}/reservations`, holder, {
        seats_requested: 1,
        accept_overlap: true,
      })
      for (const person of waiting) await call('POST', `/rides/${id}/waiting-list`, person, { seats_requested: 1 })
      await call('POST', `/reservations/${taken.id}/cancel`, holder)
    }
    const countOf = async (what: 'offered' | 'lapsed' | 'waiting') =>
      (await sql`select from waiting_entry where state = ${what}`.execute(kysely)).rows.length
    const settle = () =>
      Promise.all([...apps, ...apps].map(({ app, db }) => settleLists({ ...app.parts, db, origin: app.origin })))
    for (let lapsed = 0; lapsed <= 3; lapsed++) {
      // Locked rides are left out for the moment; the second call finds what the first ones had locked.
      await settle()
      await settle()
      const counts = [await countOf('lapsed'), await countOf('offered'), await countOf('waiting')]
      expect(counts).toEqual([8 * lapsed, lapsed < 3 ? 8 : 0, 8 * Math.max(0, 2 - lapsed)])
      clock.advance(125 * MINUTE)
    }
    const { rows } = await sql<{
      kind: string
      count: number
    }>`select kind, count(*)::integer as count from notification
      where kind in ('seat_offered', 'seat_lapsed') group by kind order by kind`.execute(kysely)
    expect(rows).toEqual([
      { kind: 'seat_lapsed', count: 24 },
      { kind: 'seat_offered', count: 24 },
    ])
    expect(await findViolations(kysely)).toEqual([])
    for (const app of apps) await app.close()
  }, 60_000)
})

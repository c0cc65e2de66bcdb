/** Expiry of requests and reminders, each once, with several processes and a clock that moves. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds, describePostgres, freshServerDatabase, openServerDatabase } from '../../../test/database.ts'
import { acceptReservation, farAhead } from '../../../test/reservations.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { noReactions } from '../../../test/reactions.ts'
import { todayPath } from '@samtur/contract/paths'
import { clockOf, MovableClock } from '#platform/clock'
import { findViolations } from '#platform/db/invariants'
import { createBus } from '#platform/live/bus'
import { createLog } from '#platform/log'
import { notifyDue } from './jobs.ts'
import { insertReservation, scheduleReminders } from './store.ts'

const HOUR = 3_600_000

/** Makes it eight in the morning in Oslo, so that no reminder of the test is due at night, when none is sent. */
function goToMorning(clock: MovableClock) {
  const [hours, minutes] = clockOf(clock.now()).split(':').map(Number)
  clock.advance(((32 - (hours ?? 0)) % 24) * HOUR - (minutes ?? 0) * 60_000)
}

describe.each(databaseKinds)('on the %s database', (kind) => {
  let t: TestApp
  let driver: TestPerson
  let pia: TestPerson
  let ola: TestPerson
  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
  })
  afterAll(async () => {
    expect(await findViolations(t.db.kysely)).toEqual([])
    await t.close()
  })
  beforeEach(async () => {
    driver = await addPerson(t.db.kysely, { name: 'Dag Sjåfør' })
    pia = await addPerson(t.db.kysely, { name: 'Pia Passasjer' })
    ola = await addPerson(t.db.kysely, { name: 'Ola Nordmann' })
    await t.db.kysely.updateTable('profile').set({ is_driver: true }).where('id', '=', driver.id).execute()
  })

  const publish = (inHours: number) =>
    addRide(t.db, {
      driverId: driver.id,
      route: ['Oslo', 'Hamar', 'Trondheim'],
      departure: new Date(t.clock.now().getTime() + inHours * HOUR),
    })
  const ask = (ride_id: string, { id: passenger_id }: TestPerson, from_position = 0, answer_by = farAhead) => {
    const section = { from_position, to_position: 2, seats_requested: 1, message: null, price: 100, answer_by }
    return t.db.tx(async (tx) => {
      const id = await insertReservation(tx, { ride_id, passenger_id, ...section })
      await scheduleReminders(tx, ride_id)
      return id
    })
  }
  /** Requests a seat, with twelve hours for the answer. */
  const askToday = (ride_id: string, person: TestPerson, from_position = 0) =>
    ask(ride_id, person, from_position, new Date(t.clock.now().getTime() + 12 * HOUR))
  const untilMorning = () => goToMorning(t.clock)
  const accept = async (ride: string, person: TestPerson, from = 0) => {
    const id = await ask(ride, person, from)
    expect(await acceptReservation(t.db, id, driver.id)).toBe('accepted')
    return id
  }
  const workOff = async () => {
    const deps = { ...t.app.parts, origin: t.app.origin }
    while (await notifyDue(deps));
  }
  /** What happens so many hours later; afterwards it is now again. */
  const after = async <T>(hours: number, work: () => Promise<T>) => {
    t.clock.advance(hours * HOUR)
    try {
      return await work()
    } finally {
      t.clock.advance(-hours * HOUR)
    }
  }
  const notificationsOf = ({ id }: TestPerson) =>
    t.db.kysely
      .selectFrom('notification')
      .select(['kind', 'params', 'path'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute()
  const kinds = async (person: TestPerson) => (await notificationsOf(person)).map((row) => row.kind)
  const get = async (path: string, as: TestPerson) => (await t.call('GET', `/api/v1${path}`, { as })).body
  const edit = async (ride: string, hours: number) => {
    const { departure_time, arrival_time } = await get(`/rides/${ride}`, driver)
    const later = (time: string) => new Date(Date.parse(time) + hours * HOUR).toISOString()
    const body = { departure_time: later(departure_time), arrival_time: later(arrival_time) }
    expect((await t.call('PATCH', `/api/v1/rides/${ride}`, { as: driver, body })).status).toBe(200)
  }

  test('a request without a decision expires at departure, first on the screen and then in the database', async () => {
    const ride = await publish(1)
    const [open, taken] = [await ask(ride, pia), await accept(ride, ola)]
    await after(1.01, async () => {
      const shown = { id: open, status: 'cancelled', ended_by: 'expired', end_reason: null }
      expect((await get('/me/reservations', pia)).items[0]).toMatchObject(shown)
      expect((await get('/me/rides', driver)).items[0].reservations[0]).toMatchObject(shown)
      for (const verb of ['accept', 'reject'])
        expect((await t.call('POST', `/api/v1/reservations/${open}/${verb}`, { as: driver })).body.code).toMatch(
          /^(ride_departed|reservation_closed)$/,
        )
      await workOff()
      await workOff()
      expect((await get('/me/reservations', pia)).items[0]).toMatchObject(shown)
      expect((await get('/me/reservations', ola)).items[0]).toMatchObject({ id: taken, status: 'accepted' })
      expect(await notificationsOf(pia)).toMatchObject([
        { kind: 'request_expired', params: { name: 'Dag', from: 'Oslo' } },
      ])
      expect(await findViolations(t.db.kysely)).toEqual([])
    })
  })

  test('the driver is reminded at half and at 85 % of the time for an answer, and not of a decided request', async () => {
    untilMorning()
    const ride = await publish(60)
    const [, answered] = [await askToday(ride, pia, 1), await askToday(ride, ola)]
    await after(5.9, workOff)
    expect(await kinds(driver)).toEqual([])
    await acceptReservation(t.db, answered, driver.id)
    for (const hours of [6.1, 6.2, 10.1]) await after(hours, workOff)
    const reminder = { kind: 'request_waiting', params: { name: 'Pia', from: 'Hamar' }, path: '/my-rides?tab=rides' }
    expect(await notificationsOf(driver)).toMatchObject([reminder])
    for (const hours of [10.3, 11, 11.9]) await after(hours, workOff)
    expect(await notificationsOf(driver)).toMatchObject([reminder, reminder])
    const { answer_by } = (await get('/me/reservations', pia)).items[0]
    expect((await notificationsOf(driver))[0]?.params.until).toBe(answer_by)
  })

  test('a reminder of the evening that comes late waits for the morning', async () => {
    untilMorning()
    t.clock.advance(16 * HOUR)
    const ride = await publish(60)
    const id = await ask(ride, pia, 0, new Date(t.clock.now().getTime() + 20 * HOUR))
    await sql`update reservation set next_reminder_at = app_now() - interval '1 hour' where id = ${id}`.execute(
      t.db.kysely,
    )
    await workOff()
    expect(await kinds(driver)).toEqual([])
    await after(7.1, workOff)
    expect(await kinds(driver)).toEqual(['request_waiting'])
    t.clock.advance(-16 * HOUR)
  })

  test('a request that was not answered in time expires, first on the screen and then in the database', async () => {
    untilMorning()
    const ride = await publish(60)
    const id = await askToday(ride, pia)
    await after(12.01, async () => {
      const shown = { id, status: 'cancelled', ended_by: 'expired' }
      expect((await get('/me/reservations', pia)).items[0]).toMatchObject(shown)
      expect((await get(`/rides/${ride}`, pia)).reservation).toMatchObject({ id, status: 'cancelled' })
      for (const verb of ['accept', 'reject'])
        expect((await t.call('POST', `/api/v1/reservations/${id}/${verb}`, { as: driver })).body.code).toBe(
          'reservation_closed',
        )
      // The passenger need not wait for the job.
      const again = await t.call('POST', `/api/v1/rides/${ride}/reservations`, {
        as: pia,
        body: { seats_requested: 1, answer_within_hours: 1 },
      })
      expect([again.status, again.body.status]).toEqual([201, 'pending'])
      await workOff()
      const { items } = await get('/me/reservations', pia)
      expect(items).toMatchObject([{ status: 'pending' }, shown])
      expect((await notificationsOf(pia)).map((row) => row.kind)).toEqual(['request_expired'])
    })
  })

  test('reminders and the one of a trip come within a second of their time', async () => {
    untilMorning()
    const { now } = (await sql<{ now: Date }>`select app_now() as now`.execute(t.db.kysely)).rows[0] ?? expect.fail()
    // Stored as if now: what runs later sees the clock of its own start.
    const ride = await publish(60)
    const id = await ask(ride, pia, 0, new Date(now.getTime() + 12 * HOUR))
    await sql`update reservation set created_at = ${now} where id = ${id}`.execute(t.db.kysely)
    await t.db.tx((tx) => scheduleReminders(tx, ride))
    const { departure_time } = await get(`/rides/${ride}`, pia)
    const at = async (instant: number) => after((instant - t.clock.now().getTime()) / HOUR, workOff)
    await at(now.getTime() + 6 * HOUR - 1000)
    expect(await kinds(driver)).toEqual([])
    await at(now.getTime() + 6 * HOUR + 1000)
    expect(await kinds(driver)).toEqual(['request_waiting'])

    expect(await acceptReservation(t.db, id, driver.id)).toBe('accepted')
    await at(Date.parse(departure_time) - 24 * HOUR - 1000)
    expect(await kinds(pia)).toEqual([])
    await at(Date.parse(departure_time) - 24 * HOUR + 1000)
    expect(await kinds(pia)).toEqual(['trip_tomorrow'])
  })

  test('while the driver is suspended, driver and passengers get no reminder', async () => {
    const suspend = (at: Date | null) =>
      sql`update auth_user set suspended_at = ${at}, suspended_reason = ${at && 'x'} where id = ${driver.id}`.execute(
        t.db.kysely,
      )
    untilMorning()
    const ride = await publish(30)
    await accept(ride, pia)
    await askToday(ride, ola)
    await suspend(t.clock.now())
    await after(7, workOff)
    expect([await kinds(driver), await kinds(pia)]).toEqual([[], []])
    await suspend(null)
    await after(7, workOff)
    expect((await kinds(driver)).toSorted()).toEqual(['request_waiting', 'trip_tomorrow'])
    expect(await kinds(pia)).toEqual(['trip_tomorrow'])
  })

  test('the day before, the driver and the passengers get one reminder each', async () => {
    const ride = await publish(60)
    await accept(ride, pia, 1)
    await accept(ride, ola)
    const waiting = await addPerson(t.db.kysely)
    await ask(ride, waiting)
    await after(35.9, workOff)
    expect(await kinds(pia)).toEqual([])
    for (const hours of [36.1, 36.2, 59]) await after(hours, workOff)
    const { departure_time, route } = await get(`/rides/${ride}`, pia)
    expect(await notificationsOf(pia)).toMatchObject([
      { kind: 'trip_tomorrow', params: { name: 'Dag', from: 'Hamar', departure_time: route[1].passes_at } },
    ])
    expect(await kinds(ola)).toEqual(['trip_tomorrow'])
    expect(await kinds(waiting)).toEqual([])
    const trip = { from: 'Oslo', to: 'Trondheim', departure_time }
    const own = (await notificationsOf(driver)).filter(({ kind: what }) => what === 'trip_tomorrow')
    expect(own).toMatchObject([{ params: trip, path: todayPath(ride) }])
    expect(own[0]?.params).toEqual(trip)
  })

  test('there is no reminder of a trip that was just accepted, is cancelled or has left', async () => {
    const [soon, gone, cancelled] = [await publish(25), await publish(40), await publish(40)]
    // Less than two hours before the day before begins.
    await accept(soon, pia)
    await accept(gone, ola)
    await accept(cancelled, ola)
    await t.call('POST', `/api/v1/rides/${cancelled}/cancel`, { as: driver })
    await after(41, workOff)
    await after(2, workOff)
    expect(await kinds(pia)).toEqual([])
    expect(await kinds(ola)).toEqual(['ride_cancelled'])
    expect(await kinds(driver)).toEqual([])
  })

  test('a trip that is moved to another day gets another reminder, and a request on it stays pending', async () => {
    const ride = await publish(48)
    await accept(ride, pia)
    const open = await ask(ride, ola)
    await after(25, workOff)
    await after(25, () => edit(ride, 48))
    await after(49, workOff)
    expect((await get('/me/reservations', ola)).items[0]).toMatchObject({ id: open, status: 'pending' })
    await after(73, workOff)
    await after(74, workOff)
    expect(await kinds(pia)).toEqual(['trip_tomorrow', 'ride_changed', 'trip_tomorrow'])
    expect((await kinds(driver)).filter((what) => what === 'trip_tomorrow')).toHaveLength(2)
  })
})

/** One seat on a ride with two stops. */
const section = { from_position: 0, to_position: 1, seats_requested: 1, message: null, price: 100, answer_by: farAhead }

describePostgres('with several processes', () => {
  test('several processes send each notification once', async () => {
    const url = await freshServerDatabase()
    const clock = new MovableClock()
    goToMorning(clock)
    const processes = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const db = await openServerDatabase(url, clock)
        return { db, bus: await createBus(db, createLog('silent')), reactions: noReactions, origin: () => '' }
      }),
    )
    const [first] = processes
    if (!first) throw new Error('no process')
    const { kysely } = first.db
    const driver = await addPerson(kysely)
    await kysely.updateTable('profile').set({ is_driver: true }).where('id', '=', driver.id).execute()
    const passengers = await Promise.all(Array.from({ length: 30 }, () => addPerson(kysely)))
    const publish = (hours: number) =>
      addRide(first.db, {
        driverId: driver.id,
        route: ['Oslo', 'Hamar'],
        departure: new Date(clock.now().getTime() + hours * HOUR),
        seats: 7,
      })
    const ask = (ride_id: string, passenger_id: string) =>
      insertReservation(kysely, { ride_id, passenger_id, ...section })
    const [departing, tomorrow, waiting] = [await publish(30), await publish(50), await publish(90)]
    for (const { id } of passengers) await Promise.all([ask(departing, id), ask(waiting, id)])
    await sql`update reservation set next_reminder_at = app_now() + interval '1 hour' where ride_id = ${waiting}`.execute(
      kysely,
    )
    for (const { id } of passengers.slice(0, 7)) await acceptReservation(first.db, await ask(tomorrow, id), driver.id)
    clock.advance(31 * HOUR)
    await Promise.all(
      Array.from({ length: 4 }, () => processes)
        .flat()
        .map((deps) => notifyDue(deps)),
    )
    const counts = await kysely
      .selectFrom('notification')
      .select(['kind', (eb) => eb.fn.countAll<string>().as('count')])
      .groupBy('kind')
      .execute()
    expect(Object.fromEntries(counts.map(({ kind, count }) => [kind, Number(count)]))).toEqual({
      request_expired: 30,
      request_waiting: 30,
      trip_tomorrow: 8,
    })
    expect(await findViolations(kysely)).toEqual([])
    for (const { db, bus } of processes) {
      await bus.close()
      await db.close()
    }
  })

  test('requests on a ride that is being moved to a later day do not expire', async () => {
    const url = await freshServerDatabase()
    const clock = new MovableClock()
    const [db, other] = [await openServerDatabase(url, clock), await openServerDatabase(url, clock)]
    const bus = await createBus(other, createLog('silent'))
    const [driver, passenger] = [await addPerson(db.kysely), await addPerson(db.kysely)]
    const departure = new Date(clock.now().getTime() + HOUR)
    const ride_id = await addRide(db, { driverId: driver.id, route: ['Oslo', 'Hamar'], departure })
    const id = await insertReservation(db.kysely, { ride_id, passenger_id: passenger.id, ...section })
    const status = async () =>
      (await db.kysely.selectFrom('reservation').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
    const work = () => notifyDue({ db: other, bus, reactions: noReactions, origin: () => '' })
    await db.tx(async (tx) => {
      await sql`update ride set departure_time = departure_time + interval '1 day', arrival_time = arrival_time + interval '1 day'
        where id = ${ride_id}`.execute(tx)
      clock.advance(2 * HOUR)
      expect(await work()).toBe(false)
    })
    await work()
    expect(await status()).toBe('pending')
    clock.advance(24 * HOUR)
    await work()
    expect(await status()).toBe('cancelled')
    await bus.close()
    await Promise.all([db.close(), other.close()])
  })
})

/** Expiry of requests and reminders, each once, with several processes and a clock that moves. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { todayPath } from '@samtur/contract/paths'
import { usualKind, describePostgres, freshServerDatabase, openServerDatabase } from '../../../test/database.ts'
import { noReactions } from '../../../test/reactions.ts'
import {
  act,
  cancel,
  driver,
  edit,
  later,
  moved,
  newKinds,
  newNotifications,
  ola,
  own,
  pia,
  request,
  rideOf,
  asDriver,
  setUpReservations,
  t,
} from '../../../test/reservation-fixtures.ts'
import { acceptReservation, addReservation, farAhead } from '../../../test/reservations.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { clockAt } from '../../../test/shared-app.ts'
import { findViolations } from '#platform/db/invariants'
import { createBus } from '#platform/live/bus'
import { createLog } from '#platform/log'
import { notifyDue } from './jobs.ts'
import { scheduleReminders } from './store.ts'

const HOUR = 3_600_000
const morning = '2027-06-15T08:00:00+02:00'

describe.each([usualKind])('on the %s database', (kind) => {
  setUpReservations(kind)
  beforeEach(async () => {
    await t.db.kysely.updateTable('profile').set({ is_driver: true }).where('id', '=', driver.id).execute()
  })

  const inHours = (hours: number) => new Date(t.clock.now().getTime() + hours * HOUR)
  const publish = (hours: number) =>
    addRide(t.db, { driverId: driver.id, route: ['Oslo', 'Hamar', 'Trondheim'], departure: inHours(hours) })
  const ask = (ride_id: string, { id: passenger_id }: TestPerson, from_position = 0, answer_by = farAhead) =>
    t.db.tx(async (tx) => {
      const id = await addReservation(tx, { ride_id, passenger_id, from_position, to_position: 2, answer_by })
      await scheduleReminders(tx, ride_id)
      return id
    })
  /** Requests a seat, with twelve hours for the answer. */
  const askToday = (ride: string, person: TestPerson, from = 0) => ask(ride, person, from, inHours(12))
  const accept = async (ride: string, person: TestPerson, from = 0) => {
    const id = await ask(ride, person, from)
    expect(await acceptReservation(t.db, id, driver.id)).toBe('accepted')
    return id
  }
  const workOff = async () => {
    while (await notifyDue({ ...t.app.parts, origin: t.app.origin }));
  }
  /** What happens so many hours later; afterwards it is now again. */
  const after = <T>(hours: number, work: () => Promise<T>) => later(hours * HOUR, work)
  const kindsAfter = async (hours: number, person: TestPerson) => {
    await after(hours, workOff)
    return newKinds(person)
  }

  test('a request without a decision expires at departure, first on the screen and then in the database', async () => {
    const ride = await publish(1)
    const [open, taken] = [await ask(ride, pia), await accept(ride, ola)]
    await after(1.01, async () => {
      const shown = { status: 'cancelled', ended_by: 'expired', end_reason: null }
      expect([await own(open), await asDriver(ride, open)]).toMatchObject([shown, shown])
      for (const verb of ['accept', 'reject'])
        expect((await act(open, verb, driver)).body.code).toMatch(/^(ride_departed|reservation_closed)$/)
      await workOff()
      await workOff()
      expect([await own(open), await own(taken, ola)]).toMatchObject([shown, { status: 'accepted' }])
      const params = { name: 'Dag', from: 'Oslo' }
      expect(await newNotifications(pia)).toMatchObject([{ kind: 'request_expired', params }])
    })
  })

  test('the driver is reminded at half and at 85 % of the time for an answer, and not of a decided request', async () => {
    const ride = await publish(60)
    const [id, answered] = [await askToday(ride, pia, 1), await askToday(ride, ola)]
    expect(await kindsAfter(5.9, driver)).toEqual([])
    await acceptReservation(t.db, answered, driver.id)
    const params = { name: 'Pia', from: 'Hamar', until: (await own(id)).answer_by as string }
    const reminder = { kind: 'request_waiting', params, path: '/my-rides?tab=rides' }
    for (const times of [
      [6.1, 6.2, 10.1],
      [10.3, 11, 11.9],
    ]) {
      for (const hours of times) await after(hours, workOff)
      expect(await newNotifications(driver)).toMatchObject([reminder])
    }
  })

  test('a reminder of the evening that comes late waits for the morning', async () => {
    // Midnight.
    t.clock.advance(14 * HOUR)
    const id = await ask(await publish(60), pia, 0, inHours(20))
    await sql`update reservation set next_reminder_at = app_now() - interval '1 hour' where id = ${id}`.execute(
      t.db.kysely,
    )
    expect(await kindsAfter(0, driver)).toEqual([])
    expect(await kindsAfter(7.1, driver)).toEqual(['request_waiting'])
  })

  test('a request that was not answered in time expires, first on the screen and then in the database', async () => {
    const ride = await publish(60)
    const id = await askToday(ride, pia)
    await after(12.01, async () => {
      const shown = { status: 'cancelled', ended_by: 'expired' }
      expect(await own(id)).toMatchObject(shown)
      expect((await rideOf(ride, pia)).reservation).toMatchObject({ id, status: 'cancelled' })
      for (const verb of ['accept', 'reject'])
        expect((await act(id, verb, driver)).body.code).toBe('reservation_closed')
      // The passenger need not wait for the job.
      const again = await request(ride, pia, { answer_within_hours: 1 })
      expect([again.status, again.body.status]).toEqual([201, 'pending'])
      await workOff()
      expect([await own(again.body.id), await own(id)]).toMatchObject([{ status: 'pending' }, shown])
      expect(await newKinds(pia)).toEqual(['request_expired'])
    })
  })

  test('reminders and the one of a trip come within a second of their time', async () => {
    const { now } = (await sql<{ now: Date }>`select app_now() as now`.execute(t.db.kysely)).rows[0] ?? expect.fail()
    // Stored as if now: what runs later sees the clock of its own start.
    const ride = await publish(60)
    const id = await ask(ride, pia, 0, new Date(now.getTime() + 12 * HOUR))
    await sql`update reservation set created_at = ${now} where id = ${id}`.execute(t.db.kysely)
    await t.db.tx((tx) => scheduleReminders(tx, ride))
    const kindsAt = (instant: number, person: TestPerson) =>
      kindsAfter((instant - t.clock.now().getTime()) / HOUR, person)
    const half = now.getTime() + 6 * HOUR
    expect(await kindsAt(half - 1000, driver)).toEqual([])
    expect(await kindsAt(half + 1000, driver)).toEqual(['request_waiting'])

    expect(await acceptReservation(t.db, id, driver.id)).toBe('accepted')
    const dayBefore = Date.parse((await rideOf(ride, pia)).departure_time) - 24 * HOUR
    expect(await kindsAt(dayBefore - 1000, pia)).toEqual([])
    expect(await kindsAt(dayBefore + 1000, pia)).toEqual(['trip_tomorrow'])
  })

  test('while the driver is suspended, driver and passengers get no reminder', async () => {
    const suspend = (at: Date | null) =>
      sql`update auth_user set suspended_at = ${at}, suspended_reason = ${at && 'x'} where id = ${driver.id}`.execute(
        t.db.kysely,
      )
    const ride = await publish(30)
    await accept(ride, pia)
    await askToday(ride, ola)
    await suspend(t.clock.now())
    expect([await kindsAfter(7, driver), await newKinds(pia)]).toEqual([[], []])
    await suspend(null)
    expect((await kindsAfter(7, driver)).toSorted()).toEqual(['request_waiting', 'trip_tomorrow'])
    expect(await newKinds(pia)).toEqual(['trip_tomorrow'])
  })

  test('the day before, the driver and the passengers get one reminder each', async () => {
    const ride = await publish(60)
    await accept(ride, pia, 1)
    await accept(ride, ola)
    const waiting = await addPerson(t.db.kysely)
    await ask(ride, waiting)
    expect(await kindsAfter(35.9, pia)).toEqual([])
    for (const hours of [36.1, 36.2, 59]) await after(hours, workOff)
    const { departure_time, route } = await rideOf(ride, pia)
    expect(await newNotifications(pia)).toMatchObject([
      { kind: 'trip_tomorrow', params: { name: 'Dag', from: 'Hamar', departure_time: route[1].passes_at } },
    ])
    expect([await newKinds(ola), await newKinds(waiting)]).toEqual([['trip_tomorrow'], []])
    const reminders = (await newNotifications(driver)).filter(({ kind: what }) => what === 'trip_tomorrow')
    const params = { from: 'Oslo', to: 'Trondheim', departure_time }
    expect(reminders).toEqual([{ kind: 'trip_tomorrow', params, path: todayPath(ride) }])
  })

  test('there is no reminder of a trip that was just accepted, is cancelled or has left', async () => {
    const [soon, gone, cancelled] = [await publish(25), await publish(40), await publish(40)]
    // Less than two hours before the day before begins.
    await accept(soon, pia)
    await accept(gone, ola)
    await accept(cancelled, ola)
    await cancel(cancelled)
    await after(41, workOff)
    expect(await kindsAfter(2, pia)).toEqual([])
    expect([await newKinds(ola), await newKinds(driver)]).toEqual([['ride_cancelled'], []])
  })

  test('a trip that is moved to another day gets another reminder, and a request on it stays pending', async () => {
    const ride = await publish(48)
    await accept(ride, pia)
    const open = await ask(ride, ola)
    await after(25, workOff)
    await after(25, async () => edit(ride, moved(await rideOf(ride), 48 * 60)))
    await after(49, workOff)
    expect(await own(open, ola)).toMatchObject({ status: 'pending' })
    await after(73, workOff)
    expect(await kindsAfter(74, pia)).toEqual(['trip_tomorrow', 'ride_changed', 'trip_tomorrow'])
    expect((await newKinds(driver)).filter((what) => what === 'trip_tomorrow')).toHaveLength(2)
  })
})

describePostgres('with several processes', () => {
  test('several processes send each notification once', async () => {
    const url = await freshServerDatabase()
    const clock = clockAt(morning)
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
    const ask = (ride_id: string, passenger_id: string) => addReservation(kysely, { ride_id, passenger_id })
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
    const clock = clockAt(morning)
    const [db, other] = [await openServerDatabase(url, clock), await openServerDatabase(url, clock)]
    const bus = await createBus(other, createLog('silent'))
    const [driver, passenger] = [await addPerson(db.kysely), await addPerson(db.kysely)]
    const departure = new Date(clock.now().getTime() + HOUR)
    const ride_id = await addRide(db, { driverId: driver.id, route: ['Oslo', 'Hamar'], departure })
    const id = await addReservation(db.kysely, { ride_id, passenger_id: passenger.id })
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

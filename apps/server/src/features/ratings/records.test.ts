/** Drivers' records: completed trips, late cancellations and the usual time to decide, computed in the background. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rideBody, startTestApp, type TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { refreshRecords } from './store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let t: TestApp
let driver: TestPerson
let passenger: TestPerson
let people: TestPerson[]

const post = (route: string, as: TestPerson, body: object = {}) => t.call('POST', `/api/v1${route}`, { as, body })
const query = async <Row>(text: string) => (await sql.raw<Row>(text).execute(t.db.kysely)).rows

async function publish(inHours = 48) {
  return (await post('/rides', driver, rideBody(t.clock, { inHours }))).body.id as string
}

/** The driver decides on the request after some minutes. */
async function answer(ride: string, verb: 'accept' | 'reject', { minutes = 10, by = passenger } = {}) {
  const { id } = (await post(`/rides/${ride}/reservations`, by, { seats_requested: 1, accept_overlap: true })).body as {
    id: string
  }
  t.clock.advance(minutes * MINUTE)
  expect((await post(`/reservations/${id}/${verb}`, driver)).status).toBe(200)
  return id
}

const refresh = async () => {
  while ((await refreshRecords(t.db.read)) > 0);
}
const stored = async () =>
  (
    await query<object>(
      `select completed_trips, cancelled_late, answer_minutes from driver_record where driver_id = '${driver.id}'`,
    )
  )[0]

/** Returns the record on the driver's profile and card. */
async function shown() {
  const profile = (await t.call('GET', `/api/v1/profiles/${driver.id}`)).body.record as unknown
  const ride = await publish()
  const card = (await t.call('GET', `/api/v1/rides/${ride}`)).body.driver.record as unknown
  expect(card).toEqual(profile)
  return profile
}

describe.each([usualKind])('on the %s database', (kind) => {
  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
    passenger = await addPerson(t.db.kysely)
    people = [passenger, await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
  })
  afterAll(() => t.close())
  beforeEach(async () => {
    driver = await addPerson(t.db.kysely, { name: 'Dag Drange' })
  })

  test('a trip with an accepted passenger counts from arrival on, and three are shown', async () => {
    for (let trip = 1; trip <= 3; trip++) {
      await answer(await publish(2), 'accept')
      await publish(2)
      await refresh()
      expect(await stored()).toMatchObject({ completed_trips: trip - 1 })
      t.clock.advance(10 * HOUR)
      await refresh()
      expect(await stored()).toMatchObject({ completed_trips: trip })
      if (trip < 3) expect(await shown()).toBeNull()
    }
    expect(await shown()).toEqual({ completed_trips: 3, cancelled_late: 0, answer_minutes: null })
  })

  test('removing passengers within a day of the agreed departure counts as one late cancellation of the ride', async () => {
    const remove = async (id: string) =>
      expect((await post(`/reservations/${id}/remove`, driver, { reason: 'Full bil' })).status).toBe(200)
    await remove(await answer(await publish(48), 'accept'))
    await refresh()
    expect(await stored()).toMatchObject({ cancelled_late: 0 })
    const late = await publish(20)
    const taken = [await answer(late, 'accept'), await answer(late, 'accept', { by: people[1] })]
    for (const id of taken) await remove(id)
    await refresh()
    expect(await stored()).toMatchObject({ cancelled_late: 1 })
    await query(
      `update ride set departure_time = departure_time + interval '3 days', arrival_time = arrival_time + interval '3 days' where id = '${late}'`,
    )
    const moved = await publish(20)
    const id = await answer(moved, 'accept')
    await query(
      `update ride set departure_time = departure_time + interval '3 days', arrival_time = arrival_time + interval '3 days' where id = '${moved}'`,
    )
    await remove(id)
    await refresh()
    expect(await stored()).toMatchObject({ cancelled_late: 2 })
  })

  test('a trip does not count while one side says that there was no meeting, unless a code shows the opposite', async () => {
    const id = await answer(await publish(2), 'accept')
    t.clock.advance(10 * HOUR)
    await refresh()
    expect(await stored()).toMatchObject({ completed_trips: 1 })
    const say = (kind: string) => post(`/reservations/${id}/check-ins`, passenger, { kind })
    expect((await say('not_met')).status).toBe(200)
    await refresh()
    expect(await stored()).toMatchObject({ completed_trips: 0 })
    await say('got_in')
    await refresh()
    expect(await stored()).toMatchObject({ completed_trips: 1 })
    await say('not_met')
    await query(`insert into check_in (ride_id, reservation_id, person_id, kind, at)
      select ride_id, id, '${driver.id}', 'met', app_now() from reservation where id = '${id}'`)
    await refresh()
    expect(await stored()).toMatchObject({ completed_trips: 1 })
  })

  test('a moved trip counts from its new arrival on', async () => {
    const ride = await publish(2)
    await answer(ride, 'accept')
    await query(
      `update ride set departure_time = departure_time + interval '1 day', arrival_time = arrival_time + interval '1 day' where id = '${ride}'`,
    )
    t.clock.advance(10 * HOUR)
    await refresh()
    expect(await stored()).toMatchObject({ completed_trips: 0 })
    t.clock.advance(24 * HOUR)
    await refresh()
    expect(await stored()).toMatchObject({ completed_trips: 1 })
  })

  test('cancelling counts as late within a day of departure and with an accepted passenger only', async () => {
    const cancel = async (inHours: number, verb?: 'accept' | 'reject' | 'ask') => {
      const ride = await publish(inHours)
      if (verb === 'ask')
        await post(`/rides/${ride}/reservations`, passenger, { seats_requested: 1, accept_overlap: true })
      else if (verb) await answer(ride, verb, { minutes: 1 })
      expect((await post(`/rides/${ride}/cancel`, driver)).status).toBe(200)
      await refresh()
      return ((await stored()) as { cancelled_late: number } | undefined)?.cancelled_late ?? 0
    }
    expect(await cancel(30, 'accept')).toBe(0)
    expect(await cancel(20, 'accept')).toBe(1)
    expect(await cancel(20, 'reject')).toBe(1)
    expect(await cancel(20, 'ask')).toBe(1)
    expect(await cancel(20)).toBe(1)
    const ride = await publish(20)
    const given = await answer(ride, 'accept')
    await post(`/reservations/${given}/cancel`, passenger)
    await post(`/rides/${ride}/cancel`, driver)
    await refresh()
    expect(await stored()).toMatchObject({ cancelled_late: 1, completed_trips: 0 })
  })

  test('the usual time to decide is the median of the last twenty, from five on', async () => {
    for (const [index, minutes] of [5, 500, 20, 10, 15].entries()) {
      expect(await stored()).not.toMatchObject({ answer_minutes: expect.any(Number) as number })
      await answer(await publish(), index % 2 ? 'reject' : 'accept', { minutes })
      await refresh()
    }
    expect(await stored()).toMatchObject({ answer_minutes: 15 })
    // Blocks, withdrawals before the decision and expired requests do not count.
    const ride = await publish()
    const requested = await Promise.all(
      people.map((each) => post(`/rides/${ride}/reservations`, each, { seats_requested: 1, accept_overlap: true })),
    )
    t.clock.advance(20 * HOUR)
    await post(`/reservations/${requested[0]?.body.id}/cancel`, passenger)
    await t.call('PUT', `/api/v1/me/blocks/${people[1]?.id}`, { as: driver })
    await refresh()
    await t.call('DELETE', `/api/v1/me/blocks/${people[1]?.id}`, { as: driver })
    expect(await stored()).toMatchObject({ answer_minutes: 15 })
    // Nor do seats that a ride gives at once.
    const instant = await publish()
    await t.call('PATCH', `/api/v1/rides/${instant}`, { as: driver, body: { instant_booking: 'all', total_seats: 7 } })
    for (const each of people.slice(2))
      await post(`/rides/${instant}/reservations`, each, { seats_requested: 1, accept_overlap: true })
    await refresh()
    expect(await stored()).toMatchObject({ answer_minutes: 15 })
  })

  test('only changed records are computed, and once by two processes', async () => {
    await refresh()
    expect(await refreshRecords(t.db.read)).toBe(0)
    await answer(await publish(2), 'accept')
    t.clock.advance(10 * HOUR)
    await Promise.all([refresh(), refresh()])
    expect(await stored()).toMatchObject({ completed_trips: 1 })
    expect(await query('select from driver_record_due where due_at <= app_now()')).toEqual([])
  })
})

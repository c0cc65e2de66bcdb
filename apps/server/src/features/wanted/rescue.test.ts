/** What a passenger is offered whose trip ended without their doing: other rides, a planner, and a search that is kept. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import {
  accepted,
  act,
  call,
  cancel,
  driver,
  edit,
  later,
  newNotifications,
  ola,
  pia,
  publish as publishRide,
  requested,
  setUpReservations,
  skipNotifications,
  t,
} from '../../../test/reservation-fixtures.ts'
import { addRide, type RideToAdd } from '../../../test/rides.ts'
import { addPerson, signedInAgain, type TestPerson } from '../../../test/sessions.ts'
import { notifyDue } from '../reservations/jobs.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const rescue = (id: string, as = pia) => call('GET', `/reservations/${id}/rescue`, as)
const want = (id: string, as = pia, headers = {}) => call('POST', `/reservations/${id}/wanted`, as, undefined, headers)
const person = (name: string) => addPerson(t.db.kysely, { name })
const idsOf = async (id: string, as = pia) => (await rescue(id, as)).body.rides.map((ride: { id: string }) => ride.id)

describe.each([usualKind])('on the %s database', (kind) => {
  setUpReservations(kind)
  let other: TestPerson
  let admin: TestPerson
  let inHours = 24
  beforeEach(async () => {
    other = await addPerson(t.db.kysely, { name: 'Siv Andre' })
    admin = await addPerson(t.db.kysely, { name: 'Adele Styrer', role: 'admin' })
    // Each test has a day of its own, so that it does not find the rides of others.
    inHours += 24
  })

  const publish = (changes: object = {}) => publishRide({ inHours, ...changes })
  /** Stores another driver's ride from Hamar that departs so many minutes after a moment. */
  async function passing(at: string, minutes: number, { driverId = other.id, ...options }: Partial<RideToAdd> = {}) {
    const departure = new Date(Date.parse(at) + minutes * MINUTE)
    const id = await addRide(t.db, { driverId, route: ['Hamar', 'Lillehammer', 'Trondheim'], departure, ...options })
    await sql`update profile set is_driver = true where id = ${driverId}`.execute(t.db.kysely)
    return id
  }
  /** Publishes a ride on which Pia has the section from Hamar to Trondheim; returns when it passes Hamar. */
  async function lose(end: (reservation: string, ride: string) => Promise<unknown>, isAccepted = true, seats = 1) {
    const ride = await publish()
    const section = { from_position: 1, to_position: 3, seats_requested: seats }
    const id = await (isAccepted ? accepted(ride.id, pia, section) : requested(ride.id, pia, section))
    await skipNotifications()
    await end(id, ride.id)
    return { id, ride: ride.id as string, at: ride.route[1].passes_at as string }
  }
  const remove = (id: string) => act(id, 'remove', driver, { reason: 'Bilen er full' })

  test.each([
    ['ride_cancelled', true, (_: string, ride: string) => cancel(ride)],
    ['passenger_removed', true, remove],
    ['request_rejected', false, (id: string) => act(id, 'reject', driver)],
    [
      'request_expired',
      false,
      (id: string) =>
        sql`update reservation set answer_by = app_now() - interval '1 minute' where id = ${id}`
          .execute(t.db.kysely)
          .then(() => notifyDue({ ...t.app.parts, origin: t.app.origin })),
    ],
  ] as const)(
    'after %s the notification leads to another ride, a planner and a search',
    async (event, isAccepted, end) => {
      const { id, at } = await lose(end, isAccepted)
      const instead = await passing(at, 60)
      const params = { from: 'Hamar', reservation_id: id }
      expect(await newNotifications(pia)).toMatchObject([{ kind: event, params }])
      const { status, body } = await rescue(id)
      const section = { start_location: 'Hamar', end_location: 'Trondheim' }
      expect(body).toMatchObject({ rides: [{ id: instead, section, detour: null }], wanted: null })
      expect([status, body.planner.name]).toEqual([200, 'Entur'])
      expect(new URL(body.planner.url).searchParams.get('date')).toBe(String(Date.parse(at)))
    },
  )

  /** Publishes a full ride on whose list Pia waits. */
  async function waited() {
    const ride = await publish({ total_seats: 1 })
    await accepted(ride.id, ola)
    const { id } = (await call('POST', `/rides/${ride.id}/waiting-list`, pia, { seats_requested: 1 })).body
    const get = (as = pia) => call('GET', `/waiting-list/${id}/rescue`, as)
    const keep = (as = pia) => call('POST', `/waiting-list/${id}/wanted`, as)
    return { ride, id: id as string, get, keep }
  }

  test('a person whose waiting list has ended gets the same', async () => {
    const { ride, id, get, keep } = await waited()
    expect((await get()).status).toBe(404)
    await skipNotifications()
    await cancel(ride.id)
    const instead = await passing(ride.departure_time, -30, { route: ['Oslo', 'Trondheim'] })
    expect(await newNotifications(pia)).toMatchObject([{ kind: 'waiting_ended', params: { waiting_id: id } }])
    expect((await get()).body).toMatchObject({ rides: [{ id: instead }], planner: { name: 'Entur' }, wanted: null })
    const kept = { from: 'Oslo', to: 'Trondheim', matches: [{ id: instead }] }
    expect(await keep()).toMatchObject({ status: 201, body: kept })
    expect([(await get(ola)).status, (await keep(ola)).status]).toEqual([404, 404])
  })

  test('a person who has left a waiting list is offered nothing', async () => {
    const { ride, get, keep } = await waited()
    await call('DELETE', `/rides/${ride.id}/waiting-list`, pia)
    expect([(await get()).status, (await keep()).status]).toEqual([404, 404])
  })

  test('three rides are offered, the nearest in time first, and those by a detour last', async () => {
    const { id, at } = await lose(remove)
    const byDetour = await passing(at, -60, { route: ['Oslo', 'Trondheim'], hours: 7, detour: 30 })
    const [far, near, between] = [await passing(at, 170), await passing(at, -20), await passing(at, 90)]
    expect(await idsOf(id)).toEqual([near, between, far])
    expect((await call('POST', `/rides/${far}/cancel`, other)).status).toBe(200)
    const { rides } = (await rescue(id)).body
    expect(rides.map((ride: { id: string }) => ride.id)).toEqual([near, between, byDetour])
    expect([rides[0].detour, rides[2].detour]).toMatchObject([null, { end: 'start' }])
  })

  test('rides further away in time and full, own, hidden, blocked and suspended ones are left out', async () => {
    const { id, at, ride } = await lose(remove, true, 2)
    const [before, after] = [await passing(at, -180), await passing(at, 180)]
    await passing(at, -181)
    await passing(at, 181)
    await passing(at, 5, { seats: 1 })
    await passing(at, 6, { driverId: pia.id })
    const hidden = { kind: 'ride', id: await passing(at, 7), reason: 'Mot reglene' }
    expect((await call('POST', '/admin/hidden-content', admin, hidden)).status).toBe(200)
    const [blocked, blocker, suspended] = [await person('Bo'), await person('Liv'), await person('Ulf')]
    for (const driverId of [blocked.id, blocker.id, suspended.id]) await passing(at, 8, { driverId })
    await call('PUT', `/me/blocks/${blocked.id}`, pia)
    await call('PUT', `/me/blocks/${pia.id}`, blocker)
    expect((await call('POST', `/admin/users/${suspended.id}/suspend`, admin, { reason: 'x' })).status).toBe(200)
    const found = await idsOf(id)
    expect(found.toSorted()).toEqual([before, after].toSorted())
    expect(found).not.toContain(ride)
  })

  test('a ride on which the person has a request, or was refused, is not offered', async () => {
    const { id, at } = await lose(remove)
    const [first, second] = [await passing(at, 10), await passing(at, 20)]
    expect(await idsOf(id)).toEqual([first, second])
    const request = await requested(first)
    expect(await idsOf(id)).toEqual([second])
    expect((await act(request, 'reject', other)).status).toBe(200)
    expect(await idsOf(id)).toEqual([second])
    const taken = await requested(second)
    await act(taken, 'cancel', pia)
    expect(await idsOf(id)).toEqual([second])
  })

  test('one press keeps a private search, a second one leads to it', async () => {
    const { id } = await lose(remove, true, 2)
    const key = { 'idempotency-key': randomUUID() }
    const first = await want(id, pia, key)
    const kept = { from: 'Hamar', to: 'Trondheim', seats: 2, radius_km: 0, note: null }
    expect(first).toMatchObject({ status: 201, body: { ...kept, public: false, state: 'active' } })
    expect(first.body.date_from).toBe(first.body.date_to)
    expect((await want(id, pia, key)).body.id).toBe(first.body.id)
    const again = { code: 'wanted_exists', params: { id: first.body.id } }
    expect(await want(id)).toMatchObject({ status: 409, body: again })
    expect((await rescue(id)).body.wanted).toEqual({ id: first.body.id })
    await call('DELETE', `/ride-wanted/${first.body.id}`, pia)
    expect((await rescue(id)).body.wanted).toBeNull()
    expect((await want(id)).status).toBe(201)
  })

  test('only the passenger of a trip that has ended gets anything', async () => {
    const { id } = await lose(remove)
    for (const as of [driver, ola, other])
      expect([(await rescue(id, as)).status, (await want(id, as)).status]).toEqual([404, 404])
    expect((await call('GET', `/reservations/${id}/rescue`)).status).toBe(401)
    expect((await rescue(randomUUID())).status).toBe(404)
  })

  test('a request that stands, seats that were given, and what the passenger has ended are not found', async () => {
    const [one, two, three] = [await publish(), await publish(), await publish()]
    const ids = [await requested(one.id), await accepted(two.id), await requested(three.id)]
    await act(ids[2] ?? '', 'cancel', pia)
    for (const id of ids) expect([(await rescue(id)).status, (await want(id)).status]).toEqual([404, 404])
  })

  test('when the time is over nothing is offered, and no search is kept', async () => {
    const { id, at } = await lose(remove)
    await passing(at, 100)
    const until = Date.parse(at) - t.clock.now().getTime()
    await later(until + HOUR, async () => {
      const { body } = await rescue(id, await signedInAgain(t.db.kysely, pia))
      expect([body.rides.length, body.planner.name]).toEqual([1, 'Entur'])
      // The planner starts now, not an hour ago.
      expect(Number(new URL(body.planner.url).searchParams.get('date'))).toBeGreaterThan(Date.parse(at))
    })
    await later(until + 3 * HOUR + 2 * MINUTE, async () => {
      const as = await signedInAgain(t.db.kysely, pia)
      expect((await rescue(id, as)).body).toEqual({ rides: [], planner: null, wanted: null })
      expect(await want(id, as)).toMatchObject({ status: 409, body: { code: 'ride_departed' } })
    })
  })

  test('where a place is unknown there is nothing to offer', async () => {
    const ride = await publish({ start_location: 'Hytta vår', stops: [] })
    const id = await accepted(ride.id)
    await remove(id)
    expect((await rescue(id)).body).toEqual({ rides: [], planner: null, wanted: null })
    expect(await want(id)).toMatchObject({ status: 422, body: { fields: { from: 'unknown_place' } } })
  })

  test('a request that an edit of the route has ended keeps its own section', async () => {
    const ride = await publish()
    const id = await requested(ride.id, pia, { from_position: 1, to_position: 3 })
    expect((await edit(ride.id, { start_location: 'Oslo', stops: ['Gjøvik'] })).status).toBe(200)
    const instead = await passing(ride.route[1].passes_at, 30)
    expect(await idsOf(id)).toEqual([instead])
    expect((await want(id)).body).toMatchObject({ from: 'Hamar', to: 'Trondheim' })
  })
})

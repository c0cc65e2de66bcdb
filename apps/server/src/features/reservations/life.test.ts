/** The life of a reservation over the API: requested, decided, withdrawn and ended; other trips at its time; and the lists that show it. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import { addReservation } from '../../../test/reservations.ts'
import { addRide } from '../../../test/rides.ts'
import {
  accepted,
  act,
  asDriver,
  bare,
  call,
  driver,
  edit,
  later,
  moved,
  newKinds,
  newNotifications,
  ola,
  own,
  pia,
  publish,
  request,
  requested,
  seatsFree,
  setUpReservations,
  skipNotifications,
  t,
} from '../../../test/reservation-fixtures.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'

const HOUR = 3_600_000

describe.each([usualKind])('on the %s database', (kind) => {
  setUpReservations(kind)

  test('the driver is notified of a request and the passenger of the decision, with first names, section and reason', async () => {
    await skipNotifications()
    const ride = await publish()
    const id = await requested(ride.id, pia, { from_position: 1, to_position: 3, seats_requested: 2 })
    const section = { from: 'Hamar', to: 'Trondheim', departure_time: ride.route[1].passes_at, seats: 2 }
    const received = { name: 'Pia', ...section, until: expect.any(String) as string }
    expect(await newNotifications(driver)).toEqual([
      { kind: 'request_received', params: received, path: '/my-rides?tab=rides' },
    ])
    const response = await act(id, 'reject', driver, { reason: ' Bilen er full av ski \n' })
    expect(response.body).toMatchObject({ status: 'rejected', ended_by: 'driver', end_reason: 'Bilen er full av ski' })
    const params = { name: 'Dag', ...section, reservation_id: id, reason: 'Bilen er full av ski' }
    expect(await newNotifications(pia)).toEqual([{ kind: 'request_rejected', params, path: `/rides/${ride.id}` }])
    expect(await own(id)).toMatchObject({ status: 'rejected', ended_by: 'driver', end_reason: 'Bilen er full av ski' })

    const second = await requested(ride.id)
    await act(second, 'accept', driver)
    expect((await act(second, 'accept', driver)).body).toMatchObject({ status: 'accepted', ended_by: null })
    expect(await newKinds(pia)).toEqual(['request_accepted'])
    expect(await newKinds(driver)).toEqual(['request_received'])
  })

  test('a passenger withdraws pending and accepted reservations: the seats are free at once, and a new request may follow (15, 17)', async () => {
    const ride = await publish()
    const pending = await requested(ride.id)
    expect((await act(pending, 'cancel', pia)).body).toMatchObject({ status: 'cancelled', ended_by: 'passenger' })
    expect(await seatsFree(ride.id)).toBe(4)
    const id = await accepted(ride.id, pia, { seats_requested: 2 })
    expect(await seatsFree(ride.id)).toBe(2)
    await skipNotifications()
    const first = await act(id, 'cancel', pia, { reason: 'Syk' })
    const ended = { status: 'cancelled', ended_by: 'passenger', end_reason: 'Syk', contact: null }
    expect(first).toMatchObject({ status: 200, body: ended })
    expect(await seatsFree(ride.id)).toBe(4)
    const again = await act(id, 'cancel', pia, { reason: 'Noe annet' })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await newNotifications(driver)).toMatchObject([
      { kind: 'reservation_withdrawn', params: { name: 'Pia', reason: 'Syk', seats: 2 }, path: '/my-rides?tab=rides' },
    ])
    for (const one of [pending, id]) expect(await asDriver(ride.id, one)).toMatchObject({ ended_by: 'passenger' })
    await requested(ride.id)
  })

  test('only the passenger withdraws or confirms, and only before departure', async () => {
    const ride = await publish({ inHours: 1 })
    const id = await accepted(ride.id)
    for (const [verb, body] of [
      ['cancel', {}],
      ['confirm', { ride_version: 1 }],
    ] as const) {
      const foreign = [await act(id, verb, ola, body), await act(id, verb, driver, body)]
      const absent = await act(randomUUID(), verb, ola, body)
      expect(absent.status).toBe(404)
      for (const response of foreign) expect(bare(response)).toBe(bare(absent))
      const late = await later(2 * HOUR, () => act(id, verb, pia, body))
      expect([late.status, late.body.code]).toEqual([409, 'ride_departed'])
    }
  })

  test('a request for an earlier version of the ride is refused', async () => {
    const ride = await publish()
    await edit(ride.id, { notes: 'Vi møtes ved Shell' })
    const stale = await request(ride.id, pia, { ride_version: 1 })
    expect([stale.status, stale.body.code]).toEqual([409, 'ride_changed'])
    expect((await request(ride.id, pia, { ride_version: 2 })).status).toBe(201)
  })

  test('a block ends pending reservations; the other side sees and gets a rejection or a withdrawal (32)', async () => {
    const [bo, per] = [await addPerson(t.db.kysely, { name: 'Bo' }), await addPerson(t.db.kysely, { name: 'Per' })]
    const ride = await publish()
    const [id, kept, other] = [await requested(ride.id, bo), await requested(ride.id, per), await accepted(ride.id)]
    await skipNotifications()
    for (let i = 0; i < 2; i++) expect((await call('PUT', `/me/blocks/${bo.id}`, driver)).status).toBe(200)
    await call('PUT', `/me/blocks/${driver.id}`, per)
    expect(await own(id, bo)).toMatchObject({ status: 'rejected', ended_by: 'driver', end_reason: null })
    expect(await own(kept, per)).toMatchObject({ status: 'cancelled', ended_by: 'passenger' })
    const kinds = [await newKinds(bo), await newKinds(per), await newKinds(driver)]
    expect(kinds).toEqual([['request_rejected'], [], ['reservation_withdrawn']])
    expect(await asDriver(ride.id, kept)).toMatchObject({ status: 'cancelled', ended_by: 'passenger' })
    expect((await call('GET', '/me/rides', driver)).text).not.toContain('"block"')
    expect((await act(other, 'cancel', pia)).status).toBe(200)
  })

  test('one seat serves two passengers on different sections; a third stays pending (13, 16)', async () => {
    const ride = await publish({ total_seats: 1 })
    const [eva, per] = [await addPerson(t.db.kysely, { name: 'Eva' }), await addPerson(t.db.kysely, { name: 'Per' })]
    const [ab, bd, ac] = [
      await requested(ride.id, pia, { from_position: 0, to_position: 1 }),
      await requested(ride.id, eva, { from_position: 1, to_position: 3 }),
      await requested(ride.id, per, { from_position: 0, to_position: 2 }),
    ]
    expect((await act(ab, 'accept', driver)).status).toBe(200)
    expect((await act(bd, 'accept', driver)).status).toBe(200)
    const full = await act(ac, 'accept', driver)
    expect([full.status, full.body.code]).toEqual([409, 'not_enough_seats'])
    expect(await own(ac, per)).toMatchObject({ status: 'pending' })
    expect(await seatsFree(ride.id)).toBe(0)
  })

  const requestOnce = (ride: string, as: TestPerson, body = {}) =>
    request(ride, as, { accept_overlap: undefined, ...body })

  test('a request that overlaps with another trip is refused unless the passenger accepts the overlap', async () => {
    const eva = await addPerson(t.db.kysely, { name: 'Eva' })
    const [first, second] = [await publish(), await publish({ inHours: 50 })]
    await requested(first.id, eva, { from_position: 0, to_position: 2 })
    const refused = await requestOnce(second.id, eva)
    expect([refused.status, refused.body.code]).toEqual([409, 'overlapping_ride'])
    const { departure_time, route } = first
    expect(refused.body.params).toEqual({ from: 'Oslo', to: 'Lillehammer', departure_time })
    expect(Date.parse(route[2].passes_at)).toBeGreaterThan(Date.parse(second.departure_time))
    expect((await requestOnce(second.id, eva, { accept_overlap: false })).status).toBe(409)
    expect((await requestOnce(second.id, eva, { accept_overlap: true })).status).toBe(201)
  })

  test('a trip that departs when another arrives does not overlap', async () => {
    const eva = await addPerson(t.db.kysely, { name: 'Eva' })
    const there = await publish()
    const back = await publish(moved(there, 7 * 60))
    await requested(there.id, eva)
    expect((await requestOnce(back.id, eva)).status).toBe(201)
  })

  test('an own ride overlaps; cancelled rides and withdrawn or rejected requests do not', async () => {
    const eva = await addPerson(t.db.kysely, { name: 'Eva' })
    const [mine, others, third] = [await publish({ start_location: 'Moss' }, eva), await publish(), await publish()]
    expect((await requestOnce(others.id, eva)).body).toMatchObject({
      code: 'overlapping_ride',
      params: { from: 'Moss', to: 'Trondheim' },
    })
    await call('POST', `/rides/${mine.id}/cancel`, eva)
    const id = (await requestOnce(others.id, eva)).body.id
    expect((await requestOnce(third.id, eva)).body.code).toBe('overlapping_ride')
    await act(id, 'cancel', eva)
    const refused = (await requestOnce(third.id, eva)).body.id
    await act(refused, 'reject', driver)
    expect((await requestOnce(others.id, eva)).status).toBe(201)
  })

  test('of four overlapping requests at the same moment one is stored', async () => {
    for (let round = 0; round < 4; round++) {
      const eva = await addPerson(t.db.kysely, { name: 'Eva' })
      const rides = await Promise.all([publish(), publish({}, ola), publish(), publish({}, ola)])
      const responses = await Promise.all(rides.map(({ id }) => requestOnce(id, eva)))
      const codes = responses.map(({ status, body }) => (status === 201 ? 'stored' : body.code))
      expect(codes.filter((code) => code === 'stored')).toHaveLength(1)
      expect(codes.filter((code) => code === 'overlapping_ride')).toHaveLength(3)
    }
  }, 30_000)

  test('the driver sees the own rating of a passenger, and who can be rated', async () => {
    const eva = await addPerson(t.db.kysely, { name: 'Eva' })
    const ride = await publish({ inHours: 1 }, eva)
    const id = await requested(ride.id)
    await act(id, 'accept', eva)
    const row = () => asDriver(ride.id, id, eva)
    expect(await row()).toMatchObject({ id, can_rate: false, own_rating: null })
    await later(2 * HOUR, async () => {
      expect(await row()).toMatchObject({ can_rate: true, own_rating: null, awaits_confirmation: false })
      expect((await call('POST', `/reservations/${id}/rating`, eva, { rating: 8 })).status).toBe(201)
      expect(await row()).toMatchObject({ can_rate: false, own_rating: 8 })
      expect(await own(id)).toMatchObject({ can_rate: true, own_rating: null })
    })
  })

  test('both lists come in pages of fifty without gaps, and a page begins at an own item only', async () => {
    const [eva, per] = [await addPerson(t.db.kysely, { name: 'Eva' }), await addPerson(t.db.kysely, { name: 'Per' })]
    for (let i = 0; i < 53; i++) {
      // Some share their departure: the order must not depend on it.
      const departure = new Date(t.clock.now().getTime() + (100 + Math.floor(i / 5)) * HOUR)
      const ride_id = await addRide(t.db, { driverId: eva.id, route: ['Moss', 'Oslo'], departure })
      await addReservation(t.db.kysely, { ride_id, passenger_id: per.id })
    }
    await t.db.kysely.updateTable('profile').set({ is_driver: true }).where('id', '=', eva.id).execute()
    await sql`update ride set created_at = app_now() where driver_id = ${eva.id}`.execute(t.db.kysely)
    for (const [path, as] of [
      ['/me/reservations', per],
      ['/me/rides', eva],
    ] as const) {
      const first = (await call('GET', path, as)).body
      expect([first.items.length, typeof first.next_cursor]).toEqual([50, 'string'])
      const second = (await call('GET', `${path}?cursor=${first.next_cursor}`, as)).body
      expect([second.items.length, second.next_cursor]).toEqual([3, null])
      const all = [...first.items, ...second.items]
      expect(new Set(all.map(({ id }) => id)).size).toBe(53)
      const order = all.map((it) => Date.parse(path === '/me/rides' ? it.departure_time : it.created_at))
      expect(order).toEqual(order.toSorted((a, b) => b - a))
      // Another person's item begins no page.
      expect((await call('GET', `${path}?cursor=${first.next_cursor}`, ola)).body.items).toEqual([])
      for (const cursor of ['x', 'undefined', `${first.next_cursor}'`, ''])
        expect([cursor, (await call('GET', `${path}?cursor=${encodeURIComponent(cursor)}`, as)).body.fields]).toEqual([
          cursor,
          { cursor: 'invalid' },
        ])
    }
  }, 60_000)
})

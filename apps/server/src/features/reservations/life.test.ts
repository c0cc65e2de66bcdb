/** The life of a reservation over the API: requested, decided, withdrawn and ended; and the lists that show it. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../../test/database.ts'
import { farAhead } from '../../../test/reservations.ts'
import { addRide } from '../../../test/rides.ts'
import {
  accepted,
  act,
  call,
  driver,
  edit,
  later,
  newKinds,
  newNotifications,
  ola,
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
import { findViolations } from '#platform/db/invariants'
import { insertReservation } from './store.ts'

const HOUR = 3_600_000

describe.each(databaseKinds)('on the %s database', (kind) => {
  setUpReservations(kind)

  test('the driver is notified of a request and the passenger of the decision, with first names, section and reason', async () => {
    await skipNotifications()
    const ride = await publish()
    const id = await requested(ride.id, pia, { from_position: 1, to_position: 3, seats_requested: 2 })
    const section = { from: 'Hamar', to: 'Trondheim', departure_time: ride.route[1].passes_at, seats: 2 }
    expect(await newNotifications(driver)).toEqual([
      {
        kind: 'request_received',
        params: { name: 'Pia', ...section, until: expect.any(String) as string },
        path: '/my-rides?tab=rides',
      },
    ])
    const response = await act(id, 'reject', driver, { reason: ' Bilen er full av ski \n' })
    expect(response.body).toMatchObject({ status: 'rejected', ended_by: 'driver', end_reason: 'Bilen er full av ski' })
    const params = { name: 'Dag', ...section, reservation_id: id, reason: 'Bilen er full av ski' }
    expect(await newNotifications(pia)).toEqual([{ kind: 'request_rejected', params, path: `/rides/${ride.id}` }])
    const [own] = (await call('GET', '/me/reservations', pia)).body.items
    expect(own).toMatchObject({ id, status: 'rejected', ended_by: 'driver', end_reason: 'Bilen er full av ski' })

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
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'cancelled', ended_by: 'passenger', end_reason: 'Syk', contact: null },
    })
    expect(await seatsFree(ride.id)).toBe(4)
    const again = await act(id, 'cancel', pia, { reason: 'Noe annet' })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await newNotifications(driver)).toMatchObject([
      { kind: 'reservation_withdrawn', params: { name: 'Pia', reason: 'Syk', seats: 2 }, path: '/my-rides?tab=rides' },
    ])
    const [own] = (await call('GET', '/me/rides', driver)).body.items.filter((it: { id: string }) => it.id === ride.id)
    expect(own.reservations.map((it: { ended_by: string }) => it.ended_by)).toEqual(['passenger', 'passenger'])
    await requested(ride.id)
  })

  test('only the passenger withdraws or confirms, and only before departure', async () => {
    const ride = await publish({ inHours: 1 })
    const id = await accepted(ride.id)
    const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    for (const [verb, body] of [
      ['cancel', {}],
      ['confirm', { ride_version: 1 }],
    ] as const) {
      const foreign = [await act(id, verb, ola, body), await act(id, verb, driver, body)]
      const absent = await act(randomUUID(), verb, ola, body)
      expect(absent.status).toBe(404)
      for (const response of foreign) expect(bare(response.text)).toBe(bare(absent.text))
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

  test('eight requests with the same key are stored once', async () => {
    await skipNotifications()
    const ride = await publish()
    const headers = { 'idempotency-key': randomUUID() }
    const responses = await Promise.all(Array.from({ length: 8 }, () => request(ride.id, pia, {}, headers)))
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1)
    const other = await request(ride.id, pia)
    expect([other.status, other.body.code]).toEqual([409, 'already_reserved'])
    expect(await newKinds(driver)).toEqual(['request_received'])
  })

  test('a block ends pending reservations; the other side sees and gets a rejection or a withdrawal (32)', async () => {
    const [bo, per] = [await addPerson(t.db.kysely, { name: 'Bo' }), await addPerson(t.db.kysely, { name: 'Per' })]
    const ride = await publish()
    const [id, kept, other] = [await requested(ride.id, bo), await requested(ride.id, per), await accepted(ride.id)]
    await skipNotifications()
    for (let i = 0; i < 2; i++) expect((await call('PUT', `/me/blocks/${bo.id}`, driver)).status).toBe(200)
    await call('PUT', `/me/blocks/${driver.id}`, per)
    const shown = async (as: TestPerson) => (await call('GET', '/me/reservations', as)).body.items[0]
    expect(await shown(bo)).toMatchObject({ id, status: 'rejected', ended_by: 'driver', end_reason: null })
    expect(await shown(per)).toMatchObject({ id: kept, status: 'cancelled', ended_by: 'passenger' })
    const kinds = [await newKinds(bo), await newKinds(per), await newKinds(driver)]
    expect(kinds).toEqual([['request_rejected'], [], ['reservation_withdrawn']])
    const { body } = await call('GET', '/me/rides', driver)
    const requests = body.items.find((item: { id: string }) => item.id === ride.id).reservations
    expect(requests).toContainEqual(expect.objectContaining({ id: kept, status: 'cancelled', ended_by: 'passenger' }))
    expect(JSON.stringify(body)).not.toContain('"block"')
    expect((await act(other, 'cancel', pia)).status).toBe(200)
  })

  test('every action in every state changes a reservation only as listed (I-08)', async () => {
    const steps = { accept: driver, reject: driver, cancel: pia } as const
    type Verb = keyof typeof steps
    const before: [state: string, verbs: Verb[]][] = [
      ['pending', []],
      ['accepted', ['accept']],
      ['rejected', ['reject']],
      ['cancelled', ['cancel']],
      ['cancelled', ['accept', 'cancel']],
    ]
    const expected: Record<string, Record<Verb, string>> = {
      pending: { accept: 'accepted', reject: 'rejected', cancel: 'cancelled' },
      accepted: { accept: 'accepted', reject: 'reservation_closed', cancel: 'cancelled' },
      rejected: { accept: 'reservation_closed', reject: 'rejected', cancel: 'reservation_closed' },
      cancelled: { accept: 'reservation_closed', reject: 'reservation_closed', cancel: 'cancelled' },
    }
    for (const [state, verbs] of before) {
      for (const verb of ['accept', 'reject', 'cancel'] as const) {
        const ride = await publish()
        const id = await requested(ride.id)
        for (const step of verbs) expect((await act(id, step, steps[step])).status).toBe(200)
        const { status, body } = await act(id, verb, steps[verb])
        expect([state, verb, status === 200 ? body.status : body.code]).toEqual([state, verb, expected[state]?.[verb]])
        expect(await seatsFree(ride.id)).toBe(
          body.status === 'accepted' || (state === 'accepted' && status !== 200) ? 3 : 4,
        )
      }
    }
    expect(await findViolations(t.db.kysely)).toEqual([])
  }, 30_000)

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
    const [waiting] = (await call('GET', '/me/reservations', per)).body.items
    expect(waiting).toMatchObject({ id: ac, status: 'pending' })
    expect(await seatsFree(ride.id)).toBe(0)
  })

  test('the driver sees the own rating of a passenger, and who can be rated', async () => {
    const eva = await addPerson(t.db.kysely, { name: 'Eva' })
    const ride = await publish({ inHours: 1 }, eva)
    const id = await requested(ride.id)
    await act(id, 'accept', eva)
    const row = async () => (await call('GET', '/me/rides', eva)).body.items[0].reservations[0]
    expect(await row()).toMatchObject({ id, can_rate: false, own_rating: null })
    await later(2 * HOUR, async () => {
      expect(await row()).toMatchObject({ can_rate: true, own_rating: null, awaits_confirmation: false })
      expect((await call('POST', `/reservations/${id}/rating`, eva, { rating: 8 })).status).toBe(201)
      expect(await row()).toMatchObject({ can_rate: false, own_rating: 8 })
      const [own] = (await call('GET', '/me/reservations', pia)).body.items
      expect(own).toMatchObject({ id, can_rate: true, own_rating: null })
    })
  })

  test('both lists come in pages of fifty without gaps, and a page begins at an own item only', async () => {
    const [eva, per] = [await addPerson(t.db.kysely, { name: 'Eva' }), await addPerson(t.db.kysely, { name: 'Per' })]
    const section = {
      from_position: 0,
      to_position: 1,
      seats_requested: 1,
      message: null,
      price: 300,
      answer_by: farAhead,
    }
    for (let i = 0; i < 53; i++) {
      // Some share their departure: the order must not depend on it.
      const departure = new Date(t.clock.now().getTime() + (100 + Math.floor(i / 5)) * HOUR)
      const ride_id = await addRide(t.db, { driverId: eva.id, route: ['Moss', 'Oslo'], departure })
      await insertReservation(t.db.kysely, { ride_id, passenger_id: per.id, ...section })
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

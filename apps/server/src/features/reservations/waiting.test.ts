import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { waitingMax } from '@samtur/contract/constants'
import { usualKind } from '../../../test/database.ts'
import {
  accepted,
  act,
  call,
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
  publish,
  request,
  requested,
  rideOf,
  seatsFree,
  setUpReservations,
  skipNotifications,
  t,
} from '../../../test/reservation-fixtures.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { clockOf } from '#platform/clock'
import { notifyDue, settleLists } from './jobs.ts'
import { removeOldEntries } from './store-waiting.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const join = (ride: string, as: TestPerson, body: object = {}) =>
  call('POST', `/rides/${ride}/waiting-list`, as, { seats_requested: 1, ...body })
const leave = (ride: string, as: TestPerson) => call('DELETE', `/rides/${ride}/waiting-list`, as)
const take = (id: string, as: TestPerson, body: object = {}) =>
  call('POST', `/waiting-list/${id}/take`, as, { accept_overlap: true, ...body })
const listOf = async (as: TestPerson) => (await call('GET', '/me/waiting-list', as)).body.items
const settle = () => settleLists({ ...t.app.parts, origin: t.app.origin })
const person = (name: string) => addPerson(t.db.kysely, { name })

describe.each([usualKind])('on the %s database', (kind) => {
  setUpReservations(kind)

  /** Publishes a full ride; returns it with the reservation of its only passenger, Ola. */
  async function full(changes: object = {}, seats = 1) {
    const ride = await publish({ total_seats: seats, ...changes })
    const reservation = await accepted(ride.id, ola, { seats_requested: seats })
    await skipNotifications()
    return { ...ride, reservation } as { id: string; reservation: string; departure_time: string; arrival_time: string }
  }

  /** Joins the list; returns the id of the place. */
  async function joined(ride: string, as: TestPerson, body: object = {}) {
    const response = await join(ride, as, body)
    expect([response.status, response.text]).toMatchObject([201, expect.any(String)])
    return response.body.id as string
  }

  /** Returns how many mails about an offer wait for Pia. */
  const mails = async () =>
    (await sql`select from outbox where recipient = ${pia.email} and kind = 'notifications.seat_offered'`.execute(t.db.kysely)).rows.length // prettier-ignore

  test('a person waits for a full ride, is offered the seat that comes free, and takes it with a request that stands first', async () => {
    const ride = await full()
    expect(await rideOf(ride.id, pia)).toMatchObject({ bookable: false, can_wait: true })
    const response = await join(ride.id, pia)
    expect(response.body).toMatchObject({ state: 'waiting', place_in_line: 1, offer_until: null, instant: false })
    const { id } = response.body
    expect(await rideOf(ride.id, pia)).toMatchObject({ can_wait: false, waiting: { id, state: 'waiting' } })
    expect((await call('GET', '/me/rides', driver)).body.items[0]).toMatchObject({ waiting: 1, held_seats: 0 })

    await act(ride.reservation, 'cancel', ola)
    // The seat is held: nobody else can request it or sees it.
    expect(await seatsFree(ride.id)).toBe(0)
    expect((await request(ride.id, await person('Nils'))).body.code).toBe('not_enough_seats')
    const [offer] = await listOf(pia)
    expect(offer).toMatchObject({ id, state: 'offered', place_in_line: null })
    expect(Date.parse(offer.offer_until) - Date.parse(offer.offer_from)).toBe(2 * HOUR)
    const params = { name: 'Dag', seats: 1, until: offer.offer_until }
    expect(await newNotifications(pia)).toMatchObject([{ kind: 'seat_offered', params, path: '/reservations' }])
    expect((await call('GET', '/me/rides', driver)).body.items[0]).toMatchObject({ waiting: 1, held_seats: 1 })

    await skipNotifications()
    const taken = await take(id, pia, { message: 'Endelig!' })
    expect(taken.body).toMatchObject({ status: 'pending', holds_seats: true, message: 'Endelig!' })
    expect(await newKinds(driver)).toEqual(['request_received'])
    expect(await seatsFree(ride.id)).toBe(0)
    expect((await call('GET', '/me/rides', driver)).body.items[0]).toMatchObject({ waiting: 0, held_seats: 0 })
    expect((await take(id, pia)).body.id).toBe(taken.body.id)
    expect((await act(taken.body.id, 'accept', driver)).body).toMatchObject({ status: 'accepted', holds_seats: false })
    expect(await seatsFree(ride.id)).toBe(0)
  })

  test('a rejected, withdrawn or unanswered request from the list passes the seat on', async () => {
    const endings = {
      reject: (id: string) => act(id, 'reject', driver),
      cancel: (id: string) => act(id, 'cancel', pia),
      expire: () => later(13 * HOUR, () => notifyDue({ ...t.app.parts, origin: t.app.origin })),
    }
    for (const [name, end] of Object.entries(endings)) {
      const next = await person('Neste')
      const ride = await full()
      const [first] = [await joined(ride.id, pia), await joined(ride.id, next)]
      await act(ride.reservation, 'cancel', ola)
      const { id } = (await take(first, pia)).body
      expect([name, (await listOf(next))[0].state]).toEqual([name, 'waiting'])
      await end(id)
      expect([name, (await listOf(next))[0].state]).toEqual([name, 'offered'])
      expect(await seatsFree(ride.id)).toBe(0)
    }
  })

  test('the taken seats are held for a quarter of the time until departure, which nobody chooses, and less once it is moved forward', async () => {
    const ride = await full({ inHours: 40 })
    const id = await joined(ride.id, pia)
    await act(ride.reservation, 'cancel', ola)
    const chosen = await take(id, pia, { answer_within_hours: 48 })
    expect(chosen.body.fields).toEqual({ answer_within_hours: 'unknown_field' })
    const { body } = await take(id, pia)
    const left = async () => (Date.parse((await own(body.id)).answer_by) - t.clock.now().getTime()) / HOUR
    expect(await left()).toBeCloseTo(10, 1)
    expect((await edit(ride.id, moved(ride, -30 * 60))).status).toBe(200)
    expect(await left()).toBeCloseTo(2.5, 1)
  })

  test('on an instant ride taking the offer gives the seat at once', async () => {
    const ride = await publish({ total_seats: 1, instant_booking: 'all' })
    const { id: reservation } = (await request(ride.id, ola)).body
    const id = await joined(ride.id, pia)
    await act(reservation, 'cancel', ola)
    expect((await listOf(pia))[0].instant).toBe(true)
    await skipNotifications()
    expect((await take(id, pia)).body).toMatchObject({ status: 'accepted', holds_seats: false, answer_by: null })
    expect(await newKinds(driver)).toEqual(['seats_booked'])
    expect(await newKinds(pia)).toEqual(['request_accepted'])
  })

  test('two seats free: the first wants three and keeps the place, the second gets the two', async () => {
    const second = await person('Berit')
    const other = await publish({ total_seats: 4 })
    const half = await accepted(other.id, ola, { seats_requested: 2 })
    await accepted(other.id, await person('Stein'), { seats_requested: 2 })
    await joined(other.id, pia, { seats_requested: 3 })
    await joined(other.id, second, { seats_requested: 2 })
    await act(half, 'cancel', ola)
    expect((await listOf(second))[0]).toMatchObject({ state: 'offered' })
    expect((await listOf(pia))[0]).toMatchObject({ state: 'waiting', place_in_line: 1 })
  })

  test('sections are offered by themselves: one seat for two people who follow each other', async () => {
    const ride = await full()
    await joined(ride.id, pia, { from_position: 0, to_position: 1 })
    const second = await person('Berit')
    await joined(ride.id, second, { from_position: 1, to_position: 3 })
    await act(ride.reservation, 'cancel', ola)
    expect((await listOf(pia))[0].state).toBe('offered')
    expect((await listOf(second))[0].state).toBe('offered')
  })

  test('an offer that is not taken lapses and goes to the next; nobody is offered the same seats twice', async () => {
    const next = await person('Neste')
    const ride = await full()
    const first = await joined(ride.id, pia)
    await joined(ride.id, next)
    await act(ride.reservation, 'cancel', ola)
    await skipNotifications()
    await newNotifications(next)
    await later(119 * MINUTE, settle)
    expect((await listOf(next))[0].state).toBe('waiting')
    t.clock.advance(121 * MINUTE)
    // Before the job has run, the offer looks lapsed and cannot be taken.
    expect((await listOf(pia))[0].state).toBe('lapsed')
    expect((await take(first, pia)).body.code).toBe('offer_closed')
    expect((await rideOf(ride.id, pia)).waiting).toBeNull()
    expect(await settle()).toBe(true)
    expect(await settle()).toBe(false)
    expect((await listOf(next))[0].state).toBe('offered')
    expect(await newKinds(pia)).toEqual(['seat_lapsed'])
    expect(await newKinds(next)).toEqual(['seat_offered'])
    // The list is open to the first again, at its end.
    expect((await join(ride.id, pia)).body).toMatchObject({ state: 'waiting' })
  })

  test('an offer of the night holds the seat at once and is in the list; it begins at seven, when the mail follows', async () => {
    // Midnight.
    t.clock.advance(14 * HOUR)
    const ride = await full({ inHours: 72 })
    const id = await joined(ride.id, pia)
    await act(ride.reservation, 'cancel', ola)
    const [offer] = await listOf(pia)
    expect([clockOf(new Date(offer.offer_from)), clockOf(new Date(offer.offer_until))]).toEqual(['07:00', '09:00'])
    expect(await seatsFree(ride.id)).toBe(0)
    expect(await newKinds(pia)).toEqual(['seat_offered'])
    const before = await mails()
    await settle()
    expect(await mails()).toBe(before)
    await later(8 * HOUR, settle)
    expect(await mails()).toBe(before + 1)
    await later(8.1 * HOUR, settle)
    expect([await mails(), await newKinds(pia)]).toEqual([before + 1, []])
    // Who is awake may take it before.
    expect((await take(id, pia)).status).toBe(200)
  })

  test('who requests seats, leaves, or is accepted elsewhere', async () => {
    const ride = await full({}, 2)
    const [first, second] = [await joined(ride.id, pia, { seats_requested: 2 }), await person('Berit')]
    await joined(ride.id, second)
    // An own other trip at that time is a warning, and asked about once when taking.
    const other = await publish()
    await accepted(other.id, pia)
    expect((await listOf(pia))[0].overlap).toMatchObject({ from: 'Oslo' })
    await act(ride.reservation, 'cancel', ola)
    const refused = await call('POST', `/waiting-list/${first}/take`, pia, {})
    expect(refused.body).toMatchObject({ code: 'overlapping_ride', params: { from: 'Oslo' } })
    expect((await leave(ride.id, pia)).body.state).toBe('left')
    expect((await leave(ride.id, pia)).body.state).toBe('left')
    expect((await take(first, pia)).body.code).toBe('offer_closed')
    // Both seats were held for Pia; one goes to the next, the other is free.
    expect((await listOf(second))[0].state).toBe('offered')
    expect(await seatsFree(ride.id)).toBe(1)
    expect((await leave(ride.id, await person('Fremmed'))).status).toBe(404)
    // A request in place of the offer ends the place and gives its seat to others.
    expect((await request(ride.id, second, { seats_requested: 2 })).body.status).toBe('pending')
    expect(await listOf(second)).toEqual([])
    expect(await seatsFree(ride.id)).toBe(2)
  })

  test('a list refuses with the reason', async () => {
    const ride = await full({}, 2)
    const code = async (as: TestPerson, body: object = {}, id = ride.id) => (await join(id, as, body)).body.code
    expect(await code(driver)).toBe('own_ride')
    expect(await code(ola)).toBe('already_reserved')
    await joined(ride.id, pia)
    expect(await code(pia)).toBe('already_waiting')
    expect((await join(ride.id, await person('Nils'), { seats_requested: 3 })).body.fields).toEqual({
      seats_requested: 'out_of_range',
    })
    const open = await publish({ total_seats: 2 })
    expect((await join(open.id, pia)).body).toMatchObject({ code: 'seats_available', params: { available: 2 } })
    const blocked = await person('Bo')
    await call('PUT', `/me/blocks/${blocked.id}`, driver)
    expect(await code(blocked)).toBe('not_bookable')
    const gone = await full()
    await cancel(gone.id)
    expect(await code(pia, {}, gone.id)).toBe('ride_cancelled')
    const eager = await person('Ivrig')
    for (let i = 0; i < waitingMax; i++) await joined((await full()).id, eager)
    expect(await code(eager, {}, (await full()).id)).toBe('too_many_waiting')
  })

  test('a block ends the places between the two, and what was held goes to the next', async () => {
    const next = await person('Neste')
    const ride = await full()
    await joined(ride.id, pia)
    await joined(ride.id, next)
    await act(ride.reservation, 'cancel', ola)
    await skipNotifications()
    await call('PUT', `/me/blocks/${driver.id}`, pia)
    expect((await listOf(pia))[0].state).toBe('ended')
    expect((await listOf(next))[0].state).toBe('offered')
    expect(await newKinds(driver)).toEqual([])
    expect(await newKinds(pia)).toEqual([])
  })

  test('a cancelled ride and another route end the list with a notification; at another time it follows', async () => {
    const ride = await full()
    await joined(ride.id, pia)
    await act(ride.reservation, 'cancel', ola)
    await skipNotifications()
    expect((await edit(ride.id, moved(ride, 60))).status).toBe(200)
    expect((await listOf(pia))[0].state).toBe('offered')
    expect((await edit(ride.id, { stops: ['Hønefoss'] })).status).toBe(200)
    expect((await listOf(pia))[0].state).toBe('ended')
    expect(await newKinds(pia)).toEqual(['waiting_ended'])
    expect(await seatsFree(ride.id)).toBe(1)

    const second = await full()
    const place = await joined(second.id, pia)
    await act(second.reservation, 'cancel', ola)
    const { id: held } = (await take(place, pia)).body
    expect((await edit(second.id, { stops: ['Hønefoss'] })).status).toBe(200)
    expect(await own(held)).toMatchObject({ status: 'cancelled', ended_by: 'route_changed' })
    expect(await seatsFree(second.id)).toBe(1)

    const third = await full()
    await joined(third.id, pia)
    await skipNotifications()
    await cancel(third.id)
    expect(await newKinds(pia)).toEqual(['waiting_ended'])
    expect(await newKinds(ola)).toEqual(['ride_cancelled'])
  })

  test('a driver cannot lower the seats below those that an offer holds, and more seats are offered', async () => {
    const ride = await full({}, 2)
    await joined(ride.id, pia, { seats_requested: 2 })
    expect((await edit(ride.id, { total_seats: 3 })).status).toBe(200)
    expect((await listOf(pia))[0].state).toBe('waiting')
    expect((await edit(ride.id, { total_seats: 4 })).status).toBe(200)
    expect((await listOf(pia))[0].state).toBe('offered')
    expect((await edit(ride.id, { total_seats: 3 })).body).toMatchObject({ code: 'seats_taken', params: { needed: 4 } })
  })

  test('an offer is taken at the price and the times that the person has seen', async () => {
    const ride = await full({ price: 200 })
    const id = await joined(ride.id, pia)
    await act(ride.reservation, 'cancel', ola)
    const { version } = (await listOf(pia))[0].ride
    expect((await edit(ride.id, { price: 210 })).body.fields).toEqual({ price: 'only_down' })
    expect((await edit(ride.id, moved(ride, 60))).status).toBe(200)
    expect((await take(id, pia, { ride_version: version })).body.code).toBe('ride_changed')
    expect((await take(id, pia, { ride_version: version + 1 })).body.status).toBe('pending')
  })

  test('an offer of the night counts at once when the ride is moved so that it departs in the morning', async () => {
    t.clock.advance(14 * HOUR)
    const ride = await full()
    await joined(ride.id, pia)
    await act(ride.reservation, 'cancel', ola)
    expect(await newKinds(pia)).toEqual(['seat_offered'])
    const departs = t.clock.now().getTime() + 6 * HOUR
    const minutes = (departs - Date.parse(ride.departure_time)) / MINUTE
    expect((await edit(ride.id, moved(ride, minutes))).status).toBe(200)
    const [offer] = await listOf(pia)
    // A quarter of six hours, less the moment that the change takes.
    const length = Date.parse(offer.offer_until) - Date.parse(offer.offer_from)
    expect(Math.round(length / MINUTE)).toBe(90)
    expect(await mails()).toBe(1)
  })

  test('a person whose offer has lapsed joins again before the job has written that', async () => {
    const ride = await full()
    const next = await person('Neste')
    await joined(ride.id, pia)
    await joined(ride.id, next)
    await act(ride.reservation, 'cancel', ola)
    await later(121 * MINUTE, async () => {
      expect((await join(ride.id, pia)).body).toMatchObject({ state: 'waiting', place_in_line: 1 })
      expect((await listOf(next))[0].state).toBe('offered')
    })
  })

  test('an accepted detour moves the places behind the new stop', async () => {
    const way = { start_location: 'København', stops: [], end_location: 'Aarhus', total_seats: 2, detour_minutes: 30 }
    const ride = await publish(way)
    const { items } = (await t.call('GET', '/api/v1/rides?from=Slagelse&to=Aarhus')).body
    const { detour } = items.find(({ id }: { id: string }) => id === ride.id)
    const section = { from_position: 0, to_position: 1 }
    const id = await requested(ride.id, ola, { ...section, detour: { place_id: detour.place_id, end: 'start' } })
    await accepted(ride.id, await person('Stein'))
    await joined(ride.id, pia, { ...section, seats_requested: 2 })
    expect((await act(id, 'accept', driver)).status).toBe(200)
    const [entry] = await listOf(pia)
    expect(entry).toMatchObject({ state: 'waiting', ride: { stops: ['Slagelse'] } })
    expect(entry.ride.section).toMatchObject({ from_position: 0, to_position: 2, whole: true })
  })

  test('a suspended driver or passenger gets and gives no offers, and a suspended driver’s offer cannot be taken', async () => {
    const suspend = (id: string, at: Date | null) =>
      t.db.kysely
        .updateTable('auth_user')
        .set({ suspended_at: at, suspended_reason: at && 'x' })
        .where('id', '=', id)
        .execute()
    // Offers of other tests have lapsed by now.
    while (await settle());
    const ride = await full()
    const id = await joined(ride.id, pia)
    await suspend(pia.id, t.clock.now())
    await act(ride.reservation, 'cancel', ola)
    expect(await seatsFree(ride.id)).toBe(1)
    expect(await settle()).toBe(false)
    await suspend(pia.id, null)
    // The account is open again: the seat does not stay idle.
    expect(await settle()).toBe(true)
    expect((await listOf(pia))[0].state).toBe('offered')
    await suspend(driver.id, t.clock.now())
    expect((await take(id, pia)).body.code).toBe('not_bookable')
    expect((await listOf(pia))[0].driver_unavailable).toBe(true)
    await suspend(driver.id, null)
    expect((await listOf(pia))[0].driver_unavailable).toBe(false)
    expect((await take(id, pia)).status).toBe(200)
  })

  test('after departure the list ends without a notification, and its rows go after thirty days', async () => {
    const ride = await full()
    await joined(ride.id, pia)
    const rows = () => t.db.kysely.selectFrom('waiting_entry').select('state').where('ride_id', '=', ride.id).execute()
    const left = Date.parse(ride.departure_time) - t.clock.now().getTime() + MINUTE
    await later(left, async () => {
      await settle()
      expect(await newKinds(pia)).toEqual([])
      expect(await rows()).toEqual([{ state: 'ended' }])
    })
    await later(left + 29 * 24 * HOUR, () => removeOldEntries(t.db.read))
    expect(await rows()).toHaveLength(1)
    await later(left + 31 * 24 * HOUR, () => removeOldEntries(t.db.read))
    expect(await rows()).toEqual([])
  })
})

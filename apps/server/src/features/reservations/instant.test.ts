import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { usualKind } from '../../../test/database.ts'
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
import { addCompletedTrip } from '../../../test/reservations.ts'
import { addRide, findRides } from '../../../test/rides.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'

const HOUR = 3_600_000

describe.each([usualKind])('on the %s database', (kind) => {
  setUpReservations(kind)

  /** Adds trips on which the person was an accepted passenger, and which arrived hours ago. */
  async function travelled(person: TestPerson, trips: number) {
    for (let trip = 0; trip < trips; trip++)
      await addCompletedTrip(t.db, { driverId: ola.id, passengerId: person.id, now: t.clock.now(), daysAgo: trip + 2 })
  }

  test('a ride for everybody gives the seats at once, and both are notified', async () => {
    const { id } = await publish({ instant_booking: 'all' })
    await skipNotifications()
    const response = await request(id, pia, { seats_requested: 2 })
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({ status: 'accepted', answer_by: null, holds_seats: false })
    expect(response.body.contact).toMatchObject({ license_plate: expect.any(String) as string })
    expect(await seatsFree(id)).toBe(2)
    expect(await newNotifications(driver)).toMatchObject([
      { kind: 'seats_booked', params: { name: 'Pia', seats: 2 }, path: '/my-rides?tab=rides' },
    ])
    expect(await newNotifications(pia)).toMatchObject([{ kind: 'request_accepted', params: { instant: true } }])
  })

  test('without it, and on a ride for trusted people, a new person waits for an answer', async () => {
    for (const instant_booking of ['off', 'trusted']) {
      const { id } = await publish({ instant_booking })
      expect((await request(id)).body).toMatchObject({ status: 'pending', answer_by: expect.any(String) as string })
      expect(await seatsFree(id)).toBe(4)
    }
  })

  test('three completed trips make a person trusted, two do not', async () => {
    await travelled(pia, 2)
    expect((await call('GET', '/me', pia)).body.profile.trusted).toBe(false)
    const first = await publish({ instant_booking: 'trusted' })
    expect((await request(first.id)).body.status).toBe('pending')
    await travelled(pia, 1)
    expect((await call('GET', '/me', pia)).body.profile.trusted).toBe(true)
    const second = await publish({ instant_booking: 'trusted', inHours: 60 })
    expect((await request(second.id)).body.status).toBe('accepted')
  })

  test('a confirmed name makes a person trusted without a trip, as long as it is confirmed', async () => {
    const { kysely } = t.db
    await sql`insert into name_provider (id, name) values ('vipps', 'Vipps')`.execute(kysely)
    const { rows } = await sql<{ id: string }>`insert into auth_account (user_id, account_id, provider_id)
      values (${pia.id}, 'pia-der', 'vipps') returning id`.execute(kysely)
    const confirm = (agrees: boolean, adult: boolean) =>
      sql`insert into name_confirmation (identity_id, month, names_agree, is_adult)
        values (${rows[0]?.id}, '2026-11-01', ${agrees}, ${adult})
        on conflict (identity_id) do update set names_agree = excluded.names_agree, is_adult = excluded.is_adult`.execute(
        kysely,
      )
    const trusted = async () => (await call('GET', '/me', pia)).body.profile.trusted
    for (const agrees of [false, true]) {
      await confirm(agrees, !agrees)
      expect(await trusted()).toBe(false)
    }
    await confirm(true, true)
    expect(await trusted()).toBe(true)
    const first = await publish({ instant_booking: 'trusted' })
    expect((await request(first.id)).body.status).toBe('accepted')
    await call('PATCH', '/me/profile', pia, { full_name: 'Pia Annerledes' })
    expect(await trusted()).toBe(false)
    const second = await publish({ instant_booking: 'trusted', inHours: 60 })
    expect((await request(second.id)).body.status).toBe('pending')
  })

  test('a driver with three completed trips is trusted as well; trips without a passenger do not count', async () => {
    await travelled(pia, 3)
    expect((await call('GET', '/me', ola)).body.profile.trusted).toBe(true)
    for (let trip = 0; trip < 3; trip++) {
      const departure = new Date(t.clock.now().getTime() - (trip + 2) * 24 * HOUR)
      await addRide(t.db, { driverId: driver.id, route: ['Moss', 'Oslo'], departure })
    }
    await t.db.kysely.updateTable('profile').set({ is_driver: true }).where('id', '=', driver.id).execute()
    expect((await call('GET', '/me', driver)).body.profile.trusted).toBe(false)
  })

  test('a full instant ride refuses like any other, and a block too', async () => {
    const { id } = await publish({ instant_booking: 'all', total_seats: 1 })
    expect((await request(id)).body.status).toBe('accepted')
    expect((await request(id, ola)).body).toMatchObject({ code: 'not_enough_seats', params: { available: 0 } })
    const other = await publish({ instant_booking: 'all' })
    await call('PUT', `/me/blocks/${ola.id}`, driver)
    expect((await request(other.id, ola)).body.code).toBe('not_bookable')
  })

  test('switching it on or off notifies no passenger, and a request from before waits on', async () => {
    const { id } = await publish()
    await accepted(id)
    const waiting = await requested(id, ola)
    await skipNotifications()
    for (const instant_booking of ['all', 'off']) expect((await edit(id, { instant_booking })).status).toBe(200)
    expect(await own(waiting, ola)).toMatchObject({ status: 'pending' })
    expect([await newKinds(pia), await newKinds(ola)]).toEqual([[], []])
  })

  test('switching it on for a ride that has left is refused at the field', async () => {
    const { id } = await publish()
    await accepted(id)
    await later(80 * HOUR, async () => {
      const { status, body } = await edit(id, { instant_booking: 'all' })
      expect([status, body.fields]).toEqual([422, { instant_booking: 'in_past' }])
      expect((await edit(id, { instant_booking: 'off' })).body.code).toBe('ride_departed')
    })
  })

  const spaced = (nth: number, changes: object = {}) =>
    publish({ instant_booking: 'all', inHours: 24 + 12 * nth, ...changes })
  const left = async (person: TestPerson) => (await call('GET', '/me', person)).body.profile.instant_seats_left

  test('a person without a completed trip gets three seats at once, and what is beyond becomes a request', async () => {
    expect(await left(pia)).toBe(3)
    const rides = await Promise.all([0, 1, 2, 3].map((nth) => spaced(nth)))
    const ask = (nth: number, seats_requested: number) => request(rides[nth]?.id as string, pia, { seats_requested })
    const first = (await ask(0, 2)).body
    expect([first.status, await left(pia)]).toEqual(['accepted', 1])
    // Two more would be four; the request holds no seat and ends no other one.
    const answer_by = expect.any(String) as string
    expect((await ask(1, 2)).body).toMatchObject({ status: 'pending', instant: false, answer_by })
    expect((await ask(2, 1)).body).toMatchObject({ status: 'accepted', instant: true })
    expect([(await ask(3, 1)).body.status, await left(pia)]).toEqual(['pending', 0])
    // A seat that is given back can be taken at once elsewhere, and one that the driver has given does not count.
    expect((await act(first.id, 'cancel', pia)).status).toBe(200)
    expect(await left(pia)).toBe(2)
    await accepted((await publish({ inHours: 100 })).id, pia)
    expect(await left(pia)).toBe(2)
  })

  test.each(['passenger', 'driver'] as const)('a completed trip as a %s ends the limit', async (role) => {
    const [one, other] = role === 'passenger' ? [pia, ola] : [ola, pia]
    await addCompletedTrip(t.db, { driverId: other.id, passengerId: one.id, now: t.clock.now() })
    expect(await left(pia)).toBeNull()
    for (const nth of [0, 1])
      expect((await request((await spaced(nth)).id, pia, { seats_requested: 3 })).body.status).toBe('accepted')
  })

  test('a seat is not given at once beside another trip at that time: as a passenger, requested or accepted, or as a driver', async () => {
    for (const status of ['pending', 'accepted', 'driver'] as const) {
      const person = await addPerson(t.db.kysely)
      await addCompletedTrip(t.db, { driverId: ola.id, passengerId: person.id, now: t.clock.now() })
      if (status === 'driver') await publish({}, person)
      else await request((await publish(status === 'accepted' ? { instant_booking: 'all' } : {})).id, person)
      const ride = await publish({ instant_booking: 'all' })
      const refused = await request(ride.id, person, { accept_overlap: false })
      expect([status, refused.body.code]).toEqual([status, 'overlapping_ride'])
      const { body } = await request(ride.id, person)
      expect([status, body.status, await seatsFree(ride.id)]).toEqual([status, 'pending', 4])
      // The driver decides, and the seat of another day is given at once.
      expect((await act(body.id, 'accept', driver)).body.status).toBe('accepted')
      const next = await publish({ instant_booking: 'all', inHours: 90 })
      expect((await request(next.id, person)).body.status).toBe('accepted')
    }
  })

  test('an offer from the waiting list says before what taking it does, and follows the same rules', async () => {
    const cases: [string, number, (person: TestPerson) => Promise<unknown>, boolean][] = [
      ['nothing else', 1, () => Promise.resolve(), true],
      ['another trip', 1, async (person) => request((await publish({ inHours: 72 })).id, person), false],
      ['two seats of three', 2, async (person) => request((await spaced(0)).id, person, { seats_requested: 2 }), false],
    ]
    for (const [name, seats_requested, before, instant] of cases) {
      const person = await addPerson(t.db.kysely)
      const ride = await publish({ instant_booking: 'all', inHours: 72, total_seats: 2 })
      const { id } = (await request(ride.id, await addPerson(t.db.kysely), { seats_requested: 2 })).body
      expect((await call('POST', `/rides/${ride.id}/waiting-list`, person, { seats_requested })).status).toBe(201)
      await before(person)
      expect((await act(id, 'remove', driver, { reason: 'Feil' })).status).toBe(200)
      const [place] = (await call('GET', '/me/waiting-list', person)).body.items
      expect([name, place.instant]).toEqual([name, instant])
      const { body } = await call('POST', `/waiting-list/${place.id}/take`, person, { accept_overlap: true })
      const expected = [name, instant ? 'accepted' : 'pending', !instant]
      expect([name, body.status, body.holds_seats]).toEqual(expected)
    }
  })

  test('a search for seats at once finds the rides on which the reader gets one', async () => {
    const town = `By ${pia.id.slice(0, 8)}`
    const open = await publish({ start_location: town, instant_booking: 'all' })
    const trusted = await publish({ start_location: town, instant_booking: 'trusted' })
    await publish({ start_location: town })
    const found = async (as?: TestPerson) =>
      (await findRides(t, { from: town, instant: 'true' }, as)).map(({ id }) => id).toSorted()
    expect([await found(), await found(ola), await found(pia)]).toEqual([[open.id], [open.id], [open.id]])
    // A newcomer who has no seats left gets none at once.
    expect((await request((await spaced(0)).id, pia, { seats_requested: 3 })).body.status).toBe('accepted')
    expect(await found(pia)).toEqual([])
    await travelled(pia, 3)
    const both: string[] = [open.id, trusted.id]
    expect(await found(pia)).toEqual(both.toSorted())
  })
})

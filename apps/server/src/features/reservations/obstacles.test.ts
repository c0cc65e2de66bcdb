/** What stands between a passenger and a trip: a suspended driver, a block, seats that others have taken, and a driver who removes them. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import { eachRow } from '../../../test/each-row.ts'
import { settled } from '../../../test/mail-server.ts'
import {
  accepted,
  act,
  bare,
  call,
  cancel,
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
  rideOf,
  setUpReservations,
  skipNotifications,
  t,
} from '../../../test/reservation-fixtures.ts'
import { addPerson, signedInAgain, type TestPerson } from '../../../test/sessions.ts'
import { dayOf } from '#platform/clock'
import { notifyDue } from './jobs.ts'
import { forgetMessages } from './store.ts'

const HOUR = 3_600_000

describe.each([usualKind])('on the %s database', (kind) => {
  setUpReservations(kind, true)

  let admin: TestPerson
  beforeEach(async () => {
    admin = await addPerson(t.db.kysely, { role: 'admin' })
  })
  /** Suspends the driver, lifts that, or deletes the account. */
  const actAsAdmin = async (verb: 'suspend' | 'lift' | 'delete') => {
    admin = await signedInAgain(t.db.kysely, admin)
    const [method, path] = verb === 'delete' ? ['DELETE', ''] : ['POST', `/${verb}`]
    const response = await call(method, `/admin/users/${driver.id}${path}`, admin, { reason: 'Hemmelig sak' })
    expect(response.status).toBe(200)
  }
  /** Returns the mails to a person, with the path of their first link. */
  const mailsTo = async ({ email }: TestPerson) => {
    await settled(t)
    const sent = t.db.kysely.selectFrom('local_mail').select(['subject', 'text']).where('recipient', '=', email)
    const mails = await sent.orderBy('sent_at').execute()
    return mails.map((mail) => ({ ...mail, link: /https?:\/\/[^/\s]+(\/\S*)/.exec(mail.text)?.[1] }))
  }
  const contact = { license_plate: 'AB12345' }

  describe('a suspended driver', () => {
    test('passengers are notified once of each suspension and of its end, without the reason', async () => {
      const { id } = await publish()
      await accepted(id)
      await requested(id, ola, { from_position: 1, to_position: 2 })
      await skipNotifications()
      await actAsAdmin('suspend')
      const params = { name: 'Dag', from: 'Oslo', to: 'Trondheim', seats: 1 }
      const [told, ...more] = await newNotifications(pia)
      expect([told, more]).toMatchObject([{ kind: 'driver_unavailable', params, path: `/rides/${id}` }, []])
      expect(JSON.stringify(told)).not.toContain('Hemmelig')
      expect(await newNotifications(ola)).toMatchObject([{ params: { from: 'Hamar', to: 'Lillehammer' } }])
      const mail = (await mailsTo(pia)).at(-1)
      expect(mail?.subject).toBe('Dag kan ikke kjøre nå: Oslo – Trondheim')
      expect(mail?.link).toContain('/search?from=Oslo&to=Trondheim&date=')
      expect(mail?.text).not.toContain('Hemmelig')
      await actAsAdmin('lift')
      expect(await newKinds(pia)).toEqual(['driver_available'])
      const second = (await mailsTo(pia)).at(-1)
      expect(second?.subject).toBe('Dag kan kjøre igjen: Oslo – Trondheim')
      expect(second?.link).toBe(`/rides/${id}`)
      t.clock.advance(1000)
      await actAsAdmin('suspend')
      expect(await newKinds(pia)).toEqual(['driver_unavailable'])
    })

    test('ride and reservation show the driver as unavailable, without contact; the ride cannot be found or requested', async () => {
      const { id } = await publish()
      const reservation = await accepted(id)
      const shown = async () => [await rideOf(id, pia), await own(reservation)]
      const open = { driver_unavailable: false, contact }
      expect(await shown()).toMatchObject([open, open])
      await actAsAdmin('suspend')
      for (const as of [undefined, pia, ola]) {
        const response = await rideOf(id, as)
        expect(response).toMatchObject({ driver_unavailable: true, bookable: false, contact: null })
        expect(JSON.stringify(response)).not.toMatch(/Hemmelig|suspend/)
      }
      expect(await own(reservation)).toMatchObject({ driver_unavailable: true, status: 'accepted', contact: null })
      expect((await call('GET', `/rides?driver_id=${driver.id}`)).body.items).toEqual([])
      expect(await request(id, ola)).toMatchObject({ status: 409, body: { code: 'not_bookable' } })
      await actAsAdmin('lift')
      expect(await rideOf(id)).toMatchObject({ driver_unavailable: false, bookable: true })
      expect(await shown()).toMatchObject([open, open])
    })

    test('deleting the account cancels the rides, of which alone the passengers are notified', async () => {
      await accepted((await publish()).id)
      await actAsAdmin('delete')
      expect(await newKinds(pia)).toEqual(['request_accepted', 'ride_cancelled'])
    })

    test('there are no reminders of the trip until the account is open again', async () => {
      await accepted((await publish({ inHours: 60 })).id)
      await actAsAdmin('suspend')
      await skipNotifications()
      await later(37 * HOUR, async () => {
        const remind = () => notifyDue({ ...t.app.parts, origin: t.app.origin })
        await remind()
        expect([await newKinds(pia), await newKinds(driver)]).toEqual([[], []])
        await actAsAdmin('lift')
        await remind()
        expect(await newKinds(pia)).toEqual(['driver_available', 'trip_tomorrow'])
        expect(await newKinds(driver)).toContain('trip_tomorrow')
      })
    })

    test('open pages of both sides hear of a removal, a suspension and its end', async () => {
      const { id } = await publish()
      const removed = await accepted(id, ola)
      await accepted(id)
      const heard: string[][] = []
      const stop = t.app.parts.bus.on('changed', ({ user_ids, what }) => {
        if (what === 'reservations') heard.push(user_ids)
      })
      await act(removed, 'remove', driver, { reason: 'Full bil' })
      await actAsAdmin('suspend')
      await actAsAdmin('lift')
      await expect
        .poll(() => heard)
        .toEqual([
          [driver.id, ola.id],
          [driver.id, pia.id],
          [driver.id, pia.id],
        ])
      stop()
    })
  })

  test('a reader whom the driver has blocked sees the same page as a visitor, and is refused only on a request', async () => {
    const { id } = await publish()
    const before = await rideOf(id, ola)
    expect((await call('PUT', `/me/blocks/${ola.id}`, driver)).status).toBe(200)
    expect(await rideOf(id, ola)).toEqual(before)
    expect(before).toEqual({ ...(await rideOf(id)), viewer: 'other' })
    expect(before).toMatchObject({ bookable: true })
    expect(await request(id, ola)).toMatchObject({ status: 409, body: { code: 'not_bookable' } })
  })

  describe('seats that others have taken', () => {
    test('a pending passenger is notified once of missing seats; the request stays, and can be accepted when seats are free', async () => {
      const { id } = await publish({ total_seats: 3 })
      const waiting = await requested(id, ola, { from_position: 0, to_position: 2, seats_requested: 2 })
      const other = await requested(id, await addPerson(t.db.kysely), { from_position: 0, to_position: 1 })
      const taker = await requested(id, pia, { from_position: 1, to_position: 3, seats_requested: 2 })
      const seats = async () => (await own(waiting, ola)).ride.section.available_seats
      expect(await seats()).toBe(3)
      await act(taker, 'accept', driver)
      expect(await seats()).toBe(1)
      const params = { from: 'Oslo', to: 'Lillehammer', seats: 2 }
      expect(await newNotifications(ola)).toMatchObject([{ kind: 'seats_gone', params, path: '/reservations' }])
      const [mail] = await mailsTo(ola)
      expect(mail?.subject).toBe('Ikke nok plasser igjen: Oslo – Lillehammer')
      expect(mail?.text).toContain('De 2 plassene du ba om')
      expect(mail?.link).toContain('/search?from=Oslo&to=Lillehammer&date=')
      // Its part does not meet the taken one.
      await act(other, 'accept', driver)
      expect(await newKinds(ola)).toEqual([])
      await act(other, 'remove', driver, { reason: 'Full bil' })
      await act(taker, 'cancel', pia)
      expect(await seats()).toBe(3)
      expect((await act(waiting, 'accept', driver)).body.status).toBe('accepted')
    })

    test('reducing the seats notifies pending passengers, whose request stays and cannot be accepted', async () => {
      const { id } = await publish({ total_seats: 4 })
      const more = await requested(id, ola, { seats_requested: 3 })
      await requested(id, pia)
      expect((await edit(id, { total_seats: 2 })).status).toBe(200)
      expect([await newKinds(ola), await newKinds(pia)]).toEqual([['seats_gone'], []])
      expect(await act(more, 'accept', driver)).toMatchObject({ status: 409, body: { code: 'not_enough_seats' } })
      expect((await own(more, ola)).status).toBe('pending')
    })
  })

  describe('a passenger whom the driver removes', () => {
    const remove = (id: string, as = driver, reason: unknown = 'Bilen er full') => act(id, 'remove', as, { reason })

    test('loses seats and contact, and is notified once, with the reason', async () => {
      const ride = await publish()
      const id = await accepted(ride.id, pia, { from_position: 1, to_position: 3, seats_requested: 2 })
      const other = await accepted(ride.id, ola)
      const free = async () => (await rideOf(ride.id, ola)).section.available_seats as number
      expect(await free()).toBe(1)
      await skipNotifications()
      const first = await remove(id, driver, '  Skiene tar\r\nplassen ')
      const ended = { status: 'cancelled', ended_by: 'removed', end_reason: 'Skiene tar\nplassen' }
      expect(first).toMatchObject({ status: 200, body: { id, ...ended, passenger: { id: pia.id, phone: null } } })
      expect(await free()).toBe(3)
      const again = await remove(id, driver, 'Noe annet')
      expect([again.status, again.body]).toEqual([200, first.body])

      expect(await own(id)).toMatchObject({ ...ended, contact: null, can_rate: false })
      const trip = { from: 'Hamar', to: 'Trondheim', departure_time: ride.route[1].passes_at as string }
      const params = { name: 'Dag', ...trip, seats: 2, reason: 'Skiene tar\nplassen', reservation_id: id }
      expect(await newNotifications(pia)).toEqual([{ kind: 'passenger_removed', params, path: '/reservations' }])
      const mails = await mailsTo(pia)
      expect([mails.length, mails[1]?.subject]).toEqual([2, 'Ikke plass likevel: Hamar – Trondheim'])
      expect(mails[1]?.text).toContain('Skiene tar')
      expect(mails[1]?.text).not.toContain(driver.email)
      const day = dayOf(new Date(trip.departure_time))
      expect(mails[1]?.link).toContain(`/search?from=Hamar&to=Trondheim&date=${day}`)
      // The other passenger keeps the seat and hears nothing.
      expect(await newNotifications(ola)).toEqual([])
      expect(await own(other, ola)).toMatchObject({ status: 'accepted', contact })
    })

    test('is removed by the driver only, and another driver’s reservation looks like an unknown one', async () => {
      const id = await accepted((await publish()).id)
      const absent = await remove(randomUUID())
      expect(absent.status).toBe(404)
      for (const as of [pia, ola, await addPerson(t.db.kysely)]) expect(bare(await remove(id, as))).toBe(bare(absent))
      expect((await own(id)).status).toBe('accepted')
    })

    test('can be removed only when accepted, and before departure', async () => {
      const ride = await publish({ inHours: 2 })
      const [pending, refused] = [await requested(ride.id), await requested(ride.id, ola)]
      await act(refused, 'reject', driver)
      const closed = { status: 409, body: { code: 'reservation_closed' } }
      for (const id of [pending, refused]) expect(await remove(id)).toMatchObject(closed)
      await act(pending, 'accept', driver)
      const late = await later(3 * HOUR, () => remove(pending))
      expect(late).toMatchObject({ status: 409, body: { code: 'ride_departed' } })
      await act(pending, 'cancel', pia)
      expect(await remove(pending)).toMatchObject(closed)
      const called = await publish()
      const gone = await accepted(called.id)
      await cancel(called.id)
      expect(await remove(gone)).toMatchObject(closed)
    })

    test('gets a reason of 1 to 500 characters, which is deleted with the driver’s account', async () => {
      const id = await accepted((await publish()).id)
      const rows = [
        [undefined, 'required'],
        ['', 'required'],
        [' \n\u200b', 'required'],
        ['a'.repeat(501), 'too_long'],
        [7, 'invalid'],
      ] as const
      await eachRow(
        rows,
        ([reason]) => JSON.stringify(reason)?.slice(0, 20) ?? 'none',
        async ([reason, code]) =>
          expect(await act(id, 'remove', driver, { reason })).toMatchObject({
            status: 422,
            body: { fields: { reason: code } },
          }),
      )
      expect(await remove(id, driver, 'a'.repeat(500))).toMatchObject({ status: 200 })
      await forgetMessages(t.db.kysely, driver.id)
      expect(await own(id)).toMatchObject({ ended_by: 'removed', end_reason: null })
    })

    test('may request seats again, three times in all', async () => {
      const ride = await publish()
      for (let times = 1; times <= 3; times++) await remove(await accepted(ride.id))
      expect(await request(ride.id)).toMatchObject({ status: 409, body: { code: 'too_many_attempts' } })
    })
  })
})

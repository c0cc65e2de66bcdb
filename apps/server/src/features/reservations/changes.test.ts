/** What a change or cancellation of a ride does to the reservations on it. */
import { describe, expect, test } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import {
  accepted,
  act,
  asDriver,
  call,
  cancel,
  driver,
  edit,
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
import { findRides } from '../../../test/rides.ts'

describe.each([usualKind])('on the %s database', (kind) => {
  setUpReservations(kind)

  test('a change of 15 minutes is notified, a larger one asks for confirmation, which the driver learns of once', async () => {
    const ride = await publish()
    const [id, open] = [await accepted(ride.id), await requested(ride.id, ola)]
    await skipNotifications()
    await edit(ride.id, moved(ride, 15))
    expect(await own(id)).toMatchObject({ change: null })
    expect(await newNotifications(pia)).toMatchObject([
      {
        kind: 'ride_changed',
        path: `/rides/${ride.id}`,
        params: {
          name: 'Dag',
          old_departure_time: ride.departure_time,
          departure_time: moved(ride, 15).departure_time,
        },
      },
    ])
    await edit(ride.id, moved(ride, 16))
    const agreed = { departure_time: ride.departure_time, start_location: 'Oslo', end_location: 'Trondheim' }
    expect((await own(id)).change).toMatchObject({ ...agreed, arrival_time: ride.arrival_time })
    expect(await asDriver(ride.id, id)).toMatchObject({ awaits_confirmation: true, status: 'accepted' })
    expect((await newNotifications(pia))[0]?.params).toMatchObject({ confirm: true })
    // A pending passenger has nothing to confirm.
    const [, last] = await newNotifications(ola)
    expect([last?.kind, last?.params]).toEqual(['ride_changed', expect.not.objectContaining({ confirm: true })])
    expect((await own(open, ola)).change).toBeNull()

    const stale = await act(id, 'confirm', pia, { ride_version: 2 })
    expect([stale.status, stale.body.code]).toEqual([409, 'ride_changed'])
    await skipNotifications()
    const confirmed = await act(id, 'confirm', pia, { ride_version: 3 })
    expect(confirmed).toMatchObject({ status: 200, body: { status: 'accepted', change: null } })
    expect((await act(id, 'confirm', pia, { ride_version: 3 })).body).toEqual(confirmed.body)
    expect(await newNotifications(driver)).toMatchObject([{ kind: 'change_confirmed', params: { name: 'Pia' } }])
    expect(await asDriver(ride.id, id)).toMatchObject({ awaits_confirmation: false })
  })

  test('declining a change frees the seats and notifies the driver; moving the ride back removes the question', async () => {
    const ride = await publish()
    const id = await accepted(ride.id, pia, { seats_requested: 3 })
    await edit(ride.id, moved(ride, 60))
    await edit(ride.id, moved(ride, 5))
    expect((await own(id)).change).toBeNull()
    await edit(ride.id, moved(ride, 60))
    await skipNotifications()
    expect((await act(id, 'cancel', pia)).body).toMatchObject({ status: 'cancelled', change: null })
    expect(await seatsFree(ride.id)).toBe(4)
    expect(await newKinds(driver)).toEqual(['change_declined'])
    // The section stays as it was requested.
    expect((await own(id)).ride.section).toMatchObject({ departure_time: ride.departure_time })
  })

  test('a request before the change has to be confirmed after it, one made after the change has not', async () => {
    const ride = await publish()
    const before = await requested(ride.id)
    await edit(ride.id, moved(ride, 120))
    const after = await requested(ride.id, ola)
    await act(before, 'accept', driver)
    await act(after, 'accept', driver)
    // The first passenger requested another departure, and has to agree to the new one.
    expect((await own(before)).change).toMatchObject({ departure_time: ride.departure_time })
    expect((await own(after, ola)).change).toBeNull()
  })

  test('a pending passenger may confirm before the acceptance, but not after the end', async () => {
    const ride = await publish()
    const id = await requested(ride.id)
    await edit(ride.id, moved(ride, 120))
    await skipNotifications()
    expect((await act(id, 'confirm', pia, { ride_version: 2 })).status).toBe(200)
    expect(await newKinds(driver)).toEqual([])
    await act(id, 'accept', driver)
    expect((await own(id)).change).toBeNull()
    await act(id, 'cancel', pia)
    const closed = await act(id, 'confirm', pia, { ride_version: 2 })
    expect([closed.status, closed.body.code]).toEqual([409, 'reservation_closed'])
  })

  test('the price can only fall while there are reservations; it falls for each and its section, and is notified once', async () => {
    const ride = await publish()
    expect((await edit(ride.id, { price: 400 })).status).toBe(200)
    const whole = await accepted(ride.id)
    const part = await requested(ride.id, ola, { from_position: 1, to_position: 2 })
    const paid = (await own(part, ola)).price
    expect(await edit(ride.id, { price: 401 })).toMatchObject({ status: 422, body: { fields: { price: 'only_down' } } })
    await skipNotifications()
    await edit(ride.id, { price: 200 })
    expect((await own(whole)).price).toBe(200)
    expect((await own(part, ola)).price).toBe(Math.ceil(paid / 2))
    expect([await newKinds(pia), await newKinds(ola)]).toEqual([['ride_changed'], ['ride_changed']])
    // Seats and costs are the driver's own matter.
    await edit(ride.id, { total_seats: 3, extra_costs: 40 })
    expect([await newKinds(pia), await newKinds(ola)]).toEqual([[], []])
    await act(part, 'reject', driver)
    expect((await edit(ride.id, { price: 201 })).body.fields).toEqual({ price: 'only_down' })
  })

  test('another route ends pending requests, which keep their earlier section', async () => {
    const ride = await publish()
    const refused = await requested(ride.id, ola, { from_position: 2, to_position: 3 })
    await act(refused, 'reject', driver)
    const id = await requested(ride.id, pia, { from_position: 1, to_position: 3 })
    await skipNotifications()
    expect((await edit(ride.id, { stops: [], end_location: 'Bergen' })).status).toBe(200)
    expect(await own(id)).toMatchObject({
      status: 'cancelled',
      ended_by: 'route_changed',
      ride: {
        end_location: 'Bergen',
        section: { start_location: 'Hamar', end_location: 'Trondheim', departure_time: ride.route[1].passes_at },
      },
    })
    expect((await own(refused, ola)).ride.section).toMatchObject({ start_location: 'Lillehammer' })
    expect(await newNotifications(pia)).toMatchObject([
      { kind: 'ride_changed', params: { name: 'Dag', from: 'Hamar', to: 'Trondheim', ended: true } },
    ])
    expect(await newKinds(ola)).toEqual([])
    expect((await act(id, 'accept', driver)).body.code).toBe('reservation_closed')
    await requested(ride.id)
  })

  test('a cancelled ride is not found or requested, and each passenger is notified once, with the reason (22)', async () => {
    const start_location = `Grend ${driver.id.slice(0, 8)}`
    const ride = await publish({ start_location })
    const reservations = [
      [await accepted(ride.id), pia],
      [await requested(ride.id, ola), ola],
    ] as const
    await skipNotifications()
    const reason = 'Bilen er på verksted'
    const first = await cancel(ride.id, { reason })
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'cancelled', bookable: false, cancellation: { reason } },
    })
    for (const body of [{ reason: 'Noe annet' }, undefined])
      expect(await cancel(ride.id, body)).toMatchObject({ status: 200, body: first.body })
    expect((await rideOf(ride.id)).cancellation).toEqual({ at: first.body.cancellation.at, reason: null })
    for (const [id, person] of reservations) {
      const ended = { status: 'cancelled', ended_by: 'ride_cancelled', end_reason: reason }
      expect(await own(id, person)).toMatchObject({ ...ended, contact: null, change: null })
      expect(await newNotifications(person)).toMatchObject([{ kind: 'ride_cancelled', params: { reason } }])
      expect((await act(id, 'cancel', person)).body).toMatchObject(ended)
      expect((await rideOf(ride.id, person)).cancellation.reason).toBe(reason)
    }
    expect((await request(ride.id)).body.code).toBe('ride_cancelled')
    expect(await findRides(t, { from: start_location })).toEqual([])
    const chat = await call('POST', '/chats', pia, { user_id: driver.id, ride_id: ride.id })
    expect([chat.status, (await call('GET', `/chats/${chat.body.id}/messages`, pia)).status]).toEqual([200, 200])
  })
})

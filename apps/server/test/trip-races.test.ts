/** A driver changes a ride while others request seats, are accepted and withdraw: active reservations stay valid, whatever comes first. */
import { expect, test } from 'vitest'
import { lockAccount } from '../src/features/accounts/store.ts'
import { clockOf } from '../src/platform/clock.ts'
import { rideBody, type TestResponse } from './app.ts'
import { describePostgres } from './database.ts'
import { setUpRace } from './races.ts'
import { addPerson, type TestPerson } from './sessions.ts'

const RIDES = 8

describePostgres('64 clients on PostgreSQL', () => {
  const { race, call, publish: publishRide, ask } = setUpRace(6)
  const publish = async (changes: object = {}) => (await publishRide(changes)).id as string
  const publishAll = (changes: object = {}) => Promise.all(Array.from({ length: RIDES }, () => publish(changes)))
  const askAll = (ride: string) => Promise.all(race.passengers.map((passenger) => ask(ride, passenger)))
  const edit = (ride: string, body: object) => call('PATCH', `/rides/${ride}`, race.driver, body)
  const accept = (id: string) => call('POST', `/reservations/${id}/accept`, race.driver)
  const withdraw = (id: string, nth: number) =>
    call('POST', `/reservations/${id}/cancel`, race.passengers[nth] as TestPerson)
  const codes = (answers: TestResponse[]) =>
    new Set(answers.map(({ status, body }) => (status === 200 ? 200 : body.code)))
  const stateOf = async (id: string) => {
    const ride = await race.db.kysely.selectFrom('ride').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const requests = await race.db.kysely.selectFrom('reservation').selectAll().where('ride_id', '=', id).execute()
    const legs = await race.db.kysely.selectFrom('ride_leg').select('seats_taken').where('ride_id', '=', id).execute()
    return {
      ride,
      accepted: requests.filter(({ status }) => status === 'accepted'),
      requests,
      taken: Math.max(...legs.map((leg) => leg.seats_taken)),
    }
  }

  test('accepting while seats are reduced never leaves fewer seats than accepted', async () => {
    const rides = await publishAll({ total_seats: 6 })
    const requests = await Promise.all(rides.map(askAll))
    const answers = await Promise.all(
      rides.flatMap((ride, nth) => {
        const accepts = (requests[nth] ?? []).map(accept)
        return [
          ...accepts.slice(0, 3),
          edit(ride, { total_seats: 4 }),
          edit(ride, { total_seats: 2 }),
          ...accepts.slice(3),
        ]
      }),
    )
    expect(
      [...codes(answers)].filter((code) => ![200, 'seats_taken', 'not_enough_seats'].includes(code as string)),
    ).toEqual([])
    for (const id of rides) {
      const { ride, accepted, taken } = await stateOf(id)
      expect(accepted).toHaveLength(taken)
      expect(taken).toBeLessThanOrEqual(ride.total_seats)
      expect(ride.available_seats).toBe(ride.total_seats - taken)
    }
  })

  test('seats returned and reduced at once are not counted twice', async () => {
    const rides = await publishAll({ total_seats: 6 })
    const requests = await Promise.all(rides.map(askAll))
    await Promise.all(requests.flat().map(accept))
    const answers = await Promise.all(
      rides.flatMap((ride, nth) => [
        ...(requests[nth] ?? []).slice(0, 4).map(withdraw),
        ...[5, 4, 3, 2].map((total_seats) => edit(ride, { total_seats })),
      ]),
    )
    expect([...codes(answers)].filter((code) => ![200, 'seats_taken'].includes(code as string))).toEqual([])
    for (const id of rides) {
      const { ride, accepted } = await stateOf(id)
      expect(accepted).toHaveLength(2)
      expect(ride.available_seats).toBe(ride.total_seats - 2)
    }
  })

  test('of many devices that change the same version one succeeds, and the others are refused', async () => {
    for (const ride of await publishAll()) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, nth) => edit(ride, { notes: `Nr ${nth}`, version: 1 })),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(codes(answers)).toEqual(new Set([200, 'ride_changed']))
      expect((await stateOf(ride)).ride.version).toBe(2)
    }
  })

  test('a passenger who is closing the account delays no person who notifies them', async () => {
    const ride = await publish()
    const passenger = await addPerson(race.db.kysely)
    await ask(ride, passenger)
    await race.db.tx(async (tx) => {
      await lockAccount(tx, passenger.id)
      expect((await edit(ride, { notes: 'Ny tekst' })).status).toBe(200)
    })
  })

  test('a ride gets another route or an acceptance, never both', async () => {
    const rides = await publishAll()
    const requests = await Promise.all(rides.map(askAll))
    const answers = await Promise.all(
      rides.flatMap((ride, nth) => [
        accept(requests[nth]?.[0] ?? ''),
        edit(ride, { stops: ['Otta'] }),
        accept(requests[nth]?.[1] ?? ''),
      ]),
    )
    expect(
      [...codes(answers)].filter((code) => ![200, 'route_locked', 'reservation_closed'].includes(code as string)),
    ).toEqual([])
    const seen = new Set<string>()
    for (const id of rides) {
      const { ride, accepted, requests: all } = await stateOf(id)
      const changed = ride.version === 2
      seen.add(changed ? 'changed' : 'accepted')
      expect(accepted).toHaveLength(changed ? 0 : 2)
      expect(all.filter(({ status }) => status === 'pending')).toHaveLength(changed ? 0 : 4)
    }
    expect(seen.size).toBeGreaterThan(0)
  })

  test('a passenger who requests a seat while the price rises pays the price shown, or is refused', async () => {
    const rides = await publishAll({ price: 100 })
    const answers = await Promise.all(
      rides.flatMap((ride) => [
        ...race.passengers.slice(0, 3).map((as) =>
          call('POST', `/rides/${ride}/reservations`, as, {
            seats_requested: 1,
            ride_version: 1,
            accept_overlap: true,
          }),
        ),
        edit(ride, { price: 200 }),
      ]),
    )
    expect(answers.filter(({ status }) => ![200, 201, 409, 422].includes(status))).toEqual([])
    for (const id of rides) {
      const { ride, requests } = await stateOf(id)
      // The price rose before any request, or not at all.
      expect(ride.price).toBe(requests.length > 0 ? 100 : 200)
      expect(requests.map(({ price }) => price)).toEqual(requests.map(() => 100))
    }
  })

  test('a ride changed and cancelled at once, in either order, is not found afterwards', async () => {
    const rides = await publishAll()
    const requests = await Promise.all(rides.map((ride) => ask(ride, race.passengers[0] as TestPerson)))
    const answers = await Promise.all(
      rides.flatMap((ride, nth) => [
        edit(ride, { total_seats: 5 }),
        call('POST', `/rides/${ride}/cancel`, race.driver),
        edit(ride, { stops: [] }),
        accept(requests[nth] ?? ''),
        call('POST', `/rides/${ride}/cancel`, race.driver),
      ]),
    )
    expect(
      [...codes(answers)].filter(
        (code) => ![200, 'ride_cancelled', 'route_locked', 'reservation_closed'].includes(code as string),
      ),
    ).toEqual([])
    for (const id of rides) {
      const { ride, requests: all } = await stateOf(id)
      expect([ride.status, all.map(({ status }) => status)]).toEqual(['cancelled', ['cancelled']])
      expect(
        await race.db.kysely.selectFrom('ride_section').select('ride_id').where('ride_id', '=', id).execute(),
      ).toEqual([])
    }
  })

  test('a series and its rides changed from several devices: each ride has one of the requested versions', async () => {
    const departure = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
    const until = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)
    const { departure_time: _, arrival_time: _2, ...ride } = rideBody(race.t.clock)
    const days = {
      date: departure,
      departure_clock: '08:00',
      arrival_clock: '15:00',
      repeat: { weekdays: [1, 3, 5], until },
    }
    const { series_id, items } = (await call('POST', '/ride-series', race.driver, { ...ride, ...days })).body
    const series = (body: object) =>
      call('PATCH', `/ride-series/${series_id}`, race.driver, { from: departure, ...body })
    const answers = await Promise.all([
      series({ departure_clock: '09:00', notes: 'ni' }),
      series({ departure_clock: '10:00', notes: 'ti' }),
      ...items.map(({ id }: { id: string }) => edit(id, { notes: 'for seg' })),
      call('POST', `/ride-series/${series_id}/cancel`, race.driver, { from: until }),
    ])
    expect(codes(answers)).toEqual(new Set([200]))
    for (const { id } of items as { id: string }[]) {
      const { ride: after } = await stateOf(id)
      // The last one may have been cancelled before it was changed.
      if (after.status === 'cancelled') continue
      const hour = clockOf(after.departure_time)
      expect(['09:00', '10:00']).toContain(hour)
      if (after.notes !== 'for seg') expect(after.notes).toBe(hour === '09:00' ? 'ni' : 'ti')
    }
  })
})

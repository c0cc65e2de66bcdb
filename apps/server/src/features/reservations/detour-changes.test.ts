/** What an accepted detour means for later changes of the ride, for other requests on it, and for the passengers' other trips. */
import { beforeEach, describe, expect, test } from 'vitest'
import { placeOfStop } from '#features/places/port'
import { databaseKinds } from '../../../test/database.ts'
import { findRides } from '../../../test/rides.ts'
import {
  accepted,
  act,
  call,
  driver,
  edit,
  newNotifications,
  ola,
  pia,
  publish,
  request,
  requested,
  setUpReservations,
  skipNotifications,
  t,
} from '../../../test/reservation-fixtures.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'

const placeId = (text: string) => placeOfStop({ text, place_id: null })?.id ?? 0
const detour = (place: string, end: 'start' | 'end', section: object = {}) => ({
  from_position: 0,
  to_position: 1,
  ...section,
  detour: { place_id: placeId(place), end },
})

describe.each(databaseKinds)('on the %s database', (kind) => {
  setUpReservations(kind)

  const ride = (changes: object = {}) =>
    publish({
      start_location: 'København',
      stops: [],
      end_location: 'Aarhus',
      detour_minutes: 30,
      price: 310,
      ...changes,
    })
  const mine = async (as: TestPerson, id: string) =>
    (await call('GET', '/me/reservations', as)).body.items.find((one: { id: string }) => one.id === id)

  beforeEach(skipNotifications)

  test('a ride with a typed distance can be changed after a detour that makes its straight line longer', async () => {
    const { id } = await ride({ distance_km: 165 })
    await accepted(id, pia, detour('Nyborg', 'start'))
    expect((await edit(id, { notes: 'Møt opp' })).status).toBe(200)
    const { typed_distance_km } = (await call('GET', `/rides/${id}`, driver)).body
    expect((await edit(id, { distance_km: typed_distance_km, notes: 'Møt opp i god tid' })).status).toBe(200)
    expect((await edit(id, { distance_km: 100 })).body.fields).toEqual({ distance_km: 'out_of_range' })
  })

  test('a change that keeps the times keeps those of the stops, and notifies no one of detours', async () => {
    const { id } = await ride({ stops: ['Odense'] })
    await accepted(id, ola, { from_position: 1, to_position: 2 })
    await accepted(id, pia, detour('Slagelse', 'start'))
    const times = async () =>
      (await call('GET', `/rides/${id}`, driver)).body.route.map((stop: { passes_at: string }) => stop.passes_at)
    const before = await times()
    await skipNotifications()
    expect((await edit(id, { detour_minutes: 0 })).status).toBe(200)
    expect(await times()).toEqual(before)
    expect([await newNotifications(ola), await newNotifications(pia)]).toEqual([[], []])
  })

  test('two requests for detours that do not overlap can both be accepted on one seat', async () => {
    const { id } = await ride({ total_seats: 1 })
    const first = await requested(id, pia, detour('Slagelse', 'end'))
    const second = await requested(id, ola, detour('Nyborg', 'start'))
    await skipNotifications()
    expect((await act(first, 'accept', driver)).status).toBe(200)
    expect((await newNotifications(ola)).map(({ kind }) => kind)).not.toContain('seats_gone')
    expect((await act(second, 'accept', driver)).status).toBe(200)
  })

  test('a request for a detour on a leg that is full is told so by the place and the time that it names', async () => {
    const { id } = await ride({ total_seats: 1 })
    const waiting = await requested(id, ola, detour('Nyborg', 'start'))
    await accepted(id, pia)
    const { departure_time } = (await mine(ola, waiting)).ride.section
    expect(await newNotifications(ola)).toMatchObject([
      { kind: 'seats_gone', params: { from: 'Nyborg', to: 'Aarhus', departure_time } },
    ])
  })

  test('the second passenger from the same place reads of a lower price, and of no other time', async () => {
    const { id } = await ride()
    const [first, second] = [await requested(id, pia, detour('Slagelse', 'start')), await requested(id, ola, detour('Slagelse', 'start'))] // prettier-ignore
    await skipNotifications()
    const before = await mine(ola, second)
    await act(first, 'accept', driver)
    const now = await mine(ola, second)
    expect(now.ride.section.departure_time).toBe(before.ride.section.departure_time)
    expect(now.price).toBeLessThan(before.price)
    const [news, ...more] = await newNotifications(ola)
    expect([news?.kind, more]).toEqual(['ride_changed', []])
    expect(news?.params).not.toHaveProperty('old_departure_time')
  })

  test('another trip overlaps a requested detour by the times that it has', async () => {
    const { id, departure_time } = await ride()
    await requested(id, ola, detour('Nyborg', 'start'))
    const other = await addPerson(t.db.kysely)
    const at = (minutes: number) => new Date(Date.parse(departure_time) + minutes * 60_000).toISOString()
    const trip = async (from: number, to: number) => {
      const { id: otherId } = await publish({ departure_time: at(from), arrival_time: at(to), start_location: 'Roskilde', stops: [], end_location: 'Ringsted' }, other) // prettier-ignore
      return request(otherId, ola, { accept_overlap: false })
    }
    // Before the driver reaches Nyborg she is free.
    expect((await trip(5, 30)).status).toBe(201)
    expect(await trip(150, 200)).toMatchObject({ status: 409, body: { code: 'overlapping_ride', params: { from: 'Nyborg' } } }) // prettier-ignore
  })

  test('on a ride with stops the search, the page and the request have the same figures, at either end', async () => {
    const { id } = await ride({ start_location: 'Kungsängen', stops: ['Eskilstuna'], end_location: 'Mjøndalen' })
    const [found] = (await findRides(t, { from: 'Kungsängen', to: 'Torshälla' })).filter((one) => one.id === id)
    expect(found?.detour).toMatchObject({ end: 'end' })
    const { from_position, to_position } = found?.section ?? {}
    const query = `from_position=${from_position}&to_position=${to_position}&detour_place_id=${placeId('Torshälla')}&detour_end=end`
    const page = (await call('GET', `/rides/${id}?${query}`, pia)).body
    const own = (await request(id, pia, detour('Torshälla', 'end', { from_position, to_position }))).body.ride
    for (const part of ['section', 'detour'] as const)
      expect([page[part], own[part]]).toEqual([found?.[part], found?.[part]])
  })
})

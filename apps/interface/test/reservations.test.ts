/** Profiles, own rides, reservations and ratings through the client library, as section 7 of the specification lists them. */
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, rideBody, startTestApp, type TestApp } from '../../server/test/app.ts'
import { signInByPassword } from './people.ts'

let t: TestApp
let driver: Person
let passenger: Person
let [driving, riding]: SupabaseClient[] = []
beforeAll(async () => {
  t = await startTestApp()
  driver = await t.person('Ola Nordmann')
  passenger = await t.person('Kari Nordmann')
  driving = await signInByPassword(t, driver)
  riding = await signInByPassword(t, passenger)
})
afterAll(() => t.close())

const hours = (count: number) => new Date(t.clock.now().getTime() + count * 3_600_000).toISOString()

test('a driver publishes, a passenger finds the ride, requests seats, is accepted and rates', async () => {
  const ride = {
    driver_id: driver.id,
    start_location: 'Oslo',
    end_location: 'Bergen',
    stops: ['Gol'],
    departure_time: hours(24),
    arrival_time: hours(31),
    price: 250,
    available_seats: 3,
    total_seats: 3,
    pets_allowed: false,
    notes: null,
    license_plate: 'AB12345',
    car_make: 'Volvo',
    car_model: 'V60',
    car_color: 'Blå',
  }
  const published = await driving!.from('rides').insert(ride).select().single()
  expect(published.error).toBeNull()
  expect(published.data).toMatchObject({ ...ride, license_plate: 'AB12345' })

  const day = hours(24).slice(0, 10)
  const found = await riding!
    .from('rides')
    .select('*, driver:profiles(full_name, rating, profile_picture)')
    .gte('departure_time', `${day}T00:00:00Z`)
    .lt('departure_time', hours(48))
    .ilike('start_location', '%osl%')
    .ilike('end_location', '%berg%')
    .gt('available_seats', 0)
    .order('departure_time', { ascending: true })
  expect(found.error).toBeNull()
  expect(found.data?.map(({ id, license_plate }) => [id, license_plate])).toEqual([[published.data.id, null]])

  const requested = await riding!.from('reservations').insert({
    ride_id: published.data.id,
    passenger_id: passenger.id,
    seats_requested: 2,
    message: 'Hei',
    status: 'pending',
  })
  expect([requested.error, requested.status]).toEqual([null, 201])

  const own = await driving!
    .from('rides')
    .select('*, reservations(*, passenger:profiles(full_name, phone, profile_picture, rating))')
    .eq('driver_id', driver.id)
    .order('departure_time', { ascending: false })
  expect(own.error).toBeNull()
  const [request] = own.data?.[0].reservations ?? []
  expect(request).toMatchObject({ seats_requested: 2, status: 'pending', passenger: { full_name: 'Kari Nordmann' } })

  const accepted = await driving!.from('reservations').update({ status: 'accepted' }).eq('id', request.id)
  expect([accepted.error, accepted.status]).toEqual([null, 204])
  const repeated = await driving!
    .from('reservations')
    .update({ status: 'accepted' })
    .eq('id', request.id)
    .select('status, ride:rides(available_seats, license_plate)')
  expect(repeated.data).toEqual([{ status: 'accepted', ride: { available_seats: 1, license_plate: 'AB12345' } }])
  const mine = await riding!
    .from('reservations')
    .select('*, ride:rides(*, driver:profiles(full_name, phone))')
    .eq('passenger_id', passenger.id)
    .order('created_at', { ascending: false })
  expect(mine.data?.[0]).toMatchObject({ status: 'accepted', ride: { available_seats: 1, license_plate: 'AB12345' } })

  t.clock.advance(48 * 3_600_000)
  riding = await signInByPassword(t, passenger)
  const rated = await riding.from('ratings').insert({
    ride_id: published.data.id,
    rater_id: passenger.id,
    rated_id: driver.id,
    rating: 9,
    comment: 'Fin tur',
  })
  expect(rated.error).toBeNull()
  const ratings = await riding
    .from('ratings')
    .select('*, rater:profiles(full_name, profile_picture)')
    .eq('rated_id', driver.id)
    .order('created_at', { ascending: false })
  expect(ratings.data?.[0]).toMatchObject({
    rating: 9,
    comment: 'Fin tur',
    rater: { full_name: 'Kari' },
    rater_id: passenger.id,
    ride_id: published.data.id,
  })
  const mean = await riding.from('profiles').update({ rating: 9 }).eq('id', driver.id).select().single()
  expect(mean.data).toMatchObject({ rating: 9, email: null, phone: null })
  expect((await riding.from('profiles').update({ rating: 10 }).eq('id', driver.id)).error?.code).toBe('42501')
})

test('a second rating within seven days is refused with the time of the next one', async () => {
  const people = { driver: await t.person('Dag Drange'), passenger: await t.person('Pia Pedersen') }
  const rides: string[] = []
  for (const inHours of [1, 12]) {
    const ride = await t.call('POST', '/api/v1/rides', { as: people.driver, body: rideBody(t.clock, { inHours }) })
    rides.push(ride.body.id)
    const path = `/api/v1/rides/${ride.body.id}/reservations`
    const { body } = await t.call('POST', path, { as: people.passenger, body: { seats_requested: 1 } })
    await t.call('POST', `/api/v1/reservations/${body.id}/accept`, { as: people.driver })
  }
  t.clock.advance(24 * 3_600_000)
  const program = await signInByPassword(t, people.passenger)
  const rate = (ride_id: string | undefined) =>
    program.from('ratings').insert({ ride_id, rated_id: people.driver.id, rating: 9 })
  expect((await rate(rides[0])).error).toBeNull()
  expect((await rate(rides[1])).error).toMatchObject({
    message: 'rated_recently',
    details: expect.stringMatching(/^next_at: \d{4}-/) as string,
  })
})

test('a person changes only the own profile', async () => {
  const program = await signInByPassword(t, passenger)
  const changed = await program.from('profiles').update({ full_name: 'Kari N.', age: 30 }).eq('id', passenger.id)
  expect(changed.error).toBeNull()
  const own = await program.from('profiles').select('*').eq('id', passenger.id).single()
  expect(own.data).toMatchObject({ full_name: 'Kari N.', age: 30, email: passenger.email })
  const foreign = await program.from('profiles').update({ full_name: 'Ola' }).eq('id', driver.id).select()
  expect(foreign.data).toEqual([])
  const other = await program.from('profiles').select('id, full_name, email').eq('id', driver.id).single()
  expect(other.data).toEqual({ id: driver.id, full_name: 'Ola Nordmann', email: null })
})

/** Matching both ways: which rides are reported to whom, once, and to drivers of public ones. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { MovableClock } from '../../platform/clock.ts'
import { findViolations } from '../../platform/db/invariants.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, signedInAgain, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { dayIn, listOwn, matchAll, notified, want } from '../../../test/wanted.ts'
import { instantInOslo } from '../../platform/clock.ts'

let t: TestApp
let pia: TestPerson
let dag: TestPerson

/** Noon in Oslo, so that days and quiet hours are the same in every run. */
const start = new Date('2027-03-10T12:00:00+01:00')

beforeAll(async () => {
  const clock = new MovableClock()
  clock.advance(start.getTime() - Date.now())
  t = await startTestApp({ clock, env: { SECRET: testSecret } })
})
afterAll(async () => {
  expect(await findViolations(t.db.kysely)).toEqual([])
  await t.close()
})
beforeEach(async () => {
  // Rides and wanted rides of earlier tests would match those of this one.
  await sql`delete from ride_wanted`.execute(t.db.kysely)
  await sql`delete from reservation`.execute(t.db.kysely)
  await sql`delete from ride`.execute(t.db.kysely)
  await sql`update profile set is_driver = false, is_passenger = false`.execute(t.db.kysely)
  t.clock.advance(start.getTime() - t.clock.now().getTime())
  pia = await addPerson(t.db.kysely, { name: 'Pia Passasjer' })
  dag = await addPerson(t.db.kysely, { name: 'Dag Sjåfør' })
})

interface RideOptions {
  route?: string[]
  days?: number
  at?: string
  driver?: TestPerson
  price?: number
  seats?: number
  pets?: boolean
  detour?: number
}
const ride = async ({
  route = ['Oslo', 'Hamar', 'Trondheim'],
  days = 2,
  at = '08:00',
  driver = dag,
  ...rest
}: RideOptions = {}) => {
  const departure = instantInOslo(dayIn(t.clock, days), at) ?? new Date(0)
  await sql`update profile set is_driver = true where id = ${driver.id}`.execute(t.db.kysely)
  return addRide(t.db, { driverId: driver.id, route, departure, ...rest })
}
const way = { from: 'Hamar', to: 'Trondheim' }
const kinds = async (person: TestPerson) => (await notified(t, person)).map(({ kind }) => kind)
const ridesOf = async (person: TestPerson) =>
  (await notified(t, person)).filter(({ kind }) => kind === 'ride_matched').map(({ path }) => path.slice(7, 43))

test('a person is notified once of a ride that is published later, with the own section', async () => {
  expect(await want(t, pia, way)).toMatchObject({ status: 201, body: { state: 'active', matches: [], match_count: 0 } })
  const id = await ride()
  await matchAll(t)
  await matchAll(t)
  expect(await notified(t, pia)).toMatchObject([
    {
      kind: 'ride_matched',
      path: `/rides/${id}?from_position=1&to_position=2`,
      params: { name: 'Dag', from: 'Hamar', to: 'Trondheim' },
    },
  ])
  const { items } = await listOwn(t, pia)
  expect(items).toMatchObject([
    { match_count: 1, matches: [{ id, offered: false, section: { from_position: 1, to_position: 2 } }] },
  ])
})

test('rides that are there at once are in the response, and are not notified', async () => {
  const ids = [
    await ride({ at: '07:00' }),
    await ride({ at: '09:00' }),
    await ride({ at: '10:00' }),
    await ride({ at: '11:00' }),
  ]
  const { body } = await want(t, pia, way)
  expect(body.match_count).toBe(4)
  expect(body.matches.map(({ id }: { id: string }) => id)).toEqual(ids)
  await matchAll(t)
  expect(await kinds(pia)).toEqual([])
})

test('an edit notifies only where the ride newly matches', async () => {
  await want(t, pia, { ...way, max_price: 200 })
  const price = (id: string, kr: number) => t.call('PATCH', `/api/v1/rides/${id}`, { as: dag, body: { price: kr } })
  const id = await ride({ price: 600 })
  await matchAll(t)
  expect(await kinds(pia)).toEqual([])
  expect((await price(id, 200)).status).toBe(200)
  await matchAll(t)
  expect(await ridesOf(pia)).toEqual([id])
  for (const kr of [600, 150]) {
    await price(id, kr)
    await matchAll(t)
  }
  expect(await ridesOf(pia)).toEqual([id])
})

test('a seat that is given back makes a full ride match', async () => {
  await want(t, pia, way)
  const other = await addPerson(t.db.kysely)
  const id = await ride({ seats: 1 })
  // Takes the seat before the ride is compared.
  const { body } = await t.call('POST', `/api/v1/rides/${id}/reservations`, { as: other, body: { seats_requested: 1 } })
  expect((await t.call('POST', `/api/v1/reservations/${body.id}/accept`, { as: dag })).status).toBe(200)
  await sql`delete from ride_wanted_match`.execute(t.db.kysely)
  await sql`delete from notification where user_id = ${pia.id}`.execute(t.db.kysely)
  await matchAll(t)
  const before = await ridesOf(pia)
  expect((await t.call('POST', `/api/v1/reservations/${body.id}/cancel`, { as: other })).status).toBe(200)
  await matchAll(t)
  expect([before, await ridesOf(pia)]).toEqual([[], [id]])
})

test.each<[string, object, RideOptions, boolean]>([
  ['another day', {}, { days: 3 }, false],
  ['a day of a range', { date_from: '2027-03-11', date_to: '2027-03-14' }, { days: 3 }, true],
  ['a weekday', { date_from: null, weekdays: [5] }, { days: 2 }, true],
  ['another weekday', { date_from: null, weekdays: [1, 2, 3, 4, 6, 7] }, { days: 2 }, false],
  ['a weekday after the last day', { date_from: null, weekdays: [5], until: '2027-03-12' }, { days: 9 }, false],
  [
    'the first minute of the window',
    { time_from: '09:00', time_to: '10:00' },
    { route: ['Hamar', 'Trondheim'], at: '09:00' },
    true,
  ],
  [
    'the last minute of the window',
    { time_from: '09:00', time_to: '10:00' },
    { route: ['Hamar', 'Trondheim'], at: '10:00' },
    true,
  ],
  [
    'a minute after the window',
    { time_from: '09:00', time_to: '10:00' },
    { route: ['Hamar', 'Trondheim'], at: '10:01' },
    false,
  ],
  ['too few seats', { seats: 3 }, { seats: 2 }, false],
  ['enough seats', { seats: 2 }, { seats: 2 }, true],
  ['no pets', { pets: true }, {}, false],
  ['pets', { pets: true }, { pets: true }, true],
  ['less luggage than wanted', { luggage: 'large' }, {}, false],
  ['as much luggage as wanted', { luggage: 'cabin' }, {}, true],
  ['a dearer section', { max_price: 100 }, { price: 300 }, false],
  ['the way back', {}, { route: ['Trondheim', 'Hamar', 'Oslo'] }, false],
  ['a stop 6 km away without a radius', { from: 'Oslo', to: 'Hamar' }, { route: ['Lysaker', 'Hamar'] }, false],
  [
    'a stop 6 km away within the radius',
    { from: 'Oslo', to: 'Hamar', radius_km: 10 },
    { route: ['Lysaker', 'Hamar'] },
    true,
  ],
  [
    'the way back between two places within each other’s radius',
    { from: 'Oslo', to: 'Lysaker', radius_km: 50 },
    { route: ['Lysaker', 'Oslo'] },
    false,
  ],
  [
    'a place beside the way without detours',
    { from: 'Slagelse', to: 'Aarhus' },
    { route: ['København', 'Aarhus'] },
    false,
  ],
  [
    'a place beside the way as a detour',
    { from: 'Slagelse', to: 'Aarhus' },
    { route: ['København', 'Aarhus'], detour: 30 },
    true,
  ],
])('of a ride with %s', async (_, body, options, matches) => {
  expect((await want(t, pia, { ...way, ...body })).status).toBe(201)
  const later = await ride(options)
  await matchAll(t)
  expect(await ridesOf(pia)).toEqual(matches ? [later] : [])
  // The other way round a person who comes after the ride finds the same.
  const ola = await addPerson(t.db.kysely)
  expect((await want(t, ola, { ...way, ...body })).body.match_count).toBe(matches ? 1 : 0)
})

test('a detour is reported with its place, and the link leads to it', async () => {
  await want(t, pia, { from: 'Slagelse', to: 'Aarhus' })
  const id = await ride({ route: ['København', 'Aarhus'], detour: 30 })
  await matchAll(t)
  const [notification] = await notified(t, pia)
  expect(notification?.params).toMatchObject({ from: 'Slagelse', to: 'Aarhus' })
  expect(notification?.path).toMatch(
    new RegExp(`^/rides/${id}\\?from_position=0&to_position=1&detour_place_id=\\d+&detour_end=start$`),
  )
  const { items } = await listOwn(t, pia)
  expect(items[0].matches[0]).toMatchObject({ id, detour: { end: 'start' }, section: { start_location: 'Slagelse' } })
})

test('own rides, rides across a block, hidden, cancelled, full and departed rides match nobody', async () => {
  const [blocker, suspended] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
  await want(t, pia, way)
  await sql`insert into user_block (blocker_id, blocked_id) values (${blocker.id}, ${pia.id})`.execute(t.db.kysely)
  await ride({ driver: pia })
  await ride({ driver: blocker })
  await ride({ driver: suspended })
  await sql`update auth_user set suspended_at = app_now(), suspended_reason = 'x' where id = ${suspended.id}`.execute(
    t.db.kysely,
  )
  await sql`delete from ride_section where ride_id in (select id from ride where driver_id = ${suspended.id})`.execute(
    t.db.kysely,
  )
  const cancelled = await ride()
  expect((await t.call('POST', `/api/v1/rides/${cancelled}/cancel`, { as: dag })).status).toBe(200)
  await matchAll(t)
  expect(await kinds(pia)).toEqual([])
  const ola = await addPerson(t.db.kysely)
  await want(t, ola, way)
  // Three are open to a person without a block.
  expect((await listOwn(t, ola)).items[0].match_count).toBe(2)
  t.clock.advance(3 * 86_400_000)
  expect((await listOwn(t, await signedInAgain(t.db.kysely, ola))).items[0]).toMatchObject({
    state: 'ended',
    match_count: 0,
    matches: [],
  })
})

test('a ride on which the driver has refused the person does not match, another one of the driver does', async () => {
  const refused = await ride()
  const asked = await t.call('POST', `/api/v1/rides/${refused}/reservations`, { as: pia, body: { seats_requested: 1 } })
  expect((await t.call('POST', `/api/v1/reservations/${asked.body.id}/reject`, { as: dag })).status).toBe(200)
  expect((await want(t, pia, { ...way, public: true })).body.match_count).toBe(0)
  expect((await t.call('GET', `/api/v1/ride-wanted/on-your-way?ride_id=${refused}`, { as: dag })).body.items).toEqual(
    [],
  )
  const other = await ride({ at: '17:00' })
  await matchAll(t)
  expect(await ridesOf(pia)).toEqual([other])
})

test('suspended and leaving people are not notified, and neither are paused and ended wanted rides', async () => {
  const [left, shut, paused, ended] = await Promise.all([1, 2, 3, 4].map(() => addPerson(t.db.kysely)))
  if (!left || !shut || !paused || !ended) throw new Error('no people')
  const ids = new Map<TestPerson, string>()
  for (const person of [left, shut, paused, ended]) ids.set(person, (await want(t, person, way)).body.id)
  await sql`update auth_user set purge_at = app_now() + interval '14 days' where id = ${left.id}`.execute(t.db.kysely)
  await sql`update auth_user set suspended_at = app_now(), suspended_reason = 'x' where id = ${shut.id}`.execute(
    t.db.kysely,
  )
  expect(
    (await t.call('PATCH', `/api/v1/ride-wanted/${ids.get(paused)}`, { as: paused, body: { paused: true } })).body
      .state,
  ).toBe('paused')
  expect((await t.call('DELETE', `/api/v1/ride-wanted/${ids.get(ended)}`, { as: ended })).body.state).toBe('ended')
  const id = await ride()
  await matchAll(t)
  const { rows } = await sql`select from ride_wanted_match`.execute(t.db.kysely)
  expect(rows).toEqual([])
  const resumed = await t.call('PATCH', `/api/v1/ride-wanted/${ids.get(paused)}`, {
    as: paused,
    body: { paused: false },
  })
  expect(resumed.body).toMatchObject({ state: 'active', matches: [{ id }] })
  await matchAll(t)
  expect(await kinds(paused)).toEqual([])
  // An account that leaves has more than this date.
  await sql`update auth_user set purge_at = null where id = ${left.id}`.execute(t.db.kysely)
})

test('five matches of a day are reported one by one, the others in one digest in the evening', async () => {
  await want(t, pia, way)
  for (let nth = 0; nth < 8; nth++) await ride({ at: `0${nth}:30` })
  await matchAll(t)
  expect(await kinds(pia)).toEqual(Array.from({ length: 5 }, () => 'ride_matched'))
  t.clock.advance(6 * 3_600_000)
  await matchAll(t)
  await matchAll(t)
  expect((await notified(t, pia)).slice(5)).toMatchObject([{ kind: 'wanted_digest', params: { rides: 3 } }])
  await ride({ at: '20:00' })
  await matchAll(t)
  expect(await kinds(pia)).toHaveLength(6)
  // The next day has five of its own, and the digest of what has waited.
  t.clock.advance(86_400_000)
  await matchAll(t)
  expect((await notified(t, pia)).slice(6)).toMatchObject([{ kind: 'wanted_digest', params: { rides: 1 } }])
})

test('a ride that departs before the next digest is reported at once, also as the sixth of a day', async () => {
  await want(t, pia, { ...way, date_from: dayIn(t.clock, 0), date_to: dayIn(t.clock, 2) })
  for (let nth = 0; nth < 5; nth++) await ride({ at: `0${nth}:30` })
  const [soon] = [await ride({ days: 0, at: '13:00' }), await ride({ at: '07:30' })]
  await matchAll(t)
  expect(await ridesOf(pia)).toHaveLength(6)
  expect(await ridesOf(pia)).toContain(soon)
})

test('the driver of a ride is notified of a public one once a day, whatever there is', async () => {
  const id = await ride({ days: 20 })
  await ride({ days: 27 })
  const people = await Promise.all(
    Array.from({ length: 4 }, (_, nth) => addPerson(t.db.kysely, { name: `Per${nth} Passasjer` })),
  )
  const [first, second, third, fourth] = people
  if (!first || !second || !third || !fourth) throw new Error('no people')
  const weekly = { ...way, date_from: null, weekdays: [2], public: true, seats: 2 }
  await want(t, first, weekly)
  await matchAll(t)
  expect(await notified(t, dag)).toMatchObject([
    { kind: 'wanted_on_your_way', params: { name: 'Per0', from: 'Hamar', to: 'Trondheim', seats: 2 } },
  ])
  await want(t, second, weekly)
  await want(t, third, { ...weekly, public: false })
  await matchAll(t)
  expect(await kinds(dag)).toEqual(['wanted_on_your_way'])
  t.clock.advance(86_400_000)
  await want(t, fourth, weekly)
  await matchAll(t)
  expect(await kinds(dag)).toEqual(['wanted_on_your_way', 'wanted_on_your_way'])
  const as = await signedInAgain(t.db.kysely, dag)
  const { body } = await t.call('GET', `/api/v1/ride-wanted/on-your-way?ride_id=${id}`, { as })
  expect(body.items.map(({ first_name }: { first_name: string }) => first_name).toSorted()).toEqual([
    'Per0',
    'Per1',
    'Per3',
  ])
  expect(body.items[0]).toMatchObject({
    from: 'Hamar',
    to: 'Trondheim',
    seats: 2,
    offered: false,
    section: { from_position: 1, to_position: 2 },
  })
})

test('the same public one does not notify the driver of a ride twice', async () => {
  await ride({ days: 20 })
  const { body } = await want(t, pia, { ...way, date_from: null, weekdays: [2], public: true })
  await matchAll(t)
  t.clock.advance(86_400_000)
  const as = await signedInAgain(t.db.kysely, pia)
  expect((await t.call('PATCH', `/api/v1/ride-wanted/${body.id}`, { as, body: { note: 'Ny' } })).status).toBe(200)
  await matchAll(t)
  expect(await kinds(dag)).toEqual(['wanted_on_your_way'])
})

test(
  'a driver between Oslo and Trondheim gets at most one message a day in a month with fifty posts',
  { timeout: 120_000 },
  async () => {
    for (let days = 1; days <= 28; days += 3) await ride({ days, route: ['Oslo', 'Hamar', 'Lillehammer', 'Trondheim'] })
    const ends = [
      ['Oslo', 'Trondheim'],
      ['Oslo', 'Hamar'],
      ['Hamar', 'Trondheim'],
      ['Lillehammer', 'Trondheim'],
      ['Oslo', 'Lillehammer'],
    ] as const
    const daily = { date_from: null, weekdays: [1, 2, 3, 4, 5, 6, 7], public: true }
    const posts: { id: string; as: TestPerson }[] = []
    for (let nth = 0; nth < 50; nth++) {
      const as = await addPerson(t.db.kysely)
      const [from, to] = ends[nth % ends.length] ?? ends[0]
      posts.push({ id: (await want(t, as, { from, to, ...daily })).body.id, as })
    }
    await matchAll(t)
    for (let days = 1; days <= 30; days++) {
      t.clock.advance(86_400_000)
      // Each day some are changed, and a new one comes.
      for (const { id, as: before } of posts.slice(days, days + 3)) {
        const as = await signedInAgain(t.db.kysely, before)
        const { status } = await t.call('PATCH', `/api/v1/ride-wanted/${id}`, { as, body: { note: `Dag ${days}` } })
        expect(status).toBe(200)
      }
      await want(t, await addPerson(t.db.kysely), { ...way, ...daily })
      await matchAll(t)
    }
    const days = (await notified(t, dag)).map(({ created_at }) => created_at.toISOString().slice(0, 10))
    // The last ride departs on the 28th day.
    expect(days.length).toBeGreaterThan(20)
    expect(new Set(days).size).toBe(days.length)
    const { rows } = await sql<{ mails: number; days: number }>`
    select count(*)::integer as mails, count(distinct (created_at at time zone 'Europe/Oslo')::date)::integer as days
    from outbox where recipient = ${dag.email}`.execute(t.db.kysely)
    expect(rows).toEqual([{ mails: days.length, days: days.length }])
  },
)

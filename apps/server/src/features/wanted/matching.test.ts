/** Matching both ways: which rides are reported to whom, once, and to drivers of public ones. */
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { findViolations } from '../../platform/db/invariants.ts'
import { addRide, type RideToAdd } from '../../../test/rides.ts'
import { addPerson, signedInAgain, type TestPerson } from '../../../test/sessions.ts'
import { clockAt, setClock, sharedApp } from '../../../test/shared-app.ts'
import { addPeople, dayIn, listOwn, matchAll, notified, want } from '../../../test/wanted.ts'
import { instantInOslo } from '../../platform/clock.ts'

/** Noon in Oslo, so that days and quiet hours are the same in every run. */
const start = '2027-03-10T12:00:00+01:00'
const DAY = 86_400_000
const { t, call } = sharedApp({ clock: clockAt(start) })
let pia: TestPerson
let dag: TestPerson
afterAll(async () => expect(await findViolations(t.db.kysely)).toEqual([]))
beforeEach(async () => {
  // Rides and wanted rides of earlier tests would match those of this one.
  await sql`delete from ride_wanted`.execute(t.db.kysely)
  await sql`delete from reservation`.execute(t.db.kysely)
  await sql`delete from ride`.execute(t.db.kysely)
  await sql`update profile set is_driver = false, is_passenger = false`.execute(t.db.kysely)
  setClock(t.clock, start)
  pia = await addPerson(t.db.kysely, { name: 'Pia Passasjer' })
  dag = await addPerson(t.db.kysely, { name: 'Dag Sjåfør' })
})

interface RideOptions extends Partial<Omit<RideToAdd, 'driverId' | 'departure'>> {
  days?: number
  at?: string
  driver?: TestPerson
}
const ride = async ({ days = 2, at = '08:00', driver = dag, ...rest }: RideOptions = {}) => {
  const departure = instantInOslo(dayIn(t.clock, days), at) ?? new Date(0)
  await sql`update profile set is_driver = true where id = ${driver.id}`.execute(t.db.kysely)
  return addRide(t.db, { driverId: driver.id, route: ['Oslo', 'Hamar', 'Trondheim'], departure, ...rest })
}
const edit = (id: string, as: TestPerson, body: object) => call('PATCH', `/ride-wanted/${id}`, as, body)
const reserve = async (ride: string, as: TestPerson): Promise<string> =>
  (await call('POST', `/rides/${ride}/reservations`, as, { seats_requested: 1 })).body.id
const decide = async (reservation: string, verb: string, as: TestPerson) =>
  expect((await call('POST', `/reservations/${reservation}/${verb}`, as)).status).toBe(200)
const onYourWay = async (ride: string, as: TestPerson) =>
  (await call('GET', `/ride-wanted/on-your-way?ride_id=${ride}`, as)).body.items
const way = { from: 'Hamar', to: 'Trondheim' }
const kinds = async (person: TestPerson) => (await notified(t, person)).map(({ kind }) => kind)
const ridesOf = async (person: TestPerson) =>
  (await notified(t, person)).filter(({ kind }) => kind === 'ride_matched').map(({ path }) => path.slice(7, 43))

test('a person is notified once of a ride that is published later, with the own section', async () => {
  expect(await want(t, pia, way)).toMatchObject({ status: 201, body: { state: 'active', matches: [], match_count: 0 } })
  const id = await ride()
  await matchAll(t)
  await matchAll(t)
  const params = { name: 'Dag', from: 'Hamar', to: 'Trondheim' }
  const path = `/rides/${id}?from_position=1&to_position=2`
  expect(await notified(t, pia)).toMatchObject([{ kind: 'ride_matched', path, params }])
  const matches = [{ id, offered: false, section: { from_position: 1, to_position: 2 } }]
  expect((await listOwn(t, pia)).items).toMatchObject([{ match_count: 1, matches }])
})

test('rides that are there at once are in the response, and are not notified', async () => {
  const ids: string[] = []
  for (const at of ['07:00', '09:00', '10:00', '11:00']) ids.push(await ride({ at }))
  const { body } = await want(t, pia, way)
  expect(body.match_count).toBe(4)
  expect(body.matches.map(({ id }: { id: string }) => id)).toEqual(ids)
  await matchAll(t)
  expect(await kinds(pia)).toEqual([])
})

test('an edit notifies only where the ride newly matches', async () => {
  await want(t, pia, { ...way, max_price: 200 })
  const price = (id: string, kr: number) => call('PATCH', `/rides/${id}`, dag, { price: kr })
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
  const reservation = await reserve(id, other)
  await decide(reservation, 'accept', dag)
  await sql`delete from ride_wanted_match`.execute(t.db.kysely)
  await sql`delete from notification where user_id = ${pia.id}`.execute(t.db.kysely)
  await matchAll(t)
  const before = await ridesOf(pia)
  await decide(reservation, 'cancel', other)
  await matchAll(t)
  expect([before, await ridesOf(pia)]).toEqual([[], [id]])
})

const [morning, fromHamar] = [{ time_from: '09:00', time_to: '10:00' }, { route: ['Hamar', 'Trondheim'] }] // prettier-ignore
const [near, fromLysaker] = [{ from: 'Oslo', to: 'Hamar' }, { route: ['Lysaker', 'Hamar'] }] // prettier-ignore
const [beside, bridge] = [{ from: 'Slagelse', to: 'Aarhus' }, { route: ['København', 'Aarhus'] }] // prettier-ignore
test.each<[string, object, RideOptions, boolean]>([
  ['another day', {}, { days: 3 }, false],
  ['a day of a range', { date_from: '2027-03-11', date_to: '2027-03-14' }, { days: 3 }, true],
  ['a weekday', { date_from: null, weekdays: [5] }, { days: 2 }, true],
  ['another weekday', { date_from: null, weekdays: [1, 2, 3, 4, 6, 7] }, { days: 2 }, false],
  ['a weekday after the last day', { date_from: null, weekdays: [5], until: '2027-03-12' }, { days: 9 }, false],
  ['the first minute of the window', morning, { ...fromHamar, at: '09:00' }, true],
  ['the last minute of the window', morning, { ...fromHamar, at: '10:00' }, true],
  ['a minute after the window', morning, { ...fromHamar, at: '10:01' }, false],
  ['the way back', {}, { route: ['Trondheim', 'Hamar', 'Oslo'] }, false],
  ['a stop 6 km away without a radius', near, fromLysaker, false],
  ['a stop 6 km away within the radius', { ...near, radius_km: 10 }, fromLysaker, true],
  [
    'the way back within the radius',
    { from: 'Oslo', to: 'Lysaker', radius_km: 50 },
    { route: ['Lysaker', 'Oslo'] },
    false,
  ],
  ['a place beside the way without detours', beside, bridge, false],
  ['a place beside the way as a detour', beside, { ...bridge, detour: 30 }, true],
  // Filters: filters.test.ts.
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
  const path = new RegExp(`^/rides/${id}\\?from_position=0&to_position=1&detour_place_id=\\d+&detour_end=start$`)
  expect(notification?.path).toMatch(path)
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
  expect((await call('POST', `/rides/${cancelled}/cancel`, dag)).status).toBe(200)
  await matchAll(t)
  expect(await kinds(pia)).toEqual([])
  const ola = await addPerson(t.db.kysely)
  await want(t, ola, way)
  // Three are open to a person without a block.
  expect((await listOwn(t, ola)).items[0].match_count).toBe(2)
  t.clock.advance(3 * DAY)
  const [ended] = (await listOwn(t, await signedInAgain(t.db.kysely, ola))).items
  expect(ended).toMatchObject({ state: 'ended', match_count: 0, matches: [] })
})

test('a ride on which the driver has refused the person does not match, another one of the driver does', async () => {
  const refused = await ride()
  await decide(await reserve(refused, pia), 'reject', dag)
  expect((await want(t, pia, { ...way, public: true })).body.match_count).toBe(0)
  expect(await onYourWay(refused, dag)).toEqual([])
  const other = await ride({ at: '17:00' })
  await matchAll(t)
  expect(await ridesOf(pia)).toEqual([other])
})

test('suspended and leaving people are not notified, and neither are paused and ended wanted rides', async () => {
  const [left, shut, paused, ended] = await addPeople(t, 4)
  if (!left || !shut || !paused || !ended) throw new Error('no people')
  const ids = new Map<TestPerson, string>()
  for (const person of [left, shut, paused, ended]) ids.set(person, (await want(t, person, way)).body.id)
  await sql`update auth_user set purge_at = app_now() + interval '14 days' where id = ${left.id}`.execute(t.db.kysely)
  await sql`update auth_user set suspended_at = app_now(), suspended_reason = 'x' where id = ${shut.id}`.execute(
    t.db.kysely,
  )
  const pause = (isPaused: boolean) => edit(ids.get(paused) ?? '', paused, { paused: isPaused })
  expect((await pause(true)).body.state).toBe('paused')
  expect((await call('DELETE', `/ride-wanted/${ids.get(ended)}`, ended)).body.state).toBe('ended')
  const id = await ride()
  await matchAll(t)
  const { rows } = await sql`select from ride_wanted_match`.execute(t.db.kysely)
  expect(rows).toEqual([])
  expect((await pause(false)).body).toMatchObject({ state: 'active', matches: [{ id }] })
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
  t.clock.advance(DAY)
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
  const [first, second, third, fourth] = await addPeople(t, 4)
  if (!first || !second || !third || !fourth) throw new Error('no people')
  const weekly = { ...way, date_from: null, weekdays: [2], public: true, seats: 2 }
  await want(t, first, weekly)
  await matchAll(t)
  const params = { name: 'Pia0', from: 'Hamar', to: 'Trondheim', seats: 2 }
  expect(await notified(t, dag)).toMatchObject([{ kind: 'wanted_on_your_way', params }])
  await want(t, second, weekly)
  await want(t, third, { ...weekly, public: false })
  await matchAll(t)
  expect(await kinds(dag)).toEqual(['wanted_on_your_way'])
  t.clock.advance(DAY)
  await want(t, fourth, weekly)
  await matchAll(t)
  expect(await kinds(dag)).toEqual(['wanted_on_your_way', 'wanted_on_your_way'])
  const posts = await onYourWay(id, await signedInAgain(t.db.kysely, dag))
  const names = posts.map(({ first_name }: { first_name: string }) => first_name)
  expect(names.toSorted()).toEqual(['Pia0', 'Pia1', 'Pia3'])
  const section = { from_position: 1, to_position: 2 }
  expect(posts[0]).toMatchObject({ from: 'Hamar', to: 'Trondheim', seats: 2, offered: false, section })
})

test('the same public one does not notify the driver of a ride twice', async () => {
  await ride({ days: 20 })
  const { body } = await want(t, pia, { ...way, date_from: null, weekdays: [2], public: true })
  await matchAll(t)
  t.clock.advance(DAY)
  const as = await signedInAgain(t.db.kysely, pia)
  expect((await edit(body.id, as, { note: 'Ny' })).status).toBe(200)
  await matchAll(t)
  expect(await kinds(dag)).toEqual(['wanted_on_your_way'])
})

test('a driver gets at most one message a day in two weeks with many posts', { timeout: 120_000 }, async () => {
  const DAYS = 14
  for (let days = 1; days <= DAYS - 2; days += 3)
    await ride({ days, route: ['Oslo', 'Hamar', 'Lillehammer', 'Trondheim'] })
  const [oslo, hamar, lillehammer, trondheim] = ['Oslo', 'Hamar', 'Lillehammer', 'Trondheim']
  const ends = [[oslo, trondheim], [oslo, hamar], [hamar, trondheim], [lillehammer, trondheim], [oslo, lillehammer]] // prettier-ignore
  const daily = { date_from: null, weekdays: [1, 2, 3, 4, 5, 6, 7], public: true }
  const posts: { id: string; as: TestPerson }[] = []
  for (let nth = 0; nth < 20; nth++) {
    const as = await addPerson(t.db.kysely)
    const [from, to] = ends[nth % ends.length] ?? []
    posts.push({ id: (await want(t, as, { from, to, ...daily })).body.id, as })
  }
  await matchAll(t)
  for (let days = 1; days <= DAYS; days++) {
    t.clock.advance(DAY)
    // Each day some are changed, and a new one comes.
    for (const { id, as } of posts.slice(days, days + 3))
      expect((await edit(id, await signedInAgain(t.db.kysely, as), { note: `Dag ${days}` })).status).toBe(200)
    await want(t, await addPerson(t.db.kysely), { ...way, ...daily })
    await matchAll(t)
  }
  const days = (await notified(t, dag)).map(({ created_at }) => created_at.toISOString().slice(0, 10))
  // The last ride departs four days before the end.
  expect(days.length).toBeGreaterThan(8)
  expect(new Set(days).size).toBe(days.length)
  const { rows } = await sql<{ mails: number; days: number }>`
    select count(*)::integer as mails, count(distinct (created_at at time zone 'Europe/Oslo')::date)::integer as days
    from outbox where recipient = ${dag.email}`.execute(t.db.kysely)
  expect(rows).toEqual([{ mails: days.length, days: days.length }])
})

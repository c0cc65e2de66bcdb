/** Rides for the driver's gender only: who finds them, on every route, and what another gender changes. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RideDays } from '@samtur/contract/search'
import { findViolations } from '../src/platform/db/invariants.ts'
import { rideBody, startTestApp, type TestApp } from './app.ts'
import { builtPages } from './built-pages.ts'
import { clientKey } from '../../interface/test/client.ts'
import { createDataset, type Dataset, startOf } from './rights/dataset.ts'
import { interfaceMatrix } from '../../interface/test/rights/matrix.ts'
import { matrix } from './rights/matrix.ts'
import { findRides } from './rides.ts'
import { addPerson, testSecret, type TestPerson } from './sessions.ts'
import { dayIn, matchAll, notified, want } from './wanted.ts'

type Gender = 'mann' | 'kvinne' | 'annet' | 'ønsker_ikke_oppgi' | null

let t: TestApp
let driver: TestPerson
let woman: TestPerson
let man: TestPerson
let silent: TestPerson

beforeAll(async () => {
  t = await startTestApp({ dist: builtPages, env: { SECRET: testSecret, SAME_GENDER_RIDES: 'on' } })
})
beforeEach(async () => {
  driver = await add('kvinne')
  woman = await add('kvinne')
  man = await add('mann')
  silent = await add('ønsker_ikke_oppgi')
})
afterAll(() => t.close())

/** States a gender that counts at once. */
const setGender = (id: string, gender: Gender) =>
  t.db.kysely.updateTable('profile').set({ gender, gender_counts_at: t.clock.now() }).where('id', '=', id).execute()
async function add(gender: Gender, role: 'user' | 'admin' = 'user') {
  const person = await addPerson(t.db.kysely, { role })
  await setGender(person.id, gender)
  return person
}
const call = (method: string, path: string, as?: TestPerson, body?: object) =>
  t.call(method, `/api/v1${path}`, { as, body })
const publish = (changes: object = {}, as = driver) =>
  call('POST', '/rides', as, rideBody(t.clock, { start_location: startOf(driver), same_gender: true, ...changes }))
const request = (ride: string, as: TestPerson) =>
  call('POST', `/rides/${ride}/reservations`, as, { seats_requested: 1, accept_overlap: true })
const accept = (id: string) => call('POST', `/reservations/${id}/accept`, driver)
const opens = async (ride: string, as?: TestPerson) => (await call('GET', `/rides/${ride}`, as)).status
const finds = async (as?: TestPerson, query = {}) =>
  (await findRides(t, { from: startOf(driver), ...query }, as)).map(({ id }) => id)

describe('a driver', () => {
  test.each(['mann', 'kvinne', 'annet'] as const)('whose gender is %s can offer a ride to it only', async (gender) => {
    const own = await add(gender)
    const { status, body } = await publish({}, own)
    expect([status, body.same_gender, body.only_gender]).toEqual([201, true, gender])
  })

  test.each(['ønsker_ikke_oppgi', null] as const)('whose gender is %s cannot', async (gender) => {
    const own = await add(gender)
    const missing = { code: 'validation', fields: { same_gender: 'gender_missing' } }
    expect((await publish({}, own)).body).toMatchObject(missing)
    const open = (await publish({ same_gender: false }, own)).body.id as string
    expect((await call('PATCH', `/rides/${open}`, own, { same_gender: true })).body).toMatchObject(missing)
    const series = { date: dayIn(t.clock, 3), departure_clock: '08:00', arrival_clock: '12:00' }
    const { departure_time: _, arrival_time: _1, ...body } = rideBody(t.clock, { same_gender: true })
    expect((await call('POST', '/ride-series', own, { ...body, ...series })).body).toMatchObject({
      code: 'validation',
    })
  })

  test('opens and closes a published ride', async () => {
    const id = (await publish({ same_gender: false })).body.id as string
    expect(await opens(id, man)).toBe(200)
    expect((await call('PATCH', `/rides/${id}`, driver, { same_gender: true })).status).toBe(200)
    expect([await opens(id, man), await opens(id, woman)]).toEqual([404, 200])
    expect((await call('PATCH', `/rides/${id}`, driver, { same_gender: false })).status).toBe(200)
    expect([await opens(id), await finds()]).toEqual([200, [id]])
  })

  test('who has taken the gender back can still change the ride, which nobody finds', async () => {
    const id = (await publish()).body.id as string
    await setGender(driver.id, null)
    const { status, body } = await call('PATCH', `/rides/${id}`, driver, { notes: 'Ny tekst', same_gender: true })
    expect([status, body.only_gender]).toEqual([200, null])
    expect([await opens(id, woman), await opens(id, silent), await finds(woman)]).toEqual([404, 404, []])
    expect([await opens(id, driver), await finds(driver)]).toEqual([200, [id]])
  })
})

describe('a search', () => {
  test('finds the ride for people of the gender, its driver and administrators', async () => {
    const id = (await publish()).body.id as string
    const admin = await add('mann', 'admin')
    for (const person of [woman, driver, admin])
      expect([await finds(person), await opens(id, person)]).toEqual([[id], 200])
    for (const person of [man, silent, await add(null), undefined])
      expect([await finds(person), await opens(id, person)]).toEqual([[], 404])
  })

  test('is counted only for those who find it', async () => {
    await publish()
    const counted = async (person?: TestPerson) => {
      const { body } = await call('GET', `/rides/days?from=${encodeURIComponent(startOf(driver))}`, person)
      return (body as RideDays).days.reduce((sum, { count }) => sum + count, 0)
    }
    expect([await counted(woman), await counted(man), await counted()]).toEqual([1, 0, 0])
  })

  test('shares no response between people who find it and visitors', async () => {
    const id = (await publish()).body.id as string
    for (const [person, expected] of [
      [woman, [id]],
      [undefined, []],
      [man, []],
      [woman, [id]],
      [undefined, []],
    ] as const)
      // prettier-ignore
      expect(await finds(person)).toEqual(expected)
  })

  test('with the own gender finds only drivers of that gender', async () => {
    const own = [(await publish()).body.id, (await publish({ same_gender: false })).body.id] as string[]
    const his = (await publish({ same_gender: false }, man)).body.id as string
    expect(new Set(await finds(woman))).toEqual(new Set([...own, his]))
    expect(new Set(await finds(woman, { same_gender: 'true' }))).toEqual(new Set(own))
    expect(await finds(man, { same_gender: 'true' })).toEqual([his])
    const { body } = await call('GET', `/rides/alternatives?from=Oslo&to=Bergen&same_gender=true`, man)
    expect(JSON.stringify(body)).not.toContain(driver.id)
  })

  test('with the own gender is refused to visitors and to people who state none', async () => {
    for (const path of ['/rides', '/rides/alternatives', '/rides/days'])
      for (const person of [undefined, silent, await add(null)])
        expect((await call('GET', `${path}?from=Oslo&to=Bergen&same_gender=true`, person)).body).toMatchObject({
          code: 'validation',
          fields: { same_gender: 'gender_missing' },
        })
  })

  test('follows the gender that the driver has now', async () => {
    const id = (await publish()).body.id as string
    await setGender(driver.id, 'mann')
    expect([await finds(man), await opens(id, man), await opens(id, woman)]).toEqual([[id], 200, 404])
  })
})

describe('seats', () => {
  test('are requested by the gender only: to others the ride is unknown, whatever its state', async () => {
    const id = (await publish({ total_seats: 1 })).body.id as string
    const join = (as: TestPerson) => call('POST', `/rides/${id}/waiting-list`, as, { seats_requested: 1 })
    for (const person of [man, silent])
      expect([(await request(id, person)).status, (await join(person)).status]).toEqual([404, 404])
    expect((await accept((await request(id, woman)).body.id)).status).toBe(200)
    expect([(await request(id, man)).status, (await join(man)).status]).toEqual([404, 404])
    expect((await join(await add('kvinne'))).status).toBe(201)
    await call('POST', `/rides/${id}/cancel`, driver)
    expect((await request(id, man)).status).toBe(404)
  })

  test('stay with an accepted passenger who changes the gender, and so does the ride', async () => {
    const id = (await publish()).body.id as string
    const seat = (await request(id, woman)).body.id as string
    await accept(seat)
    expect((await call('PATCH', '/me/profile', woman, { gender: 'mann' })).status).toBe(200)
    expect(await opens(id, woman)).toBe(200)
    const { body } = await call('GET', '/me/reservations', woman)
    expect(body.items).toMatchObject([{ id: seat, status: 'accepted' }])
    expect((await request(id, woman)).body.code).toBe('already_reserved')
  })

  test('are not given to a person who has changed the gender since the request', async () => {
    const id = (await publish()).body.id as string
    const seat = (await request(id, woman)).body.id as string
    await setGender(woman.id, 'mann')
    expect([await opens(id, woman), (await accept(seat)).body.code]).toEqual([404, 'reservation_closed'])
    expect((await call('POST', `/reservations/${seat}/cancel`, woman)).status).toBe(200)
  })

  test('that come free are not offered to a person who has changed the gender while waiting', async () => {
    const id = (await publish({ total_seats: 1 })).body.id as string
    const seat = (await request(id, woman)).body.id as string
    await accept(seat)
    const [first, second] = [await add('kvinne'), await add('kvinne')]
    for (const person of [first, second])
      expect((await call('POST', `/rides/${id}/waiting-list`, person, { seats_requested: 1 })).status).toBe(201)
    await setGender(first.id, 'annet')
    expect((await call('POST', `/reservations/${seat}/cancel`, woman)).status).toBe(200)
    const state = async (as: TestPerson) => (await call('GET', '/me/waiting-list', as)).body.items[0].state
    expect([await state(first), await state(second)]).toEqual(['waiting', 'offered'])
  })
})

describe('a stated gender', () => {
  const DAY = 86_400_000
  const state = (as: TestPerson, gender: Gender) => call('PATCH', '/me/profile', as, { gender })
  /** Does the work with the clock so much later. */
  async function later<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
    t.clock.advance(milliseconds)
    try {
      return await work()
    } finally {
      t.clock.advance(-milliseconds)
    }
  }

  test('counts 14 days after a change, on every way to a ride', async () => {
    const trip = { start_location: 'Hamar', stops: [], end_location: 'Trondheim', total_seats: 1 }
    const id = (await publish({ ...trip, inHours: 20 * 24 })).body.id as string
    const changed = await state(man, 'kvinne')
    const countsAt = changed.body.gender_counts_at as string
    expect(Math.abs(Date.parse(countsAt) - t.clock.now().getTime() - 14 * DAY)).toBeLessThan(60_000)
    const wanted = { from: 'Hamar', to: 'Trondheim', date_from: dayIn(t.clock, 20), public: true }
    const waits = { code: 'validation', fields: { same_gender: 'gender_waits' } }
    const finds = async (as: TestPerson) =>
      (await findRides(t, { from: 'Hamar', to: 'Trondheim' }, as)).some((one) => one.id === id)
    const shows = async (path: string, as?: TestPerson, body?: object) =>
      (await call(body ? 'POST' : 'GET', path, as, body)).text.includes(id)

    expect([await finds(man), await opens(id, man), (await request(id, man)).status]).toEqual([false, 404, 404])
    expect((await call('POST', `/rides/${id}/waiting-list`, man, { seats_requested: 1 })).status).toBe(404)
    expect(await shows('/ride-wanted/preview', man, { ...wanted, public: false })).toBe(false)
    const post = (await want(t, man, wanted)).body.id as string
    await matchAll(t)
    expect((await notified(t, man)).map(({ kind }) => kind)).toEqual([])
    expect((await call('POST', `/ride-wanted/${post}/offers`, driver, { ride_id: id })).body.code).toBe(
      'not_on_the_way',
    )
    const chat = await call('POST', '/chats', man, { user_id: driver.id, ride_id: id })
    expect([chat.status, chat.body.ride_id]).toEqual([200, null])
    expect((await publish({}, man)).body).toMatchObject(waits)
    for (const path of ['/rides', '/rides/alternatives'])
      expect((await call('GET', `${path}?from=Oslo&to=Bergen&same_gender=true`, man)).body).toMatchObject(waits)

    const left = Date.parse(countsAt) - t.clock.now().getTime()
    expect(await later(left - 60_000, () => opens(id, man))).toBe(404)
    await later(left + 1000, async () => {
      expect([await finds(man), await opens(id, man), await shows('/me/ride-wanted', man)]).toEqual([true, 200, true])
      expect((await request(id, man)).status).toBe(201)
    })
  })

  test('of a driver who changes it leads nobody to the rides for 14 days', async () => {
    const id = (await publish({ inHours: 20 * 24 })).body.id as string
    expect((await state(driver, 'mann')).status).toBe(200)
    expect([await opens(id, man), await opens(id, woman), await opens(id, driver)]).toEqual([404, 404, 200])
    expect(await later(14 * DAY + 1000, () => opens(id, man))).toBe(200)
  })

  test.each([
    ['first on the day of the account', 0, [] as Gender[], 200],
    ['first on a later day', 2, [] as Gender[], 404],
    ['after another one on the first day', 0, ['mann'] as Gender[], 404],
    ['after a removal', 0, ['kvinne', null] as Gender[], 404],
    ['after the choice to state none', 0, ['ønsker_ikke_oppgi'] as Gender[], 404],
  ])('%s', async (_, days, before, expected) => {
    const id = (await publish({ inHours: 20 * 24 })).body.id as string
    const person = await addPerson(t.db.kysely)
    for (const gender of before) await state(person, gender)
    await later(days * DAY, async () => {
      await t.db.kysely.updateTable('profile').set({ gender: 'kvinne' }).where('id', '=', person.id).execute()
      expect(await opens(id, person)).toBe(expected)
    })
  })

  test('keeps its time through a deletion that is taken back', async () => {
    const before = (await state(man, 'kvinne')).body.gender_counts_at as string
    expect((await call('POST', '/me/deletion', man)).status).toBe(200)
    expect((await call('DELETE', '/me/deletion', man)).status).toBe(200)
    expect((await call('GET', '/me', man)).body.profile.gender_counts_at).toBe(before)
    const untouched = await add('kvinne')
    await sql`update profile set gender_counts_at = null where id = ${untouched.id}`.execute(t.db.kysely)
    expect((await call('POST', '/me/deletion', untouched)).status).toBe(200)
    expect((await call('DELETE', '/me/deletion', untouched)).status).toBe(200)
    expect((await call('GET', '/me', untouched)).body.profile.gender_counts_at).toBeNull()
  })
})

test('an alert reports the ride to people of the gender only, and a driver can offer it to nobody else', async () => {
  const trip = { from: 'Hamar', to: 'Trondheim', public: true }
  const hers = (await want(t, woman, trip)).body.id as string
  const his = (await want(t, man, trip)).body.id as string
  const at = (clock: string) => `${dayIn(t.clock, 2)}T${clock}:00Z`
  const route = { start_location: 'Hamar', stops: [], end_location: 'Trondheim' }
  const published = await publish({ ...route, departure_time: at('08:00'), arrival_time: at('13:00') })
  const ride = published.body.id as string
  await matchAll(t)
  const kinds = async (person: TestPerson) => (await notified(t, person)).map(({ kind }) => kind)
  expect([await kinds(woman), await kinds(man)]).toEqual([['ride_matched'], []])
  const shows = async (path: string, as?: TestPerson, body?: object) =>
    (await call(body ? 'POST' : 'GET', path, as, body)).text.includes(ride)
  expect([await shows('/me/ride-wanted', woman), await shows('/me/ride-wanted', man)]).toEqual([true, false])
  const search = { date_from: dayIn(t.clock, 2), from: 'Hamar', to: 'Trondheim' }
  const preview = (as?: TestPerson) => shows('/ride-wanted/preview', as, search)
  expect([await preview(woman), await preview(man), await preview()]).toEqual([true, false, false])
  const { items } = (await call('GET', `/ride-wanted/on-your-way?ride_id=${ride}`, driver)).body
  expect(items.map(({ id }: { id: string }) => id)).toEqual([hers])
  const offer = (post: string) => call('POST', `/ride-wanted/${post}/offers`, driver, { ride_id: ride })
  expect([(await offer(his)).body.code, (await offer(hers)).status]).toEqual(['not_on_the_way', 201])
})

describe('the canary', () => {
  let w: Dataset
  let words: string[]
  /** A person of another gender, and one of none, with nothing to do with the driver. */
  let others: TestPerson[]

  beforeAll(async () => {
    // Before the dataset, which is stored without what follows from each row.
    expect(await findViolations(t.db.kysely)).toEqual([])
    w = await createDataset(t)
    await setGender(w.driver.id, 'kvinne')
    await setGender(w.accepted.id, 'mann')
    await setGender(w.stranger.id, 'mann')
    await sql`update ride set same_gender = true where driver_id = ${w.driver.id}`.execute(t.db.kysely)
    await sql`update ride_section set same_gender = true where ride_id in (select id from ride where driver_id = ${w.driver.id})`.execute(
      t.db.kysely,
    )
    const rides = await t.db.kysely.selectFrom('ride').select('id').where('driver_id', '=', w.driver.id).execute()
    words = [startOf(w.driver), ...rides.map(({ id }) => id)]
    others = [w.stranger, await add('ønsker_ikke_oppgi')]
  })
  const found = (text: string, path: string) => words.filter((word) => text.includes(word) && !path.includes(word))

  // Whoever has the address of a follow link sees its trip, whatever their gender; the local mailbox has everybody's mail.
  const opened = /^GET \/(?:api\/v1\/follow|dev\/mailbox.*)$/
  const closed = matrix.filter(({ route }) => route.startsWith('GET ') && !opened.test(route))
  test.each(closed)('$route shows nothing of it', async (row) => {
    const [, pattern = ''] = row.route.split(' ')
    const { path = pattern, accept } = row.request?.(w) ?? {}
    for (const as of [undefined, ...others]) {
      const { status, text } = await t.call('GET', path, { as, ...(accept && { headers: { accept } }) })
      expect([path, status < 500, found(text, path)]).toEqual([path, true, []])
    }
  })

  const reads = interfaceMatrix.filter(({ route, writes }) => route.startsWith('GET ') && !writes)
  test.each(reads)('$name shows nothing of it', async (row) => {
    for (const person of others) {
      const { token } = (await t.call('GET', '/api/auth/token', { as: person })).body
      const { path = row.route.split(' ')[1] ?? '', headers } = row.request?.(w, person) ?? {}
      const { text } = await t.call('GET', path, {
        headers: { apikey: clientKey, authorization: `Bearer ${token}`, ...headers },
      })
      expect([path, found(text, path)]).toEqual([path, []])
    }
  })

  test.each([
    ['POST', (ride: string) => `/rides/${ride}/reservations`, { seats_requested: 1 }],
    ['POST', (ride: string) => `/rides/${ride}/waiting-list`, { seats_requested: 1 }],
    ['DELETE', (ride: string) => `/rides/${ride}/waiting-list`, undefined],
    ['PATCH', (ride: string) => `/rides/${ride}`, { notes: 'x' }],
    ['POST', (ride: string) => `/rides/${ride}/cancel`, undefined],
  ] as const)('%s of it is as for an unknown ride: %#', async (method, path, body) => {
    const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    for (const person of others) {
      const absent = await call(method, path('00000000-0000-4000-8000-000000000000'), person, body)
      const foreign = await call(method, path(w.rideId), person, body)
      expect([foreign.status, bare(foreign.text)]).toEqual([404, bare(absent.text)])
    }
  })

  test.each([
    '',
    '&sort=price',
    '&sort=duration',
    '&sort=rating',
    '&detours=no',
    '&seats=2',
    '&max_price=1000',
    '&to=Trondheim',
  ])('a search with %j does not find it', async (more) => {
    for (const list of ['/rides', '/rides/alternatives'])
      for (const as of [undefined, ...others]) {
        const { status, text } = await call('GET', `${list}?from=${encodeURIComponent(startOf(w.driver))}${more}`, as)
        expect([list, status, found(text, '')]).toEqual([list, 200, []])
      }
  })

  test('a chat cannot be about it', async () => {
    const opened = await call('POST', '/chats', others[1], { user_id: w.driver.id, ride_id: w.rideId })
    expect([opened.status, opened.body.ride_id]).toEqual([200, null])
    const pinned = await call('POST', '/chats', others[1], { user_id: w.driver.id, ride_id: w.rideId })
    expect([pinned.status, pinned.body.ride_id]).toEqual([200, null])
    const her = await add('kvinne')
    expect((await call('POST', '/chats', her, { user_id: w.driver.id, ride_id: w.rideId })).body.ride_id).toBe(w.rideId)
    // The driver may speak of the ride; the other side gets no way to it.
    await call('POST', '/chats', w.driver, { user_id: others[1]?.id, ride_id: w.rideId })
    expect(found((await call('GET', '/chats', others[1])).text, '')).toEqual([])
  })

  test('its pages are not found, and the list for search engines has none', async () => {
    const page = (path: string, as?: TestPerson) => t.call('GET', path, { as, headers: { accept: 'text/html' } })
    expect((await page(`/rides/${w.rideId}`)).status).toBe(404)
    for (const path of [
      '/',
      '/search?sort=departure',
      `/search?from=${startOf(w.driver)}`,
      `/profile/${w.driver.id}`,
      '/sitemap.xml',
    ])
      expect([path, found((await page(path)).text, path)]).toEqual([path, []])
  })

  test('is alive: people of the gender find it, and an accepted passenger of another keeps it', async () => {
    const her = await add('kvinne')
    expect((await call('GET', `/rides/${w.rideId}`, her)).status).toBe(200)
    expect(found((await call('GET', `/rides?from=${startOf(w.driver)}`, her)).text, '')).not.toEqual([])
    expect((await call('GET', `/rides/${w.rideId}`, w.accepted)).status).toBe(200)
    expect(found((await call('GET', '/me/reservations', w.accepted)).text, '')).not.toEqual([])
  })
})

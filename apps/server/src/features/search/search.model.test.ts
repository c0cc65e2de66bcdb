/** Compares random searches of random rides (filters, sorts, pages, both groups of alternatives) with a model that looks at every ride. */
// @module-tag slow
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { instantBookings, luggagePieces, luggageSizes } from '@samtur/contract/constants'
import { areHoursInOrder, type FilterName, type FilterValues, searchSorts } from '@samtur/contract/filters'
import type { Ride } from '@samtur/contract/rides'
import type { AlternativeRides } from '@samtur/contract/search'
import type { TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { addRide } from '../../../test/rides.ts'
import { recountSeats } from '../../../test/reservations.ts'
import { planFor, type Model, nearby, otherDays, type Query, readModel, searched } from '../../../test/search-model.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { clockAt, sharedApp } from '../../../test/shared-app.ts'
import { hideRide } from '#features/rides/store'

const SEED = 20270326
const RIDES = 240
const SEARCHES = 160
/** The nights in which the clock changes lie among the days that are searched. */
const NOW = new Date('2027-03-26T17:00:00+01:00')

const east = ['Oslo', 'Oslo S', 'Sandvika', 'Asker', 'Drammen', 'Lillestrøm', 'Ski', 'Moss', 'Ås', 'Jessheim', 'Oslo lufthavn', 'Hønefoss'] // prettier-ignore
const west = ['Bergen', 'Bergen busstasjon', 'Os', 'Askøy', 'Knarvik', 'Voss', 'Straume', 'Flesland']
const north = ['Trondheim', 'Stjørdal', 'Trondheim lufthavn', 'Melhus', 'Orkanger', 'Levanger', 'Malvik']
const between = ['Hamar', 'Lillehammer', 'Gol', 'Geilo', 'Otta', 'Dombås', 'Oppdal', 'Kafé 100% nord', 'ved kirka', '🚗 møteplass', 'Linköping', 'Lidköping'] // prettier-ignore
const all = [...east, ...west, ...north, ...between]

const pick = <T>(list: readonly T[]) => fc.constantFrom(...list)
const route = fc
  .record({
    ends: pick([[east, west], [west, east], [east, north], [north, east], [all, all]]),
    // Of meeting places there are so many that a short text names more pairs than are looked up one by one.
    stops: fc.array(fc.oneof(pick(all), fc.nat(400).map((n) => `Rasteplass ${n}`)), { maxLength: 4 }), // prettier-ignore
    n: fc.tuple(fc.nat(1000), fc.nat(1000)),
  })
  .map(({ ends: [a, b], stops, n }) => [a?.[n[0] % a.length] ?? '', ...stops, b?.[n[1] % b.length] ?? ''])
  .filter((stops) => stops[0] !== stops.at(-1)) // prettier-ignore
const ride = fc.record({
  route,
  departure: fc.integer({ min: -5 * 12, max: 9 * 24 * 12 }).map((steps) => new Date(NOW.getTime() + steps * 300_000)),
  hours: fc.integer({ min: 1, max: 20 }),
  price: pick([0, 90, 100, 250, 301, 301, 700]),
  seats: fc.integer({ min: 1, max: 4 }),
  pets: fc.boolean(),
  luggage: pick(luggageSizes),
  instant: pick(instantBookings),
  // For the driver's gender only.
  same: fc.nat(3).map((n) => n === 0),
  driver: fc.nat(5),
  taken: fc.array(fc.nat(2), { maxLength: 5 }),
})

/** Has a value in that many of ten searches. */
const some = <T>(arbitrary: fc.Arbitrary<T>, tenths: number) =>
  fc.oneof({ arbitrary, weight: tenths }, { arbitrary: fc.constant(undefined), weight: 10 - tenths })
const text = fc.oneof(
  { arbitrary: pick(all), weight: 8 },
  { arbitrary: pick(['o', 'a', 'e', 'ra', 'rasteplass']), weight: 3 },
  { arbitrary: pick(['s', 'ham', 'lufthavn', 'OSLO', 'trondhjem', 'Oslo sentrum', '%', 'å', 'no such place']), weight: 3 }, // prettier-ignore
)
const filterArbitraries: { [Name in FilterName]: fc.Arbitrary<FilterValues[Name]> } = {
  seats: some(fc.integer({ min: 1, max: 3 }), 2),
  max_price: some(pick([0, 50, 120, 301]), 2),
  pets: some(fc.constant('true' as const), 2),
  luggage: some(pick(luggagePieces), 2),
  instant: some(pick(['true'] as const), 4),
  same_gender: some(pick(['true'] as const), 4),
  detours: some(fc.constant('no' as const), 2),
  from_hour: some(fc.integer({ min: 0, max: 23 }), 2),
  until_hour: some(fc.integer({ min: 1, max: 24 }), 2),
}
const input = fc
  .record({
    from: some(text, 8),
    to: some(text, 8),
    day: some(fc.integer({ min: -1, max: 10 }), 5),
    filters: fc.record(filterArbitraries),
    sort: some(pick(searchSorts), 6),
    limit: pick([1, 3, 20, 50]),
  })
  .map(({ day, filters, limit, ...rest }) => {
    const date = day === undefined ? undefined : Temporal.PlainDate.from('2027-03-26').add({ days: day }).toString()
    const hours = areHoursInOrder(filters) ? {} : { from_hour: filters.until_hour, until_hour: undefined }
    const given = Object.entries({ ...rest, date, ...filters, ...hours }).filter(([, value]) => value !== undefined)
    const query: Query = Object.fromEntries(given)
    return { query, limit }
  })

const address = (path: string, query: object) =>
  `/api/v1${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`
const shown = ({ id, section }: Ride) => `${id} ${section.from_position}-${section.to_position} ${section.price} kr`

/** Texts that name so many places that the statement walks the rides by departure, or looks up the places of one side. */
const broad: [{ query: Query; limit: number }][] = [
  [{ query: { from: 'a', to: 'e' }, limit: 20 }],
  [{ query: { from: 'e', to: 'a', date: '2027-03-28', until_hour: 12 }, limit: 3 }],
  [{ query: { from: 'ra', to: 'e', sort: 'price', seats: 2 }, limit: 20 }],
  [{ query: { from: 'rasteplass', to: 'rasteplass', sort: 'duration' }, limit: 3 }],
  [{ query: { from: 'a', to: 'e', date: '2027-03-27' }, limit: 3 }],
  [{ query: { from: 'e', to: 'a', max_price: 300 }, limit: 20 }],
  [{ query: { from: 'a', to: 'ra', date: '2027-03-28' }, limit: 3 }],
  [{ query: { from: 'ha', to: 'a', date: '2027-03-27', seats: 2 }, limit: 3 }],
  [{ query: { from: 'ra', to: 'e', date: '2027-03-27', sort: 'price' }, limit: 20 }],
]

/** Returns all pages, or the first 25. */
async function pages({ call }: TestApp, query: Query, limit: number, as: TestPerson | undefined) {
  const found: string[] = []
  let cursor: string | null = null
  for (let count = 0; count < 25; count++) {
    const { status, body } = await call('GET', address('/rides', { ...query, limit, ...(cursor && { cursor }) }), {
      as,
    })
    expect(status).toBe(200)
    expect(body.items.length).toBeLessThanOrEqual(limit)
    found.push(...(body.items as Ride[]).map(shown))
    cursor = body.next_cursor as string | null
    if (!cursor) return { found, complete: true }
  }
  return { found, complete: false }
}

/** Hides one ride in twelve; hides another one in twelve and shows it again. */
async function hideSome({ db }: TestApp, ids: readonly string[]) {
  for (const [i, id] of ids.entries()) {
    if (i % 12 < 2) await db.tx((tx) => hideRide(tx, id, NOW))
    if (i % 12 === 1) await db.tx((tx) => hideRide(tx, id, null))
  }
}

describe.each([usualKind])('on the %s database', (kind) => {
  const { t } = sharedApp({ kind, clock: clockAt(NOW.toISOString()), env: { SAME_GENDER_RIDES: 'on' } })
  let model: Model
  let viewer: TestPerson
  let viewed: Model

  beforeAll(async () => {
    const drivers: TestPerson[] = []
    const ids: string[] = []
    for (let i = 0; i < 6; i++) drivers.push(await addPerson(t.db.kysely))
    // Two are equally good and two have no rating at all.
    for (const [i, sum] of [17, 17, 20, 9].entries())
      await sql`update profile set rating_sum = ${sum}, rating_count = 2 where id = ${drivers[i]?.id}`.execute(
        t.db.kysely,
      )
    const genders = ['kvinne', 'mann', 'kvinne', 'ønsker_ikke_oppgi', 'kvinne', null] as const
    for (const [i, gender] of genders.entries())
      await sql`update profile set gender = ${gender}, gender_counts_at = app_now() where id = ${drivers[i]?.id}`.execute(
        t.db.kysely,
      )
    for (const { driver, taken, ...body } of fc.sample(ride, { numRuns: RIDES, seed: SEED })) {
      const id = await addRide(t.db, { ...body, driverId: drivers[driver]?.id ?? '' })
      for (const [leg, seats] of taken.entries())
        await sql`update ride_leg set seats_taken = least(capacity, ${seats}) where ride_id = ${id} and position = ${leg}`.execute(t.db.kysely) // prettier-ignore
      await recountSeats(t.db.kysely, id)
      ids.push(id)
    }
    await hideSome(t, ids)
    viewer = await addPerson(t.db.kysely)
    await sql`update profile set gender = 'kvinne', gender_counts_at = app_now() where id = ${viewer.id}`.execute(
      t.db.kysely,
    )
    const blocked = drivers[2]?.id ?? ''
    await sql`insert into user_block (blocker_id, blocked_id) values (${blocked}, ${viewer.id})`.execute(t.db.kysely)
    model = await readModel(t.db, NOW)
    viewed = { ...model, hidden: new Set([blocked]), reader: 'kvinne' }
  }, 120_000)

  test(
    `${SEARCHES} random searches of ${RIDES} rides find what the model finds, also of rides for one gender`,
    { timeout: 240_000 },
    async () => {
      const seen = { hits: 0, sameGender: 0, plans: { pairs: 0, side: 0, rides: 0 }, pages: 0, otherDays: 0, nearby: 0 }
      let turn = 0
      await fc.assert(
        fc.asyncProperty(input, async ({ query: { same_gender, ...rest }, limit }) => {
          // Every second search is that of a woman whom a driver has blocked. A visitor has no gender to search by.
          const [as, known] = turn++ % 2 === 0 ? [viewer, viewed] : [undefined, model]
          const query: Query = as && same_gender ? { ...rest, same_gender } : rest
          const about = JSON.stringify(query)
          const expected = searched(known, query)
          const expectedHits = expected.map(({ ride: { id }, from, to, price }) => `${id} ${from}-${to} ${price} kr`)
          const { found, complete } = await pages(t, query, limit, as)
          expect(found, about).toEqual(complete ? expectedHits : expectedHits.slice(0, found.length))

          const { sort: _, ...unsorted } = query
          const { status, body } = await t.call('GET', address('/rides/alternatives', unsorted), { as })
          const groups = body as AlternativeRides
          expect(status).toBe(200)
          const days = otherDays(known, unsorted)
          expect(
            groups.other_days.map((it) => it.id),
            `other days: ${about}`,
          ).toEqual(days.map((it) => it.ride.id))
          const near = nearby(known, unsorted)
          const expectedOffers = near.map((it) => [
            it.ride.id,
            it.from,
            it.to,
            it.fromKm.toFixed(1),
            it.toKm.toFixed(1),
          ])
          expect(
            groups.nearby.map((it) => [it.id, it.section.from_position, it.section.to_position, it.from_km.toFixed(1), it.to_km.toFixed(1)]), // prettier-ignore
            `nearby: ${about}`,
          ).toEqual(expectedOffers)

          seen.hits += expectedHits.length
          if (query.same_gender) seen.sameGender += expectedHits.length
          seen.plans[planFor(known, query)]++
          if (found.length > limit) seen.pages++
          seen.otherDays += days.length
          seen.nearby += near.length
        }),
        { seed: SEED, numRuns: SEARCHES, endOnFailure: true, examples: broad },
      )
      // Searches that find nothing prove nothing.
      expect(seen.hits).toBeGreaterThan(SEARCHES)
      expect(seen.sameGender).toBeGreaterThan(10)
      expect(Math.min(...Object.values(seen.plans)), JSON.stringify(seen.plans)).toBeGreaterThan(2)
      expect(seen.pages).toBeGreaterThan(10)
      expect(seen.otherDays).toBeGreaterThan(30)
      expect(seen.nearby).toBeGreaterThan(60)
    },
  )
})

/** Random rides and questions: filters, sorts, pages and both groups of alternatives, against a model that looks at every ride. */
// @module-tag slow
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ride } from '@samtur/contract/rides'
import type { AlternativeRides } from '@samtur/contract/search'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { addRide } from '../../../test/rides.ts'
import { type Asked, isBroad, type Model, nearby, otherDays, readModel, searched } from '../../../test/search-model.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { hideRide } from '#features/rides/store'
import { MovableClock } from '#platform/clock'

const SEED = 20270326
const RIDES = 240
const QUESTIONS = 160
/** The nights in which the clock changes lie among the days that are asked about. */
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
  driver: fc.nat(5),
  taken: fc.array(fc.nat(2), { maxLength: 5 }),
})

/** Given in that many of ten questions. */
const some = <T>(arbitrary: fc.Arbitrary<T>, tenths: number) =>
  fc.oneof({ arbitrary, weight: tenths }, { arbitrary: fc.constant(undefined), weight: 10 - tenths })
const text = fc.oneof(
  { arbitrary: pick(all), weight: 8 },
  { arbitrary: pick(['o', 'a', 'e', 'ra', 'rasteplass']), weight: 3 },
  { arbitrary: pick(['s', 'ham', 'lufthavn', 'OSLO', 'trondhjem', 'Oslo sentrum', '%', 'å', 'no such place']), weight: 3 }, // prettier-ignore
)
const question = fc
  .record({
    from: some(text, 8),
    to: some(text, 8),
    day: some(fc.integer({ min: -1, max: 10 }), 5),
    seats: some(fc.integer({ min: 1, max: 3 }), 2),
    max_price: some(pick([0, 50, 120, 301]), 2),
    pets: some(fc.constant('true' as const), 2),
    hours: some(fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 24 })), 3),
    sort: some(pick(['departure', 'price', 'duration', 'rating'] as const), 6),
    limit: pick([1, 3, 20, 50]),
  })
  .map(({ day, hours: [a, b] = [0, 24], limit, ...rest }) => {
    const date = day === undefined ? undefined : Temporal.PlainDate.from('2027-03-26').add({ days: day }).toString()
    const hours = a === 0 && b === 24 ? {} : { from_hour: Math.min(a, b - 1), until_hour: Math.max(a + 1, b) }
    const given = Object.entries({ ...rest, date, ...hours }).filter(([, value]) => value !== undefined)
    const asked: Asked = Object.fromEntries(given)
    return { asked, limit }
  })

const address = (path: string, asked: object) =>
  `/api/v1${path}?${new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)])).toString()}`
const shown = ({ id, section }: Ride) => `${id} ${section.from_position}-${section.to_position} ${section.price} kr`

/** Texts that name so many pairs of places that the rides are walked instead. */
const broad: [{ asked: Asked; limit: number }][] = [
  [{ asked: { from: 'a', to: 'e' }, limit: 20 }],
  [{ asked: { from: 'e', to: 'a', date: '2027-03-28', until_hour: 12 }, limit: 3 }],
  [{ asked: { from: 'ra', to: 'e', sort: 'price', seats: 2 }, limit: 20 }],
  [{ asked: { from: 'rasteplass', to: 'rasteplass', sort: 'duration' }, limit: 3 }],
]

/** All pages, at most a few of the smallest. */
async function pages({ call }: TestApp, asked: Asked, limit: number, as: TestPerson | undefined) {
  const found: string[] = []
  let cursor: string | null = null
  for (let count = 0; count < 25; count++) {
    const { status, body } = await call('GET', address('/rides', { ...asked, limit, ...(cursor && { cursor }) }), {
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

/** One in twelve is hidden by the administrator, one in twelve was for a while. */
async function hideSome({ db }: TestApp, ids: readonly string[]) {
  for (const [i, id] of ids.entries()) {
    if (i % 12 < 2) await db.tx((tx) => hideRide(tx, id, NOW))
    if (i % 12 === 1) await db.tx((tx) => hideRide(tx, id, null))
  }
}

describe.each(databaseKinds)('on the %s database', (kind) => {
  let t: TestApp
  let model: Model
  let viewer: TestPerson
  let viewed: Model

  beforeAll(async () => {
    const clock = new MovableClock()
    clock.advance(NOW.getTime() - Date.now())
    t = await startTestApp({ kind, clock, env: { SECRET: testSecret } })
    const drivers: TestPerson[] = []
    const ids: string[] = []
    for (let i = 0; i < 6; i++) drivers.push(await addPerson(t.db.kysely))
    // Two are equally good and two have no rating at all.
    for (const [i, sum] of [17, 17, 20, 9].entries())
      await sql`update profile set rating_sum = ${sum}, rating_count = 2 where id = ${drivers[i]?.id}`.execute(
        t.db.kysely,
      )
    for (const { driver, taken, ...body } of fc.sample(ride, { numRuns: RIDES, seed: SEED })) {
      const id = await addRide(t.db, { ...body, driverId: drivers[driver]?.id ?? '' })
      for (const [leg, seats] of taken.entries())
        await sql`update ride_leg set seats_taken = least(capacity, ${seats}) where ride_id = ${id} and position = ${leg}`.execute(t.db.kysely) // prettier-ignore
      await sql`select refresh_seats(${id})`.execute(t.db.kysely)
      ids.push(id)
    }
    await hideSome(t, ids)
    viewer = await addPerson(t.db.kysely)
    const blocked = drivers[2]?.id ?? ''
    await sql`insert into user_block (blocker_id, blocked_id) values (${blocked}, ${viewer.id})`.execute(t.db.kysely)
    model = await readModel(t.db, NOW)
    viewed = { ...model, hidden: new Set([blocked]) }
  }, 120_000)
  afterAll(() => t.close())

  test(`${QUESTIONS} random questions about ${RIDES} rides`, { timeout: 240_000 }, async () => {
    const seen = { hits: 0, broad: 0, pages: 0, otherDays: 0, nearby: 0 }
    let turn = 0
    await fc.assert(
      fc.asyncProperty(question, async ({ asked, limit }) => {
        // Somebody who is blocked asks now and then.
        const [as, known] = turn++ % 4 === 0 ? [viewer, viewed] : [undefined, model]
        const about = JSON.stringify(asked)
        const expected = searched(known, asked)
        const wanted = expected.map(({ ride: { id }, from, to, price }) => `${id} ${from}-${to} ${price} kr`)
        const { found, complete } = await pages(t, asked, limit, as)
        expect(found, about).toEqual(complete ? wanted : wanted.slice(0, found.length))

        const { sort: _, ...question } = asked
        const { status, body } = await t.call('GET', address('/rides/alternatives', question), { as })
        const groups = body as AlternativeRides
        expect(status).toBe(200)
        const days = otherDays(known, question)
        expect(
          groups.other_days.map((it) => it.id),
          `other days: ${about}`,
        ).toEqual(days.map((it) => it.ride.id))
        const near = nearby(known, question)
        const told = near.map((it) => [it.ride.id, it.from, it.to, it.fromKm.toFixed(1), it.toKm.toFixed(1)])
        expect(
          groups.nearby.map((it) => [it.id, it.section.from_position, it.section.to_position, it.from_km.toFixed(1), it.to_km.toFixed(1)]), // prettier-ignore
          `nearby: ${about}`,
        ).toEqual(told)

        seen.hits += wanted.length
        if (isBroad(known, asked)) seen.broad++
        if (found.length > limit) seen.pages++
        seen.otherDays += days.length
        seen.nearby += near.length
      }),
      { seed: SEED, numRuns: QUESTIONS, endOnFailure: true, examples: broad },
    )
    // Questions that nothing answers prove nothing.
    expect(seen.hits).toBeGreaterThan(QUESTIONS)
    expect(seen.broad).toBeGreaterThan(3)
    expect(seen.pages).toBeGreaterThan(10)
    expect(seen.otherDays).toBeGreaterThan(30)
    expect(seen.nearby).toBeGreaterThan(60)
  })
})

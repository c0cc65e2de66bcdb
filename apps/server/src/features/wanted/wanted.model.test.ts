/** Random rides and wanted rides, changed and matched in turn: each pair is known, shown or reported exactly where the model in memory says. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { instantBookings, luggagePieces, luggageSizes } from '@samtur/contract/constants'
import { numbersFrom } from '../../../test/random.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { clockAt, sharedApp } from '../../../test/shared-app.ts'
import { matchAll } from '../../../test/wanted.ts'
import { matches, readModelRides, readModelWanted } from '../../../test/wanted-model.ts'

/** Rides and wanted rides of each round; larger ones run by hand. */
const SIZE = Number(process.env['WANTED_MODEL_SIZE'] ?? 10)
const ROUNDS = 3
/** The night in which the clocks go forward lies among the days. */
const NOW = '2027-03-26T12:00:00+01:00'

const { t } = sharedApp({ clock: clockAt(NOW), env: { SAME_GENDER_RIDES: 'on' } })
const random = numbersFrom(20_270_326)
const drivers: TestPerson[] = []
beforeAll(async () => {
  for (let nth = 0; nth < 5; nth++) drivers.push(await addStating({ name: `Dag${nth} Sjåfør` }))
})

/** Adds a person of one of two genders. */
async function addStating(options: { name?: string } = {}): Promise<TestPerson> {
  const person = await addPerson(t.db.kysely, options)
  await sql`update profile set gender = ${pick(['kvinne', 'mann'])}, gender_counts_at = app_now() where id = ${person.id}`.execute(
    t.db.kysely,
  )
  return person
}

const towns = ['Oslo', 'Lysaker', 'Sandvika', 'Lillestrøm', 'Jessheim', 'Hamar', 'Lillehammer', 'Otta', 'Oppdal', 'Trondheim', 'Stjørdal', 'Melhus'] // prettier-ignore
const below = (count: number) => Math.floor(random() * count)
const pick = <T>(list: readonly T[]): T => list[below(list.length)] ?? (list[0] as T)
const maybe = <T>(value: () => T, share = 0.3): T | undefined => (random() < share ? value() : undefined)
/** Some towns in the order of the way north, or back. */
function route() {
  const chosen = towns.filter(() => random() < 0.35)
  const stops = chosen.length < 2 ? ['Oslo', 'Trondheim'] : chosen
  return random() < 0.8 ? stops : stops.toReversed()
}
const day = (days: number) => Temporal.PlainDate.from('2027-03-26').add({ days }).toString()
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:${pick(['00', '30'])}`

const publish = () => {
  const stops = route()
  return addRide(t.db, {
    driverId: pick(drivers).id,
    route: stops,
    departure: new Date(Date.parse(NOW) + (1 + below(5 * 48)) * 1_800_000),
    hours: stops.length,
    price: pick([90, 200, 300, 500]),
    seats: 1 + below(6),
    pets: random() < 0.5,
    luggage: pick(luggageSizes),
    instant: pick(instantBookings),
    detour: pick([0, 0, 15, 30]),
  })
}

function newWanted() {
  const [a, b] = [below(towns.length), below(towns.length - 1)]
  const first = 1 + below(4)
  const hours = [below(24), below(24)].toSorted((x, y) => x - y)
  const days =
    random() < 0.6
      ? { date_from: day(first), date_to: day(first + below(3)) }
      : { weekdays: [1, 2, 3, 4, 5, 6, 7].filter(() => random() < 0.5).concat(6) }
  return {
    from: towns[a],
    to: towns[b < a ? b : b + 1],
    radius_km: pick([0, 0, 10, 25, 50]),
    ...days,
    ...maybe(() => ({ time_from: clock(hours[0] ?? 0) })),
    ...maybe(() => ({ time_to: `${String(hours[1]).padStart(2, '0')}:59` })),
    seats: pick([1, 1, 2, 3, 5]),
    max_price: maybe(() => pick([50, 150, 300])),
    pets: random() < 0.2,
    luggage: maybe(() => pick(luggagePieces)),
    instant: random() < 0.2,
    same_gender: random() < 0.2,
    detours: maybe(() => 'no'),
    until: maybe(() => day(first + below(4)), 0.1),
  }
}

const keyOf = (wanted: string, ride: string) => `${wanted} ${ride}`
/** The pairs that match as things stand: all of them, or those of what has just been changed. */
async function expectedPairs(changed?: string): Promise<Set<string>> {
  const [rides, wanted] = [await readModelRides(t.db.kysely), await readModelWanted(t.db.kysely)]
  const now = t.clock.now()
  const counts = (...ids: string[]) => changed === undefined || ids.includes(changed)
  return new Set(
    wanted.flatMap((one) =>
      rides.filter((ride) => counts(one.id, ride.id) && matches(ride, one, now)).map((ride) => keyOf(one.id, ride.id)),
    ),
  )
}
async function knownPairs(notices: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ wanted_id: string; ride_id: string }>`
    select wanted_id, ride_id from ride_wanted_match where notice = any(${notices}::text[])`.execute(t.db.kysely)
  return new Set(rows.map(({ wanted_id, ride_id }) => keyOf(wanted_id, ride_id)))
}

test('the pairs that are shown and reported are those of the model', { timeout: 1_800_000 }, async () => {
  const shown = new Set<string>()
  const reported = new Set<string>()
  const rides: string[] = []
  const kept: { id: string; as: TestPerson }[] = []
  const add = async (to: Set<string>, changed?: string) => {
    for (const pair of await expectedPairs(changed)) if (!shown.has(pair) && !reported.has(pair)) to.add(pair)
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (let nth = 0; nth < SIZE; nth++) rides.push(await publish())
    await matchAll(t)
    await add(reported)
    for (let nth = 0; nth < SIZE; nth++) {
      const as = await addStating()
      const { status, body } = await t.call('POST', '/api/v1/ride-wanted', { as, body: newWanted() })
      // A last day may come before the first, or before the weekday.
      if (status === 422) continue
      expect(status).toBe(201)
      kept.push({ id: body.id, as })
    }
    await add(shown)
    for (let nth = 0; nth < SIZE / 4; nth++) {
      const { id, as } = pick(kept)
      const changes = pick([
        { radius_km: 50 },
        { max_price: null },
        { seats: 1 },
        { instant: false },
        { paused: true },
        { paused: false },
      ])
      expect((await t.call('PATCH', `/api/v1/ride-wanted/${id}`, { as, body: changes })).status).toBe(200)
      await add(shown, id)
    }
    await matchAll(t)
    for (let nth = 0; nth < SIZE / 4; nth++) {
      const id = pick(rides)
      const { driver_id } = await t.db.kysely
        .selectFrom('ride')
        .select('driver_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const as = drivers.find((driver) => driver.id === driver_id)
      const changes = pick([
        { price: 60 },
        { total_seats: 4 },
        { pets_allowed: true },
        { detour_minutes: 30 },
        { luggage: 'large' },
      ])
      expect((await t.call('PATCH', `/api/v1/rides/${id}`, { as, body: changes })).status).toBe(200)
      await matchAll(t)
      await add(reported, id)
    }
    expect(await knownPairs(['shown'])).toEqual(shown)
    expect(await knownPairs(['single', 'waiting', 'digest'])).toEqual(reported)
  }
  expect([shown.size, reported.size].every((size) => size > SIZE)).toBe(true)
  const singles = [...(await knownPairs(['single']))].map((pair) => `ride_matched:${pair.replace(' ', ':')}`)
  const { rows } = await sql<{
    key: string
  }>`select dedupe_key as key from notification where kind = 'ride_matched'`.execute(t.db.kysely)
  expect(new Set(rows.map(({ key }) => key))).toEqual(new Set(singles))
})

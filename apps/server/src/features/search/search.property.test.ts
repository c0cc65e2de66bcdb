/**
 * The search never finds less than the specification's own rule: a case-insensitive partial match of start and end, the departure within
 * the chosen day in Oslo and in the future, and a seat free. Random rides, random fragments as people type them, both databases.
 */
// @module-tag slow
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Ride } from '@samtur/contract/rides'
import { oneLine } from '@samtur/contract/text'
import type { TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { addRide, findRides } from '../../../test/rides.ts'
import { recountSeats } from '../../../test/reservations.ts'
import { addPerson } from '../../../test/sessions.ts'
import { clockAt, sharedApp } from '../../../test/shared-app.ts'
import { foldPlace, placesMeant } from '#features/places/port'
import { dayInOslo } from '#platform/clock'
import { places } from '../places/port.ts'
import { MANY_PAIRS } from './views-texts.ts'

const SEED = 20270301
const RIDES = 320
const QUERIES = 520
const HOUR = 3_600_000
const NOW = new Date('2027-03-26T17:00:00+01:00')

const acceptable = (text: string) => oneLine(120).safeParse(text).success
const names = places()
  .places.flatMap((place) => [place.name, ...place.aliases])
  .filter(acceptable)
/** What drivers write beside names: meeting points, signs, other scripts. */
const odd = [
  'Oslo S (spor 19)', 'Oslo sentralstasjon', 'Oslo – Bryn', 'Å', 'Å i Lofoten', 'Øy', 'Ås', 'Os', 'Kafé 100% økologisk', 'a_b', 'C:\\Rute', '%', '_', '🚗 Oslo', 'Kirke⛪ved E6',
  'Москва–Осло', 'Йошкар-Ола', 'м. Площа Ринок', 'أوسلو، المحطة', 'Ærø/Ærøskøbing', 'S:t Michel', 'Mo-i-Rana', "Knut's Kro", '«Hjørnet»', 'Straße 7', 'İstanbul kebab', 'ΟΔΟΣ ΑΘΗΝΑΣ', 'x\u0302-krysset', 'Rv. 7/52 Gol',
  'E6, avkjørsel 42', 'Bø i Telemark', 'Bø i Vesterålen', 'København H', '½ vei', '東京 駅', 'Ǆep', 'ﬁskebrygga', '10:30 ved porten', 'Tromsø #2', 'NØRREPORT', 'aa–åå', 'Łódź', 'čáhci', '  dobbel  luft', 'e\u0301tape',
].filter(acceptable) // prettier-ignore

const pick = <T>(list: readonly T[]) => fc.constantFrom(...list)
const placeText = fc.oneof(
  { arbitrary: pick(names), weight: 6 },
  { arbitrary: pick(odd), weight: 6 },
  {
    arbitrary: fc
      .tuple(pick(names), pick([' sentrum', ' (S)', ', kai 3', ' / E6', ' 🅿️', '_nord', ' 50%']))
      .map((parts) => parts.join('')),
    weight: 2,
  },
)
const route = fc.uniqueArray(placeText, { minLength: 2, maxLength: 5, selector: foldPlace })
/** Close to midnight and to the change of the clock as often as any time. */
const departure = fc.oneof(
  fc.integer({ min: -6 * 60, max: 20 * 24 * 60 }).map((minutes) => new Date(NOW.getTime() + minutes * 60_000)),
  fc
    .tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: -90, max: 90 }))
    .map(([day, minutes]) => new Date(Date.parse('2027-03-26T23:00:00Z') + day * 24 * HOUR + minutes * 60_000)),
)
const ride = fc.record({ route, departure, seats: fc.integer({ min: 1, max: 3 }), full: fc.boolean() })

const typed = (text: string) =>
  fc
    .record({
      from: fc.nat({ max: Math.max(0, [...text].length - 1) }),
      length: fc.oneof(
        { arbitrary: fc.integer({ min: 1, max: 2 }), weight: 2 },
        { arbitrary: fc.integer({ min: 2, max: 30 }), weight: 3 },
      ),
      change: pick<(fragment: string) => string>([
        (it) => it,
        (it) => it.toUpperCase(),
        (it) => it.toLowerCase(),
        (it) => it.normalize('NFD'),
        (it) => ` ${it} `,
      ]),
    })
    .map(({ from, length, change }) => change([...text].slice(from, from + length).join('')))
const fragment = placeText.chain(typed)
/** Fragments of two stops of one ride, so that many queries have hits; the sides left out and the days vary. */
const query = fc.record({
  from: fc.option(fragment, { nil: undefined, freq: 4 }),
  to: fc.option(fragment, { nil: undefined, freq: 4 }),
  date: fc.option(
    fc.integer({ min: 26, max: 36 }).map((day) =>
      Temporal.PlainDate.from('2027-03-01')
        .add({ days: day - 1 })
        .toString(),
    ),
    { nil: undefined, freq: 2 },
  ),
})

/** Found by longer runs: an accent without its base character, characters whose lower case depends on their position or has another length. */
const examples = ['\u0302-kry', 'ΟΔΟΣ', 'Σ ', 'İ', 'İST', ' ', '%', 'ﬁ'].map((from): [SearchTexts] => [
  { from, to: undefined, date: undefined },
])

interface SearchTexts {
  from?: string | undefined
  to?: string | undefined
  date?: string | undefined
}

const like = (text = '') =>
  `%${text
    .normalize('NFC')
    .trim()
    .replace(/[\\%_]/g, '\\$&')}%`

async function specified({ db }: TestApp, { from, to, date }: SearchTexts): Promise<string[]> {
  const day = date ? dayInOslo(date) : undefined
  const { rows } = await sql<{ id: string }>`
    select id from ride where departure_time > app_now() and available_seats > 0
      and start_location ilike ${like(from)} and end_location ilike ${like(to)}
      ${day ? sql`and departure_time >= ${day.start} and departure_time < ${day.end}` : sql``}`.execute(db.read)
  return rows.map((row) => row.id)
}

/** How many pairs of places the texts name: beyond a number the search takes its other way. */
async function pairsOf({ db }: TestApp, { from, to }: SearchTexts): Promise<number> {
  const { rows } = await sql<{ f: number; t: number }>`select
    count(distinct key) filter (where name ilike ${like(from)})::integer as f,
    count(distinct key) filter (where name ilike ${like(to)})::integer as t from stop_text`.execute(db.read)
  return (rows[0]?.f ?? 0) * (rows[0]?.t ?? 0)
}

/** Returns whether the text of a stop matches what was typed. */
function answers(stop: Ride['route'][number] | undefined, text: string | undefined) {
  const typed = text?.normalize('NFC').trim()
  if (!typed || !stop) return true
  const folded = foldPlace(typed)
  return (
    stop.text.toLowerCase().includes(typed.toLowerCase()) ||
    (folded !== '' && foldPlace(stop.text).includes(folded)) ||
    placesMeant(typed).some((place) => place.id === stop.place_id)
  )
}

function check(query: SearchTexts, found: Ride[], wanted: string[]) {
  const about = JSON.stringify(query)
  const ids = found.map((hit) => hit.id)
  expect(new Set(ids).size, `${about} finds a ride twice`).toBe(ids.length)
  expect(
    wanted.filter((id) => !ids.includes(id)),
    `${about} misses rides`,
  ).toEqual([])
  const day = query.date ? dayInOslo(query.date) : undefined
  for (const { section, route: stops, departure_time: leaves } of found) {
    const at = new Date(section.departure_time)
    expect(answers(stops[section.from_position], query.from), `${about} finds from ${section.start_location}`).toBe(
      true,
    )
    expect(answers(stops[section.to_position], query.to), `${about} finds to ${section.end_location}`).toBe(true)
    expect(section.available_seats, about).toBeGreaterThan(0)
    expect(new Date(leaves) > NOW, about).toBe(true)
    if (day) expect(at >= day.start && at < day.end, `${about} finds ${section.departure_time}`).toBe(true)
  }
}

describe.each([usualKind])('on the %s database', (kind) => {
  const { t } = sharedApp({ kind, clock: clockAt(NOW.toISOString()) })
  beforeAll(async () => {
    const driverId = (await addPerson(t.db.kysely)).id
    for (const { full, ...body } of fc.sample(ride, { numRuns: RIDES, seed: SEED })) {
      const id = await addRide(t.db, { driverId, ...body })
      if (full)
        await sql`update ride_leg set seats_taken = capacity where ride_id = ${id} and position = 0`.execute(
          t.db.kysely,
        )
      if (full) await recountSeats(t.db.kysely, id)
    }
  })

  test(`${QUERIES} random searches of ${RIDES} rides`, { timeout: 120_000 }, async () => {
    const seen = { few: 0, many: 0, hits: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(query, async (query) => {
        const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Record<
          string,
          string
        >
        if ((await t.call('GET', `/api/v1/rides?limit=1&${new URLSearchParams(given).toString()}`)).status === 422) {
          seen.refused++
          return
        }
        const [found, wanted, pairs] = [await findRides(t, given), await specified(t, query), await pairsOf(t, query)]
        check(query, found, wanted)
        seen.hits += wanted.length
        if (query.from && query.to) seen[pairs > MANY_PAIRS ? 'many' : 'few']++
      }),
      { seed: SEED, numRuns: QUERIES, endOnFailure: true, examples },
    )
    // Without enough hits the comparison would prove nothing.
    expect(seen.hits).toBeGreaterThan(QUERIES)
    expect(seen.many).toBeGreaterThan(20)
    expect(seen.few).toBeGreaterThan(100)
    expect(seen.refused).toBeLessThan(QUERIES / 20)
  })
})

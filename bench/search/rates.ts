/** Rates per second: publishing against a plain insert, and the search over HTTP against pgbench. */
import { execFile } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { rideToStore, storeRide } from '../../apps/server/src/features/rides/service-storing.ts'
import { createStopTexts } from '../../apps/server/src/features/rides/store-texts.ts'
import type { RideToStore } from '../../apps/server/src/features/rides/store.ts'
import type { Database } from '../../apps/server/src/platform/db/database.ts'
import { prepared } from '../../apps/server/src/platform/db/prepared.ts'
import { addSession } from '../../apps/server/test/sessions.ts'
import { makeFolder } from '../tools/built-server.ts'
import { type Figure, quick } from '../tools/report.ts'
import { CLIENTS, perSecond, rateOf } from '../tools/requests.ts'
import { bodyOf, type Route } from '../tools/routes.ts'
import { openServer, processorSeconds } from '../tools/servers.ts'
import { literal, type Query, type Statement } from './queries.ts'

/** What is compared is measured in turns, because the machine is never idle. */
const TURNS = quick ? 1 : 3

/** Returns how fast rides with stops, legs, sections and detours are stored, of the rate of rows of `ride` alone. */
export async function ratePublishing(db: Database, routes: readonly Route[], seconds: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`select id from profile limit 200`.execute(db.read)
  const driver = (nr: number) => rows[nr % rows.length]?.id ?? ''
  const rides = routes
    .slice(0, 1000)
    .map((route, nr) => rideToStore(driver(nr), bodyOf({ ...route, detour: 0 }), new Date()))
  const ride = (nr: number) => rides[nr % rides.length] as RideToStore
  const rates = { whole: 0, plain: 0 }
  const plain: string[] = []
  const stopTexts = createStopTexts()
  for (let turn = 0; turn < TURNS; turn++) {
    rates.plain += await perSecond(
      seconds / 2 / TURNS,
      async (nr) => void plain.push(await insertPlainly(db, ride(nr))),
    )
    rates.whole += await perSecond(seconds / 2 / TURNS, (nr) => storeRide(db.read, ride(nr), stopTexts.ensure))
  }
  // No page of the product expects rides without stops and legs.
  await db.longRunning((executor) => sql`delete from ride where id = any(${plain}::uuid[])`.execute(executor))
  return rates.whole / rates.plain
}

async function insertPlainly(db: Database, ride: RideToStore): Promise<string> {
  // Stores the rows with growing ids, as publishing does, so that only the other rows differ.
  const id = randomUUIDv7()
  await sql`${prepared} insert into ride (id, driver_id, start_location, end_location, departure_time, arrival_time, price, currency, distance_km, extra_costs,
      cost_share, total_seats, available_seats, pets_allowed, luggage, detour_minutes, instant_booking, same_gender, notes, license_plate, car_make, car_model, car_color)
    values (${id}, ${ride.driver_id}, ${ride.stops[0]?.text}, ${ride.stops.at(-1)?.text}, ${ride.departure_time}, ${ride.arrival_time}, ${ride.price},
      ${ride.currency}, ${ride.distance_km}, ${ride.extra_costs}, ${ride.cost_share}, ${ride.total_seats}, ${ride.total_seats}, ${ride.pets_allowed},
      ${ride.luggage}, ${ride.detour_minutes}, ${ride.instant_booking}, ${ride.same_gender}, ${ride.notes}, ${ride.license_plate}, ${ride.car_make}, ${ride.car_model}, ${ride.car_color})`.execute(
    db.read,
  )
  return id
}

interface Searched {
  url: string
  db: Database
  /** All different. */
  queries: readonly Query[]
  /** Of the queries. */
  statements: readonly Statement[]
}

/** So few searches are repeated within a second, so that responses are shared; of all of them none is. */
const AGAIN = 100

/** Runs the same searches through the server and through pgbench. */
export async function rateHttp(
  cleanup: AsyncDisposableStack,
  { url, db, queries, statements }: Searched,
  seconds: number,
): Promise<Figure[]> {
  const paths = queries.map((query) => `/api/v1/rides?${new URLSearchParams(query).toString()}`)
  const server = await openServer(cleanup, { DATABASE_URL: url })
  const rates = { shared: 0, anew: 0, pgbench: 0 }
  const turn = seconds / 3 / TURNS
  for (let nr = 0; nr < TURNS; nr++) {
    rates.shared += (await rateOf(server.url, paths.slice(0, AGAIN), turn)).rate / TURNS
    rates.anew += (await rateOf(server.url, paths, turn)).rate / TURNS
    rates.pgbench += (await ratePgbench(url, statements.slice(0, AGAIN), turn)) / TURNS
  }
  const what = 'HTTP, each computed anew, of pgbench with the same statement'
  return [
    { what: 'HTTP, shared responses', value: rates.shared, unit: 'per s' },
    { what: 'HTTP, each computed anew', value: rates.anew, unit: 'per s' },
    { what, value: rates.anew / rates.pgbench, limit: 0.5, least: true },
    ...(await rateBrowsing(server.url, db, paths, seconds)),
  ]
}

/** How many of twelve requests are of each kind, for a person who browses. */
const mix = { search: 4, ride: 3, unread: 3, 'own rides': 1, 'own reservations': 1 }
type Kind = keyof typeof mix
const kinds = Object.keys(mix) as Kind[]

/** Measures drivers of the dataset, who are signed in and have rides of their own. */
async function rateBrowsing(
  url: string,
  db: Database,
  searches: readonly string[],
  seconds: number,
): Promise<Figure[]> {
  const drivers = await sql<{ id: string }>`select distinct driver_id as id from ride limit 200`.execute(db.read)
  const people: string[] = []
  for (const { id } of drivers.rows) people.push(await addSession(db.read, id))
  const upcoming = await sql<{ id: string }>`
    select id from ride where departure_time > now() + interval '1 day' limit 1000`.execute(db.read)
  const of: Record<Kind, readonly string[]> = {
    search: searches,
    ride: upcoming.rows.map(({ id }) => `/api/v1/rides/${id}`),
    unread: ['/api/v1/unread'],
    'own rides': ['/api/v1/me/rides'],
    'own reservations': ['/api/v1/me/reservations'],
  }
  const mixed = Array.from({ length: 1000 }, (_, turn) =>
    kinds.flatMap((kind) =>
      Array.from({ length: mix[kind] }, (_, nr) => of[kind][(turn * mix[kind] + nr) % of[kind].length] ?? ''),
    ),
  ).flat()
  const measure = async (paths: readonly string[], lasts: number) => {
    const before = await processorSeconds(url)
    const { rate, count } = await rateOf(url, paths, lasts, people)
    return { rate, micros: (((await processorSeconds(url)) - before) * 1e6) / count }
  }
  const { rate, micros } = await measure(mixed, seconds / 3)
  const figures = [
    { what: 'people who browse: requests', value: rate, unit: 'per s' },
    { what: 'people who browse: processor for each request', value: micros, unit: 'µs' },
  ]
  for (const kind of kinds) {
    const { micros } = await measure(of[kind], seconds / 9)
    figures.push({ what: `of these, ${kind}`, value: micros, unit: 'µs' })
  }
  return figures
}

/** Each client of pgbench plans each statement once, which takes longer than many runs: only the seconds after that count. */
const PLANNING_SECONDS = 3

async function ratePgbench(url: string, statements: readonly Statement[], seconds: number): Promise<number> {
  using folder = makeFolder()
  const files = statements.flatMap((statement, nr) => {
    const file = path.join(folder.path, `${nr}.sql`)
    fs.writeFileSync(file, `${withValues(statement)};\n`)
    return ['-f', file]
  })
  const lasts = PLANNING_SECONDS + Math.max(2, Math.round(seconds))
  const flags = ['-n', '-M', 'prepared', '-c', `${CLIENTS}`, '-j', '2', '-T', `${lasts}`, '-P', '1']
  const env = { ...process.env, PGOPTIONS: '-c jit=off' }
  const { stderr } = await promisify(execFile)('pgbench', [...flags, ...files, url], { env, maxBuffer: 1e8 })
  const bySecond = [...stderr.matchAll(/^progress: .*?([\d.]+) tps/gm)].map((line) => Number(line[1]))
  const counted = bySecond.slice(PLANNING_SECONDS)
  return counted.reduce((sum, tps) => sum + tps, 0) / counted.length
}

/** Inserts the values into a statement, because pgbench chooses among whole statements. */
const withValues = ({ text, values }: Statement) => text.replace(/\$(\d+)/g, (_, nr) => literal(values[Number(nr) - 1]))

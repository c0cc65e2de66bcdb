/** Publishing beside stored wanted rides, and people on one pair of places, over HTTP on a real PostgreSQL. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase, type Database } from '../../src/platform/db/database.ts'
import { startPostgres, type PostgresServer } from '../postgres.ts'
import { startServer, type Server } from '../server.ts'
import { addPerson } from '../sessions.ts'
import { addWantingPeople } from '../wanted-people.ts'
import { bodyOf } from './dataset.ts'
import { makeRoutes, randomOf, type Route } from './routes.ts'

export interface Size {
  /** Stored wanted rides. */
  wanted: number
  /** People who want one ride. */
  people: number
  rides: number
}

export interface WantedFigures {
  /** Milliseconds of a published ride without stored wanted rides, and beside them. */
  without: Percentiles
  beside: Percentiles
  matches: number
  /** Until everyone was notified. */
  seconds: number
}

interface Percentiles {
  p25: number
  p50: number
  p95: number
}

interface World {
  db: Database
  server: Server
  /** Of a driver for each ride, because the rides of one driver may not overlap. */
  cookies: string[]
  took: number[]
}

const WARM_UP = 20
const random = randomOf(20_270_326)
const routes = makeRoutes(5_000, random)
const routeOf = (nth: number) => routes[nth % routes.length] as Route
const settings = ['max_connections=100', 'shared_buffers=1GB', 'max_wal_size=4GB']

async function open(postgres: PostgresServer, rides: number): Promise<World> {
  const url = await postgres.create()
  const db = await openDatabase({ url, folder: '', clock: systemClock })
  const cookies: string[] = []
  for (let nth = 0; nth < rides + WARM_UP + 1; nth++) cookies.push((await addPerson(db.kysely)).cookie)
  return { db, cookies, took: [], server: await startServer({ DATABASE_URL: url }) }
}

const dayIn = (days: number) => Temporal.Now.plainDateISO('Europe/Oslo').add({ days }).toString()

/** Returns a wanted ride on a part of the route: half of them on some days of the next ten weeks, half on every day, and a third also nearby. */
function wishOn({ stops }: Route): object {
  const from = Math.floor(random() * (stops.length - 1))
  const to = from + 1 + Math.floor(random() * (stops.length - 1 - from))
  const first = Math.floor(random() * 70)
  const days =
    random() < 0.5 ? { date_from: dayIn(first), date_to: dayIn(first + 3) } : { weekdays: [1, 2, 3, 4, 5, 6, 7] }
  return { from: stops[from], to: stops[to], ...days, radius_km: random() < 0.33 ? 25 : 0, public: true }
}

/** Publishes the ride, and adds how many milliseconds the response took. */
async function publish({ server, cookies, took }: World, body: object): Promise<void> {
  const cookie = cookies.pop() ?? ''
  const started = performance.now()
  const response = await fetch(`${server.url}/api/v1/rides`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  took.push(performance.now() - started)
  if (response.status !== 201) throw new Error(text)
}

async function count({ db }: World, table: 'ride_wanted_task' | 'ride_wanted_match'): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(
    db.read,
  )
  return rows[0]?.count ?? 0
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
const percentiles = (took: readonly number[]) => {
  const sorted = took.toSorted((a, b) => a - b)
  return { p25: at(sorted, 0.25), p50: at(sorted, 0.5), p95: at(sorted, 0.95) }
}

/** Returns the seconds until every person is notified of a new ride that they all want. */
async function notifyEveryone(world: World, route: Route, people: number): Promise<number> {
  const [from, to] = [route.stops[0], route.stops.at(-1)]
  const wish = { from, to, date_from: dayIn(0), date_to: dayIn(5) }
  await addWantingPeople(world.db.kysely, Array<object>(people).fill(wish), new Date())
  const before = await count(world, 'ride_wanted_match')
  const started = performance.now()
  await publish(world, bodyOf(route))
  while ((await count(world, 'ride_wanted_match')) < before + people) await sleep(20)
  return (performance.now() - started) / 1000
}

/** Publishes the same rides in two databases in turn, because the machine is never idle. */
async function publishInTurn(worlds: readonly [World, World], rides: number): Promise<void> {
  for (let nth = 0; nth < rides + WARM_UP; nth++) {
    if (nth === WARM_UP) for (const { took } of worlds) took.length = 0
    for (const world of nth % 2 === 0 ? worlds : worlds.toReversed()) await publish(world, bodyOf(routeOf(nth * 7)))
  }
}

export async function measureWanted({ wanted, people, rides }: Size): Promise<WantedFigures> {
  const postgres = await startPostgres(settings)
  if (!postgres) throw new Error('no PostgreSQL')
  const worlds: World[] = []
  try {
    const [without, beside] = [await open(postgres, rides), await open(postgres, rides)]
    worlds.push(without, beside)
    const wishes = Array.from({ length: wanted }, (_, nth) => wishOn(routeOf(nth)))
    await addWantingPeople(beside.db.kysely, wishes, new Date())
    for (const { db } of worlds) await sql`analyze`.execute(db.read)
    await publishInTurn([without, beside], rides)
    while ((await count(beside, 'ride_wanted_task')) > 0) await sleep(100)
    return {
      without: percentiles(without.took),
      beside: percentiles(beside.took),
      matches: await count(beside, 'ride_wanted_match'),
      seconds: await notifyEveryone(without, routeOf(0), people),
    }
  } finally {
    for (const { server, db } of worlds) {
      await server.kill('SIGTERM')
      await db.close()
    }
    await postgres.stop()
  }
}

/** Publishing beside stored wanted rides, and people on one pair of places, over HTTP on a real PostgreSQL. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase, type Database } from '../../apps/server/src/platform/db/database.ts'
import { addPerson } from '../../apps/server/test/sessions.ts'
import { addWantingPeople } from '../../apps/server/test/wanted-people.ts'
import { openPostgres } from '../tools/databases.ts'
import { type Figure, percentile, quick } from '../tools/report.ts'
import { Requests } from '../tools/requests.ts'
import { bodyOf, makeRoutes, randomOf, type Route } from '../tools/routes.ts'
import { openServer } from '../tools/servers.ts'

/** Stored wanted rides, people who want one ride, and rides that are published beside the wanted rides and without. */
const { wanted, people, rides } = quick
  ? { wanted: 500, people: 50, rides: 10 }
  : { wanted: 100_000, people: 10_000, rides: 400 }

interface World {
  db: Database
  requests: Requests
  /** Of a driver for each ride, because the rides of one driver may not overlap. */
  cookies: string[]
  /** Milliseconds of the published rides. */
  took: number[]
}

const WARM_UP = 20
const random = randomOf(20_270_326)

export async function measureWanted(cleanup: AsyncDisposableStack): Promise<Figure[]> {
  const routes = makeRoutes(Math.min(5_000, wanted), random)
  const routeOf = (nth: number) => routes[nth % routes.length] as Route
  const create = await openPostgres(cleanup, ['shared_buffers=1GB', 'max_wal_size=4GB'])
  const open = async () => openWorld(cleanup, await create(), rides + WARM_UP + 1)
  const [without, beside] = [await open(), await open()]
  await addWantingPeople(
    beside.db.kysely,
    Array.from({ length: wanted }, (_, nth) => wantedOn(routeOf(nth))),
    new Date(),
  )
  for (const { db } of [without, beside]) await sql`analyze`.execute(db.read)
  // In turns, because the machine is never idle.
  for (let nth = 0; nth < rides + WARM_UP; nth++)
    for (const world of nth % 2 === 0 ? [without, beside] : [beside, without]) await publish(world, routeOf(nth * 7))
  while ((await count(beside, 'ride_wanted_task')) > 0) await sleep(100)
  const median = ({ took }: World) => percentile(took.slice(WARM_UP), 0.5)
  const what = `publishing beside ${wanted} wanted rides, of publishing without`
  const seconds = await notifyEveryone(without, routeOf(0))
  return [
    { what, value: median(beside) / median(without), limit: 1.3 },
    { what: 'matches', value: await count(beside, 'ride_wanted_match') },
    { what: `${people} people are notified of one ride within`, value: seconds, unit: 's', limit: 10 },
  ]
}

async function openWorld(cleanup: AsyncDisposableStack, url: string, drivers: number): Promise<World> {
  const db = await openDatabase({ url, folder: '', clock: systemClock })
  cleanup.defer(() => db.close())
  const cookies: string[] = []
  for (let nth = 0; nth < drivers; nth++) cookies.push((await addPerson(db.kysely)).cookie)
  const server = await openServer(cleanup, { DATABASE_URL: url })
  return { db, requests: new Requests(server.url, 1), cookies, took: [] }
}

const dayIn = (days: number) => Temporal.Now.plainDateISO('Europe/Oslo').add({ days }).toString()

/** Returns a wanted ride on a part of the route: half of them on some days of the next ten weeks, half on every day, and a third also nearby. */
function wantedOn({ stops }: Route): object {
  const from = Math.floor(random() * (stops.length - 1))
  const to = from + 1 + Math.floor(random() * (stops.length - 1 - from))
  const first = Math.floor(random() * 70)
  const days =
    random() < 0.5 ? { date_from: dayIn(first), date_to: dayIn(first + 3) } : { weekdays: [1, 2, 3, 4, 5, 6, 7] }
  return { from: stops[from], to: stops[to], ...days, radius_km: random() < 0.33 ? 25 : 0, public: true }
}

async function publish({ requests, cookies, took }: World, route: Route): Promise<void> {
  const cookie = cookies.pop() ?? ''
  const started = performance.now()
  const { status, text } = await requests.send({ path: '/api/v1/rides', cookie, body: bodyOf(route) })
  took.push(performance.now() - started)
  if (status !== 201) throw new Error(text)
}

async function count({ db }: World, table: 'ride_wanted_task' | 'ride_wanted_match'): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(
    db.read,
  )
  return rows[0]?.count ?? 0
}

/** Returns the seconds until every person is notified of a new ride that they all want. */
async function notifyEveryone(world: World, route: Route): Promise<number> {
  const trip = { from: route.stops[0], to: route.stops.at(-1), date_from: dayIn(0), date_to: dayIn(5) }
  await addWantingPeople(world.db.kysely, Array<object>(people).fill(trip), new Date())
  const before = await count(world, 'ride_wanted_match')
  const started = performance.now()
  await publish(world, route)
  while ((await count(world, 'ride_wanted_match')) < before + people) await sleep(20)
  return (performance.now() - started) / 1000
}

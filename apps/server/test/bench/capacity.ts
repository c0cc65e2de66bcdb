/** What processes and a database carry on this machine: people who browse, with one worker and with two, and messages at rising rates. */
import { execFile } from 'node:child_process'
import os from 'node:os'
import { promisify } from 'node:util'
import pg from 'pg'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { type OwnPostgres, startOwnPostgres } from '../postgres.ts'
import { startWorkers } from '../rolling.ts'
import { connectPatiently } from './connection.ts'
import type { Delivery } from './crowd.ts'
import { fillDatabase } from './dataset.ts'
import { asPages, asWriters, type Deps } from './deliveries.ts'
import { databaseProcess, processorSeconds, secondsOfFamily } from './processor.ts'
import { browsingPaths, pathOf, rateOf, signIn } from './rates.ts'
import { makeRoutes, randomOf } from './routes.ts'
import { makeSearches } from './searches.ts'
import { type RideSizes, sizesOfRides } from './sizes.ts'

interface Rate {
  /** Requests per second, with 8 of them at a time. */
  rate: number
  /** Microseconds of each processor for one request. */
  server: number
  database: number
  client: number
  /** Processor time of all of them, as a fraction of that of all cores. */
  busy: number
}

export interface Browsings {
  rides: RideSizes
  /** Bytes of a response's body, on average. */
  bytes: number
  pageBytes: number
  browsing: (Rate & { workers: number })[]
  /** Pages that the server draws for visitors, half of them searches and half rides. */
  pages: (Rate & { workers: number })[]
}

const running = new Set<() => Promise<void>>()

/** Stops what was started. */
export async function closeAll(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()))
}

/** Runs the work on a PostgreSQL of its own. */
async function withPostgres<T>(settings: string[], work: (postgres: OwnPostgres) => Promise<T>): Promise<T> {
  const postgres = await startOwnPostgres(['shared_buffers=1GB', 'max_wal_size=4GB', ...settings])
  const stop = async () => {
    if (running.delete(stop)) await postgres.stop()
  }
  running.add(stop)
  try {
    return await work(postgres)
  } finally {
    await stop()
  }
}

const SEARCHES = 2_000
const SAMPLE = 240
const cores = os.availableParallelism()

interface Effort {
  /** Starts the server. */
  command: readonly string[]
  rides: number
  seconds: number
}

/** Measures people who browse, and pages that the server draws, with processes on one database with so many upcoming rides. Nothing is pinned. */
export async function rateWorkers(counts: readonly number[], { command, rides, seconds }: Effort): Promise<Browsings> {
  return withPostgres(['max_connections=150'], async (postgres) => {
    const url = await postgres.create()
    const routes = makeRoutes(5_000, randomOf(20_270_326))
    const admin = connectPatiently(url)
    await fillDatabase(admin.executor, { rides, upcoming: rides }, routes)
    const postmaster = await databaseProcess(admin)
    const db = await openDatabase({ url, folder: '', clock: systemClock })
    const people = await signIn(db)
    const searches = makeSearches(routes, SEARCHES, randomOf(7)).map(pathOf)
    const { mixed, of } = await browsingPaths(db, searches)
    const apiPaths = [...of.search, ...of.ride]
    const pages = apiPaths.map((address) => address.replace('/api/v1/rides?', '/search?').replace('/api/v1', ''))
    const found: Browsings = {
      rides: await sizesOfRides(admin.executor),
      bytes: 0,
      pageBytes: 0,
      browsing: [],
      pages: [],
    }
    for (const workers of counts) {
      const server = await startWorkers(url, workers, command)
      const deps = { url: server.url, server: server.child.pid ?? 0, postmaster }
      found.bytes ||= await meanBytes(server.url, mixed.slice(0, SAMPLE), people)
      found.pageBytes ||= await meanBytes(server.url, pages.filter((_, nr) => nr % 50 === 0), []) // prettier-ignore
      found.browsing.push({ workers, ...(await rateRequests(deps, mixed, people, seconds)) })
      found.pages.push({ workers, ...(await rateRequests(deps, pages, [], seconds / 2)) })
      await server.end()
    }
    await db.close()
    await admin.close()
    return found
  })
}

async function rateRequests(
  { url, server, postmaster }: { url: string; server: number; postmaster: number },
  paths: readonly string[],
  people: readonly string[],
  seconds: number,
): Promise<Rate> {
  // Every process compiles its code and fills its caches.
  await rateOf(url, paths, WARM_UP_S, people)
  const worked = () => [secondsOfFamily(server), secondsOfFamily(postmaster), ownSeconds()]
  let done = 0
  const [before, began] = [worked(), performance.now()]
  const rate = await rateOf(url, paths, seconds, people, () => done++)
  const lasted = (performance.now() - began) / 1000
  const [onServer = 0, onDatabase = 0, onClient = 0] = worked().map((now, nr) => now - (before[nr] ?? 0))
  const micros = (spent: number) => (spent * 1e6) / done
  const busy = (onServer + onDatabase + onClient) / (lasted * cores)
  return { rate, server: micros(onServer), database: micros(onDatabase), client: micros(onClient), busy }
}

const WARM_UP_S = 3

function ownSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

async function meanBytes(url: string, paths: readonly string[], people: readonly string[]): Promise<number> {
  let bytes = 0
  for (const [nr, address] of paths.entries()) {
    const response = await fetch(url + address, { headers: { cookie: people[nr % people.length] ?? '' } })
    bytes += (await response.arrayBuffer()).byteLength
  }
  return bytes / paths.length
}

export interface Talking extends Delivery {
  rate: number
  /** Microseconds of each processor for one message. */
  server: number
  database: number
  /** Events on the bus for one message. */
  events: number
}

/** Raises the rate of messages over live connections, until 99 of 100 no longer arrive within so many milliseconds. */
export async function climbMessages(
  { server, talkers, crowd, env }: Deps,
  { rates, seconds, within }: { rates: readonly number[]; seconds: number; within: number },
): Promise<Talking[]> {
  const { url } = server
  const databaseUrl = env['DATABASE_URL'] ?? ''
  const admin = connectPatiently(databaseUrl)
  const postmaster = await databaseProcess(admin)
  const bus = await countEvents(databaseUrl)
  await crowd.ask.open({ url, clients: asPages(talkers) })
  const writers = asWriters(talkers)
  await crowd.ask.talk({ url, over: 'live', rate: (rates[0] ?? 0) / 2, seconds: WARM_UP_S, writers })
  const loads: Talking[] = []
  for (const rate of rates) {
    const [before, databaseBefore] = [await processorSeconds(server), secondsOfFamily(postmaster)]
    bus.events = 0
    const delivery = await crowd.ask.talk({ url, over: 'live', rate, seconds, writers })
    const micros = (spent: number) => (spent * 1e6) / delivery.written
    loads.push({
      rate,
      ...delivery,
      server: micros((await processorSeconds(server)) - before),
      database: micros(secondsOfFamily(postmaster) - databaseBefore),
      events: bus.events / delivery.written,
    })
    if (delivery.p99 > within || delivery.refused + delivery.lost + delivery.doubled > 0) break
  }
  await bus.end()
  await admin.close()
  return loads
}

export interface EventCount {
  events: number
  end(): Promise<void>
}

/** Counts the events that processes send to each other. */
export async function countEvents(url: string): Promise<EventCount> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const count = { events: 0, end: () => client.end() }
  client.on('notification', ({ payload = '["",[]]' }) => {
    count.events += (JSON.parse(payload) as [string, unknown[]])[1].length
  })
  await client.query('listen samtur')
  return count
}

/** Returns the transactions per second of pgbench's own tables with 8 clients, by which another machine can be compared. */
export async function ratePgbench(seconds: number): Promise<{ select: number; update: number }> {
  return withPostgres(['max_connections=50'], async (postgres) => {
    const url = await postgres.create('template0')
    const run = promisify(execFile)
    await run('pgbench', ['-i', '-q', '-s', '10', url])
    const rate = async (kind: string) => {
      const { stdout } = await run('pgbench', ['-n', '-M', 'prepared', '-c', '8', '-j', '2', '-T', String(seconds), '-b', kind, url]) // prettier-ignore
      return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
    }
    return { select: await rate('select-only'), update: await rate('simple-update') }
  })
}

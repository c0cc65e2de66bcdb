/** Takes all measurements for one number of rides, in a database that is deleted afterwards. */
import { CompiledQuery, sql } from 'kysely'
import { openDatabase, type Database } from '../../src/platform/db/database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { serverAt, startPostgres, type PostgresServer } from '../postgres.ts'
import { connectPatiently } from './connection.ts'
import { rateHttp, ratePublishing, type Compared, type HttpRates } from './rates.ts'
import { randomOf, type Route } from './routes.ts'
import {
  foundBy,
  makeDetourSearches,
  makeSearches,
  sectionStatementsOf,
  statementOf,
  statementsNearby,
  statementsOf,
  timeInside,
  type Query,
  type Statement,
  type Times,
} from './searches.ts'
import { compareWithPublishing, fillDatabase } from './dataset.ts'

export interface Figures {
  rides: number
  /** Of the rides, those that depart in the next two months. */
  upcoming: number
  seconds: number
  search: Times
  /** Rides on a page of that search. */
  found: number
  /** The same without rides by a detour. */
  stopping: Times
  /** From places beside the ways of rides that offer detours. */
  beside: Times
  foundBeside: number
  unknown: Times
  page: Times
  oneSided: Times
  /** From a place whose name is a part of a thousand others. */
  vague: Times
  home: Times
  nearby: Times
  publish: Compared
  publishWithDetours: Compared
  http: HttpRates
}

export interface Effort {
  /** Seconds for each of the rates. */
  seconds: number
  searches: number
}

const settings = ['max_connections=100', 'shared_buffers=1GB', 'max_wal_size=4GB', 'checkpoint_timeout=30min']
const SAMPLE = 20

let server: Promise<PostgresServer> | undefined

function serverOfRun(): Promise<PostgresServer> {
  const given = process.env['DATABASE_URL']
  server ??= given
    ? serverAt(given, () => Promise.resolve())
    : startPostgres(settings).then((started) => started ?? Promise.reject(new Error('no PostgreSQL')))
  return server
}

/** Stops what was started. */
export async function closeAll(): Promise<void> {
  const running = await server?.catch(() => undefined)
  if (!running) return
  await drop(running, running.template)
  await running.stop()
}

async function drop({ url }: PostgresServer, name: string) {
  const admin = connectPatiently(url)
  await sql.raw(`drop database if exists ${name} with (force)`).execute(admin.executor)
  await admin.close()
}

export async function measureWorld(
  routes: readonly Route[],
  { rides, upcoming = rides }: { rides: number; upcoming?: number },
  effort: Effort,
): Promise<Figures> {
  const running = await serverOfRun()
  const url = await running.create()
  const db = await openDatabase({ url, folder: '', clock: systemClock })
  const { executor, close } = connectPatiently(url)
  try {
    const { seconds } = await fillDatabase(executor, { rides, upcoming }, routes)
    await compareWithPublishing(db, routes, SAMPLE)
    const searches = makeSearches(routes, effort.searches, randomOf(7))
    const times = async (queries: Query[]) =>
      timeInside(executor, await eachOf(queries, (query) => sectionStatementsOf(db, query)))
    const first = searches.map((query) => ({ ...query, limit: '10' }))
    const beside = makeDetourSearches(routes, effort.searches / 2, randomOf(8))
    return {
      rides,
      upcoming,
      seconds,
      search: await times(first),
      found: mean(await eachOf(first, async (query) => foundBy(db, await statementOf(db, query)))),
      stopping: await times(first.map((query) => ({ ...query, detours: 'no' }))),
      beside: await times(beside),
      foundBeside: mean(
        await eachOf(beside, async (query) => {
          const counts = (await sectionStatementsOf(db, query)).map((statement) => foundBy(db, statement))
          return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
        }),
      ),
      unknown: await timeInside(executor, await eachOf(first, (query) => statementsOf(db, query))),
      page: await times(searches.slice(0, 500)),
      oneSided: await times(searches.slice(0, 500).map(({ from = '', date = '' }) => ({ from, date, limit: '10' }))),
      vague: await times(
        searches.slice(0, 200).map(({ to = '', date = '' }) => ({ from: 'Ås', to, date, limit: '10' })),
      ),
      home: await times(Array.from({ length: 20 }, () => ({ limit: '10' }))),
      nearby: await timeNearby(db, searches.slice(0, 200)),
      publish: await ratePublishing(db, routes, 0, effort.seconds),
      publishWithDetours: await ratePublishing(db, routes, 15, effort.seconds),
      http: await rateHttp(url, db, first, effort.seconds),
    }
  } finally {
    await close()
    await db.close()
    await drop(running, new URL(url).pathname.slice(1))
  }
}

async function eachOf<T>(queries: readonly Query[], ask: (query: Query) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (const query of queries) answers.push(await ask(query))
  return answers
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** Runs the server's statements: the meaning of both texts, then the alternatives. Measures from the client, with the round trips. */
async function timeNearby(db: Database, queries: readonly Query[]): Promise<Times> {
  const took: number[] = []
  const ask = ({ text, values }: Statement) => db.prepared.executeQuery(CompiledQuery.raw(text, [...values]))
  for (const query of queries) {
    const { meant, offers } = await statementsNearby(db, query)
    for (let run = 0; run < 3; run++) {
      const started = performance.now()
      await Promise.all(meant.map(ask))
      for (const statement of offers) await ask(statement)
      took.push(performance.now() - started)
    }
  }
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN
  return { p50: at(0.5), p99: at(0.99) }
}

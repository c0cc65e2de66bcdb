/** All figures of one number of rides, in a database of its own that is gone afterwards. */
import { CompiledQuery, sql } from 'kysely'
import { openDatabase, type Database } from '../../src/platform/db/database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { serverAt, startPostgres, type PostgresServer } from '../postgres.ts'
import { connectPatiently } from './connection.ts'
import { rateHttp, ratePublishing, type Compared, type HttpRates } from './rates.ts'
import { randomOf, type Route } from './routes.ts'
import { makeSearches, statementOf, statementsNearby, timeInside, type Query, type Times } from './searches.ts'
import { compareWithPublishing, fillWorld } from './world.ts'

export interface Figures {
  rides: number
  seconds: number
  search: Times
  page: Times
  oneSided: Times
  home: Times
  nearby: Times
  publish: Compared
  http: HttpRates
}

export interface Effort {
  /** For each of the rates. */
  seconds: number
  searches: number
}

const settings = ['max_connections=100', 'shared_buffers=1GB', 'max_wal_size=4GB', 'checkpoint_timeout=30min']
/** As many answers of the first kind are compared with pgbench and a bare server. */
const BY_HTTP = 100
const SAMPLE = 20

let server: Promise<PostgresServer> | undefined

function serverOfRun(): Promise<PostgresServer> {
  const given = process.env['DATABASE_URL']
  server ??= given
    ? serverAt(given, () => Promise.resolve())
    : startPostgres(settings).then((started) => started ?? Promise.reject(new Error('no PostgreSQL')))
  return server
}

/** Ends what was started. */
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

export async function measureWorld(routes: readonly Route[], rides: number, effort: Effort): Promise<Figures> {
  const running = await serverOfRun()
  const url = await running.create()
  const db = await openDatabase({ url, folder: '', clock: systemClock })
  const { executor, close } = connectPatiently(url)
  try {
    const { seconds } = await fillWorld(executor, rides, routes)
    await compareWithPublishing(db, routes, SAMPLE)
    const searches = makeSearches(routes, effort.searches, randomOf(7))
    const times = async (queries: Query[]) => timeInside(executor, await Promise.all(queries.map(statementOf)))
    return {
      rides,
      seconds,
      search: await times(searches.map((query) => ({ ...query, limit: '10' }))),
      page: await times(searches.slice(0, 500)),
      oneSided: await times(searches.slice(0, 500).map(({ from = '', date = '' }) => ({ from, date, limit: '10' }))),
      home: await times(Array.from({ length: 20 }, () => ({ limit: '10' }))),
      nearby: await timeNearby(db, searches.slice(0, 200)),
      publish: await ratePublishing(db, routes, effort.seconds),
      http: await rateHttp(
        url,
        searches.slice(0, BY_HTTP).map((query) => ({ ...query, limit: '10' })),
        effort.seconds,
      ),
    }
  } finally {
    await close()
    await db.close()
    await drop(running, new URL(url).pathname.slice(1))
  }
}

/** Planned anew each time, as the server asks: the questions which places are meant, and the offers. From here, with the way there and back; each counts. */
async function timeNearby(db: Database, queries: readonly Query[]): Promise<Times> {
  const took: number[] = []
  for (const query of queries) {
    const statements = (await statementsNearby(db, query)).filter(({ text }) => /near|fc\(cell\)/.test(text))
    if (statements.length > 3) throw new Error('places nearby are more than three statements')
    for (let run = 0; run < 3; run++) {
      const started = performance.now()
      for (const statement of statements)
        await db.read.executeQuery(CompiledQuery.raw(statement.text, [...statement.values]))
      took.push(performance.now() - started)
    }
  }
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN
  return { p50: at(0.5), p99: at(0.99), rows: NaN }
}

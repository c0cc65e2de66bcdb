/** One data layer for both databases: `pg` underneath, Kysely on top. */
import { AsyncLocalStorage } from 'node:async_hooks'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Clock } from '../clock.ts'
import { folderProblem } from '../data-folder.ts'
import { within } from '../within.ts'
import { errorCode } from './error-code.ts'
import { listenOnServer } from './listen.ts'
import { DatabaseInUse } from './lock.ts'
import { DatabaseOutdated, migrate } from './migrate.ts'
import { openWatched } from './opening.ts'
import { PreparingClient } from './prepared.ts'
import type { Tables } from './tables.ts'

export { errorCode }

/** The database, or an open transaction, to run queries on. */
export type Executor = Kysely<Tables>
export type Tx = Transaction<Tables>

export interface Database {
  kind: 'embedded' | 'server'
  /** For reads and single statements outside a transaction. Throws inside one, where only the transaction may be used. */
  readonly read: Executor
  /**
   * The same, on connections that plan statements without their values: for frequent statements that are marked as `prepared`, which each connection
   * then plans once.
   */
  readonly prepared: Executor
  /** The number of transactions that this process has committed; a row read before the last commit may have changed. */
  readonly commits: number
  /** Runs the work in one transaction; deadlocks and serialisation failures are tried again up to three times. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs work that may take minutes, on a server on a separate connection. */
  longRunning<T>(work: (executor: Executor) => Promise<T>): Promise<T>
  /** The same in one transaction. */
  longRunningTx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For libraries that take a Kysely instance or a pool. */
  readonly kysely: Executor
  /** Throws when the database does not respond within a second. */
  ping(): Promise<void>
  /** Listens on a channel, on a separate connection; calls back with each payload, and with null after a reconnect. */
  listen(channel: string, onPayload: (payload: string | null) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** A Postgres address, or undefined for the embedded database. */
  url?: string | undefined
  /** Folder of the embedded database, or `memory://`. */
  folder: string
  clock: Clock
  poolSize?: number
  template?: Blob
}

type OpenDatabase = Database & { migrated: string[] }

const inTransaction = new AsyncLocalStorage<{ after: (() => void)[] }>()
/** Connections for statements of a fraction of a millisecond; more of them would not run more statements. */
const PREPARED_POOL = 8
const PING_MS = 1_000
const CLOSE_MS = 2_000
const STATEMENT_MS = 4_000
/** A little more than one statement may take: a request fails within five seconds when the database stops responding. */
const STUCK_MS = 4_500
const RETRIED = new Set(['40001', '40P01'])

/**
 * Opens and migrates the database. Throws DatabaseOutdated for one that cannot be brought over, DatabaseDamaged or DatabaseInUse for an embedded one
 * that cannot be used.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { url, folder } = options
  if (url || folder === 'memory://') return openAndMigrate(options)
  const isKnown = (error: unknown) =>
    error instanceof DatabaseInUse || error instanceof DatabaseOutdated || folderProblem(error) !== undefined
  return openWatched(path.join(folder, 'pg'), (isOpen) => openAndMigrate(options, isOpen), isKnown)
}

async function openAndMigrate(options: DatabaseOptions, isOpen?: () => void): Promise<OpenDatabase> {
  // Imports the library only where it is used, because it takes 7 MB of memory.
  const embedded = options.url
    ? undefined
    : await (await import('./pglite.ts')).openEmbedded(options.folder, options.template)
  const pool = embedded?.pool ?? serverPool(options.url ?? '', options.poolSize ?? 16)
  followClock(pool, options.clock)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  // The embedded database has one session, for everything.
  const preparedPool = embedded
    ? undefined
    : serverPool(options.url ?? '', PREPARED_POOL, '-c plan_cache_mode=force_generic_plan')
  if (preparedPool) followClock(preparedPool, options.clock)
  const prepared = preparedPool ? new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparedPool }) }) : kysely
  let commits = 0
  const outside = (executor: Executor) => {
    if (inTransaction.getStore()) throw new Error('A query on the database inside a transaction: use the transaction')
    return executor
  }
  const longRunning: Database['longRunning'] = (work) =>
    embedded ? work(kysely) : runLong(options.url ?? '', options.clock, work)
  const close = async () => {
    await preparedPool?.end()
    await (embedded ? embedded.close() : pool.end())
  }
  try {
    if (isOpen) await readCatalogue(kysely).then(isOpen)
    const migrated = embedded ? await migrate(kysely) : await migrateServer(options.url ?? '')
    return {
      migrated,
      kind: embedded ? 'embedded' : 'server',
      kysely,
      get read() {
        return outside(kysely)
      },
      get prepared() {
        return outside(prepared)
      },
      get commits() {
        return commits
      },
      tx: (work) => runTransaction(kysely, work, () => commits++),
      longRunning,
      longRunningTx: (work) => longRunning((executor) => runTransaction(executor, work, () => commits++)),
      ping: async () => void (await within(PING_MS, kysely.executeQuery(CompiledQuery.raw('select 1')))),
      listen: embedded
        ? (channel, onPayload) => embedded.pglite.listen(channel, onPayload)
        : (channel, onPayload) => listenOnServer(options.url ?? '', channel, onPayload),
      close,
    }
  } catch (error) {
    // A database that has failed may not even close.
    await within(CLOSE_MS, close()).catch(() => {})
    throw error
  }
}

/** Reads the catalogue that every statement needs, so that damage shows at the start. */
const readCatalogue = (kysely: Executor) =>
  sql`select (select count(*) from pg_class), (select count(*) from pg_attribute), (select count(*) from pg_type),
    (select count(*) from pg_proc), (select count(*) from pg_index), (select count(*) from pg_operator)`.execute(kysely)

function serverPool(url: string, max: number, planning = '') {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    Client: PreparingClient,
    connectionTimeoutMillis: 3_000,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: 10_000,
    // Statements take a millisecond; compiling one to machine code after a wrong estimate takes seconds.
    options: `-c jit=off ${planning}`,
    application_name: 'samtur',
  })
  // A broken connection, idle or in use, must not end the process: its query fails, and the next one gets a new connection.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  endStuckConnections(pool)
  return pool
}

/** Ends connections that are held for too long: when the network or the server stops responding, the server's own timeouts do not arrive. */
function endStuckConnections(pool: pg.Pool) {
  const timers = new WeakMap<pg.PoolClient, NodeJS.Timeout>()
  pool.on('acquire', (client) => {
    const end = () => void (client as pg.PoolClient & pg.Client).end().catch(() => {})
    timers.set(client, setTimeout(end, STUCK_MS))
  })
  pool.on('release', (_error, client) => clearTimeout(timers.get(client)))
}

/** Migrates on a separate connection without the limits of requests, because a migration, or waiting for another process's, may take long. */
async function migrateServer(url: string): Promise<string[]> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 3_000,
    application_name: 'samtur-migrate',
  })
  pool.on('error', () => {})
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await migrate(kysely)
  } finally {
    await kysely.destroy()
  }
}

const LONG_MS = 120_000

async function runLong<T>(url: string, clock: Clock, work: (executor: Executor) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 3_000,
    statement_timeout: LONG_MS,
    query_timeout: LONG_MS + 5_000,
    options: '-c jit=off',
    application_name: 'samtur-long-running',
  })
  pool.on('error', () => {})
  followClock(pool, clock)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work(kysely)
  } finally {
    await kysely.destroy()
  }
}

/** Gives each acquired client the clock's shift. Queries of one client run in order, so the setting comes before the first of its user. */
function followClock(pool: pg.Pool, clock: Clock) {
  const shifts = new WeakMap<pg.PoolClient, number>()
  pool.on('acquire', (client) => {
    if ((shifts.get(client) ?? 0) === clock.shift) return
    shifts.set(client, clock.shift)
    client.query("select set_config('samtur.clock_shift', $1, false)", [`${clock.shift} milliseconds`]).catch(() => {})
  })
}

function runTransaction<T>(kysely: Executor, work: (tx: Tx) => Promise<T>, committed: () => void): Promise<T> {
  return withRetry(async () => {
    const scope = { after: [] as (() => void)[] }
    const result = await kysely.transaction().execute((tx) => inTransaction.run(scope, () => work(tx)))
    committed()
    for (const effect of scope.after) effect()
    return result
  })
}

/** Runs the work again after a deadlock or serialisation failure, up to three times. */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt > 3 || !RETRIED.has(errorCode(error))) throw error
      await sleep(Math.random() * 20 * attempt)
    }
  }
}

/** Runs the effect once the surrounding transaction has committed, and never when it fails; outside of one at once. */
export function afterCommit(effect: () => void) {
  const scope = inTransaction.getStore()
  if (scope) scope.after.push(effect)
  else effect()
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (errorCode(error) !== '23505') return false
  return !constraint || (error as { constraint?: string }).constraint === constraint
}

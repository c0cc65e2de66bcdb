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
import { openEmbedded } from './pglite.ts'
import { PreparingClient } from './prepared.ts'
import type { Tables } from './tables.ts'

export { errorCode }

/** What a query may run on: the database, or an open transaction of it. */
export type Executor = Kysely<Tables>
export type Tx = Transaction<Tables>

export interface Database {
  kind: 'embedded' | 'server'
  /** For reads and single statements outside a transaction. Throws inside one: there only the transaction may be used. */
  readonly read: Executor
  /**
   * The same on connections that plan statements without their values: for statements that run all the time and are marked as `prepared`,
   * so that each connection plans them once.
   */
  readonly prepared: Executor
  /** How many transactions of this process have been committed: what was read before the last of them may be different now. */
  readonly commits: number
  /** Runs the work in one transaction; deadlocks and serialisation failures are tried again up to three times. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For work that may take minutes: on a connection of its own, where the database has more than one. */
  longRunning<T>(work: (executor: Executor) => Promise<T>): Promise<T>
  /** The same as one transaction. */
  unhurriedTx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For libraries that take a Kysely instance or a pool. */
  readonly kysely: Executor
  /** Answers within a second or throws. */
  ping(): Promise<void>
  /** LISTEN on a channel of its own connection; calls back with each payload, and with null after a reconnect. */
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
/** Statements of a fraction of a millisecond: more connections would not answer more of them. */
const PREPARED_POOL = 8
const PING_MS = 1_000
const CLOSE_MS = 2_000
const STATEMENT_MS = 4_000
/** A little more than one statement may take; a request has few, and is answered within five seconds when the database falls silent. */
const STUCK_MS = 4_500
const RETRIED = new Set(['40001', '40P01'])

/** Throws DatabaseOutdated for a database that cannot be brought over, DatabaseDamaged or DatabaseInUse for an embedded one that cannot be used. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { url, folder } = options
  if (url || folder === 'memory://') return openAndMigrate(options)
  const isKnown = (error: unknown) =>
    error instanceof DatabaseInUse || error instanceof DatabaseOutdated || folderProblem(error) !== undefined
  return openWatched(path.join(folder, 'pg'), (isOpen) => openAndMigrate(options, isOpen), isKnown)
}

async function openAndMigrate(options: DatabaseOptions, isOpen?: () => void): Promise<OpenDatabase> {
  const embedded = options.url ? undefined : await openEmbedded(options.folder, options.template)
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
    embedded ? work(kysely) : workUnhurried(options.url ?? '', options.clock, work)
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
      unhurriedTx: (work) => longRunning((executor) => runTransaction(executor, work, () => commits++)),
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

/** Reads what every statement needs, so that damage shows now. */
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
    // Statements here take a millisecond; compiling one to machine code, where an estimate is too high, takes seconds.
    options: `-c jit=off ${planning}`,
    application_name: 'samtur',
  })
  // A connection that breaks, idle or in use, must not end the process: its query fails, and the next one gets a fresh connection.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  endStuckConnections(pool)
  return pool
}

/** When the network or the server fall silent, no timeout of the server's own comes through: a connection held for too long is ended. */
function endStuckConnections(pool: pg.Pool) {
  const timers = new WeakMap<pg.PoolClient, NodeJS.Timeout>()
  pool.on('acquire', (client) => {
    const end = () => void (client as pg.PoolClient & pg.Client).end().catch(() => {})
    timers.set(client, setTimeout(end, STUCK_MS))
  })
  pool.on('release', (_error, client) => clearTimeout(timers.get(client)))
}

/** On a connection of its own, without the limits that requests have: a migration, or waiting for another process's, may take long. */
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

const UNHURRIED_MS = 120_000

async function workUnhurried<T>(url: string, clock: Clock, work: (executor: Executor) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 3_000,
    statement_timeout: UNHURRIED_MS,
    query_timeout: UNHURRIED_MS + 5_000,
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

/** Queries of one client run in order, so the setting is in place before whatever acquired the client asks anything. */
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

/** Deadlocks and serialisation failures are tried again up to three times. */
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

/** Runs the effect once the surrounding transaction has committed, never when it fails; outside of one, at once. */
export function afterCommit(effect: () => void) {
  const scope = inTransaction.getStore()
  if (scope) scope.after.push(effect)
  else effect()
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (errorCode(error) !== '23505') return false
  return !constraint || (error as { constraint?: string }).constraint === constraint
}

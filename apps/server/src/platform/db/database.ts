/** One data layer for both databases: `pg` underneath, Kysely on top. */
import { AsyncLocalStorage } from 'node:async_hooks'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Clock } from '../clock.ts'
import { folderProblem } from '../../operating/data-folder.ts'
import { within } from '../within.ts'
import { errorCode } from './error-code.ts'
import { listenOnServer } from './listen.ts'
import { DatabaseInUse } from './lock.ts'
import { DatabaseNewer } from './compatibility.ts'
import { DatabaseOutdated, migrate, MigrationBlocked } from './migrate.ts'
import { openWatched } from './opening.ts'
import type { Embedded } from './pglite.ts'
import {
  WRITTEN,
  positionOf,
  type ReplicaSettings,
  Replicas,
  type SeenReplica,
} from '../../operating/replicas/replicas.ts'
import { followClock, Servers } from './servers.ts'
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
  /**
   * Returns the database for reads that may be up to two seconds old: on a replica that has replayed the log up to the position, or else on the primary.
   * Transactions and `prepared` writes stay on the primary.
   */
  reading(after?: bigint): Database
  /** Returns the position in the log behind every write that is confirmed; undefined without replicas. */
  position(): Promise<bigint | undefined>
  replicas(): SeenReplica[]
  /** For libraries that take a Kysely instance or a pool. */
  readonly kysely: Executor
  /** Returns the state of the connections that requests share. */
  pools(): PoolState[]
  /** Throws when the database does not respond within a second. */
  ping(): Promise<void>
  /** Listens on a channel, on a separate connection; calls back with each payload, and with null after a reconnect. */
  listen(channel: string, onPayload: (payload: string | null) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

interface PoolState {
  name: string
  max: number
  size: number
  idle: number
  /** What waits for a connection. */
  waiting: number
}

export interface DatabaseOptions {
  /** Addresses of a PostgreSQL server, or undefined for the embedded database. */
  url?: string | undefined
  /** Past a pooler at `url` that keeps no sessions: for what needs one. */
  sessionUrl?: string | undefined
  /** Standbys of the server that serve reads. */
  replicas?: ReplicaSettings | undefined
  /** Folder of the embedded database. */
  folder: string
  /** An embedded database that is open already, in place of the folder. */
  embedded?: Embedded
  clock: Clock
  poolSize?: number
}

type OpenDatabase = Database & { migrated: string[] }

const inTransaction = new AsyncLocalStorage<{ after: (() => void)[] }>()
const PING_MS = 1_000
const CLOSE_MS = 2_000
const RETRIED = new Set(['40001', '40P01'])

/**
 * Opens and migrates the database. Throws what `migrate` throws, and DatabaseDamaged or DatabaseInUse for an embedded one that cannot be used.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { url, folder, embedded } = options
  if (url || embedded) return openAndMigrate(options)
  const isKnown = (error: unknown) =>
    [DatabaseInUse, DatabaseOutdated, DatabaseNewer, MigrationBlocked].some((kind) => error instanceof kind) ||
    folderProblem(error) !== undefined
  return openWatched(path.join(folder, 'pg'), (isOpen) => openAndMigrate(options, isOpen), isKnown)
}

async function openAndMigrate(options: DatabaseOptions, isOpen?: () => void): Promise<OpenDatabase> {
  // Imports the library only where it is used, because it takes 7 MB of memory.
  const openFolder = async () => (await import('./pglite.ts')).openEmbedded(options.folder)
  const embedded = options.embedded ?? (options.url ? undefined : await openFolder())
  const servers = new Servers(options)
  const pool = embedded?.pool ?? servers.pool(options.poolSize)
  followClock(pool, options.clock)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  // The embedded database has one session, for everything.
  const preparedPool = embedded ? undefined : servers.preparedPool()
  if (preparedPool) followClock(preparedPool, options.clock)
  const prepared = preparedPool ? new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparedPool }) }) : kysely
  let replicas: Replicas | undefined
  let commits = 0
  const outside = (executor: Executor) => {
    if (inTransaction.getStore()) throw new Error('A query on the database inside a transaction: use the transaction')
    return executor
  }
  const longRunning: Database['longRunning'] = (work) =>
    embedded ? work(kysely) : runOn(servers.longPool(options.clock), work)
  const close = async () => {
    await replicas?.close()
    await preparedPool?.end()
    await (embedded ? embedded.close() : pool.end())
  }
  try {
    if (isOpen) await readCatalogue(kysely).then(isOpen)
    const migrated = embedded
      ? await migrate(kysely)
      : await runOn(servers.unlimitedPool('samtur-migrate'), (one) => migrate(one))
    if (options.replicas?.urls.length)
      replicas = new Replicas({
        ...options.replicas,
        servers,
        clock: options.clock,
        primary: { read: kysely, prepared },
      })
    const database: OpenDatabase = {
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
      pools: () => [stateOf('main', pool), ...(preparedPool ? [stateOf('prepared', preparedPool)] : [])],
      longRunning,
      longRunningTx: (work) => longRunning((executor) => runTransaction(executor, work, () => commits++)),
      ping: async () => void (await within(PING_MS, kysely.executeQuery(CompiledQuery.raw('select 1')))),
      listen: embedded
        ? (channel, onPayload) => embedded.pglite.listen(channel, onPayload)
        : (channel, onPayload) => listenOnServer(servers.sessionClient, channel, onPayload),
      reading(after = 0n) {
        const replica = replicas?.choose(after)
        return replica
          ? withReads(
              database,
              () => outside(replica.read),
              () => outside(replica.prepared),
            )
          : database
      },
      position: async () => (replicas ? readPosition(prepared) : undefined),
      replicas: () => replicas?.states() ?? [],
      close,
    }
    return database
  } catch (error) {
    // A database that has failed may not even close.
    await within(CLOSE_MS, close()).catch(() => {})
    throw error
  }
}

/** Returns the same database with other executors for reads. */
const withReads = (database: Database, read: () => Executor, prepared: () => Executor): Database =>
  Object.create(database, { read: { get: read }, prepared: { get: prepared } })

async function readPosition(executor: Executor): Promise<bigint | undefined> {
  const { rows } = await executor.executeQuery<{ position: string }>(CompiledQuery.raw(WRITTEN))
  return rows[0] && positionOf(rows[0].position)
}

/** Reads the catalogue that every statement needs, so that damage shows at the start. */
const readCatalogue = (kysely: Executor) =>
  sql`select (select count(*) from pg_class), (select count(*) from pg_attribute), (select count(*) from pg_type),
    (select count(*) from pg_proc), (select count(*) from pg_index), (select count(*) from pg_operator)`.execute(kysely)

function stateOf(name: string, { options, totalCount, idleCount, waitingCount }: pg.Pool): PoolState {
  return { name, max: options.max, size: totalCount, idle: idleCount, waiting: waitingCount }
}

/** Runs the work on a pool of its own, and closes it. */
async function runOn<T>(pool: pg.Pool, work: (executor: Executor) => Promise<T>): Promise<T> {
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work(kysely)
  } finally {
    await kysely.destroy()
  }
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

/** One backup of a database at a time, also of several processes. */
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/database.ts'

/** Another process is making a backup of the same database. */
export class BackupRunning extends Error {
  constructor() {
    super('Another backup of this database is being made.')
  }
}

const LOCK = sql`hashtextextended('samtur backup', 0)`

let busy = false

interface Options {
  executor: Executor
  /** Whether other processes may have the database open. */
  isShared: boolean
}

/** Runs the work, which gets the executor to use, from its start to its end alone. Throws BackupRunning. */
export async function inTurn<T>({ executor, isShared }: Options, work: (executor: Executor) => Promise<T>): Promise<T> {
  if (busy) throw new BackupRunning()
  busy = true
  try {
    // The embedded database has one connection, which requests need meanwhile.
    if (!isShared) return await work(executor)
    return await executor.connection().execute((connection) => whileLocked(connection, work))
  } finally {
    busy = false
  }
}

/** The lock is the session's, because the files are copied after the transaction that reads the rows. */
async function whileLocked<T>(connection: Executor, work: (executor: Executor) => Promise<T>): Promise<T> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(${LOCK}) as free`.execute(connection)
  if (!rows[0]?.free) throw new BackupRunning()
  try {
    return await work(connection)
  } finally {
    // A connection that is lost has no lock any more.
    await sql`select pg_advisory_unlock(${LOCK})`.execute(connection).catch(() => {})
  }
}

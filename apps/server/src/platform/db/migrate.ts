/**
 * Brings a database to the newest schema, in one transaction: functions, then the migrations that have not run, then what was removed. A database that a
 * newer version has brought further is left as it is.
 */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration'
import { findBreaking, findNewer, migrationFolder as folder } from './compatibility.ts'
import { errorCode } from './error-code.ts'
import type { Tables } from './tables.ts'
import { applyFunctions, dropRemovedFunctions, hasAppliedAll, readFunctions } from './functions.ts'

/** The last migration before the baseline: a database that has it is brought over by one file. */
const lastOld = '0045_erasing_places'
const baseline = '0100_baseline'

export class DatabaseOutdated extends Error {
  constructor(last: string) {
    super(
      `This database ends with the migration ${last}, and this version of Samtur only takes over databases that end with ${lastOld} or ` +
        'a later one. Start commit e824d75 of Samtur on the database once, then this version. Nothing in the database was changed.',
    )
    this.name = 'DatabaseOutdated'
  }
}

/** Milliseconds that the migrations wait for a lock on a table; every statement of the running processes on that table waits as long. */
const LOCK_MS = 1_000
/** Milliseconds between two attempts, in which the running processes go on. */
const PAUSE_MS = 1_000
/** Milliseconds after which no further attempt is made: a backup may hold every table for so long. */
const ATTEMPTS_MS = 15 * 60_000
/** No lock within the time, or a deadlock with a running process. */
const RETRIED = new Set(['55P03', '40P01'])

export class MigrationBlocked extends Error {
  constructor(cause: unknown) {
    super(
      'The schema could not be changed, because another program uses a table without a pause: end its transaction (pg_stat_activity lists it) and start ' +
        'again. Nothing in the database was changed.',
      { cause },
    )
    this.name = 'MigrationBlocked'
  }
}

/** Returns the names of the migrations that ran. Throws DatabaseOutdated, DatabaseNewer or MigrationBlocked for a database that stays as it was. */
export async function migrate(kysely: Kysely<Tables>, attemptsMs = ATTEMPTS_MS): Promise<string[]> {
  const history = await readHistory(kysely)
  if (isNewer(history)) return []
  const functions = readFunctions()
  // The migrator reads every table first, which takes the embedded database a third of a second.
  if (sameNames(history, migrationNames()) && (await hasAppliedAll(kysely, functions))) return []
  return besideOthers(attemptsMs, () =>
    kysely.transaction().execute(async (tx) => {
      // Several processes may start at once: the others wait here and then find nothing to do.
      await lockMigrations(tx)
      if (isNewer(await readHistory(tx))) return []
      await limitWaiting(tx)
      const ran = await runMigrations(tx, readMigrations())
      await dropRemovedFunctions(tx, functions)
      return ran
    }),
  )
}

const limitWaiting = (tx: Kysely<Tables>) => sql`select set_config('lock_timeout', ${`${LOCK_MS}ms`}, true)`.execute(tx)

/** Does the work again until no running process is in its way. */
async function besideOthers<T>(attemptsMs: number, work: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + attemptsMs; ; await sleep(PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!RETRIED.has(errorCode(error))) throw error
      if (Date.now() > until) throw new MigrationBlocked(error)
    }
  }
}

/** Whether a newer version has migrated the database. Throws DatabaseOutdated or DatabaseNewer when this version does not work on it. */
function isNewer(history: string[]): boolean {
  refuseOutdated(history)
  return findNewer(history, migrationNames()).length > 0
}

/** Keeps every other process from migrating until the transaction ends. */
export const lockMigrations = (tx: Kysely<Tables>): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('samtur migrations', 0))`.execute(tx)

export interface SchemaState {
  /** The migrations that a start would run. */
  pending: string[]
  /** Those of them that break processes of the version before. */
  breaking: string[]
  /** The migrations of newer versions that have run. */
  newer: string[]
}

/** Compares the database with this version. Throws DatabaseOutdated or DatabaseNewer. */
export async function readSchemaState(kysely: Kysely<Tables>): Promise<SchemaState> {
  const history = await readHistory(kysely)
  refuseOutdated(history)
  const own = migrationNames()
  const newer = findNewer(history, own)
  const later = own.filter((name) => !history.includes(name))
  if (!history.includes(lastOld)) return { pending: later, breaking: findBreaking(history, later), newer }
  const pending = ['from_0045', ...later.filter((name) => name !== baseline)]
  return { pending, breaking: pending, newer }
}

/** Returns the names of this version's migrations, in their order. */
export const migrationNames = (): string[] => Object.keys(readMigrations())

/** Creates the schema of an earlier version in an empty database, by that version's migrations. */
export async function createSchemaOf(tx: Kysely<Tables>, names: readonly string[]): Promise<void> {
  const wanted = Object.entries(readMigrations()).filter(([name]) => names.includes(name))
  await runMigrations(tx, Object.fromEntries(wanted))
}

async function runMigrations(tx: Kysely<Tables>, migrations: Record<string, Migration>): Promise<string[]> {
  await applyFunctions(tx, readFunctions())
  const brought = await bringOver(tx)
  const migrator = new Migrator({ db: tx, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error(JSON.stringify(error))
  return [...brought, ...results.map((result) => result.migrationName)]
}

/** Changes the schema of a database at the last old migration into the baseline's. */
async function bringOver(tx: Kysely<Tables>): Promise<string[]> {
  if (!(await readHistory(tx)).includes(lastOld)) return []
  await sql.raw(fs.readFileSync(path.join(folder, 'from_0045.sql'), 'utf8')).execute(tx)
  await sql`delete from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(tx)
  const now = new Date().toISOString()
  await sql`insert into ${sql.table(DEFAULT_MIGRATION_TABLE)} (name, timestamp) values (${baseline}, ${now})`.execute(
    tx,
  )
  return ['from_0045']
}

function refuseOutdated(history: string[]) {
  const last = history.at(-1)
  if (last !== undefined && last < lastOld) throw new DatabaseOutdated(last)
}

/** Returns the names of the migrations that have run, in their order; none for an empty database. */
export async function readHistory(kysely: Kysely<Tables>): Promise<string[]> {
  const { rows: tables } = await sql<{ found: string | null }>`
    select to_regclass(${DEFAULT_MIGRATION_TABLE})::text as found`.execute(kysely)
  if (!tables[0]?.found) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(kysely)
  return rows.map(({ name }) => name).toSorted()
}

const sameNames = (some: string[], others: string[]) => some.toSorted().join() === others.toSorted().join()

/** A migration is a numbered SQL file, or a numbered folder of SQL files that run in the order of their names. */
function readMigrations(): Record<string, Migration> {
  const names = fs.readdirSync(folder).filter((name) => /^\d{4}_\w+(\.sql)?$/.test(name))
  return Object.fromEntries(
    names.toSorted().map((name) => {
      const text = readText(path.join(folder, name))
      return [path.basename(name, '.sql'), { up: (db) => runMigration(db, name, text) }]
    }),
  )
}

/**
 * Runs a migration in a savepoint. After a failure the migrator can then still release its lock; otherwise the error of that statement would
 * hide the migration's own.
 */
export async function runMigration(db: Kysely<Tables>, name: string, text: string): Promise<void> {
  await sql`savepoint migration`.execute(db)
  // The migrator has set it to an hour.
  await limitWaiting(db)
  try {
    await sql.raw(text).execute(db)
  } catch (error) {
    // Fails when the connection is gone, which the migration's error then says.
    await sql`rollback to savepoint migration`.execute(db).catch(() => {})
    const failure = new Error(
      `The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    )
    // Callers decide by the SQLSTATE, for example whether a file of the database is damaged.
    throw Object.assign(failure, { code: errorCode(error) })
  }
}

function readText(file: string): string {
  if (!fs.statSync(file).isDirectory()) return fs.readFileSync(file, 'utf8')
  const parts = fs.readdirSync(file).toSorted()
  return parts.map((part) => fs.readFileSync(path.join(file, part), 'utf8')).join('\n')
}

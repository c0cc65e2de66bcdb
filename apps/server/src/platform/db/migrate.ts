/** Forward-only migrations: numbered SQL files, each in its own history entry; safe when several processes start at once. */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql, type Kysely } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration'

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../migrations')

/** Brings the database to the newest shape; answers the names of the migrations that ran. Throws when one fails. */
export async function migrate(kysely: Kysely<unknown>): Promise<string[]> {
  const migrations = readMigrations()
  // The library looks at every table first, which takes the embedded database a third of a second.
  if (await hasRunAll(kysely, Object.keys(migrations))) return []
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error(JSON.stringify(error))
  return results.map((result) => result.migrationName)
}

/** False also for a database without a table of migrations. */
async function hasRunAll(kysely: Kysely<unknown>, names: string[]): Promise<boolean> {
  const { rows: tables } = await sql`select to_regclass(${DEFAULT_MIGRATION_TABLE}) as found`.execute(kysely)
  if ((tables[0] as { found: string | null }).found === null) return false
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(kysely)
  return (
    rows
      .map(({ name }) => name)
      .toSorted()
      .join() === names.toSorted().join()
  )
}

function readMigrations(): Record<string, Migration> {
  const files = fs.readdirSync(folder).filter((name) => /^\d{4}_\w+\.sql$/.test(name))
  return Object.fromEntries(
    files.toSorted().map((name) => {
      const text = fs.readFileSync(path.join(folder, name), 'utf8')
      return [path.basename(name, '.sql'), { up: async (db) => void (await sql.raw(text).execute(db)) }]
    }),
  )
}

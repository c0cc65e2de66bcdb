/** Forward-only migrations: numbered SQL files, each in its own history entry; safe when several processes start at once. */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../migrations')

/** Brings the database to the newest shape; answers the names of the migrations that ran. Throws when one fails. */
export async function migrate(kysely: Kysely<unknown>): Promise<string[]> {
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: () => Promise.resolve(readMigrations()) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error(JSON.stringify(error))
  return results.map((result) => result.migrationName)
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

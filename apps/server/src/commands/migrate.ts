/** `samtur migrate`: brings the database to the schema of this version. */
import { readConfig } from '../config.ts'
import { openConfigured } from '../parts.ts'
import { systemClock } from '../platform/clock.ts'
import { pendingMigrations } from '../platform/db/migrate.ts'
import { openAsItIs, requireDatabase } from './database.ts'

/** Returns the exit code; with `check` it is 1 when a migration is pending. */
export async function bringUp({ check = false }: { check?: boolean }): Promise<number> {
  const config = readConfig()
  if (check) return checkPending(config)
  const db = await openConfigured(config, systemClock)
  await db.close()
  console.log(db.migrated.length === 0 ? 'The schema is up to date.' : `Migrations run: ${db.migrated.join(', ')}.`)
  return 0
}

async function checkPending(config: ReturnType<typeof readConfig>): Promise<number> {
  requireDatabase(config)
  const { kysely, close } = await openAsItIs(config)
  try {
    const pending = await pendingMigrations(kysely)
    console.log(pending.length === 0 ? 'The schema is up to date.' : `Migrations to run: ${pending.join(', ')}.`)
    return pending.length === 0 ? 0 : 1
  } finally {
    await close()
  }
}

/** `samtur migrate`: brings the database to the schema of this version. */
import { readConfig } from '../../config.ts'
import { openConfigured } from '../../composition/parts.ts'
import { systemClock } from '../../platform/clock.ts'
import { readSchemaState } from '../../platform/db/migrate.ts'
import { openAsItIs, requireDatabase } from './database.ts'

/** Returns the exit code; with `check` it is 1 when a migration is pending. */
export async function bringUp({ check = false }: { check?: boolean }): Promise<number> {
  const config = readConfig()
  if (check) return checkPending(config)
  const db = await openConfigured(config, systemClock)
  try {
    const { newer } = await readSchemaState(db.kysely)
    console.log(db.migrated.length > 0 ? `Migrations run: ${db.migrated.join(', ')}.` : sentenceWithout(newer))
  } finally {
    await db.close()
  }
  return 0
}

async function checkPending(config: ReturnType<typeof readConfig>): Promise<number> {
  requireDatabase(config)
  const { kysely, close } = await openAsItIs(config)
  try {
    const { pending, breaking, newer } = await readSchemaState(kysely)
    if (pending.length === 0) console.log(sentenceWithout(newer))
    else console.log(`Migrations to run: ${pending.join(', ')}.\n${sentenceOfRunning(breaking)}`)
    return pending.length === 0 ? 0 : 1
  } finally {
    await close()
  }
}

const sentenceWithout = (newer: string[]) =>
  newer.length === 0
    ? 'The schema is up to date.'
    : `This version runs on the schema, and changes nothing in it: a newer version has run ${newer.join(', ')}.`

const sentenceOfRunning = (breaking: string[]) =>
  breaking.length === 0
    ? 'Processes of the version before run on meanwhile and afterwards.'
    : `Stop every process first: ${breaking.join(', ')} removes what the version before needs.`

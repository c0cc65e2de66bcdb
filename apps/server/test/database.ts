/** Makes fresh databases for tests: PGlite from one prepared dump, or a real PostgreSQL from one prepared template. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe } from 'vitest'
import { MovableClock, systemClock } from '../src/platform/clock.ts'
import { openDatabase, type Database } from '../src/platform/db/database.ts'
import { openEmbedded } from '../src/platform/db/pglite.ts'
import { openInMemory } from './embedded.ts'
import { hasPostgres, postgres } from './postgres.ts'
import { applyLater } from './schema/later.ts'

export type DatabaseKind = 'embedded' | 'server'

export interface TestDatabase extends Database {
  clock: MovableClock
}

/**
 * Both kinds, or only the embedded one where the run has no PostgreSQL. For tests of what differs between them: listening, types of the driver, prepared
 * statements, plans.
 */
export const databaseKinds: DatabaseKind[] = hasPostgres ? ['embedded', 'server'] : ['embedded']

/** The kind for every other test: PostgreSQL, or the embedded one where the run has none, as in plain `npm test`. */
export const usualKind: DatabaseKind = hasPostgres ? 'server' : 'embedded'

/** `describe` for tests that need a real server. */
export const describePostgres = describe.skipIf(!hasPostgres)

/** Opens an empty, migrated database of its own; close it when done. */
export async function openTestDatabase(
  kind: DatabaseKind = 'embedded',
  clock = new MovableClock(),
): Promise<TestDatabase> {
  if (kind === 'server') return openServerDatabase(await freshServerDatabase(), clock)
  const embedded = await openInMemory(template)
  return Object.assign(await openDatabase({ folder: '', embedded, clock }), { clock })
}

/** Returns the address of a fresh, migrated database on the real server, for tests that start several processes on it. */
export async function freshServerDatabase(): Promise<string> {
  return (await postgres()).create()
}

/** Returns the address of a database without tables. */
export async function emptyServerDatabase(): Promise<string> {
  return (await postgres()).create('template0')
}

/** Opens one process's connections to a database on the real server. */
export async function openServerDatabase(url: string, clock = new MovableClock()): Promise<TestDatabase> {
  return Object.assign(await openDatabase({ url, folder: '', clock }), { clock })
}

/** Returns the dump of a migrated database, because creating one in WebAssembly takes seconds. */
export async function template(): Promise<Blob> {
  const file = process.env['TEST_EMBEDDED_DUMP']
  return file ? new Blob([fs.readFileSync(file)]) : makeTemplate()
}

export async function makeTemplate(): Promise<Blob> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-template-'))
  try {
    const db = await openDatabase({ folder, clock: systemClock })
    await applyLater(db.kysely)
    await db.close()
    const { pglite, close } = await openEmbedded(folder)
    const blob = await pglite.dumpDataDir('none')
    await close()
    return blob
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

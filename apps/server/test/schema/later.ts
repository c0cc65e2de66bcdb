/** Removes from a test's database what a later release will remove, so that the tests show that this version does not need it. */
import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { Executor } from '../../src/platform/db/database.ts'

const ofThisVersion = path.join(import.meta.dirname, '../../src/migrations/later')

export async function applyLater(executor: Executor, folder = ofThisVersion): Promise<void> {
  const files = fs.existsSync(folder) ? fs.readdirSync(folder).toSorted() : []
  for (const file of files) await sql.raw(fs.readFileSync(path.join(folder, file), 'utf8')).execute(executor)
}

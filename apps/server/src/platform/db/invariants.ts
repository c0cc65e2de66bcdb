/** Finds broken invariants; see invariants.sql. */
import fs from 'node:fs'
import { sql } from 'kysely'
import type { Executor } from './database.ts'

export interface Violation {
  invariant: string
  detail: string
}

/** Returns the violations, none for sound data. One statement, so that it sees one state of the database. */
export async function findViolations(executor: Executor): Promise<Violation[]> {
  const statement = fs.readFileSync(new URL('./invariants.sql', import.meta.url), 'utf8')
  const { rows } = await sql.raw<Violation>(statement).execute(executor)
  return rows
}

/** Rewrites the embedded database's files, so that deleted rows are gone from the disk too. */
import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Copies every table into a new file without its deleted rows, and begins a new write-ahead log: both still hold the bytes of deleted rows. Takes about
 * a second for each 100 MB, in which the embedded database runs no other query. Does nothing on a server, whose files are the operator's concern
 * (autovacuum reuses them).
 */
export async function compactEmbedded(db: Database): Promise<void> {
  if (db.kind !== 'embedded') return
  // The statistics hold samples of the columns' values, also those of a table that has become empty.
  await sql`delete from pg_statistic`.execute(db.read)
  await sql`vacuum full`.execute(db.read)
  await sql`analyze`.execute(db.read)
  await sql`select pg_switch_wal()`.execute(db.read)
  await sql`checkpoint`.execute(db.read)
}

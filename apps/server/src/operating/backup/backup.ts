/** Writes the database and the files of its rows to an archive, all as of one moment. */
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/database.ts'
import { readHistory } from '../../platform/db/migrate.ts'
import { type Manifest, writeArchive } from './archive.ts'
import { type BackupTable, listFiles, listSequences, listTables } from './tables.ts'

export interface BackupOptions {
  executor: Executor
  /** Returns the bytes of a file `folder/key`; undefined when it was removed. */
  readFile(name: string): Promise<Uint8Array | undefined>
  /** The archive. */
  file: string
  /** The age key to encrypt it for. */
  recipient: string | undefined
  /** Version of the product, and the fingerprint of its secret where it is known. */
  version: string
  secret: string | null
}

/** Rows of one entry, which is in memory as a whole. */
const ROWS_AT_ONCE = 2_000

/**
 * Returns the manifest. Reads all rows in one transaction with one snapshot; a server goes on meanwhile, and requests to an embedded database wait until
 * its rows are read.
 */
export function backUp(options: BackupOptions): Promise<Manifest> {
  const { executor, readFile, file, recipient, version, secret } = options
  return writeArchive(file, recipient, async (add) => {
    const snapshot = await executor
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        const { rows: times } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
        const rows: Record<string, number> = {}
        for (const table of await listTables(tx)) rows[table.name] = await addTable(tx, table, add)
        return {
          version,
          secret,
          made_at: (times[0]?.at ?? new Date()).toISOString(),
          migrations: await readHistory(tx),
          sequences: await listSequences(tx),
          rows,
          files: await listFiles(tx),
        }
      })
    const { files, ...content } = snapshot
    // A file never changes under its name. One that is gone was removed after the snapshot.
    const missing: string[] = []
    for (const name of files) {
      const bytes = await readFile(name)
      if (bytes) await add(`files/${name}`, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      else missing.push(name)
    }
    return { ...content, missing_files: missing }
  })
}

type Add = (name: string, bytes: Buffer) => Promise<void>

/** Adds the rows as JSON lines; returns their number. */
async function addTable(tx: Executor, { name, columns }: BackupTable, add: Add): Promise<number> {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  await sql`declare backup_rows no scroll cursor for
    select row_to_json(listed)::text as line from (select ${list} from ${sql.table(name)}) as listed`.execute(tx)
  let count = 0
  for (let part = 1, full = true; full; part++) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(ROWS_AT_ONCE))} from backup_rows`.execute(tx)
    full = rows.length === ROWS_AT_ONCE
    count += rows.length
    if (rows.length > 0) await add(`tables/${name}/${part}.jsonl`, Buffer.from(rows.map(({ line }) => line).join('\n')))
  }
  await sql`close backup_rows`.execute(tx)
  return count
}

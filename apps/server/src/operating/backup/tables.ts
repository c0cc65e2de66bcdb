/** What a backup has to know of the schema: tables with their columns, sequences, and the columns that name files. */
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/database.ts'
import type { Folder } from '../../platform/files/files.ts'

/** Tables that an archive leaves out: its manifest names the migrations, and each start stores its built pages. */
const leftOut = ['kysely_migration', 'kysely_migration_lock', 'sql_function', 'page_asset']

export interface BackupTable {
  name: string
  /** Without generated columns, in the order of the table. */
  columns: string[]
}

export async function listTables(executor: Executor): Promise<BackupTable[]> {
  const { rows } = await sql<BackupTable>`
    select relname::text as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all (${leftOut})
    group by relname order by relname`.execute(executor)
  return rows
}

export interface Sequence {
  name: string
  /** The last number that was given, as text, because it may be larger than a JavaScript number; null before the first. */
  last: string | null
}

export async function listSequences(executor: Executor): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    select sequencename::text as name, last_value::text as last from pg_sequences
    where schemaname = 'public' order by sequencename`.execute(executor)
  return rows
}

/** A row of one of the tables below, as JSON. */
type Row = Record<string, unknown>

interface FileReference {
  table: string
  column: string
  folder: Folder
  /** Returns the row as it is after its file was removed; null when the row goes with it. */
  without(row: Row): Row | null
}

/** Every column that names a file of the store. */
export const fileReferences: readonly FileReference[] = [
  {
    table: 'profile',
    column: 'picture_key',
    folder: 'profiles',
    without: (row) => ({ ...row, picture_key: null, picture_name: null }),
  },
  {
    table: 'message',
    column: 'image_key',
    folder: 'chat-images',
    without: (row) => ({ ...row, image_key: null, image_width: null, image_height: null }),
  },
  { table: 'data_export', column: 'file_key', folder: 'exports', without: () => null },
]

/** Returns the names of all files that the rows name, as `folder/key`. */
export async function listFiles(executor: Executor): Promise<string[]> {
  const lists = fileReferences.map(
    ({ table, column, folder }) =>
      sql`select ${`${folder}/`} || ${sql.ref(column)} as name from ${sql.table(table)} where ${sql.ref(column)} is not null`,
  )
  const { rows } = await sql<{ name: string }>`${sql.join(lists, sql` union all `)}`.execute(executor)
  return rows.map(({ name }) => name)
}

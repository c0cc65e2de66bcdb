/** Puts the content of an archive in the place of a database, in one transaction: after an error the database is as it was. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/database.ts'
import { errorCode } from '../../platform/db/error-code.ts'
import { createSchemaOf, lockMigrations, migrationNames } from '../../platform/db/migrate.ts'
import { isFolder, isKey } from '../../platform/files/files.ts'
import type { Store } from '../../platform/files/store.ts'
import { ArchiveDamaged, damaged, type Manifest, readArchive, shown } from './archive.ts'
import { type BackupTable, fileReferences, listFiles, listSequences, listTables } from './tables.ts'

export interface Archive {
  file: string
  /** The age identity that decrypts it. */
  identity: string | undefined
}

/** Returns whether a backup may have the entry. Other names could lead out of the store when the archive is restored. */
function isEntry(name: string): boolean {
  const [kind, folder = '', file = '', ...more] = name.split('/')
  if (more.length > 0) return false
  if (kind === 'tables') return /^\w+$/.test(folder) && /^\d+\.jsonl$/.test(file)
  return kind === 'files' && isFolder(folder) && isKey(folder, file)
}

/**
 * Reads the whole archive, and returns its manifest. Throws ArchiveDamaged for one that is not sound, or that a later version has made. Only `loadArchive` finds rows that the
 * database refuses.
 */
export async function checkArchive({ file, identity }: Archive): Promise<Manifest> {
  const rows = new Map<string, number>()
  const manifest = await readArchive(file, identity, (name, bytes) => {
    if (!isEntry(name)) throw new ArchiveDamaged(`${file} has an entry that no backup has: ${shown(name)}.`)
    const [kind, table = ''] = name.split('/')
    if (kind === 'tables') rows.set(table, (rows.get(table) ?? 0) + linesOf(bytes).length)
  })
  for (const table of new Set([...rows.keys(), ...Object.keys(manifest.rows)]))
    if (rows.get(table) !== (manifest.rows[table] || undefined))
      throw damaged(file, `its manifest names another number of rows of ${shown(table)} than it has`)
  const stray = manifest.missing_files.find((name) => !isEntry(`files/${name}`))
  if (stray !== undefined) throw damaged(file, `it names a file that no backup has, ${shown(stray)}`)
  checkMigrations(file, manifest)
  return manifest
}

const linesOf = (bytes: Buffer) => bytes.toString().split('\n')

/** Every version has the migrations of the one before, and more. */
function checkMigrations(file: string, manifest: Manifest) {
  const known = migrationNames()
  const unknown = manifest.migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new ArchiveDamaged(
      `${file} was made by version ${manifest.version}, whose migration ${shown(unknown.at(-1) ?? '')} this version does not have: restore it with a newer version.`,
    )
  const { length } = manifest.migrations
  if (length === 0 || !isDeepStrictEqual(manifest.migrations, known.slice(0, length)))
    throw damaged(file, 'its migrations are not those of any version')
}

/** Returns the rows of one table in a sound archive, as JSON lines. */
export async function readTable({ file, identity }: Archive, table: string): Promise<string[]> {
  const lines: string[] = []
  await readArchive(file, identity, (name, bytes) => {
    if (name.startsWith(`tables/${table}/`)) for (const line of linesOf(bytes)) lines.push(line)
  })
  return lines
}

/** What a database that is replaced knows and the archive may not. */
export interface Replaced {
  /** Its accounts. */
  accounts: number
  /** The names of the files that its rows name. */
  files: string[]
}

/** Returns undefined for a database without the product's tables. */
export async function readReplaced(executor: Executor): Promise<Replaced | undefined> {
  const { rows: found } = await sql<{ found: boolean }>`
    select to_regclass('public.auth_user') is not null as found`.execute(executor)
  if (!found[0]?.found) return undefined
  const { rows } = await sql<{ count: string }>`select count(*)::text as count from auth_user`.execute(executor)
  return { accounts: Number(rows[0]?.count), files: await listFiles(executor) }
}

interface LoadOptions {
  executor: Executor
  archive: Archive
  /** Of `checkArchive`. */
  manifest: Manifest
  store: Pick<Store, 'write'>
  replaced: Replaced | undefined
  /** Runs in the transaction after the rows are loaded. */
  complete(tx: Executor): Promise<void>
}

/** Writes the files to the store and the rows to the database, whose schema is the archive's afterwards. Throws ArchiveDamaged for rows that the database refuses. */
export async function loadArchive(options: LoadOptions): Promise<void> {
  const { executor, archive, manifest, store, replaced, complete } = options
  await executor.transaction().execute(async (tx) => {
    // A server that starts meanwhile waits for the end.
    await lockMigrations(tx)
    await sql`drop schema public cascade`.execute(tx)
    await sql`create schema public`.execute(tx)
    await createSchemaOf(tx, manifest.migrations)
    const tables = await listTables(tx)
    const loosen = await prepareTables(tx, tables)
    const load = createLoader(tx, tables, options)
    const again = await readArchive(archive.file, archive.identity, async (name, bytes) => {
      if (name.startsWith('files/')) await store.write(name.slice('files/'.length), bytes)
      else await load(name, bytes)
    })
    if (!isDeepStrictEqual(again, manifest))
      throw new ArchiveDamaged(`${archive.file} was changed while it was being restored.`)
    await asDamage(archive.file, loosen)
    await setSequences(tx, options)
    await dropOrphans(tx, replaced, manifest)
    await complete(tx)
  })
  await sql`analyze`.execute(executor)
}

/**
 * Empties the tables of what the migrations put there, and takes off what would act on the rows while they are loaded: triggers, and foreign keys, because
 * tables refer to each other. Returns the function that puts both back, which checks the keys.
 */
async function prepareTables(tx: Executor, tables: BackupTable[]): Promise<() => Promise<void>> {
  const { rows: keys } = await sql<{ table: string; name: string; definition: string }>`
    select relname::text as table, conname::text as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and relnamespace = 'public'::regnamespace`.execute(tx)
  for (const { table, name } of keys)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx)
  const each = async (statement: (table: string) => ReturnType<typeof sql>) => {
    for (const { name } of tables) await statement(name).execute(tx)
  }
  await each((table) => sql`alter table ${sql.table(table)} disable trigger user`)
  await each((table) => sql`delete from only ${sql.table(table)}`)
  return async () => {
    await each((table) => sql`alter table ${sql.table(table)} enable trigger user`)
    for (const { table, name, definition } of keys)
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(tx)
  }
}

/** Classes of the SQLSTATE of what rows may cause: values that do not fit, a constraint, a limit, a function that refuses. */
const ofRows = /^(21|22|23|54|P0)/

/** Does the work. Throws ArchiveDamaged where the database refuses the archive's rows. */
async function asDamage<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!ofRows.test(errorCode(error))) throw error
    throw damaged(file, `the database refuses its rows (${shown((error as Error).message)})`, error)
  }
}

/** Throws ArchiveDamaged for a sequence that does not exist, or that would give numbers that rows have already. */
async function setSequences(tx: Executor, { archive: { file }, manifest }: Pick<LoadOptions, 'archive' | 'manifest'>) {
  const known = new Set((await listSequences(tx)).map(({ name }) => name))
  for (const { name, last } of manifest.sequences) {
    if (!known.has(name)) throw damaged(file, `it has a sequence that its version does not have, ${shown(name)}`)
    if (last !== null) await asDamage(file, () => sql`select setval(${name}::regclass, ${last}::bigint)`.execute(tx))
  }
  const { rows } = await sql<{ name: string; table: string; column: string }>`
    select sequence.relname::text as name, owner.relname::text as table, attname::text as column
    from pg_class sequence
    join pg_depend on pg_depend.objid = sequence.oid and classid = 'pg_class'::regclass and deptype in ('a', 'i')
    join pg_class owner on owner.oid = refobjid
    join pg_attribute on attrelid = owner.oid and attnum = refobjsubid
    where sequence.relkind = 'S' and sequence.relnamespace = 'public'::regnamespace`.execute(tx)
  for (const { name, table, column } of rows) {
    const { rows: behind } = await sql`
      select from pg_sequences where schemaname = 'public' and sequencename = ${name}
      and coalesce(last_value, 0) < (select max(${sql.ref(column)}) from ${sql.table(table)})`.execute(tx)
    if (behind.length > 0) throw damaged(file, `its sequence ${name} is behind the rows of ${table}`)
  }
}

/** Returns the function that loads an entry `tables/<table>/<part>.jsonl`. */
function createLoader(tx: Executor, tables: BackupTable[], { archive: { file }, manifest }: LoadOptions) {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const missing = new Set(manifest.missing_files)
  return async (entry: string, bytes: Buffer) => {
    const table = byName.get(entry.split('/')[1] ?? '')
    if (!table) throw damaged(file, `it has a table that its version does not have, ${shown(entry)}`)
    const rows = linesOf(bytes).map((line) => ({ line, row: parseRow(line, table) }))
    const lines = rows.flatMap(({ line, row }) => {
      if (!row) throw damaged(file, `${shown(entry)} has a row that is not one of ${table.name}`)
      return withoutMissing(table.name, line, row, missing)
    })
    if (lines.length === 0) return
    const columns = sql.join(table.columns.map((column) => sql.ref(column)))
    const insert = sql`insert into ${sql.table(table.name)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${sql.table(table.name)}, ${`[${lines.join(',')}]`}::json)`
    await asDamage(file, () => insert.execute(tx))
  }
}

type Row = Record<string, unknown>

/** Returns the row of a line; undefined unless it has exactly the columns of the table, because the database would pass over others and leave missing ones empty. */
function parseRow(line: string, { columns }: BackupTable): Row | undefined {
  try {
    const row: unknown = JSON.parse(line)
    const isRow = typeof row === 'object' && row !== null && !Array.isArray(row)
    if (!isRow || Object.keys(row).length !== columns.length) return undefined
    return columns.every((column) => Object.hasOwn(row, column)) ? (row as Row) : undefined
  } catch {
    return undefined
  }
}

/** Returns the line without a reference to a file that was removed while the archive was made; nothing where the row goes with it. */
function withoutMissing(table: string, line: string, row: Row, missing: ReadonlySet<string>): string[] {
  const reference = fileReferences.find((one) => one.table === table)
  if (!reference || !missing.has(`${reference.folder}/${String(row[reference.column])}`)) return [line]
  const rest = reference.without(row)
  return rest ? [JSON.stringify(rest)] : []
}

/** Lets the server remove the files that only the replaced database named. */
async function dropOrphans(tx: Executor, replaced: Replaced | undefined, manifest: Manifest) {
  const kept = new Set(manifest.entries.map(({ name }) => name))
  const orphans = (replaced?.files ?? []).filter((name) => !kept.has(`files/${name}`))
  await sql`insert into loose_file (folder, key, remove_at)
    select split_part(name, '/', 1), split_part(name, '/', 2), app_now() from unnest(${orphans}::text[]) as name
    on conflict (folder, key) do update set remove_at = app_now()`.execute(tx)
}

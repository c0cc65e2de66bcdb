/** Puts the content of an archive in the place of a database, in one transaction: after an error the database is as it was. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import { createSchemaOf, lockMigrations, migrationNames } from '../db/migrate.ts'
import { isFolder, isKey } from '../files/files.ts'
import type { Store } from '../files/store.ts'
import { ArchiveDamaged, type Manifest, readArchive } from './archive.ts'
import { type BackupTable, fileReferences, listFiles, listTables } from './tables.ts'

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

/** Reads the whole archive, and returns its manifest. Throws ArchiveDamaged for one that is not sound, or that a later version has made. */
export async function checkArchive({ file, identity }: Archive): Promise<Manifest> {
  const manifest = await readArchive(file, identity, (name) => {
    if (!isEntry(name)) throw new ArchiveDamaged(`${file} has an entry that no backup has: ${name}.`)
  })
  const known = migrationNames()
  const unknown = manifest.migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new ArchiveDamaged(
      `${file} was made by version ${manifest.version}, whose migration ${unknown.at(-1)} this version does not have: restore it with a newer version.`,
    )
  return manifest
}

/** Returns the rows of one table in a sound archive, as JSON lines. */
export async function readTable({ file, identity }: Archive, table: string): Promise<string[]> {
  const lines: string[] = []
  await readArchive(file, identity, (name, bytes) => {
    if (name.startsWith(`tables/${table}/`)) lines.push(...bytes.toString().split('\n'))
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

/** Writes the files to the store and the rows to the database, whose schema is the archive's afterwards. */
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
    const load = createLoader(tx, tables, manifest)
    const again = await readArchive(archive.file, archive.identity, async (name, bytes) => {
      if (name.startsWith('files/')) await store.write(name.slice('files/'.length), bytes)
      else await load(name, bytes)
    })
    if (!isDeepStrictEqual(again, manifest))
      throw new ArchiveDamaged(`${archive.file} was changed while it was being restored.`)
    await loosen()
    for (const { name, last } of manifest.sequences)
      if (last !== null) await sql`select setval(${name}::regclass, ${last}::bigint)`.execute(tx)
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

/** Returns the function that loads an entry `tables/<table>/<part>.jsonl`. */
function createLoader(tx: Executor, tables: BackupTable[], manifest: Manifest) {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const missing = new Set(manifest.missing_files)
  return async (entry: string, bytes: Buffer) => {
    const table = byName.get(entry.split('/')[1] ?? '')
    if (!table) throw new ArchiveDamaged(`The archive has a table that its version does not have: ${entry}.`)
    const lines = dropMissing(table.name, bytes.toString().split('\n'), missing)
    if (lines.length === 0) return
    const columns = sql.join(table.columns.map((column) => sql.ref(column)))
    await sql`insert into ${sql.table(table.name)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${sql.table(table.name)}, ${`[${lines.join(',')}]`}::json)`.execute(
      tx,
    )
  }
}

/** Returns the lines without references to files that were removed while the archive was made. */
function dropMissing(table: string, lines: string[], missing: ReadonlySet<string>): string[] {
  const reference = fileReferences.find((one) => one.table === table)
  if (!reference || missing.size === 0) return lines
  return lines.flatMap((line) => {
    const row = JSON.parse(line) as Record<string, unknown>
    if (!missing.has(`${reference.folder}/${String(row[reference.column])}`)) return [line]
    const rest = reference.without(row)
    return rest ? [JSON.stringify(rest)] : []
  })
}

/** Lets the server remove the files that only the replaced database named. */
async function dropOrphans(tx: Executor, replaced: Replaced | undefined, manifest: Manifest) {
  const kept = new Set(manifest.entries.map(({ name }) => name))
  const orphans = (replaced?.files ?? []).filter((name) => !kept.has(`files/${name}`))
  await sql`insert into loose_file (folder, key, remove_at)
    select split_part(name, '/', 1), split_part(name, '/', 2), app_now() from unnest(${orphans}::text[]) as name
    on conflict (folder, key) do update set remove_at = app_now()`.execute(tx)
}

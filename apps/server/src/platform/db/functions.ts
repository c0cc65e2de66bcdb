/**
 * Functions of the database, one in each file `src/sql/<slice>/<name>.sql`. A start applies the files that have changed and drops the
 * functions whose file is gone; the table `sql_function` holds the hash of each text that was applied.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from './tables.ts'

const folder = path.join(import.meta.dirname, '../../sql')

interface FunctionFile {
  name: string
  text: string
  /** Of its parameters and result, a full stop, and of the text. */
  hash: string
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Returns the text up to the language: the name, the parameters and the result. */
const headOf = (text: string) => /^create\b.*?\blanguage\b/ims.exec(text)?.[0] ?? text

export function readFunctions(from = folder): FunctionFile[] {
  const files = fs.readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'))
  return files.toSorted().map((file) => {
    const text = fs.readFileSync(path.join(from, file), 'utf8')
    return { name: path.basename(file, '.sql'), text, hash: `${hashOf(headOf(text))}.${hashOf(text)}` }
  })
}

export async function hasAppliedAll(kysely: Kysely<Tables>, functions: FunctionFile[]): Promise<boolean> {
  const applied = await readApplied(kysely)
  return applied.size === functions.length && functions.every(({ name, hash }) => applied.get(name) === hash)
}

/**
 * Creates or replaces the functions whose text has changed. Call it before the migrations, whose defaults, generated columns and triggers
 * need the functions: bodies are not checked, so they may name tables that do not exist yet.
 */
export async function applyFunctions(tx: Kysely<Tables>, functions: FunctionFile[]): Promise<void> {
  await sql`create table if not exists sql_function (name text primary key, hash text not null)`.execute(tx)
  const applied = await readApplied(tx)
  const changed = functions.filter(({ name, hash }) => applied.get(name) !== hash)
  if (changed.length === 0) return
  await sql`set local check_function_bodies = off`.execute(tx)
  // Dropped first, because parameters and results cannot be replaced; what a table or trigger depends on keeps both. Where they are the same, the function
  // stays, because a running process may be about to call it.
  const headIn = (hash: string | undefined) => hash?.split('.')[0]
  const others = changed.filter(({ name, hash }) => headIn(applied.get(name)) !== headIn(hash))
  await dropFunctions(
    tx,
    others.map(({ name }) => name),
    unused,
  )
  await sql.raw(changed.map(({ text }) => text).join('\n')).execute(tx)
  await sql`
    insert into sql_function (name, hash)
    select * from unnest(${changed.map(({ name }) => name)}::text[], ${changed.map(({ hash }) => hash)}::text[])
    on conflict (name) do update set hash = excluded.hash`.execute(tx)
}

/** Drops the functions whose file is gone. Call it after the migrations, which drop what depends on them. */
export async function dropRemovedFunctions(tx: Kysely<Tables>, functions: FunctionFile[]): Promise<void> {
  const kept = new Set(functions.map(({ name }) => name))
  const removed = [...(await readApplied(tx)).keys()].filter((name) => !kept.has(name))
  if (removed.length === 0) return
  await dropFunctions(tx, removed, sql`true`)
  await sql`delete from sql_function where name = any (${removed})`.execute(tx)
}

async function dropFunctions(tx: Kysely<Tables>, names: string[], condition: RawBuilder<unknown>) {
  const { rows } = await sql<{ signature: string }>`
    select oid::regprocedure::text as signature from pg_proc
    where pronamespace = 'public'::regnamespace and proname = any (${names}) and ${condition}`.execute(tx)
  if (rows.length > 0) await sql.raw(`drop function ${rows.map(({ signature }) => signature).join()}`).execute(tx)
}

/** No column, index or trigger uses the function. */
const unused = sql`not exists (select from pg_depend where refclassid = 'pg_proc'::regclass and refobjid = pg_proc.oid)`

async function readApplied(kysely: Kysely<Tables>): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{
    found: string | null
  }>`select to_regclass('sql_function')::text as found`.execute(kysely)
  if (!tables[0]?.found) return new Map()
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from sql_function`.execute(kysely)
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

/** Embedded databases in memory. One that a test has closed is emptied and serves the next test: to start one takes a second of processor time. */
import type { PGlite } from '@electric-sql/pglite'
import { connect, createPglite, type Embedded } from '../src/platform/db/pglite.ts'

interface Kept {
  pglite: PGlite
  start: State
}

/** What a test may change in a migrated database, besides adding rows. */
interface State {
  schema: string
  /** The rows of each table that the migrations have filled. */
  filled: Record<string, string>
}

const idle: Kept[] = []
const KEPT = 2

/** Opens an empty, migrated database in memory. `dump` is one of it. */
export async function openInMemory(dump: () => Promise<Blob>): Promise<Embedded> {
  const kept = idle.pop() ?? (await start(await dump()))
  return connect(kept.pglite, async () => {
    if (idle.length < KEPT && (await empty(kept).catch(() => false))) idle.push(kept)
    else await kept.pglite.close()
  })
}

async function start(dump: Blob): Promise<Kept> {
  const pglite = await createPglite('memory://', dump)
  const filled: State['filled'] = {}
  for (const table of await tablesWithRows(pglite)) filled[table] = await readRows(pglite, table)
  return { pglite, start: { schema: await readSchema(pglite), filled } }
}

/** Takes back what a test has written. Returns whether the database is as it was at its start. */
async function empty({ pglite, start }: Kept): Promise<boolean> {
  await pglite.exec('rollback')
  // A listener would hear the next test.
  const listening = await pglite.query('select from pg_listening_channels()')
  if (listening.rows.length > 0) return false
  await pglite.exec('discard all')
  await pglite.exec("set session_replication_role = 'replica'")
  if ((await readSchema(pglite)) !== start.schema) return false
  for (const [table, rows] of Object.entries(start.filled)) if ((await readRows(pglite, table)) !== rows) return false
  const written = (await tablesWithRows(pglite)).filter((table) => !(table in start.filled))
  await pglite.exec(written.map((table) => `delete from ${table}`).join(';'))
  // Gives the pages back, so that rows are stored in the order of their insertion again.
  if (written.length > 0) await pglite.exec(`vacuum ${written.join(', ')}`)
  await pglite.exec('reset all')
  return true
}

/** Returns the names of the tables with pages, quoted. */
async function tablesWithRows(pglite: PGlite): Promise<string[]> {
  const { rows } = await pglite.query<{ name: string }>(`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`)
  return rows.map(({ name }) => name)
}

async function readRows(pglite: PGlite, table: string): Promise<string> {
  const { rows } = await pglite.query(`select row::text from ${table} as row order by 1`)
  return JSON.stringify(rows)
}

const catalogues = ['attribute', 'attrdef', 'constraint', 'trigger', 'proc', 'type', 'index', 'namespace', 'authid']

/** Returns a text that differs after each change of a column, constraint, trigger, function, type, index, role or setting of the database. */
async function readSchema(pglite: PGlite): Promise<string> {
  const marks = catalogues.map((name) => `select count(*), max(xmin::text::bigint) from pg_${name}`)
  const { rows } = await pglite.query(
    `${marks.join(' union all ')} union all select count(*), 0 from pg_db_role_setting`,
  )
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { describePostgres, emptyServerDatabase, freshServerDatabase, openTestDatabase } from '../../../test/database.ts'
import { systemClock } from '../clock.ts'
import { findNewer } from './compatibility.ts'
import { openDatabase } from './database.ts'
import { createSchemaOf, migrate, MigrationBlocked, readSchemaState, runMigration } from './migrate.ts'
import type { Tables } from './tables.ts'

const program = fileURLToPath(new URL('../../../test/open-process.ts', import.meta.url))
const names = fs
  .readdirSync(path.join(import.meta.dirname, '../../migrations'))
  .filter((file) => /^\d{4}_/.test(file))
  .map((file) => path.basename(file, '.sql'))
  .toSorted()

/** Opens the database in a separate process; returns the migrations that ran there. */
async function openElsewhere(url: string): Promise<string[]> {
  const child = fork(program, [url], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exit = once(child, 'exit')
  const [migrated] = (await Promise.race([once(child, 'message'), exit.then(() => [undefined])])) as [
    string[] | undefined,
  ]
  expect(await exit).toEqual([0, null])
  return migrated ?? []
}

async function execute(address: string, text: string) {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(text)
  await client.end()
}

/** Returns the address of a migrated database on which a newer version has run this migration. */
async function later(name?: string): Promise<string> {
  const address = await freshServerDatabase()
  if (name) await execute(address, `insert into kysely_migration (name, timestamp) values ('${name}', '')`)
  return address
}

describePostgres('on PostgreSQL', () => {
  let url: string
  beforeAll(async () => void (url = await emptyServerDatabase()))

  test('two processes starting at once on an empty database both succeed, and each migration runs once', async () => {
    const ran = await Promise.all([openElsewhere(url), openElsewhere(url)])
    expect(ran.flat().toSorted()).toEqual(names)
  })

  test('the second start has nothing to do', async () => {
    const db = await openDatabase({ url, folder: '', clock: systemClock })
    expect(db.migrated).toEqual([])
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db.kysely)
    expect(rows.map((row) => row.name)).toEqual(names)
    await db.close()
  })

  test('on the schema of a newer version this one starts, and changes nothing', async () => {
    const db = await openDatabase({ url: await later('9000_more'), folder: '', clock: systemClock })
    // What the newer version has written.
    await sql`insert into sql_function (name, hash) values ('of_the_newer', 'x')`.execute(db.kysely)
    await sql`update sql_function set hash = 'x' where name = 'app_now'`.execute(db.kysely)
    const functions = () => sql`select name, hash from sql_function order by name`.execute(db.kysely)
    const before = await functions()
    expect(await migrate(db.kysely)).toEqual([])
    expect((await functions()).rows).toEqual(before.rows)
    expect(await readSchemaState(db.kysely)).toEqual({ pending: [], breaking: [], newer: ['9000_more'] })
    await db.close()
  })

  test('a schema from which a newer version has removed something is refused', async () => {
    const address = await later('9000_contract_old_things')
    await expect(openDatabase({ url: address, folder: '', clock: systemClock })).rejects.toThrow(
      /^The migration 9000_contract_old_things of a newer version .* was changed\.$/,
    )
  })

  test('a schema that lacks one of its migrations and has another one is refused', async () => {
    const address = await later('9000_more')
    await execute(address, `delete from kysely_migration where name = '${names.at(-1)}'`)
    await expect(openDatabase({ url: address, folder: '', clock: systemClock })).rejects.toThrow('9000_more')
  })

  test('a migration lets statements pass while it waits for a table, and gives up in the end', async () => {
    const address = await emptyServerDatabase()
    // 0141 changes the table.
    const first = names.indexOf('0141_detour_stops')
    const db = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: address }) }),
    })
    await db.transaction().execute((tx) => createSchemaOf(tx, names.slice(0, first)))
    const holder = new pg.Client({ connectionString: address })
    const reader = new pg.Client({ connectionString: address })
    await Promise.all([holder.connect(), reader.connect()])
    await holder.query('begin')
    await holder.query('select from ride_detour')
    await expect(migrate(db, 0)).rejects.toBeInstanceOf(MigrationBlocked)
    const migrating = migrate(db)
    const isWaiting = async () => {
      const { rows } = await reader.query<{ count: number }>(
        `select count(*)::int as count from pg_locks where not granted and relation = 'ride_detour'::regclass`,
      )
      return (rows[0]?.count ?? 0) > 0
    }
    await vi.waitFor(async () => expect(await isWaiting()).toBe(true), { timeout: 20_000 })
    // It stands behind the migration in the queue for the table.
    await reader.query('select from ride_detour')
    await holder.query('commit')
    expect(await migrating).toEqual(names.slice(first))
    await Promise.all([holder.end(), reader.end(), db.destroy()])
  })
})

test('a version runs without what a newer one has removed if its tests ran without it', () => {
  const history = ['0100_baseline', '0101_new_things', '0102_contract_old_things']
  const opened = (tested: string[]) => findNewer(history, ['0100_baseline'], tested)
  expect(opened(['contract_old_things'])).toEqual(['0101_new_things', '0102_contract_old_things'])
  expect(() => opened(['contract_things'])).toThrow('0102_contract_old_things')
})

test('an embedded database carries the same migrations, and running them again does nothing', async () => {
  const db = await openTestDatabase('embedded')
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db.kysely)
  expect(rows.map((row) => row.name)).toEqual(names)
  expect(await migrate(db.kysely)).toEqual([])
  await db.close()
})

test('a failed migration is named with its reason, and leaves the transaction usable', async () => {
  const db = await openTestDatabase('embedded')
  await db.kysely.transaction().execute(async (tx) => {
    const failing = runMigration(tx, '9999_typo', 'create table half (id int); creat table typo ()')
    await expect(failing).rejects.toMatchObject({
      message: expect.stringMatching(/^The migration 9999_typo failed: syntax error/),
      code: '42601',
    })
    const { rows } = await sql<{ half: string | null }>`select to_regclass('half')::text as half`.execute(tx)
    expect(rows).toEqual([{ half: null }])
  })
  await db.close()
})

test('a migration whose savepoint is gone fails with its own error', async () => {
  const db = await openTestDatabase('embedded')
  const failing = db.kysely
    .transaction()
    .execute((tx) => runMigration(tx, '9999_gone', 'release savepoint migration; select 1/0'))
  await expect(failing).rejects.toMatchObject({
    message: 'The migration 9999_gone failed: division by zero',
    code: '22012',
  })
  await db.close()
})

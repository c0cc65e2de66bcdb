import { fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { describePostgres, emptyServerDatabase, openTestDatabase } from '../../../test/database.ts'
import { systemClock } from '../clock.ts'
import { openDatabase } from './database.ts'
import { migrate, runMigration } from './migrate.ts'

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

  test('a database from a newer version of the product is refused rather than used', async () => {
    const db = await openDatabase({ url, folder: '', clock: systemClock })
    await sql`insert into kysely_migration (name, timestamp) values ('9999_future', '')`.execute(db.kysely)
    await db.close()
    await expect(openDatabase({ url, folder: '', clock: systemClock })).rejects.toThrow('9999_future')
  })
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

import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openInMemory } from '../../../test/embedded.ts'
import { databaseKinds, openTestDatabase, template, type TestDatabase } from '../../../test/database.ts'
import { startCleaning } from '../jobs/cleaning.ts'
import { createLog } from '../log.ts'
import type { Executor } from './database.ts'
import { prepared } from './prepared.ts'

describe.each(databaseKinds)('prepared statements (%s)', (kind) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await openTestDatabase(kind)
  })
  afterAll(() => db.close())

  /** Runs the work on one connection and returns how many statements that connection has prepared afterwards. */
  const preparedBy = (work: (ask: (nr: number) => Promise<unknown>) => Promise<void>) =>
    db.tx(async (tx) => {
      await work((nr) => sql`${prepared} select ${nr}::integer as ${sql.id(`n${nr}`)}`.execute(tx))
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from pg_prepared_statements where statement like '/* prepared */ select $1%'`.execute(
        tx,
      )
      return rows[0]?.count
    })

  test('a connection prepares a text once', async () => {
    expect(
      await preparedBy(async (ask) => {
        for (let i = 0; i < 3; i++) expect(await ask(1)).toMatchObject({ rows: [{ n1: 1 }] })
      }),
    ).toBe(1)
  })

  test('beyond 200 the connection deallocates the one used longest ago, which works again afterwards', async () => {
    expect(
      await preparedBy(async (ask) => {
        for (let nr = 0; nr < 250; nr++) await ask(nr)
        expect(await ask(0)).toMatchObject({ rows: [{ n0: 0 }] })
      }),
    ).toBe(200)
  })

  test('a statement that a failed transaction could not deallocate is prepared again', async () => {
    const ask = (executor: Executor, nr: number) =>
      sql`${prepared} select ${nr}::integer as ${sql.id(`m${nr}`)}`.execute(executor)
    const failure = db.tx(async (tx) => {
      for (let nr = 0; nr < 200; nr++) await ask(tx, nr)
      await sql`select 1/0`.execute(tx).catch(() => {})
      await ask(tx, 200)
    })
    await expect(failure).rejects.toThrow('current transaction is aborted')
    // On PostgreSQL another connection of the pool may serve this, so each of them is asked.
    await Promise.all(Array.from({ length: 10 }, () => db.tx((tx) => ask(tx, 0))))
  })
})

test('the statistics of each hour end the plans of a table that has grown, on the embedded database', async () => {
  const db = await openTestDatabase('embedded')
  const ask = () => sql`${prepared} select filler from grown where id = ${5}`.execute(db.read)
  const plan = async () => {
    const { rows } = await sql<{ name: string }>`
      select name from pg_prepared_statements where statement like '%select filler from grown%'`.execute(db.read)
    const explained = await sql<Record<string, string>>`explain execute ${sql.id(rows[0]?.name ?? '')} (5)`.execute(
      db.read,
    )
    return explained.rows.flatMap(Object.values).join()
  }
  await sql`create table grown (id integer primary key, filler text not null)`.execute(db.read)
  await sql`insert into grown values (0, '')`.execute(db.read)
  await sql`analyze grown`.execute(db.read)
  for (let nr = 0; nr < 10; nr++) await ask()
  await sql`insert into grown select nr, repeat('x', 100) from generate_series(1, 5000) nr`.execute(db.read)
  await ask()
  expect(await plan()).toContain('Seq Scan')

  const cleaning = startCleaning({ db, log: createLog('silent') })
  cleaning.wake()
  await cleaning.stop()
  expect(await ask()).toMatchObject({ rows: [{ filler: 'x'.repeat(100) }] })
  expect(await plan()).toContain('Index Scan')
  await db.close()
})

describe('a client of the embedded database prepares its statements again after the one before failed', () => {
  const ask = async (client: PoolClient) => (await client.query('/* prepared */ select $1::integer as one', [1])).rows

  test.each([
    ['outside a transaction', []],
    ['inside a transaction', ['begin', 'select 1/0']],
  ])('%s', async (_, statements) => {
    const { pool, close } = await openInMemory(template)
    const failing = await pool.connect()
    expect(await ask(failing)).toEqual([{ one: 1 }])
    for (const statement of statements) await failing.query(statement).catch(() => {})
    failing.release(true)
    const next = await pool.connect()
    expect(await ask(next)).toEqual([{ one: 1 }])
    expect((await next.query('select now() = statement_timestamp() as outside')).rows).toEqual([{ outside: true }])
    next.release()
    await close()
  })
})

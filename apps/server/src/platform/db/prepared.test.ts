import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describePostgres, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { prepared } from './prepared.ts'

describePostgres('prepared statements', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await openTestDatabase('server')
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
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { boolean, instant, integer, nullable, oneOf, rowsOf, text, uuid, type Columns } from './rows.ts'

describe.each(databaseKinds)('rows of a statement on the %s database', (kind) => {
  let db: TestDatabase
  beforeAll(async () => void (db = await openTestDatabase(kind)))
  afterAll(() => db.close())

  const select = (columns: Columns) =>
    rowsOf(columns)`select gen_random_uuid() as id, 'a' as kind, null::int as age, now() as at where true`.execute(
      db.read,
    )
  const right = { id: uuid, kind: oneOf(['a', 'b']), age: nullable(integer), at: instant }

  test('are returned when their columns are as declared', async () => {
    const { rows } = await select(right)
    expect(rows).toMatchObject([{ kind: 'a', age: null, at: expect.any(Date) as Date }])
  })

  test.each<[string, Columns, string]>([
    ['a column that is not declared', { id: uuid, kind: text, at: instant }, 'age is not declared'],
    ['a declared column that is not there', { ...right, seats: integer }, 'seats is missing'],
    ['another type', { ...right, kind: boolean }, 'kind has the type 25'],
    ['null where it is not declared', { ...right, age: integer }, 'age holds a value that is not declared'],
    ['a value that is not listed', { ...right, kind: oneOf(['b', 'c']) }, 'kind holds a value that is not declared'],
  ])('are refused with %s', async (_, columns, message) => {
    await expect(select(columns)).rejects.toThrow(`The columns of a statement differ: ${message}`)
  })

  test('are compared also when there are none', async () => {
    const statement = rowsOf({ id: text })`select ${sql`id`} from profile`
    await expect(statement.execute(db.read)).rejects.toThrow('id has the type 2950')
  })
})

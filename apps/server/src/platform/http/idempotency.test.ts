import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  databaseKinds,
  describePostgres,
  freshServerDatabase,
  openServerDatabase,
  openTestDatabase,
} from '../../../test/database.ts'
import { addPerson } from '../../../test/sessions.ts'
import type { Database, Tx } from '../db/database.ts'
import { AppError } from './errors.ts'
import { findStoredResponse, idempotent } from './idempotency.ts'

const TIMES = 20
const body = { subject: 'Hei', seats: 2 }

/** Work that stores a row; the response names it. */
async function leaveRow(tx: Tx, name: string) {
  const { rows } = await sql<{
    id: number
  }>`insert into stop_text (name, folded) values (${name}, ${name}) returning id`.execute(tx)
  return { id: rows[0]?.id }
}
const rowsCalled = (db: Database, name: string) =>
  db.read.selectFrom('stop_text').select('id').where('name', 'like', `${name}%`).execute()

/** A name that the unique rule of the table cannot make unique by itself. */
const numbered = () => {
  const name = randomUUID()
  let count = 0
  return { name, next: () => `${name} ${++count}` }
}

describe.each(databaseKinds)('on the %s database', (kind) => {
  let db: Database
  let userId: string
  beforeAll(async () => {
    db = await openTestDatabase(kind)
    userId = (await addPerson(db.kysely)).id
  })
  afterAll(() => db.close())
  const request = (changes: Partial<Parameters<typeof idempotent>[0]> = {}) => ({
    db,
    userId,
    route: 'test',
    key: randomUUID(),
    body,
    ...changes,
  })

  test(`the same key ${TIMES} times at once: one row, ${TIMES} equal responses`, async () => {
    const same = request()
    const { name, next } = numbered()
    const answers = await Promise.all(
      Array.from({ length: TIMES }, () => idempotent(same, (tx) => leaveRow(tx, next()))),
    )
    expect(await rowsCalled(db, name)).toHaveLength(1)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  test('another body under a used key is refused', async () => {
    const first = request()
    await idempotent(first, (tx) => leaveRow(tx, randomUUID()))
    await expect(
      idempotent({ ...first, body: { ...body, seats: 3 } }, (tx) => leaveRow(tx, randomUUID())),
    ).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      status: 422,
    })
  })

  test('another person, route or key is another request', async () => {
    const first = request()
    const { name, next } = numbered()
    const other = (await addPerson(db.kysely)).id
    for (const changes of [{}, { userId: other }, { route: 'other' }, { key: randomUUID() }])
      await idempotent({ ...first, ...changes }, (tx) => leaveRow(tx, next()))
    expect(await rowsCalled(db, name)).toHaveLength(4)
  })

  test('failed work leaves neither its rows nor the key: the next try acts', async () => {
    const same = request()
    const { name, next } = numbered()
    const fail = idempotent(same, async (tx) => {
      await leaveRow(tx, next())
      throw new AppError('not_enough_seats')
    })
    await expect(fail).rejects.toMatchObject({ code: 'not_enough_seats' })
    expect(await rowsCalled(db, name)).toEqual([])
    const answer = await idempotent(same, (tx) => leaveRow(tx, next()))
    expect(await rowsCalled(db, name)).toEqual([answer])
  })

  test('the earlier response of a key can be read without doing the work', async () => {
    const first = request()
    expect(await findStoredResponse(first)).toBeUndefined()
    const answer = await idempotent(first, (tx) => leaveRow(tx, randomUUID()))
    expect(await findStoredResponse(first)).toEqual(answer)
    expect(await findStoredResponse({ ...first, key: undefined })).toBeUndefined()
    await expect(findStoredResponse({ ...first, body: {} })).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    await expect(findStoredResponse({ ...first, key: '1' })).rejects.toMatchObject({ code: 'validation' })
  })

  test('responses that are no objects are returned unchanged', async () => {
    for (const value of [null, 0, 'æ "quoted" \\ 🚗', [1, null]]) {
      const same = request()
      expect(await idempotent(same, () => Promise.resolve(value))).toEqual(value)
      expect(await idempotent(same, () => Promise.reject(new Error('must not run again')))).toEqual(value)
    }
  })

  test('without a key every call acts', async () => {
    const { name, next } = numbered()
    for (let i = 0; i < 2; i++) await idempotent(request({ key: undefined }), (tx) => leaveRow(tx, next()))
    expect(await rowsCalled(db, name)).toHaveLength(2)
  })

  test.each(['', 'abc', 'x'.repeat(300), `${randomUUID()} `, `${randomUUID()}\n`])(
    'the key %j is refused',
    async (key) => {
      await expect(idempotent(request({ key }), () => Promise.resolve(1))).rejects.toMatchObject({
        data: { fields: { 'idempotency-key': 'invalid' } },
      })
    },
  )
})

describePostgres('between two processes', () => {
  test(`the same key ${TIMES} times at once over two pools acts once`, async () => {
    const url = await freshServerDatabase()
    const databases = [await openServerDatabase(url), await openServerDatabase(url)]
    const [db] = databases
    const userId = (await addPerson(db!.kysely)).id
    const key = randomUUID()
    const { name, next } = numbered()
    const answers = await Promise.all(
      Array.from({ length: TIMES }, (_, i) =>
        idempotent({ db: databases[i % 2]!, userId, route: 'test', key, body }, (tx) => leaveRow(tx, next())),
      ),
    )
    expect(await rowsCalled(db!, name)).toHaveLength(1)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await Promise.all(databases.map((database) => database.close()))
  })
})

import { expect, test } from 'vitest'
import { databaseKinds, openTestDatabase } from './database.ts'

test.each(databaseKinds)('a fresh %s database is migrated and empty, and guards its transactions', async (kind) => {
  const db = await openTestDatabase(kind)
  expect(await db.read.selectFrom('ride').selectAll().execute()).toEqual([])
  await expect(db.tx(() => Promise.resolve(db.read))).rejects.toThrow('inside a transaction')
  await db.close()
})

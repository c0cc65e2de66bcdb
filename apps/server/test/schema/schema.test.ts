/** Compares the generated files of the schema with a migrated database, on both databases. */
import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readFunctions } from '../../src/platform/db/functions.ts'
import { databaseKinds, openTestDatabase } from '../database.ts'
import { generateFiles } from './files.ts'

test.each(databaseKinds)('the files that npm run schema writes describe a migrated %s database', async (kind) => {
  const db = await openTestDatabase(kind)
  for (const [file, text] of await generateFiles(db.kysely))
    expect(fs.readFileSync(file, 'utf8'), `${path.basename(file)}: run npm run schema`).toBe(text)
  await db.close()
})

test('every function of the database compiles against its tables', async () => {
  const db = await openTestDatabase()
  const compiling = db.tx(async (tx) => {
    await sql`set local check_function_bodies = on`.execute(tx)
    for (const { text } of readFunctions()) await sql.raw(text).execute(tx)
  })
  await expect(compiling).resolves.toBeUndefined()
  await db.close()
})

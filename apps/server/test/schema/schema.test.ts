/** Compares the generated files of the schema with a migrated database, on both databases. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readFunctions } from '../../src/platform/db/functions.ts'
import { databaseKinds, openTestDatabase } from '../database.ts'
import { generateFiles } from './files.ts'
import { applyLater } from './later.ts'

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

test('tests run without what a later release will remove', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-later-'))
  fs.writeFileSync(path.join(folder, 'contract_ride_notes.sql'), 'alter table ride drop column notes;')
  const db = await openTestDatabase()
  await applyLater(db.kysely, folder)
  await expect(sql`select notes from ride`.execute(db.kysely)).rejects.toThrow('notes')
  await db.close()
  fs.rmSync(folder, { recursive: true })
})

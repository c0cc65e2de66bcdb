/** Compares docs/data-map.md with the database: every column stands below its table, with its person, purpose and retention. */
import fs from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cookieNames } from '../src/platform/http/cookies.ts'
import { readDataMap } from './data-map.ts'
import { openTestDatabase } from './database.ts'

test('every column of the database is on the page, and every column of the page in the database', async () => {
  const db = await openTestDatabase()
  const { rows } = await sql<{ column: string }>`
    select columns.table_name || '.' || column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db.kysely)
  await db.close()
  const names = readDataMap().map(({ name }) => name)
  expect(names.toSorted()).toEqual(rows.map(({ column }) => column).toSorted())
})

test('docs/security.md lists every cookie of the server, and the two choices that the pages keep', () => {
  const page = fs.readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8')
  const [, table = ''] = page.split('## Cookies\n')
  const listed = [...(table.split('## ')[0] ?? '').matchAll(/^\| `([\w-]+)(?:\.\*)?`/gm)].map(([, name]) => name)
  expect(new Set(listed)).toEqual(new Set([...cookieNames, 'theme', 'language']))
})

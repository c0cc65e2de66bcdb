/** Compares docs/data-map.md with the database: every column has a row with its person, purpose and retention. */
import fs from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cookieNames } from '../src/platform/auth/cookies.ts'
import { openTestDatabase } from './database.ts'

interface Entry {
  column: string
  owner: string
  rest: string[]
}

function mapped(): Entry[] {
  const lines = fs.readFileSync(new URL('../../../docs/data-map.md', import.meta.url), 'utf8').split('\n')
  return lines
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [column = '', owner = '', ...rest] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
      return { column: column.replaceAll('`', ''), owner, rest }
    })
}

test('every column of the database has a row, and every row a column', async () => {
  const db = await openTestDatabase()
  const { rows } = await sql<{ column: string }>`
    select columns.table_name || '.' || column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db.kysely)
  await db.close()
  expect(
    mapped()
      .map(({ column }) => column)
      .toSorted(),
  ).toEqual(rows.map(({ column }) => column).toSorted())
})

test('docs/security.md lists every cookie of the server, and the two choices that the pages keep', () => {
  const page = fs.readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8')
  const [, table = ''] = page.split('## Cookies\n')
  const listed = [...(table.split('## ')[0] ?? '').matchAll(/^\| `([\w-]+)(?:\.\*)?`/gm)].map(([, name]) => name)
  expect(new Set(listed)).toEqual(new Set([...cookieNames, 'theme', 'language']))
})

test('every row has person, purpose and retention, and a table has one owner', () => {
  const owners = new Map<string, Set<string>>()
  for (const { column, owner, rest } of mapped()) {
    expect([column, [owner, ...rest].filter((cell) => cell !== '')]).toMatchObject([column, { length: 5 }])
    const table = column.split('.')[0] ?? ''
    owners.set(table, (owners.get(table) ?? new Set()).add(owner))
  }
  expect([...owners].filter(([, names]) => names.size !== 1)).toEqual([])
})

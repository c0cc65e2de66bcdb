/** The generated files of the schema, by path. `npm run schema` writes them, and a test compares them. */
import path from 'node:path'
import type { Executor } from '../../src/platform/db/database.ts'
import { describeSchema } from './describe.ts'
import { describeRowTypes } from './row-types.ts'

const source = path.join(import.meta.dirname, '../../src')

const head = `-- The whole schema as the migrations and src/sql make it. \`npm run schema\` writes this file, and a test compares it with a migrated
-- database. Why a column is there stands beside it in 0100_baseline and the migrations after it.`

/** Reads the schema of a migrated database and returns the text of every generated file. */
export async function generateFiles(executor: Executor): Promise<Map<string, string>> {
  const schema = await describeSchema(executor)
  const rowTypes = [...(await describeRowTypes(executor))].map(([slice, text]): [string, string] => [
    fileOf(slice),
    text,
  ])
  return new Map([[path.join(source, 'migrations/schema.sql'), `${head}\n\n${schema}`], ...rowTypes])
}

const fileOf = (slice: string) =>
  path.join(source, slice === 'platform' ? 'platform/db/tables.ts' : `features/${slice}/tables.ts`)

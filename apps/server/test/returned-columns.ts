/** Keeps the columns that the database returns beside the rows, so that `rowsOf` compares each statement that a test runs with its columns. */
import pg from 'pg'
import { returnedColumns } from '../src/platform/db/rows.ts'

const patched = Symbol.for('samtur.returnedColumns')
const client = pg.Client.prototype as pg.Client & { [patched]?: boolean }

// The files of a worker share its modules.
if (!client[patched]) {
  client[patched] = true
  const query = client.query as (...args: unknown[]) => unknown
  client.query = function (this: pg.Client, ...args: unknown[]) {
    const result = query.apply(this, args)
    return result instanceof Promise ? result.then(withColumns) : result
  } as typeof client.query
}

function withColumns(result: Partial<pg.QueryResult>) {
  if (result.rows) Object.defineProperty(result.rows, returnedColumns, { value: result.fields })
  return result
}

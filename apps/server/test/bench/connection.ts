/** One connection for work that takes longer than a request may. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Executor } from '../../src/platform/db/database.ts'
import type { Tables } from '../../src/platform/db/tables.ts'

export interface Patient {
  executor: Executor
  close(): Promise<void>
}

/** Connects as the server does, but without its limits; all queries run in order on one connection. */
export function connectPatiently(url: string): Patient {
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, options: '-c jit=off' })
  const executor = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { executor, close: () => executor.destroy() }
}

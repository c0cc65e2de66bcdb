/** Reads from one database that run on another one when the first fails: it may have been stopped, or have cancelled the statement to go on replaying. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
} from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

/**
 * Milliseconds after a failure in which the other database is tried first: of the statements of one request only the first waits for a database that hangs.
 */
const PAUSE_MS = 1_000

interface Counts {
  statements: number
  failures: number
  /** When the last one has failed, by `performance.now()`. */
  failedAt: number
}

/** Returns a dialect for single reads; it has no transactions. */
export function withFallback(dialect: Dialect, fallback: Kysely<Tables>, counts: Counts): Dialect {
  const first = new Kysely<Tables>({ dialect })
  const connection: DatabaseConnection = {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const onFallback = () => fallback.executeQuery<Row>(query)
      const onFirst = async () => {
        try {
          const result = await first.executeQuery<Row>(query)
          counts.statements++
          return result
        } catch (error) {
          counts.failures++
          counts.failedAt = performance.now()
          throw error
        }
      }
      // An error of the statement itself comes from both.
      if (performance.now() - counts.failedAt < PAUSE_MS) return onFallback().catch(onFirst)
      return onFirst().catch(onFallback)
    },
    streamQuery: unsupported,
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: unsupported,
    commitTransaction: unsupported,
    rollbackTransaction: unsupported,
    destroy: () => first.destroy(),
  }
  return {
    createDriver: () => driver,
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

function unsupported(): never {
  throw new Error('A replica runs single reads: use `db.tx`')
}

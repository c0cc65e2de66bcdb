/** Databases of a measurement, on a PostgreSQL of its own or on the one that DATABASE_URL names. */
import { Kysely, PostgresDialect, type CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import type { Executor } from '../../apps/server/src/platform/db/database.ts'
import type { Tables } from '../../apps/server/src/platform/db/tables.ts'
import { type PostgresServer, serverAt, startPostgres } from '../../apps/server/test/postgres.ts'

/** Returns a function that creates a migrated database, or a copy of another one, and returns its address. */
export async function openPostgres(
  cleanup: AsyncDisposableStack,
  settings: readonly string[],
): Promise<PostgresServer['create']> {
  const given = process.env['DATABASE_URL']
  const server = given
    ? await serverAt(given, () => Promise.resolve())
    : await startPostgres(['max_connections=150', ...settings])
  if (!server) throw new Error('no PostgreSQL')
  cleanup.defer(() => server.stop())
  if (given) cleanup.defer(() => drop(server.url, server.template))
  return async (template) => {
    const url = await server.create(template)
    cleanup.defer(() => drop(server.url, new URL(url).pathname.slice(1)))
    return url
  }
}

async function drop(url: string, name: string) {
  await using admin = connect(url)
  await sql.raw(`drop database if exists ${name} with (force)`).execute(admin)
}

/** Connects as the server does, but without its limits. All queries run in order on one connection, and are told to `onQuery`. */
export function connect(url: string, onQuery?: (query: CompiledQuery) => void): Executor {
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, options: '-c jit=off' })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => onQuery?.(query) })
}

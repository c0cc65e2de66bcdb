/** A database as it is: opened without being migrated, and without the limits on time of requests. */
import { Kysely, PostgresDialect } from 'kysely'
import { Servers } from './servers.ts'
import type { Tables } from './tables.ts'

export interface BareDatabase {
  kysely: Kysely<Tables>
  close(): Promise<void>
}

/** Opens the server's database, or the embedded one in the folder, which is created where there is none. Throws DatabaseInUse. */
export async function openBare({ url, folder }: { url: string | undefined; folder: string }): Promise<BareDatabase> {
  if (url === undefined) {
    const { pool, close } = await (await import('./pglite.ts')).openEmbedded(folder)
    return { kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), close }
  }
  const pool = new Servers({ url }).unlimitedPool('samtur-command')
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { kysely, close: () => kysely.destroy() }
}

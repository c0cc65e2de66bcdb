/** Opens the configured database for one command. */
import fs from 'node:fs'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { openConfigured } from '../../composition/parts.ts'
import { systemClock } from '../../platform/clock.ts'
import { type BareDatabase, openBare } from '../../platform/db/bare.ts'
import type { Database } from '../../platform/db/database.ts'
import { Problem } from './sentences.ts'

/** Returns what the work returns. Throws Problem where there is no database yet, and DatabaseInUse while a server uses the embedded one. */
export async function withDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  requireDatabase(config)
  const db = await openConfigured(config, systemClock)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Throws Problem where neither a server is configured nor an embedded database exists. */
export function requireDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  if (!config.databaseUrl && !hasEmbedded(config))
    throw new Problem(`There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL as for the server.`)
}

/** Opens the configured database as it is, past a pooler. */
export const openAsItIs = (
  config: Pick<Config, 'databaseUrl' | 'databaseSessionUrl' | 'dataDir'>,
): Promise<BareDatabase> => openBare({ url: config.databaseSessionUrl ?? config.databaseUrl, folder: config.dataDir })

export const hasEmbedded = ({ dataDir }: Pick<Config, 'dataDir'>): boolean =>
  fs.existsSync(path.join(dataDir, 'pg', 'PG_VERSION'))

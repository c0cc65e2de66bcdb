/** The embedded database: PGlite on a folder, used through `pg` like a server. */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PglitePgConnection } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import { lockFolder } from './lock.ts'
import { DatabaseDamaged } from './opening.ts'
import { PreparingClient } from './prepared.ts'

export interface Embedded {
  pglite: PGlite
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * fsync is off by default in PGlite; people's data must survive a power cut. Old log files are removed, not kept for reuse: they hold the
 * bytes of erased rows. The buffers take their memory at the start, and 128 MB by default (decision 044).
 */
const settings = ['fsync=on', 'wal_recycle=off', 'shared_buffers=16MB']
const startParams = [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])]

/** Opens the folder. Throws DatabaseInUse while another process has it open, and DatabaseDamaged. */
export async function openEmbedded(folder: string): Promise<Embedded> {
  const release = lockFolder(folder)
  try {
    const dataDir = path.join(folder, 'pg')
    if (!fs.existsSync(path.join(dataDir, 'PG_VERSION'))) await initialise(dataDir)
    const pglite = await createPglite(dataDir)
    return connect(pglite, () => pglite.close().then(release))
  } catch (error) {
    release()
    throw error
  }
}

/** Starts a database in the folder, or in memory for `memory://`. `template` is a dump to start from instead of an empty database. */
export async function createPglite(dataDir: string, template?: Blob): Promise<PGlite> {
  const pglite = new PGlite({
    dataDir,
    extensions: { pg_trgm },
    startParams,
    ...(template && { loadDataDir: template }),
  })
  // Waits before the pool exists, whose connection timeout would end while the database is still starting.
  await pglite.waitReady
  return pglite
}

/** Creates the folder in a child process, because creating a database in WebAssembly leaves several hundred megabytes behind. */
async function initialise(dataDir: string) {
  const [first] = fs.existsSync(dataDir) ? fs.readdirSync(dataDir) : []
  // Never overwrites files of a damaged database.
  if (first !== undefined) throw new DatabaseDamaged(dataDir, 'PG_VERSION is missing')
  const unfinished = `${path.basename(dataDir)}.new`
  const parent = path.dirname(dataDir)
  // A kill in the middle leaves an unfinished folder. Its program may still be writing there, so each start has a folder of its own.
  for (const name of fs.readdirSync(parent).filter((name) => name.startsWith(unfinished)))
    fs.rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 3 })
  const fresh = path.join(parent, `${unfinished}-${process.pid}`)
  const flags = process.execArgv.filter((flag) => flag.startsWith('--wasm'))
  const creation = promisify(execFile)(process.execPath, [...flags, fileURLToPath(import.meta.url), fresh])
  const end = () => void creation.child.kill('SIGKILL')
  process.once('exit', end)
  await creation.finally(() => process.off('exit', end))
  fs.renameSync(fresh, dataDir)
}

/** Returns a running database with a pool of connections to it. `end` runs once the pool is closed. */
export function connect(pglite: PGlite, end: () => Promise<void>): Embedded {
  const pool = new pg.Pool({
    Client: bridgedClient(pglite),
    // All bridged clients share one session, so only one may exist.
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
    // The client before, which failed, may have left an open transaction and its prepared statements in the session. A failure rejects
    // the request for a connection, and is logged with it.
    onConnect: (client) => client.query('rollback; deallocate all') as unknown as void,
  })
  return {
    pglite,
    pool,
    async close() {
      await pool.end()
      await end()
    },
  }
}

/** Returns a client with a separate bridge: the pool drops a client that fails, and its bridge serves no other one. */
function bridgedClient(pglite: PGlite) {
  return class BridgedClient extends PreparingClient {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connection: new PglitePgConnection({ pglite }) } as pg.ClientConfig)
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const pglite = await createPglite(process.argv[2] ?? '')
  await pglite.close()
}

/** The database: whether it can be reached, its version, extension, rights, encoding and schema. */
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { hasEmbedded, openAsItIs } from '../commands/database.ts'
import { type BareDatabase, openBare } from '../../platform/db/bare.ts'
import { DatabaseNewer } from '../../platform/db/compatibility.ts'
import { holderOf } from '../../platform/db/lock.ts'
import { DatabaseOutdated, readSchemaState } from '../../platform/db/migrate.ts'
import { addressesOf } from '../replicas/primary.ts'
import { openWatched } from '../../platform/db/opening.ts'
import { connections } from '../../platform/db/servers.ts'
import { type Check, ok, problem, reasonOf, warning } from './finding.ts'

/** The oldest PostgreSQL that the product's statements run on. */
const OLDEST = 15
const CONNECTIONS = Object.values(connections).reduce((sum, most) => sum + most)

export const checkDatabase: Check = async (config) => (config.databaseUrl ? checkServer(config) : checkEmbedded(config))

async function checkEmbedded(config: Config) {
  const { dataDir } = config
  const pid = holderOf(dataDir)
  if (pid !== undefined) return [ok(`embedded, in use by the running server (pid ${pid})`)]
  if (!hasEmbedded(config)) return [ok(`embedded; the start creates it in ${dataDir}`)]
  const open = async (isOpen: () => void) => {
    const database = await openBare({ url: undefined, folder: dataDir })
    isOpen()
    return database
  }
  // Throws DatabaseDamaged, whose message says what to do.
  const database = await openWatched(`${dataDir}/pg`, open, () => false)
  try {
    return [ok(`embedded in ${dataDir}`), ...(await checkSchema(database))]
  } finally {
    await database.close()
  }
}

interface Server {
  version: string
  number: number
  trigram: boolean
  installed: boolean
  may_create: boolean
  encoding: string
  standby: boolean
  connections: number
}

async function checkServer(config: Config) {
  const servers = addressesOf(config.databaseUrl ?? '').map((address) => new URL(address))
  const where = `${servers[0]?.pathname.slice(1)} at ${servers.map(({ host }) => host).join(', ')}`
  const database = await openAsItIs(config)
  try {
    const { rows } = await sql<Server>`select current_setting('server_version') as version,
      current_setting('server_version_num')::int as number,
      exists (select from pg_available_extensions where name = 'pg_trgm') as trigram,
      exists (select from pg_extension where extname = 'pg_trgm') as installed,
      has_database_privilege(current_database(), 'CREATE') as may_create,
      current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby,
      current_setting('max_connections')::int as connections`.execute(database.kysely)
    const [server] = rows
    if (!server) return [problem(`${where} returns nothing`, 'look at the log of the database server')]
    return [...judgeServer(where, server), ...(await checkSchema(database))]
  } catch (error) {
    return [problem(`${where}: ${reasonOf(error)}`, adviceOf(error))]
  } finally {
    await database.close()
  }
}

function judgeServer(where: string, server: Server) {
  const found = [
    server.number >= OLDEST * 10_000
      ? ok(`PostgreSQL ${server.version}, ${where}`)
      : problem(`PostgreSQL ${server.version}, ${where}`, `upgrade it to ${OLDEST} or newer`),
  ]
  if (!server.installed && !server.trigram)
    found.push(problem('the extension pg_trgm is missing', 'install the contrib package of the database server'))
  if (!server.installed && !server.may_create)
    found.push(problem('this user may not create the schema', `grant it CREATE on the database, or let it own it`))
  if (server.encoding !== 'UTF8')
    found.push(problem(`its encoding is ${server.encoding}`, 'create the database with encoding UTF8'))
  if (server.standby)
    found.push(problem('it is a standby, which cannot be written to', 'name the primary in DATABASE_URL'))
  if (server.connections < CONNECTIONS)
    found.push(
      warning(
        `it allows ${server.connections} connections`,
        `set max_connections to at least ${CONNECTIONS} for each process`,
      ),
    )
  return found
}

function adviceOf(error: unknown): string {
  const code = String((error as { code?: unknown }).code)
  if (code.startsWith('28')) return 'compare user and password in DATABASE_URL, and the rules in pg_hba.conf'
  if (code === '3D000') return 'create the database that DATABASE_URL names'
  if (code === 'ENOTFOUND') return 'compare the host in DATABASE_URL'
  return 'start the database server, and compare host and port in DATABASE_URL with its listen_addresses'
}

async function checkSchema({ kysely }: BareDatabase) {
  const state = await readSchemaState(kysely).catch((error: unknown) => {
    if (error instanceof DatabaseNewer || error instanceof DatabaseOutdated) return error
    throw error
  })
  if (state instanceof Error) return [problem('its schema is not one on which this version runs', state.message)]
  const { pending, breaking, newer } = state
  if (newer.length > 0)
    return [ok(`its schema is that of a newer version (${newer.at(-1)}), on which this version runs, too`)]
  if (pending.length === 0) return [ok('its schema is up to date')]
  const stop = breaking.length === 0 ? '' : 'stop every process, because they break the version before; '
  return [
    warning(
      `${pending.length} migrations are pending`,
      `${stop}back up; \`samtur migrate\` or the next start runs them`,
    ),
  ]
}

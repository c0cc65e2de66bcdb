/** The replicas: whether each can be reached, follows the primary, and has caught up. */
import pg from 'pg'
import type { Config } from '../config.ts'
import { Primary } from '../platform/db/primary.ts'
import { type Check, ok, problem, reasonOf, unused, warning } from './finding.ts'

const CONNECT_MS = 3_000

interface State {
  standby: boolean
  /** A standby has its primary's. */
  cluster: string
  /** Seconds since the last write that it has replayed, if it has not replayed everything that it has received. */
  behind: number
}

export const checkReplicas: Check = async (config) => {
  const { databaseUrl, databaseReplicaUrls: urls } = config
  if (!databaseUrl || urls.length === 0) return [unused('the primary serves all reads')]
  const cluster = await clusterOf(config)
  return Promise.all(urls.map((url) => checkReplica(url, cluster)))
}

async function checkReplica(url: string, cluster: string) {
  const where = new URL(url).host
  try {
    const state = await read(url)
    if (state.cluster !== cluster)
      return problem(`${where} is no copy of the primary`, 'correct DATABASE_REPLICA_URLS, or make it a standby anew')
    if (!state.standby)
      return problem(`${where} is no standby any more`, 'make it a standby anew, with pg_basebackup or pg_rewind')
    if (state.behind > 2)
      return warning(`${where} is ${Math.round(state.behind)} s behind`, 'it is used once it has caught up')
    return ok(where)
  } catch (error) {
    return problem(`${where}: ${reasonOf(error)}`, 'start it, or compare its address in DATABASE_REPLICA_URLS')
  }
}

/** Returns the identifier of the cluster of the primary. Throws where that is away. */
async function clusterOf({ databaseUrl = '', databaseSessionUrl = databaseUrl }: Config): Promise<string> {
  const primary = new Primary(databaseSessionUrl)
  const place = primary.isOneOfSeveral ? await primary.find() : {}
  return (await read(primary.url, place)).cluster
}

async function read(connectionString: string, place: pg.ClientConfig = {}): Promise<State> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS })
  Object.assign(client, place)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<State>(`select pg_is_in_recovery() as standby,
      (select system_identifier::text from pg_control_system()) as cluster,
      case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
        else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0) end::float8 as behind`)
    const [state] = rows
    if (!state) throw new Error('it returns nothing')
    return state
  } finally {
    await client.end().catch(() => {})
  }
}

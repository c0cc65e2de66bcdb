/** The replicas: whether each can be reached, follows the primary, and has caught up. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { Primary } from '../replicas/primary.ts'
import { positionOf } from '../replicas/replicas.ts'
import { type Check, ok, problem, reasonOf, unused, warning } from './finding.ts'

const CONNECT_MS = 3_000
/** A longer lag leaves a replica out. */
const MAX_LAG_MS = 2_000
const POLL_INTERVAL_MS = 250

interface State {
  isStandby: boolean
  /** A standby has its primary's. */
  cluster: string
  /** How much of the log is on the disk of a primary, or was replayed by a standby. */
  position: bigint
  /** How much of it a standby has received; 0 where it has received nothing since its start. */
  received: bigint
}

export const checkReplicas: Check = async (config) => {
  const { databaseUrl, databaseReplicaUrls: urls } = config
  if (!databaseUrl || urls.length === 0) return [unused('the primary serves all reads')]
  const readPrimary = await findPrimary(config)
  const primary = await readPrimary()
  return Promise.all(urls.map((url) => checkReplica(url, primary, readPrimary)))
}

async function checkReplica(url: string, primary: State, readPrimary: () => Promise<State>) {
  const where = new URL(url).host
  try {
    const first = await readState(url)
    if (first.cluster !== primary.cluster)
      return problem(`${where} is no copy of the primary`, 'correct DATABASE_REPLICA_URLS, or make it a standby anew')
    if (!first.isStandby)
      return problem(`${where} is no standby any more`, 'make it a standby anew, with pg_basebackup or pg_rewind')
    const { position, received } = await waitUntilReplayed(url, first, primary.position)
    if (position > (await readPrimary()).position)
      return problem(
        `${where} is ahead of the primary: it followed another one`,
        'make it a standby anew, with pg_rewind',
      )
    if (position >= primary.position) return ok(where)
    if (position > first.position || received >= primary.position)
      return warning(`${where} lags by more than 2 s`, 'it is used once it has caught up')
    return problem(`${where} does not follow the primary`, 'read its log: the address and the user of primary_conninfo')
  } catch (error) {
    return problem(`${where}: ${reasonOf(error)}`, 'start it, or compare its address in DATABASE_REPLICA_URLS')
  }
}

/** Returns the state once the standby has replayed the log up to the position, or when the longest lag is over. */
async function waitUntilReplayed(url: string, first: State, position: bigint): Promise<State> {
  let state = first
  for (const deadline = Date.now() + MAX_LAG_MS; state.position < position && Date.now() < deadline;) {
    await sleep(POLL_INTERVAL_MS)
    state = await readState(url)
  }
  return state
}

/** Returns a function that reads the state of the primary. It throws where that is unreachable. */
async function findPrimary({ databaseUrl = '', databaseSessionUrl = databaseUrl }: Config) {
  const primary = new Primary(databaseSessionUrl)
  const place = primary.isOneOfSeveral ? await primary.find() : {}
  return () => readState(primary.url, place)
}

async function readState(connectionString: string, place: pg.ClientConfig = {}): Promise<State> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS })
  Object.assign(client, place)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean; cluster: string; position: string; received: string }>(`
      select pg_is_in_recovery() as standby, (select system_identifier::text from pg_control_system()) as cluster,
        case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end::text as position,
        coalesce(pg_last_wal_receive_lsn(), '0/0')::text as received`)
    const [row] = rows
    if (!row) throw new Error('it returns nothing')
    const { standby: isStandby, cluster } = row
    return { isStandby, cluster, position: positionOf(row.position), received: positionOf(row.received) }
  } finally {
    await client.end().catch(() => {})
  }
}

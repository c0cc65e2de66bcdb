/** Standbys of the primary that serve reads. One that is away or behind is left out until it has caught up. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReplicaState as ReplicaStanding } from '@samtur/contract/operations'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { withFallback } from './fallback.ts'
import { followClock, type Servers } from '../../platform/db/servers.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** Milliseconds between two queries for a server's position in the log. */
const POLL_INTERVAL_MS = 250
/** A replica with a longer lag, in milliseconds, is left out, and taken back with less than half of that. */
const MAX_LAG_MS = 2_000
/** A replica that has not responded for so many milliseconds is unreachable. */
const UNREACHABLE_AFTER_MS = 1_500
/** Positions of the primary that are remembered: those of ten seconds, because a replica with a longer lag is left out anyway. */
const MAX_SAMPLES = 40

export interface ReplicaSettings {
  urls: readonly string[]
  log: Pick<Log, 'info' | 'warn'>
}

/** A replica as it is now, and why it serves no reads. */
export interface SeenReplica extends ReplicaState {
  /** Undefined until it was compared with the primary, which takes a moment after a start. */
  standing: ReplicaStanding | undefined
}

interface ReplicaState {
  /** Host and port. */
  name: string
  isUsed: boolean
  /** Milliseconds; undefined while it is unreachable, or its lag is longer than the server remembers. */
  lagMs: number | undefined
  /** Statements since the start that it has run, and those that the primary had to run in its place. */
  statements: number
  failures: number
  /** When it has last failed to run a statement, by `performance.now()`. */
  failedAt: number
}

interface Executors {
  read: Kysely<Tables>
  prepared: Kysely<Tables>
}

interface Replica extends Executors {
  state: ReplicaState
  /** How much of the primary's log it has replayed. */
  position: bigint
  /** When it has last responded, by `performance.now()`. */
  respondedAt: number
  /**
   * It has more of the log than the primary: it has followed one that was replaced, so it has lost writes and lacks new ones. Undefined from a start of
   * its server until the two were compared.
   */
  isAhead: boolean | undefined
  /** When its server was started. */
  started: string | undefined
  pools: pg.Pool[]
}

interface Sample {
  at: number
  position: bigint
}

interface Options extends ReplicaSettings {
  servers: Servers
  clock: Clock
  /** Run what a replica fails to run. */
  primary: Executors
}

/** Returns the position `16/B374D848` of the log as a number. */
export function positionOf(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** The position behind every write that the primary has committed, also those that it confirms before they are on its disk (`synchronous_commit = off`). */
export const WRITTEN = 'select pg_current_wal_insert_lsn()::text as position'
/** The position up to which the log is on the primary's disk, which no standby of it is ahead of. */
const FLUSHED = 'select pg_current_wal_flush_lsn()::text as position'
/** None for a server that is no standby: a primary that was replaced and has come back has old data. */
const REPLAYED = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as position,
  pg_postmaster_start_time()::text as started`

export class Replicas {
  readonly #replicas: Replica[]
  readonly #primary: pg.Pool
  readonly #log: ReplicaSettings['log']
  /** Positions of the primary, the newest last. */
  #samples: Sample[] = []
  #next = 0
  readonly #stopped = new AbortController()
  readonly #loops: Promise<unknown>[]

  constructor({ urls, log, servers, clock, primary }: Options) {
    this.#log = log
    this.#primary = servers.watchPool()
    this.#replicas = urls.map((url) => open(url, servers, clock, primary))
    this.#loops = [
      this.#repeat(() => this.#sample()),
      ...this.#replicas.map((replica) => this.#repeat(() => this.#poll(replica))),
    ]
  }

  /** Returns a replica that has replayed the log up to the position, each in its turn; undefined where the primary has to serve the read. */
  choose(after: bigint): Executors | undefined {
    const now = performance.now()
    const fit = this.#replicas.filter(
      ({ state, position, respondedAt }) =>
        state.isUsed && position >= after && now - respondedAt < UNREACHABLE_AFTER_MS,
    )
    return fit[this.#next++ % fit.length]
  }

  states(): SeenReplica[] {
    return this.#replicas.map(({ state, respondedAt, isAhead }) => {
      const isAway = performance.now() - respondedAt >= UNREACHABLE_AFTER_MS
      if (isAway) return { ...state, isUsed: false, lagMs: undefined, standing: 'away' }
      const standing = isAhead ? 'ahead' : state.isUsed ? 'used' : isAhead === undefined ? undefined : 'behind'
      return { ...state, standing }
    })
  }

  async close() {
    this.#stopped.abort()
    await Promise.all(this.#loops)
    await Promise.all([this.#primary, ...this.#replicas.flatMap(({ pools }) => pools)].map((pool) => pool.end()))
  }

  async #repeat(work: () => Promise<void>) {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      await work()
      await sleep(POLL_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async #sample() {
    // Taken before the question: what was confirmed until then is in the log up to the position.
    const at = performance.now()
    const { position } = await ask(this.#primary, FLUSHED)
    if (position === undefined) return
    // A promoted standby may begin where less had been written.
    if (position < (this.#samples.at(-1)?.position ?? 0n)) this.#samples = []
    this.#samples.push({ at, position })
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift()
    for (const replica of this.#replicas) {
      if (replica.started === undefined || replica.respondedAt > at || replica.isAhead) continue
      replica.isAhead = replica.position > position
      if (replica.isAhead) this.#use(replica, false, undefined)
    }
  }

  async #poll(replica: Replica) {
    const { position, started } = await ask(replica.pools[0], REPLAYED)
    if (position === undefined) {
      if (performance.now() - replica.respondedAt >= UNREACHABLE_AFTER_MS) this.#use(replica, false, undefined)
      return
    }
    // Before it can follow the new primary its server is restarted.
    if (started !== replica.started) replica.isAhead = undefined
    replica.started = started
    replica.position = position
    replica.respondedAt = performance.now()
    const lagMs = replica.isAhead === false ? this.#lag(position) : undefined
    const most = replica.state.isUsed ? MAX_LAG_MS : MAX_LAG_MS / 2
    this.#use(replica, lagMs !== undefined && lagMs <= most, lagMs)
  }

  /**
   * Returns the lag of a position in milliseconds; undefined when it is behind everything that is remembered. Compares with the last position that
   * is known, so that replicas that have caught up serve on while the primary is away.
   */
  #lag(position: bigint): number | undefined {
    const reached = this.#samples.findLast((sample) => sample.position <= position)
    const newest = this.#samples.at(-1)
    return reached && newest ? newest.at - reached.at : undefined
  }

  #use({ state }: Replica, isUsed: boolean, lagMs: number | undefined) {
    state.lagMs = lagMs
    if (state.isUsed === isUsed) return
    state.isUsed = isUsed
    const line = { replica: state.name, lag_ms: lagMs && Math.round(lagMs) }
    if (isUsed) this.#log.info(line, 'a replica serves reads')
    else this.#log.warn(line, 'a replica is left out')
  }
}

interface Response {
  /** Undefined where the server has none or does not respond. */
  position?: bigint | undefined
  started?: string | undefined
}

async function ask(pool: pg.Pool | undefined, text: string): Promise<Response> {
  const responded = await pool?.query<{ position: string | null; started?: string }>(text).catch(() => undefined)
  const [{ position, started } = {}] = responded?.rows ?? []
  return { position: typeof position === 'string' ? positionOf(position) : undefined, started }
}

function open(url: string, servers: Servers, clock: Clock, primary: Executors): Replica {
  const state = {
    name: new URL(url).host,
    isUsed: false,
    lagMs: undefined,
    statements: 0,
    failures: 0,
    failedAt: -Infinity,
  }
  const { watch, main, prepared } = servers.replicaPools(url)
  const executorOf = (pool: pg.Pool, fallback: Kysely<Tables>) => {
    followClock(pool, clock)
    return new Kysely<Tables>({ dialect: withFallback(new PostgresDialect({ pool }), fallback, state) })
  }
  return {
    state,
    position: 0n,
    respondedAt: performance.now(),
    isAhead: undefined,
    started: undefined,
    pools: [watch, main, prepared],
    read: executorOf(main, primary.read),
    prepared: executorOf(prepared, primary.prepared),
  }
}

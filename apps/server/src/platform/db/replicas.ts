/** Standbys of the primary that serve reads. One that is away or behind is left out until it has caught up. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { withFallback } from './fallback.ts'
import { followClock, type Servers } from './servers.ts'
import type { Tables } from './tables.ts'

/** Milliseconds between two questions for a server's position in the log. */
const ASK_EVERY_MS = 250
/** A replica that is behind by more milliseconds is left out, and taken back when it is behind by less than half of that. */
const MOST_BEHIND_MS = 2_000
/** A replica that has not responded for so many milliseconds is away. */
const SILENT_MS = 1_500
/** Positions of the primary that are remembered: those of ten seconds, because a replica further behind is left out anyway. */
const MOST_SAMPLES = 40

export interface ReplicaSettings {
  urls: readonly string[]
  log: Pick<Log, 'info' | 'warn'>
}

export interface ReplicaState {
  /** Host and port. */
  name: string
  isUsed: boolean
  /** Milliseconds; undefined while it is away or further behind than the server remembers. */
  behindMs: number | undefined
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
  seenAt: number
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

/** The position up to which the primary has confirmed writes. */
export const CONFIRMED = 'select pg_current_wal_flush_lsn()::text as position'

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
      ...this.#replicas.map((replica) => this.#repeat(() => this.#ask(replica))),
    ]
  }

  /** Returns a replica that has replayed the log up to the position, each in its turn; undefined where the primary has to serve the read. */
  choose(after: bigint): Executors | undefined {
    const now = performance.now()
    const fit = this.#replicas.filter(
      ({ state, position, seenAt }) => state.isUsed && position >= after && now - seenAt < SILENT_MS,
    )
    return fit[this.#next++ % fit.length]
  }

  states(): ReplicaState[] {
    return this.#replicas.map(({ state, seenAt }) => {
      const isAway = performance.now() - seenAt >= SILENT_MS
      return isAway ? { ...state, isUsed: false, behindMs: undefined } : state
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
      await sleep(ASK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async #sample() {
    // Taken before the question: what was confirmed until then is in the log up to the position.
    const at = performance.now()
    const position = await ask(this.#primary, CONFIRMED)
    if (position === undefined) return
    // A promoted standby may begin where less had been written.
    if (position < (this.#samples.at(-1)?.position ?? 0n)) this.#samples = []
    this.#samples.push({ at, position })
    if (this.#samples.length > MOST_SAMPLES) this.#samples.shift()
  }

  async #ask(replica: Replica) {
    // A server that is no standby is not used: a primary that was replaced and has come back has old data.
    const position = await ask(
      replica.pools[0],
      'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as position',
    )
    if (position === undefined) {
      if (performance.now() - replica.seenAt >= SILENT_MS) this.#use(replica, false, undefined)
      return
    }
    replica.position = position
    replica.seenAt = performance.now()
    const behindMs = this.#behind(position)
    const most = replica.state.isUsed ? MOST_BEHIND_MS : MOST_BEHIND_MS / 2
    this.#use(replica, behindMs !== undefined && behindMs <= most, behindMs)
  }

  /**
   * Returns by how many milliseconds a position is behind; undefined when it is behind everything that is remembered. Compares with the last position that
   * is known, so that replicas that have caught up serve on while the primary is away.
   */
  #behind(position: bigint): number | undefined {
    const reached = this.#samples.findLast((sample) => sample.position <= position)
    const newest = this.#samples.at(-1)
    return reached && newest ? newest.at - reached.at : undefined
  }

  #use({ state }: Replica, isUsed: boolean, behindMs: number | undefined) {
    state.behindMs = behindMs
    if (state.isUsed === isUsed) return
    state.isUsed = isUsed
    const line = { replica: state.name, behind_ms: behindMs && Math.round(behindMs) }
    if (isUsed) this.#log.info(line, 'a replica serves reads')
    else this.#log.warn(line, 'a replica is left out')
  }
}

/** Returns the position that a server responds with; undefined where it has none or does not respond. */
async function ask(pool: pg.Pool | undefined, text: string): Promise<bigint | undefined> {
  const { rows = [] } = (await pool?.query<{ position: string | null }>(text).catch(() => undefined)) ?? {}
  const position = rows[0]?.position
  return typeof position === 'string' ? positionOf(position) : undefined
}

function open(url: string, servers: Servers, clock: Clock, primary: Executors): Replica {
  const state = {
    name: new URL(url).host,
    isUsed: false,
    behindMs: undefined,
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
    seenAt: -Infinity,
    pools: [watch, main, prepared],
    read: executorOf(main, primary.read),
    prepared: executorOf(prepared, primary.prepared),
  }
}

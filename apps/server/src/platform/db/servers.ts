/** Connections to a PostgreSQL server, or to the primary of several, for each kind of work. */
import pg from 'pg'
import type { Clock } from '../clock.ts'
import { PreparingClient } from './prepared.ts'
import { followPrimary, Primary } from '../../operating/replicas/primary.ts'

/** The most connections of one process, each for its kind of work. */
export const connections = {
  /** For requests. */
  main: 16,
  /** For statements of a fraction of a millisecond; more of them would not run more statements. */
  prepared: 8,
  listening: 1,
  /** For the state of the primary, with replicas. */
  watching: 1,
  /** For work of minutes, such as a backup. */
  long: 2,
}
const CONNECT_MS = 3_000
/** For what no request waits for: a process that starts on a busy machine loads its code meanwhile. */
const PATIENT_CONNECT_MS = 15_000
const STATEMENT_MS = 4_000
/** A little more than one statement may take: a request fails within five seconds when the database stops responding. */
const STUCK_MS = 4_500
const LONG_MS = 120_000
/** Statements take a millisecond; compiling one to machine code after a wrong estimate takes seconds. */
const NO_COMPILING = '-c jit=off'
const PLANNED_ONCE = `${NO_COMPILING} -c plan_cache_mode=force_generic_plan`
const REPLICA_STATEMENT_MS = 1_500
const REPLICA_CONNECTIONS = 8
const WATCH: pg.PoolConfig = { query_timeout: 1_000, connectionTimeoutMillis: 1_000 }

interface Addresses {
  url?: string | undefined
  sessionUrl?: string | undefined
}

export class Servers {
  /** Through a pooler, which may give every transaction another connection of the server. */
  readonly #pooled: boolean
  readonly #primary: Primary
  /** Where a connection keeps what is set, prepared and listened to on it. */
  readonly #session: Primary

  constructor({ url = '', sessionUrl }: Addresses) {
    this.#pooled = sessionUrl !== undefined
    this.#primary = new Primary(url)
    this.#session = sessionUrl === undefined ? this.#primary : new Primary(sessionUrl)
  }

  /** For requests. A pooler refuses settings at the start of a connection and knows no prepared statements, so that both are left out there. */
  pool(max = connections.main): pg.Pool {
    if (!this.#pooled) return limitedPool(this.#primary, { max, Client: PreparingClient })
    const config = {
      connectionString: this.#primary.url,
      max,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: STATEMENT_MS,
    }
    return endStuck(guarded(new pg.Pool({ ...config, Client: followPrimary(pg.Client, this.#primary) })))
  }

  /** For statements that are planned once a connection, without their values. */
  preparedPool(): pg.Pool {
    return limitedPool(this.#session, {
      max: connections.prepared,
      Client: PreparingClient,
      options: PLANNED_ONCE,
    })
  }

  /** For work that takes up to two minutes. */
  longPool(clock: Clock): pg.Pool {
    const limits = { statement_timeout: LONG_MS, query_timeout: LONG_MS + 5_000 }
    const pool = this.unlimitedPool('samtur-long-running', limits)
    followClock(pool, clock)
    return pool
  }

  /** For work that may take long, such as a migration, or waiting for another process's. */
  unlimitedPool(name: string, limits: pg.PoolConfig = {}): pg.Pool {
    return guarded(
      new pg.Pool({
        connectionString: this.#session.url,
        max: 1,
        connectionTimeoutMillis: PATIENT_CONNECT_MS,
        options: NO_COMPILING,
        application_name: name,
        ...limits,
        Client: followPrimary(pg.Client, this.#session),
      }),
    )
  }

  /** For short questions about the state of the primary. */
  watchPool(): pg.Pool {
    return this.unlimitedPool('samtur-watch', WATCH)
  }

  /** For reads from a standby. They may take less time than on the primary, which runs what has failed here. */
  replicaPools(url: string): { watch: pg.Pool; main: pg.Pool; prepared: pg.Pool } {
    const only = new Primary(url)
    const limits = {
      statement_timeout: REPLICA_STATEMENT_MS,
      query_timeout: REPLICA_STATEMENT_MS,
      Client: PreparingClient,
    }
    return {
      watch: guarded(new pg.Pool({ connectionString: url, max: 1, application_name: 'samtur-watch', ...WATCH })),
      main: limitedPool(only, { ...limits, max: REPLICA_CONNECTIONS }),
      prepared: limitedPool(only, { ...limits, max: REPLICA_CONNECTIONS, options: PLANNED_ONCE }),
    }
  }

  /** Makes a connection of its own that keeps its session. */
  readonly sessionClient = (name: string): pg.Client => {
    const Client = followPrimary(pg.Client, this.#session)
    return new Client({
      connectionString: this.#session.url,
      application_name: name,
      // A listening connection sends nothing, so that only this notices a server that is gone without closing it.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: CONNECT_MS,
    })
  }
}

function limitedPool(primary: Primary, config: pg.PoolConfig & { Client: typeof pg.Client }): pg.Pool {
  const pool = new pg.Pool({
    connectionString: primary.url,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: 10_000,
    options: NO_COMPILING,
    application_name: 'samtur',
    ...config,
    Client: followPrimary(config.Client, primary),
  })
  return endStuck(guarded(pool))
}

/** A broken connection, idle or in use, must not end the process: its query fails, and the next one gets a new connection. */
function guarded(pool: pg.Pool): pg.Pool {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Ends connections that are held for too long: when the network or the server stops responding, the server's own timeouts do not arrive. */
function endStuck(pool: pg.Pool): pg.Pool {
  const timers = new WeakMap<pg.PoolClient, NodeJS.Timeout>()
  pool.on('acquire', (client) => {
    const end = () => void (client as pg.PoolClient & pg.Client).end().catch(() => {})
    timers.set(client, setTimeout(end, STUCK_MS))
  })
  pool.on('release', (_error, client) => clearTimeout(timers.get(client)))
  return pool
}

/** Gives each acquired client the clock's shift. Queries of one client run in order, so the setting comes before the first of its user. */
export function followClock(pool: pg.Pool, clock: Clock) {
  const shifts = new WeakMap<pg.PoolClient, number>()
  pool.on('acquire', (client) => {
    if ((shifts.get(client) ?? 0) === clock.shift) return
    shifts.set(client, clock.shift)
    client.query("select set_config('samtur.clock_shift', $1, false)", [`${clock.shift} milliseconds`]).catch(() => {})
  })
}

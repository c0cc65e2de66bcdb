/** Finds the primary among several database servers, one of which takes over when it fails. */
import pg from 'pg'

/** Milliseconds in which a server has to say whether it is the primary. */
const PROBE_MS = 1_000

/** The server can only be read, or is being stopped: another one may be the primary now. */
const NOT_PRIMARY = new Set(['25006', '57P01', '57P02', '57P03'])

/** Returns an address for each server of `postgres://user:password@host1:5432,host2:5433/database`. */
export function addressesOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  return hosts.split(',').map((host) => start + host + rest)
}

type Place = Pick<pg.Client, 'host' | 'port'>

export class Primary {
  readonly #addresses: string[]
  #found: Promise<Place> | undefined

  constructor(url: string) {
    this.#addresses = addressesOf(url)
  }

  /** The first address, for everything but host and port. */
  get url(): string {
    return this.#addresses[0] ?? ''
  }

  get isOneOfSeveral(): boolean {
    return this.#addresses.length > 1
  }

  /** Returns host and port of the primary; asks all servers when it is not known. Throws the last error when there is none. */
  find(): Promise<Place> {
    if (!this.#found) {
      this.#found = this.#probeAll()
      this.#found.catch(() => this.forget())
    }
    return this.#found
  }

  /** Lets the next connection ask again. */
  forget() {
    this.#found = undefined
  }

  /** Of several primaries, for example when one that had failed comes back, the one with the latest timeline is the promoted one. */
  async #probeAll(): Promise<Place> {
    const results = await Promise.allSettled(this.#addresses.map(probe))
    const found = results.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []))
    const [newest] = found.toSorted((one, other) => other.timeline - one.timeline)
    if (newest) return newest
    const failed = results.find((result) => result.status === 'rejected')
    throw failed?.reason ?? Object.assign(new Error('every server of DATABASE_URL is a standby'), { code: '25006' })
  }
}

/** Returns where the server is and its timeline; undefined for a standby. */
async function probe(connectionString: string): Promise<(Place & { timeline: number }) | undefined> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    application_name: 'samtur-probe',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    // The name of a log file begins with the timeline as eight hexadecimal digits.
    const { rows } = await client.query<{ file: string | null }>(
      'select case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as file',
    )
    const file = rows[0]?.file
    return file ? { host: client.host, port: client.port, timeline: Number.parseInt(file.slice(0, 8), 16) } : undefined
  } finally {
    await client.end().catch(() => {})
  }
}

type Done = (error: Error | null, client?: pg.Client) => void
interface Inner {
  connection: { on(event: 'errorMessage', listener: (message: { code?: string }) => void): void }
}

/** Returns a client that connects to the primary, and ends once the server reports that it is the primary no more. */
export function followPrimary(Client: typeof pg.Client, primary: Primary): typeof pg.Client {
  if (!primary.isOneOfSeveral) return Client
  return class FollowingClient extends Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      const { connection } = this as unknown as Inner
      connection.on('errorMessage', ({ code = '' }) => {
        if (!NOT_PRIMARY.has(code)) return
        primary.forget()
        // After the query has got its error.
        setImmediate(() => void this.end().catch(() => {}))
      })
    }

    override connect(): Promise<pg.Client>
    override connect(callback: Done): void
    override connect(callback?: Done): Promise<pg.Client> | void {
      const connected = this.#connectToPrimary()
      if (!callback) return connected
      // oxlint-disable-next-line promise/no-callback-in-promise -- the pool of connections calls with a callback only
      connected.then((client) => callback(null, client), callback)
      return undefined
    }

    async #connectToPrimary(): Promise<pg.Client> {
      Object.assign(this, await primary.find())
      try {
        await super.connect()
        return this
      } catch (error) {
        primary.forget()
        throw error
      }
    }
  }
}

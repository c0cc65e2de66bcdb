/** A PostgreSQL primary with a streaming standby, each in a folder of its own on loopback. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { asDatabaseUser, createCluster, findBinaries } from './postgres.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const START_MS = 30_000

export class PostgresNode {
  readonly port: number
  readonly data: string
  #child: ChildProcess | undefined

  constructor(data: string, port: number) {
    this.data = data
    this.port = port
  }

  url(database = 'postgres'): string {
    return `postgres://samtur@127.0.0.1:${this.port}/${database}`
  }

  async start(settings: readonly string[] = []): Promise<void> {
    const options = settings.flatMap((setting) => ['-c', setting])
    const folder = path.dirname(this.data)
    this.#child = spawn(
      ...asDatabaseUser(path.join(findBinaries(), 'postgres'), [
        '-D',
        this.data,
        '-p',
        String(this.port),
        '-k',
        folder,
        '-h',
        '127.0.0.1',
        ...options,
      ]),
      { stdio: 'ignore' },
    )
    for (const deadline = Date.now() + START_MS; ; await sleep(50)) {
      const answer = await this.query('select 1').catch((error: unknown) => error)
      if (!(answer instanceof Error)) return
      if (Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${answer.message}`)
    }
  }

  async query<Row extends pg.QueryResultRow>(text: string, database?: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url(database), connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  #pids(): number[] {
    const file = path.join(this.data, 'postmaster.pid')
    if (!fs.existsSync(file)) return []
    const pid = Number(fs.readFileSync(file, 'utf8').split('\n')[0])
    const children = `/proc/${pid}/task/${pid}/children`
    return [
      pid,
      ...(fs.existsSync(children) ? fs.readFileSync(children, 'utf8').split(' ').filter(Boolean).map(Number) : []),
    ]
  }

  /** Ends every process at once, as a power cut does. */
  async kill(): Promise<void> {
    const ended = this.#child && this.#child.exitCode === null ? once(this.#child, 'exit') : undefined
    this.signal('SIGKILL')
    await ended
  }

  /** Sends a signal to every process. */
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') {
    for (const pid of this.#pids())
      try {
        process.kill(pid, name)
      } catch {
        // It has ended already.
      }
    // The program that started them as another user stops with them.
    if (name === 'SIGCONT') this.#child?.kill(name)
  }
}

export interface Pair {
  primary: PostgresNode
  standby: PostgresNode
  /** Stops replaying the log on the standby, or goes on with it. */
  pauseReplay(pause: boolean): Promise<void>
  /** Makes the standby the primary. */
  promote(): Promise<void>
  stop(): Promise<void>
}

/** Starts both; with `synchronous` a commit waits until the standby has it on its disk. */
export async function startPair({ synchronous }: { synchronous: boolean }): Promise<Pair> {
  const bin = findBinaries()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-pair-'))
  const primary = new PostgresNode(path.join(folder, 'primary'), await freePort())
  const standby = new PostgresNode(path.join(folder, 'standby'), await freePort())
  await createCluster(primary.data)
  await primary.start(['max_connections=200'])
  await run(
    ...asDatabaseUser(path.join(bin, 'pg_basebackup'), [
      '-h',
      '127.0.0.1',
      '-p',
      String(primary.port),
      '-U',
      'samtur',
      '-D',
      standby.data,
      '-R',
      '-X',
      'stream',
      '-C',
      '-S',
      'standby',
    ]),
  )
  await standby.start(['max_connections=200'])
  if (synchronous) {
    await primary.query("alter system set synchronous_standby_names = '*'")
    await primary.query('select pg_reload_conf()')
  }
  await streaming(primary, synchronous)
  return {
    primary,
    standby,
    async pauseReplay(pause) {
      await standby.query(pause ? 'select pg_wal_replay_pause()' : 'select pg_wal_replay_resume()')
    },
    async promote() {
      await standby.query('select pg_promote(true, 30)')
    },
    async stop() {
      await Promise.all([primary.kill(), standby.kill()])
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function streaming(primary: PostgresNode, synchronous: boolean) {
  const wanted = synchronous ? 'sync' : 'async'
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(50)) {
    const rows = await primary.query<{ sync_state: string }>(
      "select sync_state from pg_stat_replication where state = 'streaming'",
    )
    if (rows[0]?.sync_state === wanted) return
  }
  throw new Error('the standby does not follow the primary')
}

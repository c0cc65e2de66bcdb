/**
 * Runs a real PostgreSQL for tests of concurrency or several processes: started once per run (see global-setup.ts), in its own folder and
 * on its own loopback port, and removed after the run. Each test gets a database of its own.
 */
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { freePort } from './free-port.ts'
import { applyLater } from './schema/later.ts'

const run = promisify(execFile)

export interface PostgresServer {
  url: string
  /** Name of the migrated database that fresh ones are copied from. */
  template: string
  /** Creates a fresh database with all migrations, or a copy of another one; returns its address. */
  create(template?: string): Promise<string>
  /** Stops the server and removes its folder. */
  stop(): Promise<void>
}

export interface OwnPostgres extends PostgresServer {
  /** Sends a signal to the server and all its processes. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
}

let connected: Promise<PostgresServer> | undefined

/** Whether this run has a server. */
export const hasPostgres = process.env['TEST_POSTGRES_URL'] !== undefined

/** Returns the run's server. */
export function postgres(): Promise<PostgresServer> {
  const { TEST_POSTGRES_URL: url, TEST_POSTGRES_TEMPLATE: template } = process.env
  if (!url) return Promise.reject(new Error('no PostgreSQL in this run'))
  connected ??= serverAt(url, () => Promise.resolve(), template)
  return connected
}

/** Nothing of a run outlives its server, so that no write has to reach the disk. */
const forTests = [
  'max_connections=300',
  'shared_buffers=256MB',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
]

/** Starts a server, or uses the one that `TEST_POSTGRES_URL` names. Returns undefined, after printing the reason, where there is none. */
export function startPostgres(settings: readonly string[] = forTests): Promise<PostgresServer | undefined> {
  const { TEST_POSTGRES_URL: given, TEST_POSTGRES_TEMPLATE: template } = process.env
  if (given) return serverAt(given, () => Promise.resolve(), template)
  return startOwnPostgres(settings).catch((error: unknown) => {
    console.warn(`Tests on PostgreSQL are left out: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  })
}

/** Starts a server for one test. */
export async function startOwnPostgres(settings: readonly string[] = []): Promise<OwnPostgres> {
  const bin = findBinaries()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-postgres-'))
  const data = path.join(folder, 'data')
  await createCluster(data)
  const port = await freePort()
  const options = settings.flatMap((setting) => ['-c', setting])
  const child = spawn(
    ...asDatabaseUser(path.join(bin, 'postgres'), [
      '-D',
      data,
      '-p',
      String(port),
      '-k',
      folder,
      '-h',
      '127.0.0.1',
      ...options,
    ]),
    {
      stdio: 'ignore',
    },
  )
  const postmaster = () => Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const kill = () => {
    try {
      // Signals the server itself, because a signal to the wrapper would not reach it; immediately, because nothing is kept.
      process.kill(postmaster(), 'SIGQUIT')
    } catch {
      child.kill('SIGKILL')
    }
  }
  process.once('exit', kill)
  const url = `postgres://samtur@127.0.0.1:${port}/postgres`
  await waitUntilReady(url)
  const server = await serverAt(url, async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    kill()
    await gone
    fs.rmSync(folder, { recursive: true, force: true })
  })
  return {
    ...server,
    signal: (name) => {
      for (const pid of [postmaster(), ...childrenOf(postmaster())]) process.kill(pid, name)
      // The wrapper stops itself when its child is stopped, and has to continue too.
      if (name === 'SIGCONT') child.kill(name)
    },
  }
}

/** Reads the child processes from Linux's /proc. */
const childrenOf = (pid: number) =>
  fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** Returns the command as it runs under a user of its own, because PostgreSQL refuses to run as root. */
export const asDatabaseUser = (command: string, args: string[]): [string, string[]] =>
  isRoot() ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args]

const isRoot = () => process.getuid?.() === 0

/** Creates a database cluster in the folder, whose parent then belongs to its user. */
export async function createCluster(data: string): Promise<void> {
  if (isRoot()) await run('chown', ['postgres', path.dirname(data)])
  const encoding = ['-E', 'UTF8', '--locale=C.UTF-8']
  const args = ['-D', data, '-U', 'samtur', '-A', 'trust', ...encoding, '--no-sync']
  await run(...asDatabaseUser(path.join(findBinaries(), 'initdb'), args))
}

/** Returns the folder of PostgreSQL's programs, of the newest version. Throws where none is installed. */
export function findBinaries(): string {
  const packaged = fs.existsSync('/usr/lib/postgresql')
    ? fs.readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(b) - Number(a))
    : []
  const folders = [
    ...packaged.map((version) => `/usr/lib/postgresql/${version}/bin`),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ]
  const found = folders.find(
    (folder) => fs.existsSync(path.join(folder, 'initdb')) && fs.existsSync(path.join(folder, 'postgres')),
  )
  if (!found) throw new Error('no PostgreSQL server is installed on this machine')
  return found
}

async function waitUntilReady(url: string) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch {
      await sleep(100)
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new Error('PostgreSQL did not start within ten seconds')
}

/** Uses a server at a given address, with database names of its own. */
export async function serverAt(url: string, stop: () => Promise<void>, prepared?: string): Promise<PostgresServer> {
  const admin = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true })
  // The server stops before the last worker does.
  admin.on('error', () => {})
  const addressOf = (database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).toString()
  const name = () => `samtur_${randomBytes(6).toString('hex')}`
  const template = prepared ?? name()
  if (!prepared) {
    await admin.query(`create database ${template}`)
    const db = await openDatabase({ url: addressOf(template), folder: '', clock: systemClock })
    await applyLater(db.kysely)
    await db.close()
  }
  return {
    url,
    template,
    async create(from = template) {
      const fresh = name()
      await admin.query(`create database ${fresh} template ${from}`)
      return addressOf(fresh)
    },
    async stop() {
      await admin.end()
      await stop()
    },
  }
}

/**
 * The last release and this version on one database under load: both serve at once, a process of the last release dies and starts again on the newer schema, and
 * in the end each is restarted after the folder was switched.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../apps/server/test/free-port.ts'
import { type OwnPostgres, startOwnPostgres } from '../../apps/server/test/postgres.ts'
import { startLoad } from '../../apps/server/test/rolling-load.ts'
import { testSecret } from '../../apps/server/test/sessions.ts'
import { until } from './proxies/processes.ts'
import { unpackLastRelease, unpackThisVersion } from './releases.ts'
import { report } from './report.ts'

/** Requests that both versions process before the next thing happens. */
const REQUESTS = 1_500
const WITHIN_MS = 240_000
const CLIENTS = 8

const added = '9000_proof.sql'
/** An expansion of tables that every request reads or writes, so that there is one also just after a release. */
const expansion = `
  alter table message add column proof smallint not null default 0 constraint message_proof_check check (proof >= 0);
  alter table ride add column proof text;
  create index if not exists message_proof on message (proof) where proof > 0;`

let folder: string
let postgres: OwnPostgres
const nodes: Node[] = []
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-upgrade-'))
  await unpackLastRelease(path.join(folder, 'last'))
  await unpackThisVersion(path.join(folder, 'this'))
  fs.writeFileSync(path.join(folder, 'this/apps/server/src/migrations', added), expansion)
  changeFunction('send_message')
  changeFunction('send_messages')
  fs.symlinkSync('last', path.join(folder, 'samtur'))
  postgres = await startOwnPostgres(['max_connections=200'])
}, 900_000)
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await postgres.stop()
  fs.rmSync(folder, { recursive: true })
})

/** Gives the newer version another text of a function that both call. */
function changeFunction(name: string) {
  const [file = ''] = fs.globSync(`apps/server/src/sql/*/${name}.sql`, { cwd: path.join(folder, 'this') })
  fs.appendFileSync(path.join(folder, 'this', file), '\n-- Changed.\n')
}

interface Node {
  child: ChildProcess
  url: string
  stop(signal?: 'SIGKILL'): Promise<void>
}

/** Starts the release that the launcher belongs to, and returns once it serves. */
async function start(launcher: string, databaseUrl: string): Promise<Node> {
  const port = await freePort()
  const child = spawn(path.join(folder, launcher), ['start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      DATA_DIR: path.join(folder, 'data'),
      PORT: String(port),
      RATE_LIMITS: 'off',
      SECRET: testSecret,
      DEMO: 'off',
    },
  })
  let output = ''
  child.stdout.on('data', (text) => (output += String(text)))
  const ended = once(child, 'exit')
  const node: Node = {
    child,
    url: `http://127.0.0.1:${port}`,
    async stop(signal) {
      child.kill(signal)
      await ended
    },
  }
  nodes.push(node)
  await until('it is ready', () => output.includes('Samtur is ready'), WITHIN_MS)
  return node
}

/** Returns which of the two versions a process runs. */
const versionOf = ({ child }: Node) => path.relative(folder, fs.readlinkSync(`/proc/${child.pid}/exe`)).split('/')[0]

test('no request fails, and nothing is lost or doubled', async () => {
  const databaseUrl = await postgres.create('template0')
  const [one, two] = [await start('samtur/samtur', databaseUrl), await start('samtur/samtur', databaseUrl)]
  const urls = [one.url, two.url]
  const load = await startLoad(urls, databaseUrl)
  const someRequests = () => {
    const before = load.requests()
    return until('more requests', () => load.requests() > before + REQUESTS, WITHIN_MS)
  }
  /** Starts a process in the place of another one, which ends first, as a proxy in front of both allows. */
  const replace = async (old: Node, signal?: 'SIGKILL') => {
    urls.splice(urls.indexOf(old.url), 1)
    await old.stop(signal)
    const node = await start('samtur/samtur', databaseUrl)
    urls.push(node.url)
    return node
  }
  await someRequests()

  const began = Date.now()
  const newer = await start('this/samtur', databaseUrl)
  const tookMs = Date.now() - began
  urls.push(newer.url)
  await someRequests()
  expect(load.failures).toEqual([])
  expect(await columnsOf(databaseUrl, 'message')).toContain('proof')

  const again = await replace(one, 'SIGKILL')
  expect(versionOf(again)).toBe('last')
  const killed = load.failures.length
  // Each client had one request in process at most.
  expect(killed, load.failures.join('\n')).toBeLessThanOrEqual(CLIENTS)
  await someRequests()

  fs.symlinkSync('this', path.join(folder, 'next'))
  fs.renameSync(path.join(folder, 'next'), path.join(folder, 'samtur'))
  for (const old of [again, two]) {
    expect(versionOf(await replace(old))).toBe('this')
    await someRequests()
  }

  const { requests, failures, sent, lost, doubled, slowest } = await load.end()
  const { rows } = await query(databaseUrl, fs.readFileSync('apps/server/src/platform/db/invariants.sql', 'utf8'))
  report(
    'upgrade under load: both versions on one database, a process of the older one killed, then all replaced',
    1,
    `${failures.length - killed} of ${requests} requests failed (${killed} at the kill), ${lost} of ${sent} messages lost, ${doubled} doubled`,
    `newer version ready in ${(tookMs / 1000).toFixed(1)} s, slowest request ${slowest} ms`,
  )
  expect({ failures: failures.slice(killed), lost, doubled, violations: rows }).toEqual({
    failures: [],
    lost: 0,
    doubled: 0,
    violations: [],
  })
}, 900_000)

async function query(databaseUrl: string, text: string): Promise<pg.QueryResult<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

async function columnsOf(databaseUrl: string, table: string) {
  const { rows } = await query(
    databaseUrl,
    `select attname::text from pg_attribute where attrelid = '${table}'::regclass and attnum > 0`,
  )
  return rows.map(({ attname }) => attname)
}

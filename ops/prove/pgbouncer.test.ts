/** A real PgBouncer between the server and the database, in session and in transaction mode. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnPostgres, startOwnPostgres } from '../../apps/server/test/postgres.ts'
import { startServer } from '../../apps/server/test/server.ts'
import { LiveClient } from '../../apps/server/test/live-client.ts'
import { freePort } from '../../apps/server/test/free-port.ts'
import { report } from './report.ts'
import { compare, makeWriters, startWriters } from './writers.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const WRITERS = 100
const CONFIRMED = 1_000

let postgres: OwnPostgres
beforeAll(async () => {
  if (!fs.existsSync(PROGRAM)) throw new Error('This proof needs PgBouncer: apt-get install pgbouncer')
  postgres = await startOwnPostgres(['max_connections=100'])
})
afterAll(() => postgres.stop())

/** Starts PgBouncer with a committed configuration of the given mode; returns the address of the database through it. */
async function startBouncer(databaseUrl: string, mode: 'session' | 'transaction') {
  const { port: databasePort, pathname } = new URL(databaseUrl)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-bouncer-'))
  const port = await freePort()
  const committed = fs.readFileSync(path.resolve(import.meta.dirname, '../pgbouncer/pgbouncer.ini'), 'utf8')
  const settings = committed
    .replace(/^\* = .*$/m, `* = host=127.0.0.1 port=${databasePort}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^pool_mode = .*$/m, `pool_mode = ${mode}`)
    // A session keeps its connection, so there must be one for each of both processes.
    .replace(/^default_pool_size = .*$/m, mode === 'session' ? 'default_pool_size = 80' : 'default_pool_size = 30')
    .replace(/^auth_type = .*$/m, 'auth_type = trust')
    .replace(/^auth_file = .*$/m, `auth_file = ${path.join(folder, 'users.txt')}`)
    .replace(/^unix_socket_dir = .*$/m, `unix_socket_dir = ${folder}`)
  fs.writeFileSync(path.join(folder, 'pgbouncer.ini'), settings)
  fs.writeFileSync(path.join(folder, 'users.txt'), '"samtur" ""\n')
  fs.chmodSync(folder, 0o755)
  const command = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', PROGRAM] : [PROGRAM]
  const child = spawn(command[0] ?? '', [...command.slice(1), path.join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (bytes: Buffer) => void (output += bytes.toString()))
  await expect.poll(() => output, { timeout: 10_000 }).toContain('process up')
  return {
    url: `postgres://samtur@127.0.0.1:${port}${pathname}`,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

test.each(['session', 'transaction'] as const)(
  'in %s mode people write and hear each other, and nothing is lost',
  async (mode) => {
    const direct = await postgres.create()
    const bouncer = await startBouncer(direct, mode)
    const env = {
      DATABASE_URL: bouncer.url,
      ...(mode === 'transaction' && { DATABASE_SESSION_URL: direct }),
      DATA_DIR: '/tmp/samtur-bouncer',
    }
    // Two processes, which wake each other by notifications.
    const [one, other] = [await startServer(env), await startServer(env)]
    try {
      const writers = await makeWriters(one.url, direct, WRITERS)
      const [first] = writers
      if (!first) throw new Error('no writer')
      const reader = await LiveClient.open(other.url, first.person.cookie)
      await reader.subscribe(`chat:${first.chatId}`)
      const began = Date.now()
      const writing = startWriters(one.url, writers, 100)
      await expect.poll(() => writing.confirmed.length, { timeout: 60_000 }).toBeGreaterThan(CONFIRMED)
      const rides = await fetch(`${one.url}/api/v1/rides?from=Oslo&to=Bergen`)
      expect(rides.status).toBe(200)
      await writing.end()
      const took = Date.now() - began
      const { lost, doubled } = await compare(direct, writing.confirmed)
      await expect.poll(() => reader.seqs(first.chatId).length, { timeout: 5_000 }).toBeGreaterThan(5)
      reader.socket.terminate()
      report(
        `${WRITERS} writers through PgBouncer, ${mode} mode`,
        writing.confirmed.length,
        `${lost} lost, ${doubled} doubled, ${writing.failures} failed`,
        `${took} ms`,
      )
      expect({ lost, doubled, failures: writing.failures }).toEqual({ lost: 0, doubled: 0, failures: 0 })
    } finally {
      await Promise.all([one.kill('SIGTERM'), other.kill('SIGTERM')])
      await bouncer.stop()
    }
  },
  240_000,
)

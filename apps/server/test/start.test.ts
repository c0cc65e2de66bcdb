/** `samtur start` behind a proxy, and with what version 0.2 had for several processes: the setting WORKERS, and SIGHUP for a new version. */
// @module-tag slow
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeDataFolder } from './embedded-folder.ts'
import { freePort } from './free-port.ts'
import { testSecret } from './sessions.ts'

const program = fileURLToPath(new URL('./server-process.ts', import.meta.url))
let env: Record<string, string>
let server: ChildProcess
let output: string
beforeEach(async () => {
  env = {
    DATA_DIR: makeDataFolder(),
    DEMO: 'off',
    SECRET: testSecret,
    PORT: String(await freePort()),
    WORKERS: '2',
    DRAIN_SECONDS: '4',
  }
  output = ''
})
afterEach(() => {
  server.kill('SIGKILL')
  fs.rmSync(env['DATA_DIR'] ?? '', { recursive: true, force: true })
})

function collect(child: ChildProcess) {
  server = child
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (output += String(text)))
  return once(server, 'exit')
}

const statusOf = async (address: string) => (await fetch(`http://127.0.0.1:${env['PORT']}${address}`)).status

test('one process serves, logs what takes the place of WORKERS and of SIGHUP, and serves on while /readyz fails', async () => {
  const ended = collect(spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] }))
  await vi.waitFor(() => expect(output).toContain('Samtur is ready'), { timeout: 100_000 })
  expect(output).toMatch(/WORKERS has no effect any more.*samtur@\.service.*several-nodes\.md/)
  server.kill('SIGHUP')
  await vi.waitFor(() => expect(output).toContain('SIGHUP has no effect'), { timeout: 10_000 })
  expect(await statusOf('/readyz')).toBe(200)
  server.kill('SIGTERM')
  await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(503), { timeout: 10_000 })
  expect(await statusOf('/api/v1/rides')).toBe(200)
  expect(await ended).toEqual([0, null])
}, 120_000)

test('a process that the first one of version 0.2 starts refuses, so that the ones that serve go on', async () => {
  // As node:cluster starts a process.
  const ended = collect(fork(program, { env: { ...env, NODE_UNIQUE_ID: '3' }, silent: true }))
  expect(await ended).toEqual([1, null])
  expect(output).toMatch(/^WORKERS has no effect any more/m)
}, 120_000)

/** Several workers behind one port: restarts under load, deaths, and settings that cannot be used. */
// @module-tag slow
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describePostgres, freshServerDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { type RollingServer, startRolling } from './rolling.ts'
import { samtur } from './samtur-process.ts'
import { testSecret } from './sessions.ts'

describePostgres(
  'several workers',
  () => {
    let server: RollingServer
    beforeEach(async () => {
      server = await startRolling(await freshServerDatabase(), 2)
    })

    test('restarted three times under load refuse no request, and lose and double no message', async () => {
      const before = server.workers()
      for (let time = 0; time < 3; time++) await server.roll()
      const after = server.workers()
      const report = await server.end()
      expect(report).toMatchObject({ failures: [], lost: 0, doubled: 0, code: 0 })
      expect(report.sent).toBeGreaterThan(50)
      expect([after.length, after.some((pid) => before.includes(pid))]).toEqual([2, false])
    })

    test('a worker that dies is replaced, and only requests that it was processing fail', async () => {
      const [first = 0] = server.workers()
      server.kill(first)
      await vi.waitFor(() => expect(server.begun()).toBe(3), { timeout: 30_000 })
      expect(server.workers()).toHaveLength(2)
      expect(server.workers()).not.toContain(first)
      const report = await server.end()
      expect(report).toMatchObject({ lost: 0, doubled: 0, code: 0 })
      // Each client had one request in process at most.
      expect(report.failures.length, report.failures.join('\n')).toBeLessThanOrEqual(8)
    })

    test('a worker that dies during a restart leaves neither an old worker nor one too many', async () => {
      const before = server.workers()
      const rolled = server.roll()
      await vi.waitFor(() => expect(server.begun()).toBe(3), { timeout: 30_000 })
      server.kill(before[1] ?? 0)
      await rolled
      const kept = () => server.workers().filter((pid) => before.includes(pid))
      await vi.waitFor(() => expect([server.workers().length, kept()]).toEqual([2, []]), { timeout: 30_000 })
      expect(await server.end()).toMatchObject({ lost: 0, doubled: 0, code: 0 })
    })
  },
  120_000,
)

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-workers-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

test('a single process goes on at SIGHUP, and logs that nothing was replaced', async () => {
  const program = fileURLToPath(new URL('./rolling-process.ts', import.meta.url))
  const port = await freePort()
  const env = { PATH: process.env['PATH'], DATA_DIR: folder, DEMO: 'off', SECRET: testSecret, PORT: String(port) }
  const server = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  let output = ''
  server.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  try {
    await vi.waitFor(() => expect(output).toContain('Samtur is ready'), { timeout: 100_000 })
    server.kill('SIGHUP')
    await vi.waitFor(() => expect(output).toContain('nothing was replaced'), { timeout: 10_000 })
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  } finally {
    server.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
}, 120_000)

test.each([
  ['on the embedded database', { WORKERS: '2' }, /WORKERS: expected together with DATABASE_URL/],
  [
    'that are no number',
    { WORKERS: 'many', DATABASE_URL: 'postgres://127.0.0.1:9/x' },
    /WORKERS: expected auto or a number/,
  ],
  ['whose database is away', { WORKERS: '2', DATABASE_URL: 'postgres://127.0.0.1:9/x' }, /DATABASE_URL: /],
])(
  'workers %s are refused in one sentence',
  async (_, env, text) => {
    const { code, stderr } = await samtur(['start'], { DATA_DIR: folder, PORT: '0', ...env })
    expect([code, stderr.match(/The configuration is not usable/g)?.length, stderr]).toEqual([
      1,
      1,
      expect.stringMatching(text),
    ])
  },
  60_000,
)

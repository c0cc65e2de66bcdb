/** README's two commands in a fresh checkout of the last commit, with the machine's own Node and npm. They install from the registry. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../apps/server/test/free-port.ts'
import { report } from './report.ts'

const root = path.resolve(import.meta.dirname, '../..')
const programs = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'))
/** What a registry may need; the variables of the tests, such as NODE_ENV, would change the build. */
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^HOME$|CERT|_proxy$|^npm_config_/i.test(name))),
  PATH: programs.join(path.delimiter),
}

let folder: string
let child: ChildProcess
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-checkout-'))
  execFileSync('git', ['clone', '--quiet', root, folder])
})
afterAll(async () => {
  await end()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Starts one of npm's commands, in a group of its own. */
function npm(args: string[], settings = {}) {
  child = spawn('npm', args, {
    cwd: folder,
    env: { ...env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
}

async function end() {
  if (child.exitCode !== null || child.signalCode !== null) return
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await once(child, 'close')
}

test('npm start installs, builds and serves, and npm test runs tests', async () => {
  const port = await freePort()
  const get = (place: string) => fetch(`http://127.0.0.1:${port}${place}`).catch(() => undefined)
  const began = Date.now()
  npm(['start'], { PORT: String(port) })
  while (!(await get('/readyz'))?.ok) {
    expect(child.exitCode).toBeNull()
    await sleep(500)
  }
  expect(await (await get('/'))?.text()).toContain('<html')
  report('npm start in a fresh checkout', 1, '-', `ready in ${Math.round((Date.now() - began) / 1000)} s`)
  await end()

  // One slice: CI runs all tests in a fresh checkout for every change.
  npm(['test', '--', 'costs'])
  expect(await once(child, 'close')).toEqual([0, null])
}, 900_000)

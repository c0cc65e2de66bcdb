/** How a release is started and switched: its launcher, and the script that restarts the instances of the unit. */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { launcherFor } from './release/launcher.ts'

const restartScript = path.resolve(import.meta.dirname, '../ops/systemd/samtur-restart')
let folder: string
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-switching-')))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

function write(file: string, text: string) {
  const target = path.join(folder, file)
  fs.mkdirSync(path.dirname(target), { recursive: true })
  fs.writeFileSync(target, text, { mode: 0o755 })
}

const run = (command: string, args: string[] = [], env = {}) =>
  promisify(execFile)(command, args, { cwd: folder, env: { PATH: process.env['PATH'], ...env } }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  )

test('a release that is found through links starts its own program on its own runtime, and the next start is the next version', async () => {
  for (const name of ['one', 'two']) {
    write(`${name}/samtur`, launcherFor(process.versions.node))
    // Prints the program and its arguments, without the flags.
    write(`${name}/runtime/node`, `#!/bin/sh\nwhile [ "\${1#/}" = "$1" ]; do shift; done\necho "$0 $*"\n`)
  }
  fs.symlinkSync('one', path.join(folder, 'samtur'))
  fs.symlinkSync('samtur/samtur', path.join(folder, 'command'))
  const started = (name: string) =>
    `${folder}/${name}/runtime/node ${folder}/${name}/apps/server/dist/samtur.mjs start\n`
  for (const command of ['samtur/samtur', './command', path.join(folder, 'command')])
    expect((await run(command, ['start'])).stdout, command).toBe(started('one'))
  fs.symlinkSync('two', path.join(folder, 'next'))
  fs.renameSync(path.join(folder, 'next'), path.join(folder, 'samtur'))
  expect((await run('./command', ['start'])).stdout).toBe(started('two'))
})

/** Runs the script with programs in place of the system's: `curl` fails so many times at each instance, and `systemctl` says `active` as given. */
async function restart(ports: string[], { notReady, isActive }: { notReady: number; isActive: boolean }) {
  write('bin/systemctl', `#!/bin/sh\necho "$*" >> log\n[ "$1" != is-active ] || ${isActive}\n`)
  write('bin/curl', `#!/bin/sh\nfor url; do :; done\necho "$url" >> log\n[ "$(grep -c "$url" log)" -gt ${notReady} ]\n`)
  write('bin/sleep', '#!/bin/sh\necho "sleep $1" >> log\n')
  const ended = await run(restartScript, ports, { PATH: `${folder}/bin:${process.env['PATH']}` })
  return { ...ended, log: fs.readFileSync(path.join(folder, 'log'), 'utf8').trim().split('\n') }
}

const probe = (port: string) => `http://127.0.0.1:${port}/readyz`

test('each instance is restarted once the one before it is ready and the proxy uses it', async () => {
  const { code, log } = await restart(['3001', '3002'], { notReady: 1, isActive: true })
  const of = (port: string) => [
    `restart samtur@${port}`,
    probe(port),
    `is-active --quiet samtur@${port}`,
    'sleep 1',
    probe(port),
    'sleep 5',
  ]
  expect([code, log]).toEqual([0, [...of('3001'), ...of('3002')]])
})

test('an instance that does not start leaves the others alone', async () => {
  const { code, log, stderr } = await restart(['3001', '3002'], { notReady: 99, isActive: false })
  expect([code, stderr]).toEqual([1, expect.stringContaining('samtur@3001 does not become ready')])
  expect(log).toEqual(['restart samtur@3001', probe('3001'), 'is-active --quiet samtur@3001'])
})

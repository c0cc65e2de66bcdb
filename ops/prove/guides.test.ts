/**
 * The commands of the docs for a server, from the text of the docs: on a copy of this machine in which systemd runs, with a release of this checkout, PostgreSQL,
 * haproxy and nginx. `scripts/guides/runs.ts` has them.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../scripts/guides/commands.ts'
import { findProblem } from '../../scripts/guides/run.ts'
import { onMachine } from '../../scripts/guides/runs.ts'
import { boot, type Booted } from './booted.ts'
import { succeed } from './namespaces.ts'
import { report } from './report.ts'

let downloads: string
let booted: Booted
const began = Date.now()

/** Small programs of Debian that the docs use: the copy gets those that this machine lacks. */
const extra = ['age', 'socat'].filter((name) => !fs.existsSync(`/usr/bin/${name}`))

beforeAll(async () => {
  downloads = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-downloads-'))
  await succeed(process.execPath, [path.join(root, 'scripts/release.ts')])
  fs.cpSync(path.join(root, 'release'), downloads, { recursive: true })
  if (extra.length > 0) await succeed('sh', ['-c', 'cd "$0" && apt-get download "$@"', downloads, ...extra])
  booted = await boot(downloads)
  if (extra.length > 0) await booted.shell('dpkg --install *.deb')
}, 300_000)
afterAll(async () => {
  await booted?.stop()
  fs.rmSync(downloads, { recursive: true, force: true })
  report('commands of the guides for a server', onMachine.length, '-', `${Math.round((Date.now() - began) / 1000)} s`)
})

// In their order: one makes what the next one needs.
test.each(onMachine)('$command', async (run) => {
  expect(await findProblem(run, (commands) => booted.shell(commands))).toBeUndefined()
})

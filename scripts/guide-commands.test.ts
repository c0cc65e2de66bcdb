/** Runs the commands of the docs that need nothing but a folder, from the text of the docs. `scripts/guides/runs.ts` has them. */
// @module-tag slow
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './guides/commands.ts'
import { findProblem } from './guides/run.ts'
import { inFolder } from './guides/runs.ts'
import { makeDataFolder } from '../apps/server/test/embedded-folder.ts'
import { freePort } from '../apps/server/test/free-port.ts'
import { testSecret } from '../apps/server/test/sessions.ts'

let folder: string
let data: string
let env: Record<string, string>

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-guide-'))
  data = makeDataFolder()
  const launcher = `#!/bin/sh\nexec '${process.execPath}' '${path.join(root, 'apps/server/src/samtur.ts')}' "$@"\n`
  fs.writeFileSync(path.join(folder, 'samtur'), launcher, { mode: 0o755 })
  const programs = [folder, path.join(root, 'node_modules/.bin'), process.env['PATH']]
  env = {
    PATH: programs.join(path.delimiter),
    HOME: folder,
    PORT: String(await freePort()),
    DATA_DIR: data,
    SECRET: testSecret,
    ADMIN_EMAIL: 'admin@samtur.example',
  }
})
afterAll(() => {
  for (const one of [folder, data]) fs.rmSync(one, { recursive: true, force: true })
})

const shell = (commands: string) =>
  promisify(execFile)('/bin/sh', ['-c', commands], { cwd: folder, env, timeout: 120_000, maxBuffer: 1e7 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  )

// In their order: one makes what the next one reads.
test.each(inFolder)('$command', { timeout: 150_000 }, async (run) => {
  expect(await findProblem(run, shell)).toBeUndefined()
})

/** The commands of the docs for a checkout, from the text of the docs: in a copy of this one, without a network. `scripts/guides/runs.ts` has them. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../scripts/guides/commands.ts'
import { findProblem } from '../../scripts/guides/run.ts'
import { inCheckout } from '../../scripts/guides/runs.ts'
import { type Contained, contain, runInside, succeed } from './namespaces.ts'
import { report } from './report.ts'

let folder: string
let copy: Contained
let git: string
const began = Date.now()

/** Lays a folder in memory over the checkout `$1`, which takes what is written there. */
const script = `
  mount -t proc proc /proc
  mount -t tmpfs tmpfs "$2"
  mkdir "$2/upper" "$2/work"
  mount -t overlay overlay -o "lowerdir=$1,upperdir=$2/upper,workdir=$2/work" "$1"
  rm -rf "$1/data"
  # The first process reaps those whose parents have ended.
  while :; do sleep 60 & wait $!; done`

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-checkout-'))
  git = (await succeed('git', ['-C', root, 'rev-parse', '--absolute-git-dir'])).trim()
  copy = await contain(script, [root, folder])
})
afterAll(async () => {
  if (copy) process.kill(copy.pid, 'SIGKILL')
  await copy?.ended
  fs.rmdirSync(folder)
  report(
    'commands of the guides for a checkout',
    inCheckout.length,
    '-',
    `${Math.round((Date.now() - began) / 1000)} s`,
  )
})

function shell(commands: string) {
  const env = [`PATH=${process.env['PATH']}`, `GIT_DIR=${git}`, `HOME=${os.homedir()}`, 'DEMO=auto']
  return runInside(copy, ['/usr/bin/env', ...env, '/bin/sh', '-c', `cd '${root}'\n${commands}`])
}

test.each(inCheckout)('$command', { timeout: 600_000 }, async (run) => {
  expect(await findProblem(run, shell)).toBeUndefined()
})

import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Attempt, Outcome } from '../../../test/lock-process.ts'
import { DatabaseInUse, lockFolder } from './lock.ts'

const program = fileURLToPath(new URL('../../../test/lock-process.ts', import.meta.url))
let children: ChildProcess[]
let base: string
let folder: string

function startChild(): ChildProcess {
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  children.push(child)
  return child
}

async function attempt(child: ChildProcess, target = folder, at = 0): Promise<Outcome> {
  const answer = once(child, 'message')
  child.send({ folder: target, at } satisfies Attempt)
  return ((await answer) as [Outcome])[0]
}

async function kill(child: ChildProcess) {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** A pid that belonged to a process which is gone. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid
const lockFile = (target = folder) => path.join(target, 'samtur.lock')

beforeEach(() => {
  children = []
  base = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-lock-'))
  folder = path.join(base, 'data')
})
afterEach(async () => {
  await Promise.all(children.filter((child) => child.exitCode === null && child.signalCode === null).map(kill))
  fs.rmSync(base, { recursive: true, force: true })
})

test('a second process is refused with the pid of the first and a way out', async () => {
  const first = startChild()
  expect(await attempt(first)).toEqual({ locked: true })
  const refused = await attempt(startChild())
  expect(refused).toMatchObject({ locked: false, name: 'DatabaseInUse' })
  const { message } = refused as { message: string }
  for (const part of [`pid ${first.pid}`, folder, 'DATA_DIR', 'DATABASE_URL']) expect(message).toContain(part)
})

test('the same process is refused as well', () => {
  const release = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(DatabaseInUse)
  release()
})

test('a released lock can be taken, and nothing is left behind', async () => {
  lockFolder(folder)()
  expect(fs.readdirSync(folder)).toEqual([])
  expect(await attempt(startChild())).toEqual({ locked: true })
})

test('the lock of a process that was killed is taken over', async () => {
  const first = startChild()
  await attempt(first)
  await kill(first)
  expect(await attempt(startChild())).toEqual({ locked: true })
  expect(fs.readdirSync(folder)).toEqual(['samtur.lock'])
})

test.each([
  ['of a pid that is gone', () => `${deadPid()} 1\n`],
  ['of a living process that started at another time', () => `${process.pid} 1\n`],
  ['with an empty file', () => ''],
  ['with something else in it', () => 'hello'],
  ['of pid 0', () => '0 1\n'],
  ['of a negative pid', () => '-1 1\n'],
])('a stale lock %s is taken over', (_, content) => {
  fs.mkdirSync(folder)
  fs.writeFileSync(lockFile(), content())
  const release = lockFolder(folder)
  expect(fs.readFileSync(lockFile(), 'utf8')).toMatch(new RegExp(`^${process.pid} `))
  release()
  expect(fs.readdirSync(folder)).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'a killed process that its parent has not reaped does not hold the lock',
  async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
    children.push(parent)
    const pid = Number(String((await once(parent.stdout, 'data'))[0]))
    // Waits until `sleep` has replaced the shell: a shell would reap its killed child, `sleep` never does.
    await vi.waitFor(() => expect(fs.readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n'))
    const stat = () => fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    const started = stat()[19]
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(stat()[0]).toBe('Z'))
    fs.mkdirSync(folder)
    fs.writeFileSync(lockFile(), `${pid} ${started}\n`)
    lockFolder(folder)()
  },
)

test('a process that lost the lock does not remove another one’s', async () => {
  const release = lockFolder(folder)
  fs.writeFileSync(lockFile(), 'another process')
  release()
  expect(fs.readFileSync(lockFile(), 'utf8')).toBe('another process')
})

describe('four processes at once', () => {
  const ROUNDS = 50
  let racers: ChildProcess[]
  let stalePid: number
  beforeAll(() => {
    children = []
    racers = Array.from({ length: 4 }, startChild)
    stalePid = deadPid()
  })
  beforeEach(() => void (children = []))
  afterAll(async () => void (await Promise.all(racers.map(kill))))

  test.each([
    ['a free folder', undefined],
    ['a stale lock', () => `${stalePid} 1\n`],
    ['an empty lock file', () => ''],
  ])(`exactly one takes %s, ${ROUNDS} times`, async (_, content) => {
    const winners: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const target = path.join(base, String(round))
      if (content) {
        fs.mkdirSync(target)
        fs.writeFileSync(lockFile(target), content())
      }
      const at = performance.timeOrigin + performance.now() + 1
      const outcomes = await Promise.all(racers.map((racer) => attempt(racer, target, at)))
      winners.push(outcomes.filter((outcome) => outcome.locked).length)
      for (const outcome of outcomes) if (!outcome.locked) expect(outcome).toMatchObject({ name: 'DatabaseInUse' })
      expect(fs.readdirSync(target)).toEqual(['samtur.lock'])
    }
    expect(winners.filter((count) => count !== 1)).toEqual([])
  })
})

/**
 * Measures how long the server takes to its first page and how much memory it uses, with the demo on both databases:
 * `npm run bench -- start [--quick]`. Then a first start in a copy of the repository where nothing is built. `--quick` starts once instead
 * of five times, without the copy. Exits with 1 when a goal is missed. On a busy machine only the processor time says something.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startOwnPostgres } from '../apps/server/test/postgres.ts'
import { makeFolder, root, startServer, type Server } from './server/process.ts'

const quick = process.argv.includes('--quick')
const times = quick ? 1 : 5
/** Seconds, and MB. */
const goals = { restart: 1.5, afterKill: 2, firstStart: 8, embedded: 300, server: 140 }
const judged: [text: string, met: boolean][] = []

const middle = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN

function judgeStarts(name: string, starts: Server[], goal: number) {
  const seconds = middle(starts.map((one) => one.seconds))
  const processor = middle(starts.map(({ processorSeconds }) => processorSeconds))
  const text = `${name}: first page after ${seconds.toFixed(2)} s <= ${goal} s (${processor.toFixed(2)} s of processor)`
  judged.push([text, seconds <= goal])
}

/** Returns the memory after a few pages were requested, MB. */
async function memoryAfterPages(server: Server): Promise<number> {
  const response = await fetch(`${server.url}/api/v1/rides?limit=1`)
  const { items } = (await response.json()) as { items: { id: string }[] }
  const pages = ['/', '/search?from=Oslo&to=Bergen', `/rides/${items[0]?.id}`, '/help-support', '/laws-rules']
  for (const page of pages) await fetch(server.url + page).then((one) => one.text())
  await sleep(1000)
  return server.memory()
}

async function measureRestarts(name: string, options: Parameters<typeof startServer>[0], memoryGoal: number) {
  // Fills the database. The second start keeps the code that is compiled then.
  for (let count = 0; count < 2; count++) await (await startServer(options)).stop()
  const starts: Server[] = []
  const memory: number[] = []
  for (let count = 0; count < times; count++) {
    const server = await startServer(options)
    starts.push(server)
    memory.push(await memoryAfterPages(server))
    await server.stop()
  }
  judgeStarts(`${name}, restart`, starts, goals.restart)
  const after: Server[] = []
  await (await startServer(options)).kill()
  for (let count = 0; count < times; count++) {
    const server = await startServer(options)
    after.push(server)
    await server.kill()
  }
  judgeStarts(`${name}, after a kill`, after, goals.afterKill)
  judged.push([`${name}: ${middle(memory).toFixed(0)} MB <= ${memoryGoal} MB`, middle(memory) <= memoryGoal])
}

/** Copies the files of the repository, and links the packages but our own, which are those of the copy. */
function copyRepository(target: string) {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of files) fs.cpSync(path.join(root, file), path.join(target, file))
  for (const part of ['', 'apps/server', 'apps/web', 'packages/contract', 'packages/i18n'].filter(hasModules)) {
    const modules = path.join(part, 'node_modules')
    fs.mkdirSync(path.join(target, modules))
    for (const name of fs.readdirSync(path.join(root, modules)).filter((one) => one !== '@samtur' && one !== '.vite'))
      fs.symlinkSync(path.join(root, modules, name), path.join(target, modules, name))
  }
  fs.cpSync(path.join(root, 'node_modules/@samtur'), path.join(target, 'node_modules/@samtur'), {
    recursive: true,
    verbatimSymlinks: true,
  })
}

const hasModules = (part: string) => fs.existsSync(path.join(root, part, 'node_modules'))

async function measureFirstStart() {
  using copy = makeFolder()
  copyRepository(copy.path)
  const command = ['scripts/run.mjs', 'start']
  const server = await startServer({ folder: path.join(copy.path, 'data'), command, cwd: copy.path })
  const text = `first start without the installation: first page after ${server.seconds.toFixed(1)} s`
  judged.push([`${text} <= ${goals.firstStart} s`, server.seconds <= goals.firstStart])
  await server.stop()
}

{
  using folder = makeFolder()
  await measureRestarts('embedded', { folder: folder.path }, goals.embedded)
}
const postgres = await startOwnPostgres()
try {
  using folder = makeFolder()
  const databaseUrl = await postgres.create('template0')
  await measureRestarts('PostgreSQL', { folder: folder.path, databaseUrl }, goals.server)
} finally {
  await postgres.stop()
}
if (!quick) await measureFirstStart()

for (const [text, met] of judged) console.log(`${met ? 'met   ' : 'MISSED'}  ${text}`)
const [load = 0] = os.loadavg()
const cores = os.availableParallelism()
if (load > cores + 1)
  console.log(`The machine was busy (load ${load.toFixed(1)} on ${cores} cores): times read too long.`)
process.exitCode = judged.every(([, met]) => met) || quick ? 0 : 1

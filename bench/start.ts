/**
 * Measures how long the server takes to its first page and how much memory it uses, with the demo on both databases:
 * `npm run bench -- start [--quick]`. Then a first start in a copy of the repository where nothing is built. `--quick` starts once instead
 * of five times, without the copy. Exits with 1 when a goal is missed. On a busy machine only the processor time says something.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startOwnPostgres } from '../apps/server/test/postgres.ts'
import { type Figure, quick, report } from './report.ts'
import { makeFolder, root, startServer, type Server } from './server/process.ts'

const times = quick ? 1 : 5
/** Seconds, and MB. */
const goals = { restart: 1.5, afterKill: 2, firstStart: 8, embedded: 300, server: 140 }
const figures: Figure[] = []

const middle = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? NaN

function addStarts(name: string, starts: Server[], goal: number) {
  figures.push(
    { what: `${name}: first page`, value: middle(starts.map((one) => one.seconds)), unit: 's', goal },
    { what: `${name}: processor until then`, value: middle(starts.map((one) => one.processorSeconds)), unit: 's' },
  )
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
  addStarts(`${name}, restart`, starts, goals.restart)
  const after: Server[] = []
  await (await startServer(options)).kill()
  for (let count = 0; count < times; count++) {
    const server = await startServer(options)
    after.push(server)
    await server.kill()
  }
  addStarts(`${name}, after a kill`, after, goals.afterKill)
  figures.push({ what: `${name}: memory after a few pages`, value: middle(memory), unit: 'MB', goal: memoryGoal })
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
  const what = 'first start without the installation: first page'
  figures.push({ what, value: server.seconds, unit: 's', goal: goals.firstStart })
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

report('start', figures)

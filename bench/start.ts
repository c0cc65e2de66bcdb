/**
 * Measures how long the built server takes to its first page and how much memory it uses, with the demo on both databases:
 * `npm run bench -- start [--only=embedded|server|first]`; `first` is a start in a copy of the repository where nothing is built. On a busy
 * machine only the processor time says something.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BuiltServer, makeFolder, root, startBuilt } from './tools/built-server.ts'
import { openPostgres } from './tools/databases.ts'
import { type Figure, percentile, quick, run } from './tools/report.ts'
import { memoryOf } from './tools/servers.ts'

const times = quick ? 1 : 5
const median = (values: number[]) => percentile(values, 0.5)

const figuresOf = (what: string, starts: readonly BuiltServer[], limit: number): Figure[] => [
  { what: `${what}: first page`, value: median(starts.map(({ seconds }) => seconds)), unit: 's', limit },
  { what: `${what}: processor until then`, value: median(starts.map((one) => one.processorSeconds)), unit: 's' },
]

/** Returns MB after a few pages were requested. */
async function memoryAfterPages({ url }: BuiltServer): Promise<number> {
  const response = await fetch(`${url}/api/v1/rides?limit=1`)
  const { items } = (await response.json()) as { items: { id: string }[] }
  const rides = items.map(({ id }) => `/rides/${id}`)
  for (const page of ['/', '/search?from=Oslo&to=Bergen', ...rides, '/help-support', '/laws-rules'])
    await fetch(url + page).then((one) => one.text())
  await sleep(1000)
  return memoryOf(url)
}

async function measure(name: string, databaseUrl: string, memoryLimit: number): Promise<Figure[]> {
  using folder = makeFolder()
  const start = () => startBuilt({ folder: folder.path, databaseUrl })
  // Fills the database.
  await (await start()).stop()
  const starts: Record<'stop' | 'kill', BuiltServer[]> = { stop: [], kill: [] }
  const memory: number[] = []
  for (const end of ['stop', 'kill'] as const) {
    // The first one to be measured begins where such an end has left off.
    await (await start())[end]()
    for (let count = 0; count < times; count++) {
      const server = await start()
      starts[end].push(server)
      if (end === 'stop') memory.push(await memoryAfterPages(server))
      await server[end]()
    }
  }
  return [
    ...figuresOf(`${name}, restart`, starts.stop, 1.5),
    ...figuresOf(`${name}, after a kill`, starts.kill, 2),
    { what: `${name}: memory after a few pages`, value: median(memory), unit: 'MB', limit: memoryLimit },
  ]
}

/** Copies the files of the repository, and links the packages but our own, which are those of the copy. */
function copyRepository(target: string) {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of files) fs.cpSync(path.join(root, file), path.join(target, file))
  for (const modules of fs.globSync('{.,apps/*,packages/*}/node_modules', { cwd: root })) {
    const names = fs.readdirSync(path.join(root, modules)).filter((name) => name !== '@samtur' && name !== '.vite')
    fs.mkdirSync(path.join(target, modules))
    for (const name of names) fs.symlinkSync(path.join(root, modules, name), path.join(target, modules, name))
  }
  const own = 'node_modules/@samtur'
  fs.cpSync(path.join(root, own), path.join(target, own), { recursive: true, verbatimSymlinks: true })
}

await run({
  embedded: () => measure('embedded', '', 300),
  async server(cleanup) {
    const create = await openPostgres(cleanup, [])
    return measure('PostgreSQL', await create('template0'), 140)
  },
  async first() {
    if (quick) return []
    using copy = makeFolder()
    copyRepository(copy.path)
    const command = ['scripts/run.mjs', 'start']
    const server = await startBuilt({ folder: path.join(copy.path, 'data'), command, cwd: copy.path })
    await server.stop()
    return [{ what: 'first start without the installation: first page', value: server.seconds, unit: 's', limit: 8 }]
  },
})

// The entry point of every command of the repository. Plain JavaScript, because it starts under whatever Node (20 or newer) the host has;
// everything after the installation runs under Node 26.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './run/install.mjs'
import { chooseNode } from './run/process.mjs'

const commands = ['start', 'samtur', 'test', 'dev', 'check', 'bench', 'mutate', 'prove', 'release']
const [name, ...args] = process.argv.slice(2)

if (!commands.includes(name)) {
  console.error(`Usage: node scripts/run.mjs <${commands.join('|')}>`)
  process.exit(2)
}

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'))
await ensureInstalled()
chooseNode()
const { run } = await import(`./run/${name}.mjs`)
// What still runs beside a command that has ended is not waited for, such as the compression of the pages.
process.exit(await run(args))

// `npm run prove -- operations [name ...]`: proofs with real engines from Debian's packages, in bounded time; prints what was done, how often, what was lost and how
// long it took.
import fs from 'node:fs'
import { build } from './build.mjs'
import { execute } from './process.mjs'

const table = '.cache/prove/operations.tsv'

export async function run([name, ...filters]) {
  if (name !== 'operations') {
    console.error('Usage: npm run prove -- operations [name of a file in ops/prove ...]')
    return 2
  }
  const built = await build()
  if (built !== 0) return built
  fs.rmSync(table, { force: true })
  const code = await execute('vitest', ['run', '-c', 'ops/prove/vitest.config.ts', ...filters])
  if (fs.existsSync(table)) console.log(`\n${fs.readFileSync(table, 'utf8')}`)
  return code
}

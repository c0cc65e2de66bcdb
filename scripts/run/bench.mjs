// `npm run bench [-- name ... --option ...]`: runs every measurement, or the named ones, and passes options on.
import fs from 'node:fs'
import { build } from './build.mjs'
import { execute } from './process.mjs'

/** Every file in `bench` is a measurement, but the one that reports figures. */
function benchNames() {
  const files = fs.readdirSync('bench').filter((file) => /^[a-z0-9-]+\.ts$/.test(file) && file !== 'report.ts')
  return files.map((file) => file.slice(0, -'.ts'.length)).sort()
}

export async function run(args) {
  const known = benchNames()
  const options = args.filter((arg) => arg.startsWith('--'))
  const names = args.filter((arg) => !arg.startsWith('--'))
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    console.error(`No such benchmark: ${unknown.join(', ')}. There are: ${known.join(', ') || 'none yet'}`)
    return 2
  }
  let worst = await build()
  if (worst !== 0) return worst
  // A missed goal does not keep the other parts from being measured.
  for (const name of names.length > 0 ? names : known) {
    console.log(`\n== ${name}`)
    worst = Math.max(worst, await execute('node', [`bench/${name}.ts`, ...options]))
  }
  return worst
}

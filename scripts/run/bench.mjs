// `npm run bench [-- name ... --option ...]`: runs every measurement, or the named ones, and passes options on.
import fs from 'node:fs'
import { build } from './build.mjs'
import { execute } from './process.mjs'

function benchNames() {
  const files = fs.existsSync('bench') ? fs.readdirSync('bench').sort() : []
  return files.filter((file) => /^[a-z0-9-]+\.ts$/.test(file)).map((file) => file.slice(0, -'.ts'.length))
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
  for (const name of names.length > 0 ? names : known) worst ||= await execute('node', [`bench/${name}.ts`, ...options])
  return worst
}

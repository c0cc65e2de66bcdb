// `npm run bench [-- part ... --option ...]`: runs every part of the measurements, or the named ones, and passes options on.
import { build } from './build.mjs'
import { execute } from './process.mjs'

const parts = ['search', 'writes', 'live', 'start', 'pages']

export async function run(args) {
  const options = args.filter((arg) => arg.startsWith('--'))
  const names = args.filter((arg) => !arg.startsWith('--'))
  const unknown = names.filter((name) => !parts.includes(name))
  if (unknown.length > 0) {
    console.error(`No such part: ${unknown.join(', ')}. There are: ${parts.join(', ')}`)
    return 2
  }
  let worst = await build()
  if (worst !== 0) return worst
  // A missed limit does not keep the other parts from being measured.
  for (const name of names.length > 0 ? names : parts) {
    console.log(`\n== ${name}`)
    worst = Math.max(worst, await execute('node', [`bench/${name}.ts`, ...options]))
  }
  return worst
}

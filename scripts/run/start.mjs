// `npm start`: build what is stale, then run the server.
import path from 'node:path'
import { build } from './build.mjs'
import { supervise } from './process.mjs'
import { whenAbandoned } from './parents.mjs'

export async function run(args) {
  const code = await build()
  if (code !== 0) return code
  // Compiled code is kept, so that the second start is quicker.
  const env = { ...process.env, NODE_COMPILE_CACHE: path.resolve('.cache/node') }
  const { child, ended } = supervise('node', ['apps/server/src/main.ts', ...args], { env })
  whenAbandoned(() => child.kill('SIGTERM'))
  return ended
}

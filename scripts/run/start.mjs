// `npm start`: builds what is stale, then runs the server.
import path from 'node:path'
import { build } from './build.mjs'
import { supervise } from './process.mjs'
import { whenAbandoned } from './parents.mjs'

export async function run(args) {
  const code = await build()
  if (code !== 0) return code
  // Keeps compiled code, so that the second start is faster.
  const env = { ...process.env, NODE_COMPILE_CACHE: path.resolve('.cache/node') }
  const { child, ended } = supervise('node', ['apps/server/src/main.ts', ...args], { env })
  whenAbandoned(() => child.kill('SIGTERM'))
  return ended
}

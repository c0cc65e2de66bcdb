// `npm start`: builds what is stale, then runs the server.
import fs from 'node:fs'
import { buildRest, buildToStart, compileTexts, pagesStamp } from './build.mjs'
import { capture, supervise } from './process.mjs'
import { whenAbandoned } from './parents.mjs'
import { flags, program, serverEnvironment } from './server.mjs'

/** Creates the database while the pages are being built, because each takes one core for seconds. */
async function buildFirst() {
  const code = await compileTexts()
  if (code !== 0) return code
  // The channel ends the program when this process ends. The server reports what is wrong with the database or the configuration.
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc']
  const [built] = await Promise.all([
    buildToStart(),
    capture('node', [...flags, 'apps/server/src/prepare.ts'], { stdio }),
  ])
  return built
}

export async function run(args) {
  const code = fs.existsSync(pagesStamp) ? await buildToStart() : await buildFirst()
  if (code !== 0) return code
  const { child, ended } = supervise('node', [...flags, program, ...args], { env: serverEnvironment() })
  whenAbandoned(() => child.kill('SIGTERM'))
  // The server runs on without what fails here. A server that ends is not waited for.
  const rest = buildRest().catch((error) => console.error(error))
  await Promise.race([ended, rest])
  return ended
}

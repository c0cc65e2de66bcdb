// `npm start`: builds what is stale, then runs the server.
import fs from 'node:fs'
import { buildRest, buildToStart, compileTexts, pagesStamp } from './build.mjs'
import { capture, supervise } from './process.mjs'
import { whenAbandoned } from './parents.mjs'
import { flags, program, serverEnvironment } from './server.mjs'

/** Milliseconds, some ten times what a slow machine needs. */
const PREPARE_MS = 300_000

/** Creates the database while the pages are being built, because each takes one core for seconds. */
async function buildFirst() {
  const code = await compileTexts()
  if (code !== 0) return code
  // The channel ends the program when this process ends.
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc']
  const [built, prepared] = await Promise.all([
    buildToStart(),
    capture('node', [...flags, 'apps/server/src/composition/prepare.ts'], { stdio, timeout: PREPARE_MS }),
  ])
  if (prepared.code !== 0) console.error(`The database was not prepared, so the server does it.\n${prepared.output}`)
  return built
}

export async function run() {
  const code = fs.existsSync(pagesStamp) ? await buildToStart() : await buildFirst()
  if (code !== 0) return code
  const { child, ended } = supervise('node', [...flags, program, 'start'], { env: serverEnvironment() })
  whenAbandoned(() => child.kill('SIGTERM'))
  // The server runs on without what fails here. A server that ends is not waited for.
  const rest = buildRest().catch((error) => console.error(error))
  await Promise.race([ended, rest])
  return ended
}

/** Starts the built server for a measurement, on a port of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../apps/server/test/free-port.ts'
import { flags, program, serverEnvironment } from '../../scripts/run/server.mjs'
import { quick } from './report.ts'
import { processorSeconds } from './servers.ts'

export const root = path.resolve(import.meta.dirname, '../..')
const START_MS = 300_000

export interface BuiltServer {
  url: string
  /** From starting the process to the whole first page, and processor time of the server until then. */
  seconds: number
  processorSeconds: number
  stop(): Promise<void>
  kill(): Promise<void>
}

interface Options {
  /** DATA_DIR. */
  folder: string
  /** The embedded database without it. */
  databaseUrl?: string
  /** Arguments of Node; without them the server's own program and its command. */
  command?: string[]
  /** Where the command runs. */
  cwd?: string
}

export async function startBuilt({
  folder,
  databaseUrl = '',
  command = [...flags, program, 'start'],
  cwd = root,
}: Options): Promise<BuiltServer> {
  const port = String(await freePort())
  // Filling the database with the demo would take most of a quick run.
  const demo = quick ? 'off' : 'on'
  const env = { PORT: port, DATA_DIR: folder, DEMO: demo, LOG_LEVEL: 'error', DATABASE_URL: databaseUrl }
  const began = performance.now()
  const child = spawn(process.execPath, command, {
    cwd,
    env: { ...serverEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const kill = () => child.kill()
  process.once('exit', kill)
  const gone = once(child, 'exit').then(() => process.off('exit', kill))
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await gone
  }
  const url = `http://localhost:${port}`
  while (!(await hasPage(url))) {
    if (child.exitCode === null && performance.now() - began < START_MS) await sleep(5)
    else {
      const hasEnded = child.exitCode !== null
      await end('SIGKILL')
      throw new Error(hasEnded ? 'the server ended while it started' : 'the server did not start within five minutes')
    }
  }
  return {
    url,
    seconds: (performance.now() - began) / 1000,
    processorSeconds: await processorSeconds(url),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

const hasPage = (url: string) =>
  fetch(url).then(
    async (response) => response.ok && (await response.text()).includes('</html>'),
    () => false,
  )

export function makeFolder() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-bench-'))
  return { path: folder, [Symbol.dispose]: () => fs.rmSync(folder, { recursive: true, force: true }) }
}

/** Starts the built server with the demo for a measurement, on a port of its own. Linux only: figures of the process come from /proc. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { secondsOfProcess } from '../../apps/server/test/bench/processor.ts'
import { flags, program, serverEnvironment } from '../../scripts/run/server.mjs'

export const root = path.resolve(import.meta.dirname, '../..')

export interface Server {
  url: string
  /** From starting the process to the whole first page. */
  seconds: number
  /** Processor time of the process until then. */
  processorSeconds: number
  /** Returns the memory of the process, MB. */
  memory(): number
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

export async function startServer({
  folder,
  databaseUrl = '',
  command = [...flags, program, 'start'],
  cwd = root,
}: Options): Promise<Server> {
  const port = await freePort()
  const env = { PORT: String(port), DATA_DIR: folder, DEMO: 'on', LOG_LEVEL: 'error', DATABASE_URL: databaseUrl }
  const began = performance.now()
  const child = spawn(process.execPath, command, {
    cwd,
    env: { ...serverEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await gone
  }
  const url = `http://localhost:${port}`
  while (!(await hasPage(url))) {
    if (child.exitCode === null && performance.now() - began < 300_000) await sleep(5)
    else {
      await end('SIGKILL')
      throw new Error('the server did not start within five minutes')
    }
  }
  const seconds = (performance.now() - began) / 1000
  return {
    url,
    seconds,
    processorSeconds: secondsOfProcess(child.pid ?? 0),
    memory: () => memoryOf(child.pid),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

const hasPage = (url: string) =>
  fetch(url).then(
    async (response) => response.ok && (await response.text()).includes('</html>'),
    () => false,
  )

const memoryOf = (pid = 0) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

export function makeFolder() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-bench-'))
  return { path: folder, [Symbol.dispose]: () => fs.rmSync(folder, { recursive: true, force: true }) }
}

/** Returns the server that BENCH_URL names, or starts one with a folder of its own. */
export async function openServer(): Promise<Pick<Server, 'url' | 'stop'>> {
  const given = process.env['BENCH_URL']
  if (given) return { url: given.replace(/\/$/, ''), stop: () => Promise.resolve() }
  const folder = makeFolder()
  const server = await startServer({ folder: folder.path })
  const stop = async () => {
    await server.stop()
    folder[Symbol.dispose]()
  }
  return { url: server.url, stop }
}

async function freePort(): Promise<number> {
  const probe = net.createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as net.AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

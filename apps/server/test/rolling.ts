/** A server of several workers, whose workers are replaced and killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'
import { type LoadReport, startLoad } from './rolling-load.ts'
import { testSecret } from './sessions.ts'

const program = fileURLToPath(new URL('./rolling-process.ts', import.meta.url))
const START_MS = 60_000

export interface RollingServer {
  url: string
  /** Pids of the workers. */
  workers(): number[]
  /** Returns how many workers have begun to serve since the start. */
  begun(): number
  /** Replaces all workers, and returns once new ones serve. */
  roll(): Promise<void>
  kill(pid: number): void
  /** Stops the load and the server. */
  end(): Promise<LoadReport & { code: number | null }>
}

export interface Workers {
  url: string
  child: ChildProcess
  output: { text: string }
  /** Stops the server; returns the exit code. */
  end(): Promise<number | null>
}

/** Starts `samtur start` with so many workers on the database, and waits until all serve. Without pages, unless the command is the built program. */
export async function startWorkers(
  databaseUrl: string,
  workers: number,
  command: readonly string[] = [program],
): Promise<Workers> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-rolling-'))
  const port = await freePort()
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      WORKERS: String(workers),
      PORT: String(port),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'info',
      SECRET: testSecret,
      DEMO: 'off',
    },
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const output = collect(child)
  const tooEarly = ended.then(([code]) => Promise.reject(new Error(`it ended with ${code}`)))
  await Promise.race([until(() => output.text.includes('Samtur is ready'), START_MS), tooEarly])
  tooEarly.catch(() => {})
  // One process alone is no worker.
  if (workers > 1) await until(() => begunIn(output) >= workers, START_MS)
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    output,
    async end() {
      child.kill('SIGTERM')
      const [code] = await ended
      fs.rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}

const begunIn = ({ text }: { text: string }) => text.split('a worker serves').length - 1

/** Starts `samtur start` with so many workers on the database, and the load on it. */
export async function startRolling(databaseUrl: string, workers: number): Promise<RollingServer> {
  const { url, child, output, end } = await startWorkers(databaseUrl, workers)
  const load = await startLoad([url], databaseUrl)
  return {
    url,
    workers: () => workersOf(child),
    begun: () => begunIn(output),
    async roll() {
      const rolled = output.text.split('the workers were replaced').length
      child.kill('SIGHUP')
      await until(() => output.text.split('the workers were replaced').length > rolled, START_MS)
    },
    kill: (pid) => void process.kill(pid, 'SIGKILL'),
    async end() {
      const report = await load.end()
      return { ...report, code: await end() }
    },
  }
}

export function collect(child: ChildProcess) {
  const output = { text: '' }
  child.stdout?.on('data', (bytes: Buffer) => void (output.text += bytes.toString()))
  return output
}

/** Returns the pids of the child processes. Linux lists them for each thread. */
export function workersOf({ pid }: ChildProcess): number[] {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

export async function until(isSo: () => boolean, withinMs: number) {
  for (const deadline = Date.now() + withinMs; !isSo(); await sleep(20))
    if (Date.now() > deadline) throw new Error('it did not happen in time')
}

/** Servers of a measurement, each on a core of its own, where it runs on Linux with two or more. */
import { execFile } from 'node:child_process'
import os from 'node:os'
import { promisify } from 'node:util'
import { type Server, startServer } from '../../apps/server/test/server.ts'

/** Counted before anything is pinned, because a pinned process sees only its own cores. */
const cores = os.availableParallelism()
const serverCore = '0'
const otherCore = '1'

/** Pins a process and those it starts later to cores. */
async function pin(pid: number | undefined, to: string): Promise<void> {
  if (pid === undefined || cores < 2) return
  await promisify(execFile)('taskset', ['-apc', to, String(pid)]).catch(() => {})
}

/** Keeps the clients, and the database that this process starts later, off the server's core. */
export async function stayApart(cleanup: AsyncDisposableStack): Promise<void> {
  cleanup.defer(() => pin(process.pid, `0-${cores - 1}`))
  await pin(process.pid, otherCore)
}

export async function openServer(cleanup: AsyncDisposableStack, env: Record<string, string>): Promise<Server> {
  const server = await startServer(env)
  cleanup.defer(async () => void (await server.kill('SIGTERM')))
  return server
}

/** Starts a server on its own core; used with `stayApart`. */
export async function openApart(cleanup: AsyncDisposableStack, env: Record<string, string>): Promise<Server> {
  const server = await openServer(cleanup, env)
  await pin(server.child.pid, serverCore)
  return server
}

/** Returns a value of the server's own metrics. */
async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
}

/** Returns the seconds of processor time so far. */
export const processorSeconds = (url: string): Promise<number> => metric(url, 'process_cpu_seconds_total')

/** Returns MB. */
export const memoryOf = async (url: string): Promise<number> =>
  (await metric(url, 'process_resident_memory_bytes')) / 1e6

/** Starts the server in a process of its own and communicates with it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { FromServer, Questions } from './server-process.ts'
import { testSecret } from './sessions.ts'

const program = fileURLToPath(new URL('./server-process.ts', import.meta.url))

export interface Server {
  child: ChildProcess
  url: string
  /** Milliseconds from starting the process to success of /readyz. */
  readyMs: number
  /** Questions to the process, see server-process.ts. */
  ask: Questions
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<{ code: number | null; signal: string | null }>
}

export class ServerEnded extends Error {
  readonly code: number | null
  constructor(code: number | null, output: string) {
    super(output)
    this.code = code
  }
}

/** Throws ServerEnded when the process ends before it listens. `prefix` is a command that runs another one, such as `prlimit`. */
export async function startServer(env: Record<string, string>, prefix: readonly string[] = []): Promise<Server> {
  const started = performance.now()
  const [command, ...before] = prefix
  const node = [process.execPath, program]
  const child = spawn(command ?? process.execPath, command ? [...before, ...node] : [program], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env['PATH'], ...defaults, ...env },
  })
  let output = ''
  child.stdout?.resume()
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  const exit = once(child, 'close') as Promise<[number | null, string | null]>
  const url = await Promise.race([ready(child), exit.then(([code]) => Promise.reject(new ServerEnded(code, output)))])
  const { ok } = await fetch(`${url}/readyz`)
  if (!ok) throw new Error(`the server listens but is not ready: ${output}`)
  return {
    child,
    url,
    readyMs: performance.now() - started,
    ask: askOver(child),
    async kill(signal) {
      child.kill(signal)
      const [code, by] = await exit
      return { code, signal: by }
    },
  }
}

/** Keeps compiled code for the next process, as `npm start` does. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../.cache/node', import.meta.url)),
}

const defaults = {
  HOST: '127.0.0.1',
  PORT: '0',
  DEMO: 'off',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'silent',
  SECRET: testSecret,
  ...compileCache,
}

function ready(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on('message', (message: FromServer) => {
      if ('ready' in message) resolve(message.ready)
    })
  })
}

function askOver(child: ChildProcess): Questions {
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  let last = 0
  child.on('message', (message: FromServer) => {
    if (!('id' in message)) return
    if ('error' in message) waiting.get(message.id)?.reject(new Error(message.error))
    else waiting.get(message.id)?.resolve(message.answer)
    waiting.delete(message.id)
  })
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the server has ended'))
  })
  const ask = (name: string, args: unknown[]) =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, { resolve, reject })
      child.send({ id, name, args })
    })
  return new Proxy({} as Questions, {
    get:
      (_, name: string) =>
      (...args: unknown[]) =>
        ask(name, args),
  })
}

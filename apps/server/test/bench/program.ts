/** Runs a program in another process and calls it over its channel. */
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { promisify } from 'node:util'

// oxlint-disable-next-line typescript/no-explicit-any -- the questions of any program
type Questions = Record<string, (argument: any) => unknown>
type RemoteCalls<Q extends Questions> = {
  [Name in keyof Q]: (...argument: Parameters<Q[Name]>) => Promise<Awaited<ReturnType<Q[Name]>>>
}

export interface Program<Q extends Questions> {
  child: ChildProcess
  ask: RemoteCalls<Q>
  stop(): Promise<void>
}

interface Answer {
  id: number
  answer?: unknown
  error?: string
}

/** Handles the parent's calls until the channel closes. */
export function answerQuestions(questions: Questions): void {
  process.on('message', ({ id, name, argument }: { id: number; name: string; argument: unknown }) => {
    const tell = (answer: Answer) => process.send?.(answer)
    Promise.resolve()
      .then(() => questions[name]?.(argument))
      .then(
        (answer) => tell({ id, answer }),
        (error: unknown) => tell({ id, error: `${name}: ${String(error)}` }),
      )
  })
  process.on('disconnect', () => process.exit())
  process.send?.('ready')
}

/** Counted before anything is pinned, because a pinned process sees only its own cores. */
const cores = os.availableParallelism()
/** The core of the measured process; the clients and the database have another one. */
export const serverCore = 0
export const otherCore = 1

export async function startProgram<Q extends Questions>(
  file: string,
  core: number | 'any' = otherCore,
): Promise<Program<Q>> {
  const child = fork(file, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exit = once(child, 'exit')
  await once(child, 'message')
  if (core !== 'any') await pin(child.pid, core)
  let last = 0
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  child.on('message', ({ id, answer, error }: Answer) => {
    if (error === undefined) waiting.get(id)?.resolve(answer)
    else waiting.get(id)?.reject(new Error(error))
    waiting.delete(id)
  })
  child.once('exit', () => waiting.forEach(({ reject }) => reject(new Error('the program has ended'))))
  const ask = (name: string, argument: unknown) => {
    const id = ++last
    const answer = Promise.withResolvers<unknown>()
    waiting.set(id, answer)
    child.send({ id, name, argument: argument ?? null })
    return answer.promise
  }
  return {
    child,
    ask: new Proxy({} as RemoteCalls<Q>, { get: (_, name: string) => (argument: unknown) => ask(name, argument) }),
    async stop() {
      child.disconnect()
      await exit
    },
  }
}

/**
 * Pins a process and those it starts later to a core, so that server and clients do not share one. Does nothing where there is one core, or
 * no command to pin with.
 */
export async function pin(pid: number | undefined, core: number): Promise<void> {
  if (pid === undefined || cores < 2) return
  await promisify(execFile)('taskset', ['-apc', String(core), String(pid)]).catch(() => {})
}

/**
 * Composition: several processes behind one port (node:cluster). The first process starts the others, replaces one that dies and, at SIGHUP, all of them
 * one by one.
 */
import cluster, { type Worker } from 'node:cluster'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './platform/log.ts'
import { relayMetrics } from './platform/metrics/relay.ts'

/**
 * A worker that listens sends this to the first process, which sends `stop` when the worker has to end. The two may be of different versions, so the
 * messages keep their meaning.
 */
const READY = 'ready'
const STOP = 'stop'

/** Milliseconds for a worker to stop; a server ends its own stop after ten seconds. */
const STOP_WITHIN_MS = 12_000
/** Milliseconds before a worker that died is replaced: doubled while workers die soon after their start. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 30_000
/** A worker that ran for so long, in milliseconds, has not died of its start. */
const SETTLED_MS = 10_000

/** Whether this process is one of several and serves requests. */
export const isWorker = (): boolean => cluster.isWorker

/** Whether this process reports the start for all: the only one, or the first of several. */
export const reportsStart = (): boolean => cluster.isPrimary || cluster.worker?.id === 1

/** Called by a worker that listens. Calls `stop` once the first process wants it to end, or has ended itself. */
export function announceWorker(stop: () => void): void {
  // Otherwise the library ends a worker at once when the first process ends, with the requests that it is processing.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
  process.once('disconnect', stop)
  // A terminal that closes sends it to every process; the first one decides.
  process.on('SIGHUP', () => {})
  process.on('message', (message) => {
    if (message === STOP) stop()
  })
  process.send?.(READY)
}

/**
 * Starts workers, and returns the exit code once all have ended. The first starts alone, because it migrates and because a setting that cannot be used
 * ends it: then its exit code is returned.
 */
export async function superviseWorkers(count: number, log: Log): Promise<number> {
  // All workers accept from one socket, where a connection waits until one of them takes it. By default the first process accepts, and a connection that it
  // has just handed to a worker that dies would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  chooseProgram(process.argv[1] ?? '')
  const supervisor = new Supervisor(count, log)
  process.on('SIGHUP', () => supervisor.roll())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => supervisor.stop())
  return supervisor.run()
}

/**
 * Workers are of the version that stands at the program's path when they start: a release is switched by its folder or by a link to it. A release starts by
 * its launcher, so that the runtime and its flags are of that version, too. Variables that the first launcher has set keep their values.
 */
function chooseProgram(program: string) {
  const launcher = path.resolve(program, '../../../../samtur')
  if (!fs.existsSync(launcher)) {
    cluster.setupPrimary({ exec: program, args: ['start'] })
    return
  }
  // The library starts this with `exec` as its first argument.
  process.execPath = launcher
  cluster.setupPrimary({ exec: 'start', args: [], execArgv: [] })
}

class Supervisor {
  readonly #count: number
  readonly #log: Log
  readonly #ended = Promise.withResolvers<number>()
  /** The workers that serve, each with when it was started, by `performance.now()`; one that is being replaced is not among them. */
  readonly #serving = new Map<Worker, number>()
  #stopping = false
  readonly #stopped = new AbortController()
  #rolling = false
  /** Workers that were started before are to be replaced. */
  #replaceBefore = -Infinity
  #pauseMs = FIRST_PAUSE_MS

  constructor(count: number, log: Log) {
    this.#count = count
    this.#log = log
  }

  async run(): Promise<number> {
    const code = await this.#add()
    if (code !== undefined) return code
    const others = Array.from({ length: this.#count - 1 }, () => this.#addUntilItServes())
    await Promise.race([this.#ended.promise, Promise.all(others)])
    return this.#ended.promise
  }

  /** Replaces every worker that was started until now, one after the other. A signal that comes meanwhile does it once more. */
  roll() {
    this.#replaceBefore = performance.now()
    this.#log.info({ workers: this.#serving.size }, 'the workers are being replaced')
    void this.#rollAll()
  }

  /** Stops all workers. Their end ends this process. */
  stop() {
    if (this.#stopping) return
    this.#stopping = true
    this.#stopped.abort()
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    void Promise.all(workers.map(stopWorker)).then(() => this.#ended.resolve(0))
  }

  async #rollAll() {
    if (this.#rolling) return
    this.#rolling = true
    const code = await this.#replaceAll()
    this.#rolling = false
    void this.#stopSurplus()
    const workers = this.#serving.size
    if (code === undefined) this.#log.info({ workers }, 'the workers were replaced')
    else this.#log.error({ workers, code }, 'a new worker ended before it served; the ones that serve go on')
  }

  /** Returns the exit code of a new worker that did not come to serve, after which no further one is replaced. */
  async #replaceAll(): Promise<number | undefined> {
    for (let old = this.#oldWorker(); old && !this.#stopping; old = this.#oldWorker()) {
      const asked = this.#replaceBefore
      // The old one serves until the new one does, so that no request is refused.
      const code = await this.#add()
      if (code !== undefined) {
        // A signal that came meanwhile may be for another version.
        if (this.#replaceBefore !== asked) continue
        this.#replaceBefore = -Infinity
        return code
      }
      // One that has died meanwhile is being replaced already.
      if (this.#serving.delete(old)) await stopWorker(old)
    }
    return undefined
  }

  #oldWorker(): Worker | undefined {
    return this.#serving.entries().find(([, startedAt]) => startedAt < this.#replaceBefore)?.[0]
  }

  /** Starts a worker. Returns once it listens, or its exit code when it ended before. */
  #add(): Promise<number | undefined> {
    const startedAt = performance.now()
    const worker = this.#fork()
    if (!worker) return Promise.resolve(1)
    relayMetrics(worker, () => this.#serving.keys())
    return new Promise((resolve) => {
      // A program that is missing or cannot be started, such as one behind a wrong link, has no exit.
      worker.on('error', (error) => {
        this.#log.error({ err: error }, 'a worker could not be started or reached')
        resolve(1)
      })
      worker.on('message', (message) => {
        if (message !== READY) return
        // It did not listen to messages yet when all were told to stop.
        if (this.#stopping) worker.send(STOP)
        this.#serving.set(worker, startedAt)
        this.#log.info({ pid: worker.process.pid }, 'a worker serves')
        resolve(undefined)
      })
      worker.once('exit', (code, signal) => {
        resolve(code || 1)
        if (!this.#serving.delete(worker) || this.#stopping) return
        this.#log.error({ pid: worker.process.pid, code, signal }, 'a worker has ended; another one takes its place')
        const isSettled = performance.now() - startedAt > SETTLED_MS
        if (isSettled) this.#pauseMs = FIRST_PAUSE_MS
        void this.#addUntilItServes(isSettled ? undefined : this.#pause())
      })
    })
  }

  /** Starts a worker. Returns undefined where the system refuses, for example because the program is being copied. */
  #fork(): Worker | undefined {
    try {
      return cluster.fork()
    } catch (error) {
      this.#log.error({ err: error }, 'a worker could not be started or reached')
      return undefined
    }
  }

  /** Waits before a worker is started in the place of one that died soon after its start: each time for longer. */
  async #pause() {
    const pauseMs = this.#pauseMs
    this.#pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    await sleep(pauseMs, undefined, { signal: this.#stopped.signal }).catch(() => {})
  }

  async #addUntilItServes(first?: Promise<void>) {
    await first
    while (!this.#stopping && this.#serving.size < this.#count) {
      if ((await this.#add()) === undefined) break
      await this.#pause()
    }
    // It was started before the signal, and serves after the roll has ended.
    if (this.#oldWorker()) void this.#rollAll()
    else void this.#stopSurplus()
  }

  /** Stops the workers that are too many, because one has died while another took its place. */
  async #stopSurplus() {
    for (const [worker] of this.#serving) {
      if (this.#rolling || this.#stopping || this.#serving.size <= this.#count) return
      this.#serving.delete(worker)
      await stopWorker(worker)
    }
  }
}

/** Asks a worker to stop, and returns when it has ended. */
async function stopWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  if (worker.isConnected()) worker.send(STOP)
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), STOP_WITHIN_MS)
  await ended
  clearTimeout(timer)
}

/** A loop for background work: runs when woken and at a steady interval, one run at a time. */
import type { Log } from '../log.ts'
import { reasonOf } from '../reason.ts'
import { traceJob } from '../../operating/tracing/tracing.ts'

export interface Worker {
  /** Runs soon; once more where a run is in progress. */
  wake(): void
  /** Starts no further run and waits for the one in progress. */
  stop(): Promise<void>
}

/** What a worker has done since its start. */
export interface WorkerState {
  readonly name: string
  readonly everyMs: number
  runs: number
  failed: number
  /** Failures since the last success. */
  failures: number
  /** Seconds of all runs together. */
  seconds: number
  /** When the last run began. */
  lastRun: Date | undefined
  /** Seconds of the last run that has ended. */
  lastSeconds: number | undefined
  lastSuccess: Date | undefined
  lastFailure: { at: Date; reason: string } | undefined
  /** When it runs next by itself. */
  nextRun: Date
}

interface Options {
  name: string
  everyMs: number
  log: Log
  /** False for heavy work: after a failure it waits for its interval instead of running again after seconds. */
  retries?: boolean
  /** Returns true when there may be more to do at once. */
  run(): Promise<boolean>
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 300_000

const running = new Set<WorkerState>()

/** Returns the states of the workers of this process that have not been stopped. */
export const listWorkers = (): readonly Readonly<WorkerState>[] => [...running]

export function startWorker({ name, everyMs, log, retries = true, run }: Options): Worker {
  const soon = (milliseconds: number) => new Date(Date.now() + milliseconds)
  const state: WorkerState = {
    name,
    everyMs,
    runs: 0,
    failed: 0,
    failures: 0,
    seconds: 0,
    lastRun: undefined,
    lastSeconds: undefined,
    lastSuccess: undefined,
    lastFailure: undefined,
    nextRun: soon(everyMs),
  }
  running.add(state)
  let stopped = false
  let again = false
  let current: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined

  const runOnce = async () => {
    const began = performance.now()
    state.runs++
    state.lastRun = new Date()
    try {
      again = (await traceJob(name, run)) || again
      state.failures = 0
      state.lastSuccess = new Date()
    } catch (error) {
      state.failed++
      const failures = ++state.failures
      state.lastFailure = { at: new Date(), reason: reasonOf(error) }
      const pauseMs = retries ? Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS, everyMs) : everyMs
      log.warn(
        { err: error, worker: name, failures, pause_ms: pauseMs },
        'background work failed; it will be tried again',
      )
      clearTimeout(retry)
      if (retries) {
        retry = setTimeout(wake, pauseMs).unref()
        if (soon(pauseMs) < state.nextRun) state.nextRun = soon(pauseMs)
      }
    } finally {
      state.lastSeconds = (performance.now() - began) / 1000
      state.seconds += state.lastSeconds
    }
  }
  const loop = async () => {
    do {
      again = false
      await runOnce()
    } while (again && !stopped)
    current = undefined
  }
  const wake = () => {
    again = true
    if (!stopped) current ??= loop()
  }
  const timer = setInterval(() => {
    state.nextRun = soon(everyMs)
    wake()
  }, everyMs)
  timer.unref()
  return {
    wake,
    async stop() {
      stopped = true
      running.delete(state)
      clearInterval(timer)
      await current
      clearTimeout(retry)
    },
  }
}

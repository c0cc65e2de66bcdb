/** A loop for background work: runs when woken and at a steady interval, one run at a time. */
import type { Log } from '../log.ts'

export interface Worker {
  /** Runs soon; once more where a run is in progress. */
  wake(): void
  /** Starts no further run and waits for the one in progress. */
  stop(): Promise<void>
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

export function startWorker({ name, everyMs, log, retries = true, run }: Options): Worker {
  let stopped = false
  let again = false
  let running: Promise<void> | undefined
  let failures = 0
  let retry: NodeJS.Timeout | undefined

  const runOnce = async () => {
    try {
      again = (await run()) || again
      failures = 0
    } catch (error) {
      failures++
      const pauseMs = retries ? Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS, everyMs) : everyMs
      log.warn(
        { err: error, worker: name, failures, pause_ms: pauseMs },
        'background work failed; it will be tried again',
      )
      clearTimeout(retry)
      if (retries) retry = setTimeout(wake, pauseMs).unref()
    }
  }
  const loop = async () => {
    do {
      again = false
      await runOnce()
    } while (again && !stopped)
    running = undefined
  }
  const wake = () => {
    again = true
    if (!stopped) running ??= loop()
  }
  const timer = setInterval(wake, everyMs)
  timer.unref()
  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
      clearTimeout(retry)
    },
  }
}

/** A loop for background work: runs when woken and at a steady interval, one run at a time, and survives failures. */
import type { Log } from '../log.ts'

export interface Worker {
  /** Run soon; safe to call often. */
  wake(): void
  /** Waits for the run in progress. */
  stop(): Promise<void>
}

interface Options {
  name: string
  everyMs: number
  log: Log
  /** Answers true when there may be more to do at once. */
  run(): Promise<boolean>
}

export function startWorker({ name, everyMs, log, run }: Options): Worker {
  let stopped = false
  let again = false
  let running: Promise<void> | undefined

  const loop = async () => {
    do {
      again = false
      try {
        if (await run()) again = true
      } catch (error) {
        log.warn({ err: error, worker: name }, 'background work failed; it will be tried again')
      }
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
    },
  }
}

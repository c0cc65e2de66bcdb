/** The heartbeat, by which every process knows of the others. */
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import type { Parts } from '#platform/http/context'
import { listWorkers, startWorker, type Worker } from '#platform/jobs/worker'
import { within } from '#platform/within'
import type { JobReport, Report } from './rules.ts'
import { type OwnProcess, removeProcess, storeHeartbeat } from './store.ts'

const EVERY_MS = 10_000
/** Milliseconds that a stop waits for a database that is away. */
const LEAVE_WITHIN_MS = 1_000

/** Returns what identifies this process, from its start to its end. */
export const describeProcess = (version: string): OwnProcess => ({
  id: randomUUID(),
  host: os.hostname(),
  pid: process.pid,
  version,
  startedAt: new Date(),
})

interface Deps extends Pick<Parts, 'db' | 'log'> {
  own: OwnProcess
  /** Returns what the composition root knows of the process. */
  observe(): Promise<Omit<Report, 'jobs'>>
}

/** Stores every ten seconds that the process is alive, and what it sees; the stop removes it. */
export function startHeartbeat({ db, log, own, observe }: Deps): Worker {
  const worker = startWorker({
    name: 'operations.heartbeat',
    everyMs: EVERY_MS,
    log,
    async run() {
      await storeHeartbeat(db.read, own, { ...(await observe()), jobs: listWorkers().map(reportOf) })
      return false
    },
  })
  worker.wake()
  return {
    wake: () => worker.wake(),
    async stop() {
      await worker.stop()
      // Without a database the others see that the process is not heard any more.
      await within(LEAVE_WITHIN_MS, removeProcess(db.read, own.id)).catch(() => {})
    },
  }
}

function reportOf(state: ReturnType<typeof listWorkers>[number]): JobReport {
  const { name, everyMs, failures, lastRun, lastSeconds, lastSuccess, lastFailure, nextRun } = state
  return {
    name,
    every: everyMs / 1000,
    failures,
    last: lastRun?.toISOString() ?? null,
    took: lastSeconds ?? null,
    succeeded: lastSuccess?.toISOString() ?? null,
    failed: lastFailure ? { at: lastFailure.at.toISOString(), reason: lastFailure.reason } : null,
    next: nextRun.toISOString(),
  }
}

/** A thread that reports, and then ends, a computation of the main thread that takes too long: a thread that never pauses cannot end itself. */
import { Session } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'

/** Milliseconds of computing, or of waiting, after which opening counts as failed. */
export interface Overdue {
  computingMs: number
  waitingMs: number
}

const LOOK_EVERY_MS = 250
const { computingMs, waitingMs } = workerData as Overdue
const before = process.cpuUsage()
const began = performance.now()

const looking = setInterval(() => {
  // The time of all threads.
  const { user, system } = process.cpuUsage(before)
  if ((user + system) / 1000 < computingMs && performance.now() - began < waitingMs) return
  clearInterval(looking)
  parentPort?.postMessage('it did not end in time')
  const session = new Session()
  session.connectToMainThread()
  session.post('Runtime.terminateExecution', () => session.disconnect())
}, LOOK_EVERY_MS)

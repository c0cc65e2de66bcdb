/** A thread that ends what the main thread computes when it has gone on for too long: nothing else can reach a thread that does not pause. */
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
  // Of all threads.
  const { user, system } = process.cpuUsage(before)
  if ((user + system) / 1000 < computingMs && performance.now() - began < waitingMs) return
  clearInterval(looking)
  parentPort?.postMessage('it did not end in time')
  const session = new Session()
  session.connectToMainThread()
  session.post('Runtime.terminateExecution', () => session.disconnect())
}, LOOK_EVERY_MS)

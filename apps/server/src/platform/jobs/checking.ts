/** Looks for what must never be, and tells it as errors: ids only, as `invariants.sql` answers them. */
import { findViolations } from '../db/invariants.ts'
import type { Parts } from '../http/context.ts'
import { startWorker, type Worker } from './worker.ts'

const HOUR = 3_600_000
/** Lines in the log; of what is broken throughout, a few say as much. */
const TOLD = 100

/** The embedded database has one connection, for which everything else waits meanwhile. */
export function startChecking({ db, log }: Pick<Parts, 'db' | 'log'>): Worker {
  const everyMs = db.kind === 'embedded' ? 24 * HOUR : HOUR
  return startWorker({ name: 'invariants', everyMs, log, run: () => checkInvariants({ db, log }) })
}

export async function checkInvariants({ db, log }: Pick<Parts, 'db' | 'log'>): Promise<false> {
  const violations = await db.longRunning(findViolations)
  for (const violation of violations.slice(0, TOLD)) log.error(violation, 'an invariant does not hold')
  if (violations.length > TOLD) log.error({ violations: violations.length }, 'more invariants do not hold')
  return false
}

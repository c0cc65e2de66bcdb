/** Logs each broken invariant as an error, with ids only, as `invariants.sql` returns them. */
import { findViolations } from '../db/invariants.ts'
import type { Parts } from '../http/context.ts'
import { startWorker, type Worker } from './worker.ts'

const HOUR = 3_600_000
/** Violations that are logged; further ones are counted. */
const MOST_LOGGED = 100

/** Checks hourly; the embedded database once a day, because all requests wait for its one connection meanwhile. */
export function startChecking({ db, log }: Pick<Parts, 'db' | 'log'>): Worker {
  const everyMs = db.kind === 'embedded' ? 24 * HOUR : HOUR
  return startWorker({ name: 'invariants', everyMs, log, retries: false, run: () => checkInvariants({ db, log }) })
}

export async function checkInvariants({ db, log }: Pick<Parts, 'db' | 'log'>): Promise<false> {
  const violations = await db.longRunning(findViolations)
  for (const violation of violations.slice(0, MOST_LOGGED)) log.error(violation, 'an invariant does not hold')
  if (violations.length > MOST_LOGGED) log.error({ violations: violations.length }, 'more invariants do not hold')
  return false
}

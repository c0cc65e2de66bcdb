/** Background work of reservations. */
import type { Parts } from '#platform/http/context'
import { startWorker, type Worker } from '#platform/jobs/worker'
import { removeOldRejections } from './store.ts'

/** Refused requests are kept for half a year. */
export function startReservationJobs({ db, log }: Pick<Parts, 'db' | 'log'>): Worker {
  const worker = startWorker({
    name: 'reservations.old',
    everyMs: 3_600_000,
    log,
    run: async () => (await removeOldRejections(db.read)) > 0,
  })
  worker.wake()
  return worker
}

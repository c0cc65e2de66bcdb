/** Background work of support. */
import { forgetOldSearches } from '#features/moderation/port'
import type { Parts } from '#platform/http/context'
import { startWorker, type Worker } from '#platform/jobs/worker'
import { removeOldRequests } from './store.ts'

/** Removes guests' requests after a year, and the search texts of exports after a month. */
export function startSupportJobs({ db, log }: Pick<Parts, 'db' | 'log'>): Worker {
  const worker = startWorker({
    name: 'support.old',
    everyMs: 3_600_000,
    log,
    async run() {
      await forgetOldSearches(db.read)
      return (await removeOldRequests(db.read)) > 0
    },
  })
  worker.wake()
  return worker
}

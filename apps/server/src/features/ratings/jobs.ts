/** Background work of ratings. */
import type { Parts } from '#platform/http/context'
import { startWorker, type Worker } from '#platform/jobs/worker'
import { type Deps, showRatings } from './service.ts'
import { refreshRecords } from './store.ts'

/** Shows due blind ratings and updates drivers' records, at the start and then every three minutes. */
export function startRatingJobs(deps: Deps & Pick<Parts, 'db' | 'log'>): Worker {
  const worker = startWorker({
    name: 'ratings.due',
    everyMs: 180_000,
    log: deps.log,
    async run() {
      const more = await showRatings(deps)
      return (await refreshRecords(deps.db.read)) > 0 || more
    },
  })
  worker.wake()
  return worker
}

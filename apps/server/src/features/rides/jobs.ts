/** Background work of rides. */
import { startWorker, type Worker } from '#platform/jobs/worker'
import type { Parts } from '#platform/http/context'
import { removeDepartedSections, renumberSpots } from './store.ts'

export function startRideJobs({ db, log }: Parts): Worker {
  return startWorker({
    name: 'rides.departed',
    everyMs: 600_000,
    log,
    async run() {
      await removeDepartedSections(db.read)
      await renumberSpots(db.read)
      return false
    },
  })
}

/** Background work of rides. */
import { startWorker, type Worker } from '#platform/jobs/worker'
import type { Parts } from '#platform/http/context'
import { removeDepartedSections } from './store-sections.ts'
import { renumberStopTexts } from './store-texts.ts'

/** Runs at the start and then every ten minutes. */
export function startRideJobs({ db, log }: Pick<Parts, 'db' | 'log'>): Worker {
  const worker = startWorker({
    name: 'rides.departed',
    everyMs: 600_000,
    log,
    async run() {
      // First, because until then searches after a restored backup compare all stop texts.
      await renumberStopTexts(db.read)
      await removeDepartedSections(db.read)
      return false
    },
  })
  worker.wake()
  return worker
}

/** Background work of the pages. */
import type { Parts } from '#platform/http/context'
import { startWorker, type Worker } from '#platform/jobs/worker'
import { storeOwnAssets } from './service.ts'
import { removeOldAssets } from './store.ts'

const DAY_MS = 86_400_000

/** Notes once a day that this version's files are in use, and removes those of versions that no process has had for long. */
export function startAssetJobs({ db, log, dist }: Pick<Parts, 'db' | 'log'> & { dist: string }): Worker {
  const worker = startWorker({
    name: 'pages.assets',
    everyMs: DAY_MS,
    log,
    async run() {
      await storeOwnAssets({ db, dist })
      await removeOldAssets(db.read)
      return false
    },
  })
  worker.wake()
  return worker
}

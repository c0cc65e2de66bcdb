/** Background work of identities. */
import { startWorker, type Worker } from '#platform/jobs/worker'
import { deleteOldKeys } from '#platform/auth/tokens'
import type { Parts } from '#platform/http/context'
import { deleteExpired } from './store.ts'

/** Removes challenges, codes, offers and keys that are over. */
export function startIdentityJobs({ db, log }: Pick<Parts, 'db' | 'log'>): Worker {
  return startWorker({
    name: 'identities.expired',
    everyMs: 3_600_000,
    log,
    async run() {
      await deleteExpired(db.read)
      await deleteOldKeys(db.read)
      return false
    },
  })
}

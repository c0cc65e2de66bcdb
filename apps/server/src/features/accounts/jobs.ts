/** Background work of accounts: what has run out is removed. */
import type { Parts } from '#platform/http/context'
import { startWorker, type Worker } from '#platform/jobs/worker'
import { removeOldFlows } from './store-flows.ts'
import { deleteOldKeys } from './store-keys.ts'
import { removeOldSessions, removeOldSignIns } from './store-sessions.ts'
import { removeOldTokens } from './store-tokens.ts'
import { deleteExpired } from './store-ways.ts'
import { removeOldAdminCodes, removeUnconfirmed } from './store.ts'

/** At the start and then every hour. */
export function startAccountJobs({ db, log }: Parts): Worker {
  const worker = startWorker({
    name: 'accounts.old',
    everyMs: 3_600_000,
    log,
    async run() {
      await removeUnconfirmed(db.read)
      await removeOldSessions(db.read)
      await removeOldSignIns(db.read)
      await removeOldTokens(db.read)
      await removeOldFlows(db.read)
      await removeOldAdminCodes(db.read)
      return false
    },
  })
  worker.wake()
  return worker
}

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

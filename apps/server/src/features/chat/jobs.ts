/** Background work of the chat. */
import type { Parts } from '#platform/http/context'
import { startWorker, type Worker } from '#platform/jobs/worker'
import { removeEmptyChats, removeOldMessages } from './store.ts'

/** Messages are kept for two years. */
export function startChatJobs({ db, log }: Pick<Parts, 'db' | 'log'>): Worker {
  const worker = startWorker({
    name: 'chat.old',
    everyMs: 3_600_000,
    log,
    run: async () => (await removeOldMessages(db.read)) + (await removeEmptyChats(db.read)) > 0,
  })
  worker.wake()
  return worker
}

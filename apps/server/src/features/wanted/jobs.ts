/** Background work of wanted rides: matching, the digest of the day, and removing old ones. */
import type { Parts } from '#platform/http/context'
import { startWorker, type Worker } from '#platform/jobs/worker'
import { type Deps, matchNext, sendDigests } from './service-matching.ts'
import { removeOldWanted } from './store.ts'
import { hasWork } from './views-notices.ts'

declare module '#platform/live/bus' {
  interface Topics {
    /** A ride or a wanted ride is to be compared. */
    wanted: null
  }
}

/** Matches when woken by a task, and regularly what another process has left. */
export function startMatching({ log, ...deps }: Deps & Pick<Parts, 'log'>): Worker {
  const worker = startWorker({ name: 'wanted.matching', everyMs: 5_000, log, run: () => runMatching(deps) })
  worker.wake()
  return worker
}

/** Does one step. Returns whether there may be more to do. */
export async function runMatching(deps: Deps): Promise<boolean> {
  const { tasks, waiting } = await hasWork(deps.db.read)
  if (tasks && (await matchNext(deps))) return true
  return waiting && (await sendDigests(deps))
}

/** Removes wanted rides 30 days after their end, at the start and then every hour. */
export function startWantedJobs({ db, log }: Pick<Parts, 'db' | 'log'>): Worker {
  const worker = startWorker({
    name: 'wanted.old',
    everyMs: 3_600_000,
    log,
    run: async () => (await removeOldWanted(db.read)) > 0,
  })
  worker.wake()
  return worker
}

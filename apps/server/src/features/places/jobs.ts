/** Counts how often places are searched for, and writes the counts once a minute. */
import { dayOf } from '#platform/clock'
import { startWorker, type Worker } from '#platform/jobs/worker'
import type { Parts } from '#platform/http/context'
import { addSearches, removeOldSearches } from './store.ts'

/** An address counts once an hour for a place, so that repeated searches do not raise its rank. */
const MEMORY_MS = 3_600_000
/** Beyond this many pairs of address and place the memory begins anew. */
const MAX_REMEMBERED = 50_000

export interface SearchCounts {
  add(address: string, placeIds: readonly number[]): void
  /** Returns the counts since the last call. */
  take(): ReadonlyMap<number, number>
}

/** Keeps the counts of this process until they are written; they are lost when it is killed. */
export function createSearchCounts(): SearchCounts {
  let counts = new Map<number, number>()
  let remembered = new Set<string>()
  let since = performance.now()
  return {
    add(address, placeIds) {
      if (performance.now() - since > MEMORY_MS || remembered.size > MAX_REMEMBERED) {
        remembered = new Set()
        since = performance.now()
      }
      for (const id of new Set(placeIds)) {
        const key = `${address} ${id}`
        if (remembered.has(key)) continue
        remembered.add(key)
        counts.set(id, (counts.get(id) ?? 0) + 1)
      }
    },
    take() {
      const taken = counts
      counts = new Map()
      return taken
    },
  }
}

/** Writes the counts every minute, and once more at the end. */
export function startPlaceJobs({ db, log, clock }: Pick<Parts, 'db' | 'log' | 'clock'>, counts: SearchCounts): Worker {
  const write = () => addSearches(db.read, dayOf(clock.now()), counts.take())
  const worker = startWorker({
    name: 'places.searches',
    everyMs: 60_000,
    log,
    async run() {
      await write()
      await removeOldSearches(db.read, dayOf(clock.now()))
      return false
    },
  })
  return {
    wake: () => worker.wake(),
    async stop() {
      await worker.stop()
      await write()
    },
  }
}

/** Keeps response bodies that are the same for all visitors for a moment, because most of many simultaneous searches are the same. */
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

export interface ResponseCache {
  /**
   * Returns the body kept under the key, or else the one that `make` makes, for which simultaneous requests wait, too. Each transaction that this
   * process commits empties the cache, so that people find what they have just written; writes of other processes are seen when the time is over.
   */
  get<Body>(key: string, make: () => Promise<Body>): Promise<Body>
}

interface Options {
  db: Pick<Database, 'commits'>
  clock: Clock
  /** Milliseconds for which a body is kept; with 0 every response is made anew. */
  keepFor: number
}

interface Entry {
  body: Promise<unknown>
  since: number
  commits: number
}

const MOST = 500

export function createResponseCache({ db, clock, keepFor }: Options): ResponseCache {
  const entries = new Map<string, Entry>()
  // The clock may have been moved forwards or back.
  const isGood = ({ since, commits }: Entry, now: number) =>
    commits === db.commits && now >= since && now - since < keepFor
  return {
    get<Body>(key: string, make: () => Promise<Body>) {
      const now = clock.now().getTime()
      const known = entries.get(key)
      if (known && isGood(known, now)) return known.body as Promise<Body>
      if (entries.size >= MOST) entries.clear()
      const body = make()
      const entry: Entry = { body, since: now, commits: db.commits }
      entries.set(key, entry)
      // A failure is not kept: the next request tries again.
      body.catch(() => entries.get(key) === entry && entries.delete(key))
      return body
    },
  }
}

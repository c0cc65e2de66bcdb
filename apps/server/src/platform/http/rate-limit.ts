/**
 * Rate limits. Writes are counted in the database, so that they hold across processes and restarts; reads are counted in the
 * process, because a read must not cost a write.
 */
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { networkOf } from '../live/address.ts'
import { AppError } from './errors.ts'

export interface Limit {
  /** Part of the key; one name per limited operation. */
  name: string
  max: number
  /** Length of the window in seconds. */
  per: number
  /** Counted per address (IPv6: per /64) instead of per person. */
  byAddress?: boolean
}

export interface RateLimiter {
  /** Counts one use in the database or throws `rate_limited`. */
  use(limit: Limit, subject: string): Promise<void>
  /** Counts one use in this process or throws `rate_limited`. */
  useLocally(limit: Limit, subject: string): void
}

type Counts = Map<string, { start: number; count: number }>

interface Options {
  db: Database
  clock: Clock
  enabled: boolean
  /** Widens limits by address where all clients share one, as on a developer's machine. */
  addressFactor: number
}

/** A flood of addresses must not fill the memory; so many at once are no visitors. */
const MAX_SUBJECTS = 100_000

export function createRateLimiter({ db, clock, enabled, addressFactor }: Options): RateLimiter {
  const local: Counts = new Map()
  const maxOf = (limit: Limit) => (limit.byAddress ? limit.max * addressFactor : limit.max)
  const windowOf = (limit: Limit) => {
    const length = limit.per * 1000
    const start = Math.floor(clock.now().getTime() / length) * length
    return { start, retryAfter: Math.ceil((start + length - clock.now().getTime()) / 1000) }
  }
  return {
    async use(limit, subject) {
      if (!enabled) return
      const { start, retryAfter } = windowOf(limit)
      const key = `${limit.name}:${limit.byAddress ? networkOf(subject) : subject}`
      const { rows } = await sql<{ count: number }>`
        insert into rate_limit (key, window_start, count) values (${key}, ${new Date(start)}, 1)
        on conflict (key, window_start) do update set count = rate_limit.count + 1 returning count`.execute(db.kysely)
      if ((rows[0]?.count ?? 0) > maxOf(limit))
        throw new AppError('rate_limited', { params: { retry_after: retryAfter } })
    },
    useLocally(limit, subject) {
      if (!enabled) return
      const { start, retryAfter } = windowOf(limit)
      const key = `${limit.name}:${limit.byAddress ? networkOf(subject) : subject}`
      const entry = local.get(key)
      if (entry?.start !== start) {
        if (local.size >= MAX_SUBJECTS) forgetPast(local, start)
        local.set(key, { start, count: 1 })
      } else if (++entry.count > maxOf(limit))
        throw new AppError('rate_limited', { params: { retry_after: retryAfter } })
    },
  }
}

function forgetPast(counts: Counts, start: number) {
  for (const [key, entry] of counts) if (entry.start < start) counts.delete(key)
  if (counts.size >= MAX_SUBJECTS) counts.clear()
}

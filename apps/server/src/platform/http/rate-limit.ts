/**
 * Rate limits. Writes are counted in the database, so that they hold across processes and restarts; reads are counted in the
 * process, because a read must not cost a write.
 */
import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { inBatches } from '../db/batches.ts'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { networkOf } from '../live/address.ts'
import { AppError } from './errors.ts'

export interface Limit {
  /** Part of the key; one name per limited operation. */
  name: string
  /** Uses in a window. With 1, two uses are at least `per` seconds apart. */
  max: number
  /** Length of the window in seconds. */
  per: number
  /** Counted per address (IPv6: per /64) instead of per person. */
  byAddress?: boolean
}

export interface RateLimiter {
  /** Counts one use in the database or throws `rate_limited`. */
  use(limit: Limit, subject: string): Promise<void>
  /** The same, and returns false instead of throwing `rate_limited`. */
  allows(limit: Limit, subject: string): Promise<boolean>
  /** Takes one use back, such as a try that was no guess. */
  giveBack(limit: Limit, subject: string): Promise<void>
  /** Counts one use in this process or throws `rate_limited`. */
  useLocally(limit: Limit, subject: string): void
  /** Waits two seconds. Throws `rate_limited` while 500 requests wait already. */
  slowDown(): Promise<void>
}

type Counts = Map<string, { start: number; count: number }>

interface Options {
  db: Database
  clock: Clock
  enabled: boolean
  /** Multiplies the limits by address where all clients share one, as on a developer's machine. */
  addressFactor: number
}

/** Subjects counted in memory at once. More are a flood, which must not fill the memory. */
const MAX_SUBJECTS = 100_000
const SLOW_MS = 2_000
/** Each waiting request costs a socket and some kilobytes. */
const MOST_WAITING = 500

export function createRateLimiter({ db, clock, enabled, addressFactor }: Options): RateLimiter {
  const local: Counts = new Map()
  let waiting = 0
  const count = inBatches((uses: readonly Use[]) => countAll(db, uses))
  const maxOf = (limit: Limit) => (limit.byAddress ? limit.max * addressFactor : limit.max)
  const windowOf = (limit: Limit) => {
    const length = limit.per * 1000
    const start = Math.floor(clock.now().getTime() / length) * length
    return { start, retryAfter: Math.ceil((start + length - clock.now().getTime()) / 1000) }
  }
  /** Counts one use; returns the seconds until it would be allowed, 0 when it is. */
  const secondsToWait = async (limit: Limit, subject: string) => {
    if (!enabled) return 0
    const key = keyOf(limit, subject)
    if (maxOf(limit) === 1) return pause(db, key, limit.per, clock.now())
    const { start, retryAfter } = windowOf(limit)
    return (await count({ key, start })) > maxOf(limit) ? retryAfter : 0
  }
  return {
    async use(limit, subject) {
      const seconds = await secondsToWait(limit, subject)
      if (seconds > 0) throw new AppError('rate_limited', { params: { retry_after: seconds } })
    },
    allows: async (limit, subject) => (await secondsToWait(limit, subject)) === 0,
    async giveBack(limit, subject) {
      if (!enabled) return
      await sql`update rate_limit set count = greatest(0, count - 1)
        where key = ${keyOf(limit, subject)} and window_start = ${new Date(windowOf(limit).start)}`.execute(db.kysely)
    },
    useLocally(limit, subject) {
      if (!enabled) return
      const { start, retryAfter } = windowOf(limit)
      const key = keyOf(limit, subject)
      const entry = local.get(key)
      if (entry?.start !== start) {
        if (local.size >= MAX_SUBJECTS) forgetPast(local, start)
        local.set(key, { start, count: 1 })
      } else if (++entry.count > maxOf(limit))
        throw new AppError('rate_limited', { params: { retry_after: retryAfter } })
    },
    async slowDown() {
      if (waiting >= MOST_WAITING) throw new AppError('rate_limited', { params: { retry_after: SLOW_MS / 1000 } })
      waiting++
      try {
        await wait(SLOW_MS)
      } finally {
        waiting--
      }
    },
  }
}

/** One use, in the window that begins then. */
interface Use {
  key: string
  start: number
}

/** Returns the position of each use in its window, the first is 1. */
async function countAll(db: Database, uses: readonly Use[]): Promise<number[]> {
  const byWindow = Map.groupBy(uses, nameOf)
  // In one order in every process: two batches with the same people in them must not wait for each other.
  const names = [...byWindow.keys()].toSorted()
  const windows = names.flatMap((name) => byWindow.get(name)?.slice(0, 1) ?? [])
  const times = names.map((name) => byWindow.get(name)?.length ?? 0)
  // A count may be lost when the machine fails, so the response does not wait for the disk.
  const { rows } = await sql<{ key: string; window_start: Date; count: number }>`
    ${prepared} with hasty as materialized (select set_config('synchronous_commit', 'off', true))
    insert into rate_limit (key, window_start, count)
    select given.* from hasty, unnest(${windows.map(({ key }) => key)}::text[], ${windows.map(({ start }) => new Date(start))}::timestamptz[], ${times}::integer[]) as given
    on conflict (key, window_start) do update set count = rate_limit.count + excluded.count
    returning key, window_start, count`.execute(db.kysely)
  const used = new Map<string, number>()
  for (const { key, window_start, count } of rows) {
    const name = nameOf({ key, start: window_start.getTime() })
    used.set(name, count - (byWindow.get(name)?.length ?? 0))
  }
  return uses.map((use) => {
    const nth = (used.get(nameOf(use)) ?? Infinity) + 1
    used.set(nameOf(use), nth)
    return nth
  })
}

const nameOf = ({ key, start }: Use) => `${key} ${start}`

/** Returns the stored key. The subject, which may be an address, is hashed: nothing reads it here. */
function keyOf({ name, byAddress }: Limit, subject: string) {
  const text = byAddress ? networkOf(subject) : subject
  return `${name}:${hash('sha256', text, 'base64url')}`
}

/** Lets exactly one of simultaneous uses pass; returns 0 for it, and for the others the seconds to wait. */
async function pause(db: Database, key: string, seconds: number, now: Date): Promise<number> {
  const { rows } = await sql<{ used_at: Date }>`
    insert into rate_pause (key, used_at) values (${key}, ${now})
    on conflict (key) do update set used_at = excluded.used_at
      where rate_pause.used_at <= excluded.used_at - make_interval(secs => ${seconds})
    returning used_at`.execute(db.kysely)
  if (rows.length > 0) return 0
  const last = await db.kysely.selectFrom('rate_pause').select('used_at').where('key', '=', key).executeTakeFirst()
  const waited = now.getTime() - (last?.used_at ?? now).getTime()
  return Math.max(1, Math.ceil(seconds - waited / 1000))
}

function forgetPast(counts: Counts, start: number) {
  for (const [key, entry] of counts) if (entry.start < start) counts.delete(key)
  if (counts.size >= MAX_SUBJECTS) counts.clear()
}

/**
 * Rate limits. Writes are counted in the database, so that they hold across processes and restarts; reads are counted in the
 * process, because a read must not cost a write.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { networkOf } from '../live/address.ts'
import { AppError } from './errors.ts'

export interface Limit {
  /** Part of the key; one name per limited operation. */
  name: string
  /** One means: so far apart, whichever window that falls into. */
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

/** Uses in the window that runs, and in the one before it. */
interface Uses {
  count: number
  before: number
}
type Counts = Map<string, Uses & { start: number }>

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
  return {
    async use(limit, subject) {
      if (!enabled) return
      const key = keyOf(limit, subject)
      const max = maxOf(limit)
      if (max === 1) return pause(db, key, limit.per, clock.now())
      const window = windowAt(clock.now(), limit.per)
      if (!(await countUse(db, key, max, window))) throw tooMany(await usesOf(db, key, window), max, window)
    },
    useLocally(limit, subject) {
      if (!enabled) return
      const key = keyOf(limit, subject)
      const max = maxOf(limit)
      const window = windowAt(clock.now(), limit.per)
      const uses = localUses(local, key, window)
      if (uses.count + 1 + uses.before * window.left > max) throw tooMany(uses, max, window)
      uses.count++
    },
  }
}

/** Windows follow each other; of the one before, as much still counts as is left of the one that runs. So no edge doubles a limit. */
interface Window {
  start: number
  length: number
  /** Share of the window that is still to come, 0 to 1. */
  left: number
}

function windowAt(now: Date, seconds: number): Window {
  const length = seconds * 1000
  const start = Math.floor(now.getTime() / length) * length
  return { start, length, left: 1 - (now.getTime() - start) / length }
}

const startOf = ({ start }: Window) => new Date(start)
const startBefore = ({ start, length }: Window) => new Date(start - length)

/** Counts a use that is allowed; of many at once no more than allowed. What is refused is not counted, so that waiting always helps. */
async function countUse(db: Database, key: string, max: number, window: Window): Promise<boolean> {
  const before = sql`${window.left}::float8 *
    coalesce((select count from rate_limit where key = ${key} and window_start = ${startBefore(window)}), 0)`
  const { rows } = await sql`
    insert into rate_limit (key, window_start, count) select ${key}, ${startOf(window)}::timestamptz, 1 where 1 + ${before} <= ${max}::int
    on conflict (key, window_start) do update set count = rate_limit.count + 1 where rate_limit.count + 1 + ${before} <= ${max}::int
    returning count`.execute(db.kysely)
  return rows.length > 0
}

async function usesOf(db: Database, key: string, window: Window): Promise<Uses> {
  const rows = await db.kysely
    .selectFrom('rate_limit')
    .select(['window_start', 'count'])
    .where('key', '=', key)
    .where('window_start', 'in', [startOf(window), startBefore(window)])
    .execute()
  const at = (start: Date) => rows.find((row) => row.window_start.getTime() === start.getTime())?.count ?? 0
  return { count: at(startOf(window)), before: at(startBefore(window)) }
}

function localUses(counts: Counts, key: string, { start, length }: Window) {
  const known = counts.get(key)
  if (known?.start === start) return known
  if (counts.size >= MAX_SUBJECTS) forgetPast(counts, start - length)
  const uses = { start, count: 0, before: known?.start === start - length ? known.count : 0 }
  counts.set(key, uses)
  return uses
}

/** With the seconds until the next use is allowed. */
function tooMany({ count, before }: Uses, max: number, { length, left }: Window) {
  const share = count < max ? left - (max - count - 1) / Math.max(1, before) : left + 1 - (max - 1) / Math.max(1, count)
  return new AppError('rate_limited', { params: { retry_after: Math.max(1, Math.ceil((share * length) / 1000)) } })
}

/** The subject is an address, a network or a person: nobody needs to read it here. */
function keyOf({ name, byAddress }: Limit, subject: string) {
  const text = byAddress ? networkOf(subject) : subject
  return `${name}:${createHash('sha256').update(text).digest('base64url')}`
}

/** Of many at once exactly one passes. */
async function pause(db: Database, key: string, seconds: number, now: Date) {
  const { rows } = await sql<{ used_at: Date }>`
    insert into rate_pause (key, used_at) values (${key}, ${now})
    on conflict (key) do update set used_at = excluded.used_at
      where rate_pause.used_at <= excluded.used_at - make_interval(secs => ${seconds})
    returning used_at`.execute(db.kysely)
  if (rows.length > 0) return
  const last = await db.kysely.selectFrom('rate_pause').select('used_at').where('key', '=', key).executeTakeFirst()
  const waited = now.getTime() - (last?.used_at ?? now).getTime()
  throw new AppError('rate_limited', { params: { retry_after: Math.max(1, Math.ceil(seconds - waited / 1000)) } })
}

function forgetPast(counts: Counts, start: number) {
  for (const [key, entry] of counts) if (entry.start < start) counts.delete(key)
  if (counts.size >= MAX_SUBJECTS) counts.clear()
}

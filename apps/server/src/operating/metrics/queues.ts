/** Reads how long mails and push messages wait. The values are those of all processes on the database. */
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { within } from '../../platform/within.ts'

/** The counts end at 10,000, so that a scrape stays cheap while a queue is long. */
export interface Queues {
  mails_waiting: number
  /** Mails whose first attempt has failed. */
  mails_retrying: number
  mails_dead: number
  /** Seconds for which the mail that is due for longest has been due; 0 where none is. */
  mails_lag: number
  /** Age in seconds of the oldest mail that is due or was tried. */
  mails_oldest: number
  pushes_waiting: number
  pushes_retrying: number
  pushes_lag: number
}

const PATIENCE_MS = 1_000

/**
 * Returns a function that reads the queues; undefined when the database does not respond within a second. A statement that still waits is
 * waited for by the next call, so that scrapes never pile up in front of a database that is away.
 */
export function createQueueReader(db: Pick<Database, 'prepared'>): () => Promise<Queues | undefined> {
  let reading: Promise<Queues> | undefined
  return async () => {
    reading ??= readQueues(db).finally(() => (reading = undefined))
    return within(PATIENCE_MS, reading).catch(() => undefined)
  }
}

async function readQueues(db: Pick<Database, 'prepared'>): Promise<Queues> {
  const { rows } = await sql<Queues>`${prepared}
    with mail as (
      select next_at, created_at, attempts from outbox where sent_at is null and dead_at is null order by next_at limit 10000
    ), dead as (
      select from outbox where sent_at is null and last_error is not null and dead_at is not null limit 10000
    ), push as (
      select next_at, attempts from push_message order by next_at limit 10000
    )
    select mails.*, pushes.*, (select count(*)::int from dead) as mails_dead
    from (
      select count(*)::int as mails_waiting,
        count(*) filter (where attempts > 0)::int as mails_retrying,
        greatest(0, coalesce(extract(epoch from app_now() - min(next_at)), 0))::float8 as mails_lag,
        greatest(0, coalesce(extract(epoch from app_now() - min(created_at) filter (where attempts > 0 or next_at <= app_now())), 0))::float8
          as mails_oldest
      from mail
    ) mails, (
      select count(*)::int as pushes_waiting,
        count(*) filter (where attempts > 0)::int as pushes_retrying,
        greatest(0, coalesce(extract(epoch from app_now() - min(next_at)), 0))::float8 as pushes_lag
      from push
    ) pushes`.execute(db.prepared)
  const [row] = rows
  if (!row) throw new Error('the queues have no row')
  return row
}

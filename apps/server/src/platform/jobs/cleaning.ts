/** Removes rows that are no longer needed: past rate-limit windows, old idempotency keys, sent mails. */
import { sql } from 'kysely'
import type { Parts } from '../http/context.ts'
import { startWorker, type Worker } from './worker.ts'

export function startCleaning({ db, log }: Pick<Parts, 'db' | 'log'>): Worker {
  return startWorker({
    name: 'cleaning',
    everyMs: 3_600_000,
    log,
    retries: false,
    async run() {
      await sql`delete from rate_limit where window_start < app_now() - interval '2 days'`.execute(db.read)
      await sql`delete from rate_pause where used_at < app_now() - interval '2 days'`.execute(db.read)
      await sql`delete from idempotency_key where created_at < app_now() - interval '2 days'`.execute(db.read)
      // Less than the time in which a deletion can be taken back, because mails to others name the person, too.
      await sql`delete from outbox where coalesce(sent_at, dead_at) < app_now() - interval '7 days'`.execute(db.read)
      // Follower mails are deleted after one day, as their text promises.
      await sql`delete from outbox where kind = 'travel.silence' and created_at < app_now() - interval '1 day'`.execute(
        db.read,
      )
      await sql`delete from local_mail where sent_at < app_now() - interval '7 days'`.execute(db.read)
      // A server gathers statistics itself. Without new ones, prepared statements keep plans that were made when tables were small.
      if (db.kind === 'embedded') await sql`analyze`.execute(db.read)
      return false
    },
  })
}

/** Mails that could not be delivered. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'

export interface MailRow {
  id: string
  kind: string
  recipient: string
  attempts: number
  last_error: string | null
  created_at: Date
  next_at: Date
  dead_at: Date | null
  sent_at: Date | null
}

const columns = sql`id, kind, recipient, attempts, last_error, created_at, next_at, dead_at, sent_at`

/** One page, newest first, at most `limit` + 1 rows. A mail that was never tried is not among them. */
export async function listUndelivered(
  executor: Executor,
  after: string | undefined,
  limit: number,
): Promise<MailRow[]> {
  const position = after ? sql`and (created_at, id) < (select created_at, id from outbox where id = ${after})` : sql``
  const { rows } = await sql<MailRow>`
    select ${columns} from outbox where sent_at is null and last_error is not null ${position}
    order by created_at desc, id desc limit ${limit + 1}`.execute(executor)
  return rows
}

/** A mail that failed at least once, whatever has become of it. */
export async function findFailedMail(executor: Executor, id: string): Promise<MailRow | undefined> {
  const { rows } = await sql<MailRow>`
    select ${columns} from outbox where id = ${id} and last_error is not null`.execute(executor)
  return rows[0]
}

/** The account behind an address; undefined for a guest's, or one that has been given up. */
export async function findAccountOf(executor: Executor, email: string): Promise<string | undefined> {
  const account = await executor.selectFrom('auth_user').select('id').where('email', '=', email).executeTakeFirst()
  return account?.id
}

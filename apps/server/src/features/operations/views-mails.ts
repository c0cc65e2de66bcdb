/** Mails that could not be delivered. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import type { Cursor } from '#platform/http/cursor'
import { canBeSentAgain } from '#platform/mail/outbox'

export type MailRow = NonNullable<Awaited<ReturnType<typeof findFailedMail>>>

/** Selects mails that failed at least once. */
const selectFailed = (executor: Executor) =>
  executor
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'attempts', 'last_error', 'created_at', 'next_at', 'dead_at', 'sent_at'])
    .select(sql<boolean>`coalesce(expires_at <= app_now(), false)`.as('expired'))
    .where('last_error', 'is not', null)

/** A cursor is no finer. */
const milliseconds = sql`date_trunc('milliseconds', created_at)`

/** Returns one page of the mails that failed and are not sent, newest first, at most `limit` + 1 rows. */
export async function listUndelivered(
  executor: Executor,
  after: Cursor | undefined,
  limit: number,
): Promise<MailRow[]> {
  const isAfter = sql<boolean>`(${milliseconds}, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`
  return (
    selectFailed(executor)
      .where('sent_at', 'is', null)
      // The second condition finds the place in the index.
      .$if(after !== undefined, (mails) =>
        mails.where(isAfter).where('created_at', '<', sql<Date>`${after?.at}::timestamptz + interval '1 millisecond'`),
      )
      .orderBy(milliseconds, 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
  )
}

const MOST_COUNTED = 10_000

/** Returns how many mails can be sent again. */
export async function countFailed(executor: Executor): Promise<number> {
  const failed = executor
    .selectFrom('outbox')
    .select('id')
    // The index has only these.
    .where('sent_at', 'is', null)
    .where('last_error', 'is not', null)
    .where(canBeSentAgain)
    .limit(MOST_COUNTED)
  const { count } = await executor
    .selectFrom(failed.as('failed'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns a mail that failed at least once, in whatever state it is now. */
export async function findFailedMail(executor: Executor, id: string) {
  return selectFailed(executor).where('id', '=', id).executeTakeFirst()
}

/** Returns the account with an address; undefined for a guest's address, or one that was given up. */
export async function findAccountOf(executor: Executor, email: string): Promise<string | undefined> {
  const account = await executor.selectFrom('auth_user').select('id').where('email', '=', email).executeTakeFirst()
  return account?.id
}

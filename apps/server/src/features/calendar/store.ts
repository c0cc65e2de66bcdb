/** The only writer of `calendar_feed`. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'

/** A new address for the person; the one before stops working. Answers its id. */
export async function renewFeed(executor: Executor, userId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into calendar_feed (user_id) values (${userId})
    on conflict (user_id) do update set id = gen_random_uuid(), created_at = app_now() returning id`.execute(executor)
  const id = rows[0]?.id
  if (!id) throw new Error('the feed was not stored')
  return id
}

/** Gives a feed that the person has another address; returns false where there is none. */
export async function renewExistingFeed(executor: Executor, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update calendar_feed set id = gen_random_uuid(), created_at = app_now() where user_id = ${userId}`.execute(executor)
  return numAffectedRows === 1n
}

export async function removeFeed(executor: Executor, userId: string): Promise<void> {
  await executor.deleteFrom('calendar_feed').where('user_id', '=', userId).execute()
}

/** The only writer of `calendar_feed`. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import { appNow } from '#platform/db/now'

const newAddress = { id: sql<string>`gen_random_uuid()`, created_at: appNow }

/** Gives the person's feed a new address and returns its id; the address before stops working. */
export async function renewFeed(executor: Executor, userId: string): Promise<string> {
  const { id } = await executor
    .insertInto('calendar_feed')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(newAddress))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Gives a feed that the person has another address; returns false where there is none. */
export async function renewExistingFeed(executor: Executor, userId: string): Promise<boolean> {
  const feed = executor.updateTable('calendar_feed').set(newAddress).where('user_id', '=', userId)
  const { numUpdatedRows } = await feed.executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function removeFeed(executor: Executor, userId: string): Promise<void> {
  await executor.deleteFrom('calendar_feed').where('user_id', '=', userId).execute()
}

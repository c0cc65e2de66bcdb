/** Reads of the moderation slice. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'

export interface BlockRow {
  id: string
  full_name: string
  picture_key: string | null
  created_at: Date
}

/** Whom the person has blocked, newest first; never by whom. */
export async function listBlocks(executor: Executor, blocker: string): Promise<BlockRow[]> {
  return executor
    .selectFrom('user_block')
    .innerJoin('profile', 'profile.id', 'user_block.blocked_id')
    .select(['profile.id', 'profile.full_name', 'profile.picture_key', 'user_block.created_at'])
    .where('user_block.blocker_id', '=', blocker)
    .orderBy('user_block.created_at', 'desc')
    .orderBy('profile.id')
    .execute()
}

/** The person's id as the database writes it; undefined for an unknown one. */
export async function findPerson(executor: Executor, id: string): Promise<string | undefined> {
  const person = await executor.selectFrom('profile').select('id').where('id', '=', id).executeTakeFirst()
  return person?.id
}

/** Does a block stand between the two, in either direction? */
export async function isBlockedBetween(executor: Executor, a: string, b: string): Promise<boolean> {
  const { rows } = await sql<{ blocked: boolean }>`select blocked_between(${a}, ${b}) as blocked`.execute(executor)
  return rows[0]?.blocked ?? false
}

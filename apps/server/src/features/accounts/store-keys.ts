/** The keys that sign access tokens. */
import { sql } from 'kysely'
import type { Database, Executor } from '#platform/db/database'

/** Days after which a new key signs. The old one is kept for another day, longer than its last token is valid, then deleted. */
const KEY_DAYS = 90
export const KNOWN_DAYS = KEY_DAYS + 1

interface SigningKey {
  id: string
  /** Encrypted with the server's secret. */
  private_key: string
}

/** Returns the newest key; undefined where there is none, or it is too old to sign. */
export async function findSigningKey(executor: Executor): Promise<SigningKey | undefined> {
  const { rows } = await sql<SigningKey>`
    select id, private_key from token_key where created_at > now() - make_interval(days => ${KEY_DAYS})
    order by created_at desc limit 1`.execute(executor)
  return rows[0]
}

export const findPublicKey = (executor: Executor, id: string) =>
  executor.selectFrom('token_key').select(['public_key', 'created_at']).where('id', '=', id).executeTakeFirst()

/** Returns the keys whose tokens may still be valid. */
export async function listPublicKeys(executor: Executor): Promise<{ id: string; public_key: string }[]> {
  const { rows } = await sql<{ id: string; public_key: string }>`
    select id, public_key from token_key where created_at > now() - make_interval(days => ${KNOWN_DAYS})
    order by created_at desc`.execute(executor)
  return rows
}

export const insertKey = (
  { kysely }: Pick<Database, 'kysely'>,
  key: { public_key: string; private_key: string },
): Promise<{ id: string }> => kysely.insertInto('token_key').values(key).returning('id').executeTakeFirstOrThrow()

/** Deletes the keys whose tokens have expired. Uses real time, as the tokens do. */
export async function deleteOldKeys(executor: Executor): Promise<void> {
  await sql`delete from token_key where created_at < now() - make_interval(days => ${KNOWN_DAYS})`.execute(executor)
}

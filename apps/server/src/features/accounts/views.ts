/** Reads of the accounts slice. */
import type { Executor } from '#platform/db/database'

export async function findByEmail(executor: Executor, email: string) {
  return executor.selectFrom('auth_user').select(['id', 'email_verified']).where('email', '=', email).executeTakeFirst()
}

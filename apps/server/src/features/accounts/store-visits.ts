/** Visits to other sign-in services from which the browser has not come back yet. */
import type { Executor } from '#platform/db/database'

const identifierOf = (state: string) => `auth-state:${state}`

/** Stores a visit under the state that the service will send back. */
export async function insertVisit(executor: Executor, state: string, until: Date, value: string): Promise<void> {
  await executor
    .insertInto('auth_verification')
    .values({ identifier: identifierOf(state), value, expires_at: until })
    .execute()
}

/** Returns what is stored of a visit; undefined where it has ended. */
export async function findVisit(executor: Executor, state: string): Promise<string | undefined> {
  const row = await executor
    .selectFrom('auth_verification')
    .select('value')
    .where('identifier', '=', identifierOf(state))
    .executeTakeFirst()
  return row?.value
}

/** Ends a visit; returns false where it has ended. Of many requests at once exactly one gets true. */
export async function takeVisit(executor: Executor, state: string): Promise<boolean> {
  const result = await executor
    .deleteFrom('auth_verification')
    .where('identifier', '=', identifierOf(state))
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

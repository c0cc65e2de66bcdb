/** Refresh tokens of the service interface. */
import { accessToken } from '@samtur/contract/constants'
import { sql } from 'kysely'
import type { Executor, Tx } from '#platform/db/database'
import { boolean, rowsOf, uuid } from '#platform/db/rows'
import type { ShownMethod } from './service-tokens.ts'

/** Locks a session for the rest of the transaction; returns false when it has ended. */
export async function lockSession(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('auth_session').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row !== undefined
}

/**
 * Locks the session of a refresh token before the token: whatever ends the session, or raises it, locks in that order, too, and must not miss the
 * token that is being issued.
 */
export async function lockSessionOf(tx: Tx, hash: string): Promise<void> {
  await tx
    .selectFrom('auth_session')
    .select('id')
    .where('id', '=', (query) => query.selectFrom('refresh_token').select('session_id').where('hash', '=', hash))
    .forNoKeyUpdate()
    .execute()
}

const useOfToken = { session_id: uuid, first: boolean, in_time: boolean }

/**
 * Marks a refresh token as replaced. Returns its session, whether this use was the first one, and whether a later use came in time; undefined
 * for an unknown token. Uses of one token wait for each other.
 */
export async function replaceRefreshToken(tx: Tx, hash: string) {
  const { rows } = await rowsOf(useOfToken)`
    with token as (select hash, replaced_at from refresh_token where hash = ${hash} for update)
    update refresh_token set replaced_at = coalesce(refresh_token.replaced_at, app_now())
    from token where token.hash = refresh_token.hash
    returning refresh_token.session_id, token.replaced_at is null as first,
      coalesce(token.replaced_at > app_now() - make_interval(secs => ${accessToken.reuseSeconds}), true) as in_time`.execute(
    tx,
  )
  return rows[0]
}

/** Stores the hash of a session's new refresh token. */
export async function insertRefreshToken(executor: Executor, sessionId: string, hash: string): Promise<void> {
  await executor.insertInto('refresh_token').values({ hash, session_id: sessionId }).execute()
}

/** Returns whether a token was replaced by the next one. */
export async function isReplaced(executor: Executor, hash: string): Promise<boolean> {
  const row = await executor
    .selectFrom('refresh_token')
    .select('hash')
    .where('hash', '=', hash)
    .where('replaced_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes all refresh tokens of a session: what it can do has changed, so that tokens from before must not open it. */
export async function dropRefreshTokens(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('refresh_token').where('session_id', '=', sessionId).execute()
}

/** Notes that a session has passed the second factor; access tokens from before become worthless. Returns false when the session has ended. */
export async function raiseSession(tx: Tx, sessionId: string, methods: readonly ShownMethod[]): Promise<boolean> {
  const result =
    await sql`update auth_session set aal = 'aal2', rotations = rotations + 1, methods = methods || ${JSON.stringify(methods)}::jsonb,
      reauthenticated_at = now()
    where id = ${sessionId}`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Sessions: who is signed in, and where. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'

export interface NewSession {
  token: string
  userId: string
  seconds: number
  ipAddress: string
  userAgent: string
  /** Of the password that was shown (see `passwordMark`); null for a way in without one. */
  passwordMark: string | null
}

/**
 * Opens a session; false when the account is shut, or its password is another one by now. One statement that holds the rows it goes by: it
 * waits for a suspension or a new password that is under way, and then finds nothing; one that comes later finds the session and ends it.
 */
export async function insertSession(executor: Executor, session: NewSession): Promise<boolean> {
  const { token, userId, seconds, ipAddress, userAgent, passwordMark } = session
  const account =
    passwordMark === null
      ? sql`select account.id from auth_user account
          where account.id = ${userId} and account.suspended_at is null for share`
      : sql`select account.id from auth_user account join auth_account way on way.user_id = account.id
          where account.id = ${userId} and account.suspended_at is null and way.provider_id = 'credential'
            and encode(sha256(convert_to(way.password, 'UTF8')), 'hex') = ${passwordMark} for share`
  const result = await sql`
    insert into auth_session (user_id, token, expires_at, ip_address, user_agent)
    select open.id, ${token}, now() + make_interval(secs => ${seconds}), ${ipAddress}, ${userAgent}
    from (${account}) open`.execute(executor)
  return result.numAffectedRows === 1n
}

/** Ends sessions of a person: one, all but one, or all. Answers their ids; tell the live channel after the commit. */
export async function endSessions(
  executor: Executor,
  userId: string,
  which: { only: string } | { except: string } | 'all',
): Promise<string[]> {
  const rows = await executor
    .deleteFrom('auth_session')
    .where('user_id', '=', userId)
    .$if(typeof which === 'object' && 'only' in which, (query) =>
      query.where('id', '=', (which as { only: string }).only),
    )
    .$if(typeof which === 'object' && 'except' in which, (query) =>
      query.where('id', '!=', (which as { except: string }).except),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The password, or what stands for it, was shown in this session. Real time, as sessions are. */
export async function markFresh(executor: Executor, sessionId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ reauthenticated_at: Date }>`update auth_session set reauthenticated_at = now()
    where id = ${sessionId} returning reauthenticated_at`.execute(executor)
  return rows[0]?.reauthenticated_at
}

/** Sessions that have run out, and where somebody signed in from a month ago. */
export async function removeOldSessions(executor: Executor): Promise<void> {
  await sql`delete from auth_session where expires_at < now()`.execute(executor)
  await sql`update auth_session set ip_address = null
    where ip_address is not null and created_at < app_now() - interval '30 days'`.execute(executor)
}

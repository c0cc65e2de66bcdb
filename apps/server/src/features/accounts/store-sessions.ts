/** Sessions: who is signed in, and where. */
import { session as limits } from '@samtur/contract/constants'
import { sql } from 'kysely'
import type { Executor, Tx } from '#platform/db/database'
import { boolean, instant, nullable, rowsOf, text, uuid } from '#platform/db/rows'
import type { Aal } from '#platform/http/context'
import type { ShownMethod } from './service-tokens.ts'
import { signInDays } from './rules.ts'

export interface NewSession {
  token: string
  userId: string
  ipAddress: string
  userAgent: string
  /** Of the password that was shown (see `passwordMark`); null for a way in without one. */
  passwordMark: string | null
  aal: Aal
  /** Opens an account whose second factor was not shown: the session of a client of the service interface that shows it next. */
  owesFactor?: boolean
  /** What the session has shown, for the tokens of the service interface. */
  methods?: readonly ShownMethod[]
}

/**
 * Opens a session and returns its id; undefined when the account is shut, its password is another one by now, or it has a second factor that
 * was not shown. Locks the account for the rest of the transaction: waits for a suspension, a new password or a second factor that is under way,
 * and sign-ins of one account wait for each other, so that their number can be limited.
 */
export async function insertSession(tx: Tx, session: NewSession): Promise<string | undefined> {
  const { token, userId, ipAddress, userAgent, passwordMark, aal, owesFactor = false, methods = [] } = session
  const isOpen = sql`account.id = ${userId} and account.suspended_at is null
    and (${aal} = 'aal2' or ${owesFactor} or not account.two_factor_enabled)`
  const account =
    passwordMark === null
      ? sql`select account.id, account.two_factor_enabled from auth_user account where ${isOpen} for no key update`
      : sql`select account.id, account.two_factor_enabled
          from auth_user account join auth_account way on way.user_id = account.id
          where ${isOpen} and way.provider_id = 'credential'
            and encode(sha256(convert_to(way.password, 'UTF8')), 'hex') = ${passwordMark}
          for no key update of account for share of way`
  const { rows } = await rowsOf({ id: uuid })`
    insert into auth_session (user_id, token, expires_at, ip_address, user_agent, aal, methods)
    select open.id, ${token}, app_now() + make_interval(days => ${limits.maxDays}), ${ipAddress}, ${userAgent},
      case when open.two_factor_enabled then ${aal} else 'aal1' end, ${JSON.stringify(methods)}::jsonb
    from (${account}) open
    returning id`.execute(tx)
  return rows[0]?.id
}

/**
 * Ends the oldest sessions beyond the number that an account may have at once; returns those that were still good. Sessions that still have to
 * show the second factor are counted by themselves: a stranger who knows the password alone ends none of the owner's.
 */
export async function endOldest(tx: Tx, userId: string, newest: string) {
  const { rows } = await rowsOf({ id: uuid, user_agent: nullable(text), created_at: instant, good: boolean })`
    with placed as (
      select session.id, aal = 'aal1' and two_factor_enabled as owes_factor, row_number() over (
        partition by aal = 'aal1' and two_factor_enabled
        order by session.id = ${newest} desc, expires_at > app_now() desc, session.created_at desc, session.id) as place
      from auth_session session join auth_user account on account.id = user_id where user_id = ${userId})
    delete from auth_session session using placed where placed.id = session.id and place > ${limits.maxPerAccount}
    returning session.id, user_agent, created_at, expires_at > app_now() and not owes_factor as good`.execute(tx)
  return rows.filter(({ good }) => good)
}

/** Ends the session that a token belongs to; returns it. */
export async function endSessionByToken(
  executor: Executor,
  token: string,
): Promise<{ id: string; user_id: string } | undefined> {
  return executor.deleteFrom('auth_session').where('token', '=', token).returning(['id', 'user_id']).executeTakeFirst()
}

/** Ends sessions of a person: one, all but one, or all. Returns their ids, for `announceEnd` after the commit. */
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

/** The password, or what stands for it, was shown in this session. Real time, see `isRecentlyAuthenticated`. */
export async function markFresh(executor: Executor, sessionId: string): Promise<Date | undefined> {
  const row = await executor
    .updateTable('auth_session')
    .set({ reauthenticated_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .returning('reauthenticated_at')
    .executeTakeFirst()
  return row?.reauthenticated_at ?? undefined
}

/**
 * Gives the session another token, so that the one before is worthless. Returns false when the session has had another one since it was looked
 * up: of two requests at once only one may hand out a cookie.
 */
export async function rotateToken(
  executor: Executor,
  session: { sessionId: string; rotations: number },
  token: string,
): Promise<boolean> {
  const result = await sql`update auth_session set token = ${token}, rotations = rotations + 1
    where id = ${session.sessionId} and rotations = ${session.rotations}`.execute(executor)
  return result.numAffectedRows === 1n
}

/** Notes what a session has shown; without a session's id for all of the person's. */
export async function setAal(executor: Executor, userId: string, aal: Aal, sessionId?: string): Promise<void> {
  await executor
    .updateTable('auth_session')
    .set({ aal })
    .where('user_id', '=', userId)
    .$if(sessionId !== undefined, (query) => query.where('id', '=', sessionId ?? ''))
    .execute()
}

/** Notes that the session is in use. */
export async function touchSession(executor: Executor, sessionId: string): Promise<void> {
  await sql`update auth_session set updated_at = app_now() where id = ${sessionId}`.execute(executor)
}

/** Stores a sign-in; returns whether the account had one before. */
export async function insertSignIn(
  executor: Executor,
  { userId, userAgent, isNew }: { userId: string; userAgent: string; isNew: boolean },
): Promise<boolean> {
  const { rows } = await rowsOf({ before: boolean })`
    with earlier as (select exists (select from sign_in where user_id = ${userId}) as before),
    stored as (insert into sign_in (user_id, user_agent, new_device) select ${userId}, ${userAgent}, ${isNew} and before from earlier)
    select before from earlier`.execute(executor)
  return rows[0]?.before ?? false
}

/** Removes sign-ins after `signInDays`, except each account's last: by it a new device is distinguished from the account's first. */
export async function removeOldSignIns(executor: Executor): Promise<void> {
  await sql`delete from sign_in where at < app_now() - make_interval(days => ${signInDays})
    and exists (select from sign_in later where later.user_id = sign_in.user_id and (later.at, later.id) > (sign_in.at, sign_in.id))`.execute(
    executor,
  )
}

/** Removes expired sessions, and addresses of sign-ins older than a month. */
export async function removeOldSessions(executor: Executor): Promise<void> {
  await sql`delete from auth_session where expires_at < app_now()`.execute(executor)
  await sql`update auth_session set ip_address = null
    where ip_address is not null and created_at < app_now() - interval '30 days'`.execute(executor)
}

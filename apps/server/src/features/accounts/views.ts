/** Reads of the accounts slice. */
import { confirmationPurposes } from '@samtur/contract/accounts'
import { session as limits } from '@samtur/contract/constants'
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import { appNow } from '#platform/db/now'
import { prepared } from '#platform/db/prepared'
import { boolean, instant, integer, json, nullable, oneOf, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'
import type { Caller } from '#platform/http/context'
import type { ShownMethod } from './service-tokens.ts'
import { signInDays } from './rules.ts'

/** Returns the account with an address, as signing in needs it. */
export async function findByEmail(executor: Executor, email: string) {
  return executor
    .selectFrom('auth_user')
    .select(['id', 'name', 'email', 'email_verified', 'image', 'role', 'locale', 'created_at', 'updated_at'])
    .select('suspended_reason')
    .where('email', '=', email)
    .executeTakeFirst()
}

/** Returns the person with an address, as mails need one. */
export async function findByMailbox(executor: Executor, email: string) {
  return executor
    .selectFrom('auth_user')
    .select(['id', 'name', 'email', 'email_verified', 'locale', 'role', 'suspended_at'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** Returns an account by its id. */
export async function findAccount(executor: Executor, id: string) {
  return executor
    .selectFrom('auth_user')
    .select(['id', 'name', 'email', 'email_verified', 'locale', 'role', 'two_factor_enabled'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the reason for which the account is suspended; null when it is open. */
export async function findShutReason(executor: Executor, id: string): Promise<string | null> {
  const row = await executor.selectFrom('auth_user').select('suspended_reason').where('id', '=', id).executeTakeFirst()
  return row?.suspended_reason ?? null
}

/** Returns the account of a link for a new password, and how long the link works; undefined when it does not. Uses nothing up. */
export async function findReset(executor: Executor, hash: string) {
  return executor
    .selectFrom('account_token as token')
    .innerJoin('auth_user as account', 'account.id', 'token.user_id')
    .select([
      'account.id',
      'account.name',
      'account.email',
      sql<number>`extract(epoch from token.expires_at - app_now())::int`.as('seconds_left'),
    ])
    .where('token.hash', '=', hash)
    .where('token.purpose', '=', 'reset')
    .where('token.expires_at', '>', appNow)
    .executeTakeFirst()
}

/**
 * Returns the account and the address that a mailed token confirms; undefined when the token does not work, also for a new account that is
 * confirmed by now. Uses nothing up.
 */
export async function findConfirmation(executor: Executor, hash: string) {
  const { rows } = await rowsOf(confirmation)`
    select account.id, account.name, account.email, account.locale, token.purpose, token.new_email, account.signed_up_from
    from account_token token join auth_user account on account.id = token.user_id
    where token.hash = ${hash} and token.expires_at > app_now()
      and (token.purpose in ('change_email', 'sign_in') or (token.purpose = 'confirm' and not account.email_verified))`.execute(
    executor,
  )
  return rows[0]
}

const confirmation = {
  id: uuid,
  name: text,
  email: text,
  locale: text,
  purpose: oneOf(confirmationPurposes),
  new_email: nullable(text),
  signed_up_from: nullable(text),
}

/** Returns whether any account has the administrator's role. */
export async function hasAdministrator(executor: Executor): Promise<boolean> {
  const row = await executor
    .selectFrom('auth_user')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the stored hash; undefined for an account without a password. */
export async function findPasswordHash(executor: Executor, userId: string): Promise<string | undefined> {
  const row = await executor
    .selectFrom('auth_account')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? undefined
}

/** Returns a session with its account. */
export async function findSession(executor: Executor, id: string) {
  return executor
    .selectFrom('auth_session as session')
    .innerJoin('auth_user as account', 'account.id', 'session.user_id')
    .select(['account.id', 'name', 'email', 'email_verified', 'image', 'role', 'locale'])
    .select(['account.created_at', 'account.updated_at', 'session.id as session_id', 'expires_at'])
    .select(['session.created_at as begun_at', 'session.updated_at as used_at'])
    .where('session.id', '=', id)
    .executeTakeFirst()
}

/** Returns how many sessions the person has that have not run out. */
export async function countSessions(executor: Executor, userId: string): Promise<number> {
  const { count } = await executor
    .selectFrom('auth_session')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', appNow)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns a person's sessions that have not ended: the current one first, then the newest. */
export async function listSessions(executor: Executor, userId: string, currentId: string) {
  return executor
    .selectFrom('auth_session')
    .select(['id', 'created_at', 'updated_at', 'reauthenticated_at', 'user_agent', 'ip_address'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', appNow)
    .orderBy(sql`id = ${currentId}`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
}

const SIGN_INS = 20

/** Returns a person's newest sign-ins that are kept, the newest first. */
export async function listSignIns(executor: Executor, userId: string) {
  return executor
    .selectFrom('sign_in')
    .select(['id', 'at', 'user_agent', 'new_device'])
    .where('user_id', '=', userId)
    .where('at', '>', sql<Date>`app_now() - make_interval(days => ${signInDays})`)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(SIGN_INS)
    .execute()
}

const callerRow = {
  id: uuid,
  email: text,
  email_verified: boolean,
  role: oneOf(['user', 'admin']),
  locale: text,
  two_factor_enabled: boolean,
  purge_at: nullable(instant),
  session_id: uuid,
  aal: oneOf(['aal1', 'aal2']),
  rotations: integer,
  created_at: instant,
  reauthenticated_at: nullable(instant),
  unseen: boolean,
}

/** A caller, and whether the use of the session should be noted again. */
export interface SessionHolder extends Caller {
  unseen: boolean
}

/** Returns the holder of a session, in one query; null when it has ended or its account is suspended. */
export async function findCaller(
  executor: Executor,
  session: { token: string } | { id: string; rotations: number },
): Promise<SessionHolder | null> {
  const isMeant =
    'token' in session
      ? sql`session.token = ${session.token}`
      : sql`session.id = ${session.id} and session.rotations = ${session.rotations}`
  // Runs with nearly every request.
  const { rows } = await rowsOf(callerRow)`${prepared} ${callers} where ${isMeant} and ${isGood}`.execute(executor)
  const [row] = rows
  return row ? { ...callerOf(row), unseen: row.unseen } : null
}

/** Returns the holders of several sessions, in their order. */
export async function findHolders(executor: Executor, sessionIds: readonly string[]): Promise<(Caller | null)[]> {
  const { rows } = await rowsOf(callerRow)`
    ${prepared} ${callers} where session.id = any (${sessionIds}::uuid[]) and ${isGood}`.execute(executor)
  const bySession = new Map(rows.map((row) => [row.session_id, callerOf(row)]))
  return sessionIds.map((id) => bySession.get(id) ?? null)
}

/**
 * Returns a text that is another one once the person has another password; undefined for a session that has ended, is another person's, or whose account is
 * suspended.
 */
export async function findSessionMark(
  executor: Executor,
  { id, sessionId }: Pick<Caller, 'id' | 'sessionId'>,
): Promise<string | undefined> {
  const { rows } = await rowsOf({ mark: text })`
    select encode(sha256(convert_to(session.id::text || coalesce(way.password, ''), 'UTF8')), 'hex') as mark
    from ${sessions} left join auth_account way on way.user_id = account.id and way.provider_id = 'credential'
    where session.id = ${sessionId} and account.id = ${id} and suspended_at is null
      and session.expires_at > app_now()`.execute(executor)
  return rows[0]?.mark
}

const clientRow = { ...callerRow, methods: json<ShownMethod[]>() }

/** The holder of a program's session, which may not have passed the second factor yet. */
export interface ClientHolder extends SessionHolder {
  methods: ShownMethod[]
}

/** Returns the holder of a session of the service interface, also of one that has not passed the second factor yet; null when it has ended. */
export async function findClient(
  executor: Executor,
  session: { id: string; rotations?: number },
): Promise<ClientHolder | null> {
  const { id, rotations = null } = session
  const { rows } = await rowsOf(clientRow)`${clients} where session.id = ${id}
    and (${rotations}::int is null or session.rotations = ${rotations}) and ${isAlive}`.execute(executor)
  const [row] = rows
  return row ? { ...callerOf(row), unseen: row.unseen, methods: row.methods } : null
}

const { maxDays, admin } = limits
const callerColumns = sql`account.id, email, email_verified, role, locale, two_factor_enabled, purge_at, session.id as session_id,
    aal, rotations, session.created_at, reauthenticated_at,
    session.updated_at < app_now() - case role when 'admin' then interval '1 minute' else interval '1 day' end as unseen`
const sessions = sql`auth_session session join auth_user account on account.id = session.user_id`
const callers = sql`select ${callerColumns} from ${sessions}`
const clients = sql`select ${callerColumns}, methods from ${sessions}`
/** The conditions for every session. The role and the second factor are the account's of this moment. */
const isAlive = sql`suspended_at is null and expires_at > app_now()
  and session.created_at > app_now() - interval '${sql.raw(String(maxDays))} days'
  and (role <> 'admin' or (session.created_at > app_now() - interval '${sql.raw(String(admin.maxHours))} hours'
    and session.updated_at > app_now() - interval '${sql.raw(String(admin.idleMinutes))} minutes'))`
/** The conditions for a session that gives access: it has passed the account's second factor, if there is one. */
const isGood = sql`${isAlive} and (aal = 'aal2' or not two_factor_enabled)`

function callerOf(row: RowOf<typeof callerRow>): Caller {
  return {
    id: row.id,
    email: row.email,
    verified: row.email_verified,
    role: row.role,
    sessionId: row.session_id,
    locale: row.locale,
    twoFactor: row.two_factor_enabled,
    aal: row.aal,
    rotations: row.rotations,
    purgeAt: row.purge_at,
    authenticatedAt: row.reauthenticated_at ?? row.created_at,
  }
}

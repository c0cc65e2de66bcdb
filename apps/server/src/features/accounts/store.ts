/** Writes of the accounts slice beside better-auth's own. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'

export interface ConfirmedAccount {
  name: string
  email: string
  locale: string
  role: 'user' | 'admin'
  createdAt: Date
}

/** For the demo: accounts with confirmed addresses and one password for all of them. Answers the ids by e-mail address. */
export async function insertConfirmedAccounts(
  executor: Executor,
  accounts: ConfirmedAccount[],
  passwordHash: string,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    with people as (
      insert into auth_user (name, email, email_verified, locale, role, terms_accepted_at, created_at)
      select name, email, true, locale, role, "createdAt", "createdAt"
      from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
        as account(name text, email text, locale text, role text, "createdAt" timestamptz)
      returning id, email, created_at),
    passwords as (
      insert into auth_account (user_id, account_id, provider_id, password, created_at)
      select id, id::text, 'credential', ${passwordHash}, created_at from people)
    select id, email from people`.execute(executor)
  return new Map(rows.map(({ id, email }) => [email, id]))
}

export interface NewAccount {
  id: string
  name: string
  email: string
  locale: string
  passwordHash: string
}

/** An account that has to be confirmed, with its password; false when somebody has the address. Of many at once exactly one gets true. */
export async function insertAccount(executor: Executor, account: NewAccount): Promise<boolean> {
  const { id, name, email, locale, passwordHash } = account
  const result = await sql`
    with person as (
      insert into auth_user (id, name, email, locale) values (${id}, ${name}, ${email}, ${locale})
      on conflict (email) do nothing returning id)
    insert into auth_account (user_id, account_id, provider_id, password)
    select id, id::text, 'credential', ${passwordHash} from person`.execute(executor)
  return result.numAffectedRows === 1n
}

/** The administrator's role; given only to the verified address that the configuration names. */
export async function grantAdmin(executor: Executor, userId: string): Promise<void> {
  await executor
    .updateTable('auth_user')
    .set({ role: 'admin' })
    .where('id', '=', userId)
    .where('email_verified', '=', true)
    .where('suspended_at', 'is', null)
    .execute()
}

/** At the start: the role follows the configuration, also when it has changed. */
export async function syncAdmin(executor: Executor, adminEmail: string | undefined): Promise<void> {
  await executor
    .updateTable('auth_user')
    .set({ role: 'user' })
    .where('role', '=', 'admin')
    .where('email', '!=', adminEmail ?? '')
    .execute()
  if (!adminEmail) return
  await executor
    .updateTable('auth_user')
    .set({ role: 'admin' })
    .where('email', '=', adminEmail)
    .where('email_verified', '=', true)
    .where('suspended_at', 'is', null)
    .execute()
}

export interface NewToken {
  hash: string
  purpose: 'confirm' | 'reset' | 'change_email' | 'reauthenticate'
  userId: string
  /** How long it works. */
  minutes: number
  newEmail?: string
}

/** Keeps what stands for a link or a code. Of codes there is one per account. */
export async function storeToken(executor: Executor, token: NewToken): Promise<void> {
  const { hash, purpose, userId, minutes, newEmail = null } = token
  await sql`insert into account_token (hash, purpose, user_id, new_email, expires_at)
    values (${hash}, ${purpose}, ${userId}, ${newEmail}, app_now() + make_interval(mins => ${minutes}))
    on conflict (user_id) where purpose = 'reauthenticate'
    do update set hash = excluded.hash, tries = 0, expires_at = excluded.expires_at, created_at = app_now()`.execute(
    executor,
  )
}

/** The link is being mailed: it works from now on for so long, however late the mail is. Answers false when the wish was forgotten. */
export async function renewToken(executor: Executor, hash: string, minutes: number): Promise<boolean> {
  const result = await sql`update account_token set expires_at = app_now() + make_interval(mins => ${minutes})
    where hash = ${hash}`.execute(executor)
  return result.numAffectedRows === 1n
}

interface SpentToken {
  purpose: 'confirm' | 'reset' | 'change_email' | 'reauthenticate'
  user_id: string
  new_email: string | null
}

/** Uses a link up; undefined when it was used before or is too old. Of many uses at once exactly one gets it. */
export async function spendToken(
  executor: Executor,
  hash: string,
  purposes: readonly NewToken['purpose'][],
): Promise<SpentToken | undefined> {
  const { rows } = await sql<SpentToken>`
    delete from account_token where hash = ${hash} and purpose = any(${purposes}::text[]) and expires_at > app_now()
    returning purpose, user_id, new_email`.execute(executor)
  return rows[0]
}

/** Uses a code up. Every try counts, the right one too; after five a new code is needed. */
export async function spendCode(executor: Executor, userId: string, hash: string): Promise<boolean> {
  const tried = await sql`update account_token set tries = tries + 1
    where user_id = ${userId} and purpose = 'reauthenticate' and tries < 5 and expires_at > app_now()`.execute(executor)
  if (tried.numAffectedRows !== 1n) return false
  return (await spendToken(executor, hash, ['reauthenticate'])) !== undefined
}

/** No link that is under way works any more: the account has been taken back, or its address is another one. */
export async function forgetTokens(executor: Executor, userId: string): Promise<void> {
  await executor.deleteFrom('account_token').where('user_id', '=', userId).execute()
}

/** The mailbox is proven. */
export async function confirmEmail(executor: Executor, userId: string): Promise<void> {
  await sql`update auth_user set email_verified = true, updated_at = now() where id = ${userId} and not email_verified`.execute(
    executor,
  )
}

/**
 * Throws 23505 when somebody else has the address by now. The administrator’s address is a matter of configuration; somebody who leaves
 * keeps the one that the mail about it went to.
 */
export async function changeEmail(executor: Executor, userId: string, email: string): Promise<boolean> {
  const result = await sql`update auth_user set email = ${email}, updated_at = now()
    where id = ${userId} and role = 'user' and suspended_at is null and purge_at is null`.execute(executor)
  return result.numAffectedRows === 1n
}

/** Sets the password, also of an account that had none. */
export async function setPassword(executor: Executor, userId: string, hash: string): Promise<void> {
  await sql`insert into auth_account (user_id, account_id, provider_id, password) values (${userId}, ${userId}, 'credential', ${hash})
    on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()`.execute(
    executor,
  )
}

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

/** Accounts that nobody confirmed within a week, and their profiles. */
export async function removeUnconfirmed(executor: Executor): Promise<number> {
  const result = await sql`delete from auth_user
    where not email_verified and created_at < app_now() - interval '7 days'`.execute(executor)
  return Number(result.numAffectedRows)
}

/** Sessions and links that have run out, and where somebody signed in from a month ago. */
export async function removeOldTraces(executor: Executor): Promise<void> {
  await sql`delete from auth_session where expires_at < now()`.execute(executor)
  await sql`delete from auth_verification where expires_at < app_now() - interval '1 day' and expires_at < now()`.execute(
    executor,
  )
  // A change of address may still wait for its mail, which is given up after two days.
  await sql`delete from account_token
    where expires_at < app_now() - case purpose when 'change_email' then interval '2 days' else interval '0' end`.execute(
    executor,
  )
  await sql`update auth_session set ip_address = null
    where ip_address is not null and created_at < app_now() - interval '30 days'`.execute(executor)
}

/** Somebody was here today. */
export async function touchAccount(executor: Executor, id: string): Promise<void> {
  await sql`update auth_user set last_active_on = current_date where id = ${id} and last_active_on < current_date`.execute(
    executor,
  )
}

/**
 * Locks the account for what is about to be decided about it; undefined when there is none. Rows may refer to it meanwhile: whoever holds a
 * ride and tells this person of it does not wait for somebody who waits for that ride.
 */
export async function lockAccount(executor: Executor, id: string) {
  return executor
    .selectFrom('auth_user')
    .select(['name', 'email', 'locale', 'role', 'purge_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Sets the day on which the account will be deleted; answers it. */
export async function setPurge(executor: Executor, id: string, days: number): Promise<Date> {
  const { rows } = await sql<{ purge_at: Date }>`
    update auth_user set purge_at = app_now() + make_interval(days => ${days}) where id = ${id} returning purge_at`.execute(
    executor,
  )
  const [row] = rows
  if (!row) throw new Error('the account is gone')
  return row.purge_at
}

/** The account stays. */
export async function clearPurge(executor: Executor, id: string): Promise<void> {
  await sql`update auth_user set purge_at = null where id = ${id}`.execute(executor)
}

/** Deletes the account with everything that hangs on it: sessions, passwords, ways in, links under way. The profile stays. */
export async function eraseAccount(executor: Executor, id: string, email: string): Promise<void> {
  await sql`delete from auth_verification where strpos(identifier, ${email}) > 0 or strpos(value, ${email}) > 0
    or strpos(identifier, ${id}) > 0 or strpos(value, ${id}) > 0`.execute(executor)
  await sql`delete from auth_user where id = ${id}`.execute(executor)
}

/** Shuts the account; the caller holds its lock. Sessions are ended beside this. */
export async function suspendAccount(executor: Executor, id: string, reason: string): Promise<void> {
  await sql`update auth_user set suspended_at = app_now(), suspended_reason = ${reason} where id = ${id}`.execute(
    executor,
  )
}

/** Opens a shut account again. */
export async function liftSuspension(executor: Executor, id: string): Promise<void> {
  await sql`update auth_user set suspended_at = null, suspended_reason = null where id = ${id}`.execute(executor)
}

/** Notes whether the account asks for a second factor; what that is lies with the slice of the ways in. */
export async function setTwoFactor(executor: Executor, id: string, on: boolean): Promise<void> {
  await sql`update auth_user set two_factor_enabled = ${on} where id = ${id}`.execute(executor)
}

/** Takes the accounts at another service away. */
export async function unlinkService(executor: Executor, id: string, provider: string): Promise<void> {
  await sql`delete from auth_account where user_id = ${id} and provider_id = ${provider} and password is null`.execute(
    executor,
  )
}

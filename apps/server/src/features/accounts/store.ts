/** Writes of the accounts slice. `store-<what>.ts` beside it has sessions, tokens, keys, flows, visits and ways in beside the password. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import { instant, rowsOf, text, uuid } from '#platform/db/rows'

export interface ConfirmedAccount {
  name: string
  email: string
  locale: string
  role: 'user' | 'admin'
  createdAt: Date
}

/** Inserts the demo's accounts, with confirmed addresses and one password; returns the ids by e-mail address. */
export async function insertConfirmedAccounts(
  executor: Executor,
  accounts: ConfirmedAccount[],
  passwordHash: string,
): Promise<Map<string, string>> {
  const { rows } = await rowsOf({ id: uuid, email: text })`
    with people as (
      insert into auth_user (name, email, email_verified, mailbox_password, locale, role, terms_accepted_at, created_at)
      select name, email, true, role = 'admin', locale, role, "createdAt", "createdAt"
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
  /** Null for an account whose owner sets the password later. */
  passwordHash: string | null
  /** Mark of the network, where a program signed up; null for every other account. */
  signedUpFrom: string | null
  /** The address counts as confirmed. */
  confirmed?: boolean | undefined
}

/** Inserts an account; returns false when the address is taken. Of many at once exactly one gets true. */
export async function insertAccount(executor: Executor, account: NewAccount): Promise<boolean> {
  const { id, name, email, locale, passwordHash, signedUpFrom, confirmed = false } = account
  const { rows } = await rowsOf({ id: uuid })`
    with person as (
      insert into auth_user (id, name, email, locale, signed_up_from, email_verified)
      values (${id}, ${name}, ${email}, ${locale}, ${signedUpFrom}, ${confirmed})
      on conflict (email) do nothing returning id),
    password as (
      insert into auth_account (user_id, account_id, provider_id, password)
      select id, id::text, 'credential', ${passwordHash} from person where ${passwordHash}::text is not null)
    select id from person`.execute(executor)
  return rows.length === 1
}

/**
 * Gives the administrator's role; returns false where the account may not have it: not confirmed, suspended, or with a password that a stranger
 * may have chosen at sign-up. Printed codes stop working once there is an administrator.
 */
export async function grantAdmin(executor: Executor, userId: string): Promise<boolean> {
  const result = await executor
    .updateTable('auth_user')
    .set({ role: 'admin' })
    .where('id', '=', userId)
    .where('email_verified', '=', true)
    .where('mailbox_password', '=', true)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) return false
  await executor.deleteFrom('admin_code').execute()
  return true
}

/** Stores the hash of a printed code; several processes may each have printed one. */
export async function storeAdminCode(executor: Executor, hash: string): Promise<void> {
  await sql`insert into admin_code (hash, expires_at) values (${hash}, app_now() + interval '1 day')`.execute(executor)
}

/** Uses a code up; of many uses at once exactly one gets true. */
export async function spendAdminCode(executor: Executor, hash: string): Promise<boolean> {
  const result = await sql`delete from admin_code where hash = ${hash} and expires_at > app_now()`.execute(executor)
  return result.numAffectedRows === 1n
}

/** Removes codes that were not redeemed in time. */
export async function removeOldAdminCodes(executor: Executor): Promise<void> {
  await sql`delete from admin_code where expires_at < app_now()`.execute(executor)
}

/** Gives the administrator's role also where the password was not set through the mailbox: the operator at the machine is responsible for that. */
export async function makeAdministrator(executor: Executor, userId: string): Promise<void> {
  await noteMailboxPassword(executor, userId)
  await grantAdmin(executor, userId)
}

/** Makes the role follow the configuration, at each start. */
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
    .where('mailbox_password', '=', true)
    .where('suspended_at', 'is', null)
    .execute()
}

/** Marks the address as confirmed; false when it was before. Of many at once exactly one gets true. */
export async function confirmEmail(executor: Executor, userId: string): Promise<boolean> {
  const result = await sql`update auth_user set email_verified = true, signed_up_from = null, updated_at = now()
    where id = ${userId} and not email_verified`.execute(executor)
  return result.numAffectedRows === 1n
}

/** Stores that the password was set through the mailbox of this address. */
export async function noteMailboxPassword(executor: Executor, userId: string): Promise<void> {
  await sql`update auth_user set mailbox_password = true where id = ${userId}`.execute(executor)
}

/**
 * Changes the address; throws 23505 when another account has it by now. Returns false for an administrator, whose address is configured, and for
 * an account that is leaving, because the mail about that went to the present address.
 */
export async function changeEmail(executor: Executor, userId: string, email: string): Promise<boolean> {
  const result = await sql`update auth_user set email = ${email}, mailbox_password = false, updated_at = now()
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

/** Removes the password, so that only other ways in are left. */
export async function removePassword(executor: Executor, userId: string): Promise<void> {
  await sql`delete from auth_account where user_id = ${userId} and provider_id = 'credential'`.execute(executor)
}

/** Removes accounts that were not confirmed within a week, and their profiles. Returns how many. */
export async function removeUnconfirmed(executor: Executor): Promise<number> {
  const result = await sql`delete from auth_user
    where not email_verified and created_at < app_now() - interval '7 days'`.execute(executor)
  return Number(result.numAffectedRows)
}

/** Stores that the account was active today. */
export async function touchAccount(executor: Executor, id: string): Promise<void> {
  await sql`update auth_user set last_active_on = current_date where id = ${id} and last_active_on < current_date`.execute(
    executor,
  )
}

/** Returns whether the account is open, and keeps it so for the transaction: an administrator who suspends it waits. */
export async function holdOpen(executor: Executor, id: string): Promise<boolean> {
  const account = executor.selectFrom('auth_user').select('id').where('id', '=', id)
  const open = account.where('suspended_at', 'is', null).where('purge_at', 'is', null)
  return (await open.forShare().executeTakeFirst()) !== undefined
}

/** Gives the account the name of its profile, by which mails greet. */
export async function renameAccount(executor: Executor, id: string, name: string): Promise<void> {
  await executor.updateTable('auth_user').set({ name }).where('id', '=', id).execute()
}

/**
 * Returns the account and locks it for a decision about it; undefined when there is none. Rows may refer to it meanwhile: a transaction
 * that holds a ride and notifies this person does not wait for one that waits for that ride.
 */
export async function lockAccount(executor: Executor, id: string) {
  return executor
    .selectFrom('auth_user')
    .select(['name', 'email', 'email_verified', 'locale', 'role', 'suspended_at', 'purge_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Sets the day on which the account will be deleted, and returns it. */
export async function setPurge(executor: Executor, id: string, days: number): Promise<Date> {
  const { rows } = await rowsOf({ purge_at: instant })`
    update auth_user set purge_at = app_now() + make_interval(days => ${days}) where id = ${id} returning purge_at`.execute(
    executor,
  )
  const [row] = rows
  if (!row) throw new Error('the account is gone')
  return row.purge_at
}

/** Cancels the deletion. */
export async function clearPurge(executor: Executor, id: string): Promise<void> {
  await sql`update auth_user set purge_at = null where id = ${id}`.execute(executor)
}

/** Deletes the account with its sessions, passwords, linked services and open links. The profile stays. */
export async function eraseAccount(executor: Executor, id: string, email: string): Promise<void> {
  await sql`delete from auth_verification where strpos(identifier, ${email}) > 0 or strpos(value, ${email}) > 0
    or strpos(identifier, ${id}) > 0 or strpos(value, ${id}) > 0`.execute(executor)
  await sql`delete from auth_user where id = ${id}`.execute(executor)
}

/** Suspends the account; the caller holds its lock and ends the sessions. */
export async function suspendAccount(executor: Executor, id: string, reason: string): Promise<void> {
  await sql`update auth_user set suspended_at = app_now(), suspended_reason = ${reason} where id = ${id}`.execute(
    executor,
  )
}

/** Lifts the suspension. */
export async function liftSuspension(executor: Executor, id: string): Promise<void> {
  await sql`update auth_user set suspended_at = null, suspended_reason = null where id = ${id}`.execute(executor)
}

/** Stores whether the account needs a second factor. */
export async function setTwoFactor(executor: Executor, id: string, on: boolean): Promise<void> {
  await sql`update auth_user set two_factor_enabled = ${on} where id = ${id}`.execute(executor)
}

/** Links an identity of another service; returns false when it is linked already, to this account or to another one. */
export async function linkService(executor: Executor, id: string, provider: string, subject: string): Promise<boolean> {
  const result =
    await sql`insert into auth_account (user_id, provider_id, account_id) values (${id}, ${provider}, ${subject})
    on conflict (provider_id, account_id) do nothing`.execute(executor)
  return result.numAffectedRows === 1n
}

/** Removes all linked services. */
export async function unlinkServices(executor: Executor, id: string): Promise<void> {
  await sql`delete from auth_account where user_id = ${id} and provider_id <> 'credential'`.execute(executor)
}

/** Removes linked identities of an account. */
export async function unlinkIdentities(executor: Executor, userId: string, ids: readonly string[]): Promise<void> {
  await executor.deleteFrom('auth_account').where('user_id', '=', userId).where('id', 'in', ids).execute()
}

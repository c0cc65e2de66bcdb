/** Writes of the accounts slice beside better-auth's own. */
import { createHash } from 'node:crypto'
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

/** The administrator's role; given only to the verified address that the configuration names. */
export async function grantAdmin(executor: Executor, userId: string): Promise<void> {
  await executor
    .updateTable('auth_user')
    .set({ role: 'admin' })
    .where('id', '=', userId)
    .where('email_verified', '=', true)
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
    .execute()
}

/** Marks a one-time token as used; answers false when it was before. Of many uses at once exactly one gets true. */
export async function spendToken(executor: Executor, token: string): Promise<boolean> {
  const hash = createHash('sha256').update(token).digest('base64url')
  await sql`delete from auth_used_token where used_at < app_now() - interval '2 days'`.execute(executor)
  const result = await sql`insert into auth_used_token (hash) values (${hash}) on conflict do nothing`.execute(executor)
  return result.numAffectedRows === 1n
}

/** Reads for the service interface. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import { boolean, instant, integer, json, nullable, oneOf, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'

const clientUser = {
  id: uuid,
  name: text,
  email: text,
  email_verified: boolean,
  role: oneOf(['user', 'admin']),
  locale: text,
  created_at: instant,
  updated_at: instant,
  last_sign_in_at: nullable(instant),
  new_email: nullable(text),
  identities: json<{ id: string; account_id: string; provider_id: string; created_at: string; updated_at: string }[]>(),
  factor: nullable(json<{ created_at: string; confirmed_at: string | null }>()),
}
export type ClientUserRow = RowOf<typeof clientUser>

const columns = sql`account.id, coalesce(profile.full_name, account.name) as name, account.email, account.email_verified, account.role, account.locale,
      account.created_at, account.updated_at,
      (select max(at) from sign_in where user_id = account.id) as last_sign_in_at,
      (select new_email from account_token where user_id = account.id and purpose = 'change_email'
        and expires_at > app_now() order by created_at desc limit 1) as new_email,
      (select coalesce(jsonb_agg(jsonb_build_object('id', way.id, 'account_id', way.account_id,
          'provider_id', way.provider_id, 'created_at', way.created_at, 'updated_at', way.updated_at) order by way.created_at, way.id), '[]')
        from auth_account way where way.user_id = account.id) as identities,
      (select jsonb_build_object('created_at', created_at, 'confirmed_at', confirmed_at)
        from two_factor where user_id = account.id) as factor`
const source = sql`auth_user account left join profile on profile.id = account.id`

/** Returns an account with its identities and its second factor, as its owner's programs see it. */
export async function findClientUser(executor: Executor, userId: string): Promise<ClientUserRow | undefined> {
  const { rows } = await rowsOf(clientUser)`
    select ${columns} from ${source} where account.id = ${userId}`.execute(executor)
  return rows[0]
}

const managedUser = { ...clientUser, suspended_at: nullable(instant), purge_at: nullable(instant) }
export type ManagedUserRow = RowOf<typeof managedUser>

/** Returns an account as the operator's servers administer it. */
export async function findManagedUser(executor: Executor, userId: string): Promise<ManagedUserRow | undefined> {
  const { rows } = await rowsOf(managedUser)`
    select ${columns}, suspended_at, purge_at from ${source} where account.id = ${userId}`.execute(executor)
  return rows[0]
}

/** Returns a page of the accounts, newest first, and the number of all. Pages count from 1. */
export async function listManagedUsers(
  executor: Executor,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ rows: ManagedUserRow[]; total: number }> {
  const listed = rowsOf(managedUser)`
    select ${columns}, suspended_at, purge_at from ${source}
    order by account.created_at desc, account.id desc limit ${perPage} offset ${(page - 1) * perPage}`
  const count = rowsOf({ total: integer })`select count(*)::integer as total from auth_user`
  const [{ rows }, counted] = await Promise.all([listed.execute(executor), count.execute(executor)])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

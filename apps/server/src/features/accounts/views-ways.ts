/** Reads of ways in beside the password. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import { boolean, integer, json, type RowOf, rowsOf, texts } from '#platform/db/rows'
import type { NameFacts } from './rules-names.ts'

/** Returns the second factor that is on or offered. */
export async function findTwoFactor(executor: Executor, userId: string) {
  return executor
    .selectFrom('two_factor')
    .select(['secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Returns every second factor as it is stored. */
export async function listTwoFactors(executor: Executor) {
  return executor.selectFrom('two_factor').select(['user_id', 'secret']).execute()
}

/** Returns whether the account has a second factor that is on. */
export async function hasTwoFactor(executor: Executor, userId: string): Promise<boolean> {
  const factor = await findTwoFactor(executor, userId)
  return factor !== undefined && factor.confirmed_at !== null
}

/** Returns whether there is an open challenge. */
export async function hasChallenge(executor: Executor, hash: string): Promise<boolean> {
  const { rows } = await sql`
    select from two_factor_challenge where hash = ${hash} and expires_at > app_now()`.execute(executor)
  return rows.length > 0
}

const ownWays = {
  password: boolean,
  two_factor: boolean,
  recovery_codes: integer,
  /** Ids of linked services. */
  providers: texts,
  /** What services have said of the name, the newest first. */
  names: json<(NameFacts & { provider: string })[]>(),
}
export type OwnWays = RowOf<typeof ownWays>

/** Returns the ways in which an account can be signed in to. */
export async function findOwnWays(executor: Executor, userId: string): Promise<OwnWays> {
  const { rows } = await rowsOf(ownWays)`
    select
      exists (select from auth_account where user_id = account.id and password is not null) as password,
      exists (select from two_factor where user_id = account.id and confirmed_at is not null) as two_factor,
      (select count(*)::int from recovery_code join two_factor using (user_id)
        where user_id = account.id and confirmed_at is not null) as recovery_codes,
      array(select distinct provider_id from auth_account where user_id = account.id and password is null) as providers,
      (select coalesce(json_agg(json_build_object('provider', provider_id, 'names_agree', names_agree, 'is_adult', is_adult)
        order by month desc, identity_id), '[]')
        from auth_account join name_confirmation on identity_id = auth_account.id where user_id = account.id) as names
    from auth_user account where account.id = ${userId}`.execute(executor)
  return rows[0] ?? { password: false, two_factor: false, recovery_codes: 0, providers: [], names: [] }
}

/** An account at another service that opens this one. */
export interface LinkedIdentity {
  id: string
  provider: string
}

/** Returns the linked identities of an account. */
export async function listLinked(executor: Executor, userId: string): Promise<LinkedIdentity[]> {
  return executor
    .selectFrom('auth_account')
    .select(['id', 'provider_id as provider'])
    .where('user_id', '=', userId)
    .where('password', 'is', null)
    .execute()
}

interface Identity {
  provider: string
  /** Lasting id there. */
  subject: string
}

/** Returns whose account an identity of another service opens. */
export async function findLinked(executor: Executor, { provider, subject }: Identity) {
  const row = await executor
    .selectFrom('auth_account')
    .select('user_id')
    .where('provider_id', '=', provider)
    .where('account_id', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/** Returns a linked identity of the account, and the name on the profile. */
export async function findNamed(executor: Executor, userId: string, { provider, subject }: Identity) {
  return executor
    .selectFrom('auth_account')
    .innerJoin('profile', 'profile.id', 'auth_account.user_id')
    .select(['auth_account.id', 'profile.full_name'])
    .where('user_id', '=', userId)
    .where('provider_id', '=', provider)
    .where('account_id', '=', subject)
    .executeTakeFirst()
}

/** Returns a confirmed account by its address. */
export async function findConfirmed(executor: Executor, email: string) {
  return executor
    .selectFrom('auth_user')
    .select(['id', 'name', 'email', 'locale', 'role'])
    .where('email', '=', email)
    .where('email_verified', '=', true)
    .executeTakeFirst()
}

/** Returns the name, address and language for a mail about the account. */
export async function findRecipient(executor: Executor, userId: string) {
  return executor
    .selectFrom('auth_user')
    .select(['name', 'email', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** Mailed links and codes: each works once, for a limited time. */
import { confirmationHours, mailedCode } from '@samtur/contract/constants'
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import { nullable, oneOf, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'

/** Tries before a new code is needed. */
export const codeTries = 5

const purposes = ['confirm', 'reset', 'change_email', 'reauthenticate', 'sign_in'] as const
export type TokenPurpose = (typeof purposes)[number]

export interface NewToken {
  hash: string
  purpose: TokenPurpose
  userId: string
  /** How long it works. */
  minutes: number
  newEmail?: string
}

/** Stores the hash of a link or a code. There is one code per account. */
export async function storeToken(executor: Executor, token: NewToken): Promise<void> {
  const { hash, purpose, userId, minutes, newEmail = null } = token
  await sql`insert into account_token (hash, purpose, user_id, new_email, expires_at)
    values (${hash}, ${purpose}, ${userId}, ${newEmail}, app_now() + make_interval(mins => ${minutes}))
    on conflict (user_id) where purpose = 'reauthenticate'
    do update set hash = excluded.hash, tries = 0, expires_at = excluded.expires_at, created_at = app_now()`.execute(
    executor,
  )
}

/** Starts a link's time when it is mailed, however late that is. Returns false when the request is gone. */
export async function renewToken(executor: Executor, hash: string, minutes: number): Promise<boolean> {
  const result = await sql`update account_token set expires_at = app_now() + make_interval(mins => ${minutes})
    where hash = ${hash}`.execute(executor)
  return result.numAffectedRows === 1n
}

export interface NewMailedCode {
  userId: string
  purpose: TokenPurpose
  hash: string
  /** Of the link in the same mail. */
  tokenHash: string
  network: string
}

/** Stores the code beside a link; its ten minutes start now. The account's earlier code for the same purpose ends. */
export async function storeMailedCode(executor: Executor, code: NewMailedCode): Promise<void> {
  const { userId, purpose, hash, tokenHash, network } = code
  await sql`insert into mailed_code (user_id, purpose, hash, token_hash, network, expires_at)
    values (${userId}, ${purpose}, ${hash}, ${tokenHash}, ${network}, app_now() + make_interval(mins => ${mailedCode.minutes}))
    on conflict (user_id, purpose) do update set hash = excluded.hash, token_hash = excluded.token_hash,
      network = excluded.network, tries = 0, expires_at = excluded.expires_at`.execute(executor)
}

const triedCode = {
  user_id: uuid,
  purpose: oneOf(purposes),
  hash: text,
  token_hash: text,
  email: text,
  role: text,
}

/** Counts a try at the codes that were mailed to an address, or to change to it, at the request of that network. Returns those that still work. */
export async function tryMailedCodes(
  executor: Executor,
  { email, purposes: among, network }: { email: string; purposes: readonly TokenPurpose[]; network: string },
): Promise<RowOf<typeof triedCode>[]> {
  const { rows } = await rowsOf(triedCode)`
    update mailed_code code set tries = code.tries + 1
    from account_token token, auth_user account
    where token.hash = code.token_hash and account.id = code.user_id
      and (account.email = ${email} or token.new_email = ${email})
      and code.purpose = any(${among}::text[]) and code.network = ${network}
      and code.tries < ${codeTries} and code.expires_at > app_now()
    returning code.user_id, code.purpose, code.hash, code.token_hash, account.email, account.role`.execute(executor)
  return rows
}

const spentToken = {
  purpose: oneOf(purposes),
  user_id: uuid,
  new_email: nullable(text),
}

/** Uses a link up; undefined when it was used before or is too old. Of many uses at once exactly one gets it. */
export async function spendToken(
  executor: Executor,
  hash: string,
  among: readonly TokenPurpose[],
): Promise<RowOf<typeof spentToken> | undefined> {
  const { rows } = await rowsOf(spentToken)`
    delete from account_token where hash = ${hash} and purpose = any(${among}::text[]) and expires_at > app_now()
    returning purpose, user_id, new_email`.execute(executor)
  return rows[0]
}

/** Uses a code in place of the password up. Every try counts, the right one too; after five a new code is needed. */
export async function spendCode(executor: Executor, userId: string, hash: string): Promise<boolean> {
  const tried = await sql`update account_token set tries = tries + 1
    where user_id = ${userId} and purpose = 'reauthenticate' and tries < ${codeTries} and expires_at > app_now()`.execute(
    executor,
  )
  if (tried.numAffectedRows !== 1n) return false
  return (await spendToken(executor, hash, ['reauthenticate'])) !== undefined
}

/** Removes every link and code that is under way, also those on their way to a program: the account has been taken back, or its address or password is another one. */
export async function forgetTokens(executor: Executor, userId: string): Promise<void> {
  await executor.deleteFrom('account_token').where('user_id', '=', userId).execute()
  await executor.deleteFrom('auth_flow').where('user_id', '=', userId).execute()
}

/** A change of address may still wait for its mail, which is given up after two days. */
const mailHours = 48
/** How long a change of address waits for its mail. */
export const changeRequestHours = confirmationHours + mailHours

/** Links and codes that have run out, and visits to other services that did not come back. */
export async function removeOldTokens(executor: Executor): Promise<void> {
  await sql`delete from auth_verification where expires_at < app_now() - interval '1 day' and expires_at < now()`.execute(
    executor,
  )
  await sql`delete from mailed_code where expires_at < app_now()`.execute(executor)
  await sql`delete from account_token where expires_at < app_now()
    - case purpose when 'change_email' then make_interval(hours => ${mailHours}) else interval '0' end`.execute(
    executor,
  )
}

/** Writes of ways in beside the password: the second factor, recovery codes, challenges, mailed codes. `store-names.ts` has confirmed names. */
import { mailedCode } from '@samtur/contract/constants'
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import { integer, nullable, rowsOf, text, uuid } from '#platform/db/rows'

export const challengeMinutes = 10
/** Tries before a new code is needed. */
export const codeTries = 5
/** A secret that was shown longer ago than that can no longer be confirmed. */
const SET_UP_MINUTES = 30

/** Offers a second factor, in place of an earlier offer; returns false when one is on. */
export async function offerTwoFactor(
  tx: Executor,
  userId: string,
  secret: string,
  codeHashes: string[],
): Promise<boolean> {
  const { rows } = await sql`
    insert into two_factor (user_id, secret) values (${userId}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret, created_at = app_now(), last_step = 0
      where two_factor.confirmed_at is null
    returning user_id`.execute(tx)
  if (rows.length > 0) await replaceRecoveryCodes(tx, userId, codeHashes)
  return rows.length > 0
}

/** Replaces all recovery codes; those given out before stop working. */
export async function replaceRecoveryCodes(tx: Executor, userId: string, codeHashes: string[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_code')
    .values(codeHashes.map((hash) => ({ user_id: userId, hash })))
    .execute()
}

/** Turns the offered second factor on; returns false when there is none, it is too old, or it is on already. */
export async function confirmTwoFactor(tx: Executor, userId: string, step: number): Promise<boolean> {
  const result = await sql`
    update two_factor set confirmed_at = app_now(), last_step = ${step}
    where user_id = ${userId} and confirmed_at is null
      and created_at > app_now() - make_interval(mins => ${SET_UP_MINUTES})`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Stores the same second factor, encrypted anew; returns false when it has changed since. */
export async function exchangeSecret(executor: Executor, userId: string, stored: string, renewed: string) {
  const result = await executor
    .updateTable('two_factor')
    .set({ secret: renewed })
    .where('user_id', '=', userId)
    .where('secret', '=', stored)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Removes the second factor; returns false when none was on. */
export async function removeTwoFactor(tx: Executor, userId: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('two_factor')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Deletes the second factor, also one that is only offered. Its recovery codes and open challenges go with it. */
export async function deleteTwoFactor(tx: Executor, userId: string): Promise<void> {
  await tx.deleteFrom('two_factor').where('user_id', '=', userId).execute()
}

/** Takes the code of a half minute; returns false when that one or a later one was taken before. Of many at once exactly one gets true. */
export async function takeStep(tx: Executor, userId: string, step: number): Promise<boolean> {
  const result = await sql`
    update two_factor set last_step = ${step}
    where user_id = ${userId} and confirmed_at is not null and last_step < ${step}`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Takes a recovery code; of many at once exactly one gets true. */
export async function takeRecoveryCode(tx: Executor, userId: string, hash: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Stores a challenge: the browser with this cookie still has to show the second factor. */
export async function insertChallenge(
  executor: Executor,
  hash: string,
  userId: string,
  passwordMark: string | null,
): Promise<void> {
  await sql`insert into two_factor_challenge (hash, user_id, password_mark, expires_at)
    values (${hash}, ${userId}, ${passwordMark}, app_now() + make_interval(mins => ${challengeMinutes}))`.execute(
    executor,
  )
}

/** Counts a try; returns the challenge’s account and its number of tries. Undefined for a challenge that is over. */
export async function tryChallenge(
  executor: Executor,
  hash: string,
): Promise<{ user_id: string; tries: number; password_mark: string | null } | undefined> {
  const { rows } = await rowsOf({ user_id: uuid, tries: integer, password_mark: nullable(text) })`
    update two_factor_challenge set tries = least(tries + 1, ${codeTries + 1})
    where hash = ${hash} and expires_at > app_now() returning user_id, tries, password_mark`.execute(executor)
  return rows[0]
}

/** Closes a challenge; returns false when it was closed before, because a challenge makes one session. */
export async function closeChallenge(tx: Executor, hash: string): Promise<boolean> {
  const result = await tx.deleteFrom('two_factor_challenge').where('hash', '=', hash).executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Stores one browser's request for a code, whatever the address. `address_hash` is of the address and the browser together. */
export async function expectEmailCode(tx: Executor, request: string): Promise<void> {
  await sql`insert into email_code (address_hash, expires_at)
    values (${request}, app_now() + make_interval(mins => ${mailedCode.minutes}))`.execute(tx)
}

/** Ends a request for a code. */
export async function forgetEmailCode(tx: Executor, request: string): Promise<void> {
  await tx.deleteFrom('email_code').where('address_hash', '=', request).execute()
}

/**
 * Stores the code that is being mailed; its ten minutes start now. Returns false when the request is over: the browser would no longer have its
 * cookie while the code is valid.
 */
export async function setEmailCode(executor: Executor, request: string, hash: string): Promise<boolean> {
  const result = await sql`
    update email_code set hash = ${hash}, tries = 0, expires_at = app_now() + make_interval(mins => ${mailedCode.minutes})
    where address_hash = ${request} and expires_at > app_now()`.execute(executor)
  return result.numAffectedRows === 1n
}

/** Counts a try, then takes the code when it is the right one. Of many at once exactly one gets `taken`. */
export async function takeEmailCode(
  executor: Executor,
  request: string,
  hash: string,
): Promise<'taken' | 'wrong' | 'no_request'> {
  const counted = await sql`
    update email_code set tries = tries + 1
    where address_hash = ${request} and tries < ${codeTries} and expires_at > app_now()`.execute(executor)
  if (counted.numAffectedRows !== 1n) return 'no_request'
  const taken = await executor
    .deleteFrom('email_code')
    .where('address_hash', '=', request)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n ? 'taken' : 'wrong'
}

/** Uses an ID token up; returns false where it was used before. Of many uses at once exactly one passes. */
export async function spendIdToken(executor: Executor, hash: string, expiresAt: Date): Promise<boolean> {
  const result = await sql`insert into used_id_token (hash, expires_at) values (${hash}, ${expiresAt})
    on conflict do nothing`.execute(executor)
  return result.numAffectedRows === 1n
}

/** Deletes challenges, codes and offers that have expired. */
export async function deleteExpired(executor: Executor): Promise<void> {
  // A token is refused as expired by the clock of a process, which may be behind that of the database.
  await sql`delete from used_id_token where expires_at < app_now() - interval '1 hour'`.execute(executor)
  await sql`delete from two_factor_challenge where expires_at < app_now()`.execute(executor)
  await sql`delete from email_code where expires_at < app_now()`.execute(executor)
  await sql`delete from two_factor where confirmed_at is null and created_at < app_now() - interval '1 day'`.execute(
    executor,
  )
}

/** Writes of the identities slice: the second factor, recovery codes, challenges, mailed codes. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'

export const emailCodeMinutes = 10
export const challengeMinutes = 10
/** How often a code may be guessed before a new one is needed. */
export const codeTries = 5
/** Setting up takes a look at a phone; a secret that was shown long ago is not taken any more. */
const SET_UP_MINUTES = 30

/** Offers a second factor, in place of an earlier offer; answers false when one is on. */
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

/** The codes that were given out before stop working. */
export async function replaceRecoveryCodes(tx: Executor, userId: string, codeHashes: string[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_code')
    .values(codeHashes.map((hash) => ({ user_id: userId, hash })))
    .execute()
}

/** Turns the offered second factor on; answers false when there is none, it is too old, or it is on already. */
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

/** Answers false when there was none that was on. */
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

/** Takes the code of a half minute; false when that one or a later one was taken before. Of many at once exactly one gets true. */
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

/** Remembers that the person behind a new cookie still owes the second factor. */
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

/** Counts a try; answers whose challenge it is and how many tries there were. None for a challenge that is over. */
export async function tryChallenge(
  executor: Executor,
  hash: string,
): Promise<{ user_id: string; tries: number; password_mark: string | null } | undefined> {
  const { rows } = await sql<{ user_id: string; tries: number; password_mark: string | null }>`
    update two_factor_challenge set tries = least(tries + 1, ${codeTries + 1})
    where hash = ${hash} and expires_at > app_now() returning user_id, tries, password_mark`.execute(executor)
  return rows[0]
}

/** Answers false when it was closed before: a challenge makes one session. */
export async function closeChallenge(tx: Executor, hash: string): Promise<boolean> {
  const result = await tx.deleteFrom('two_factor_challenge').where('hash', '=', hash).executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Makes room for a code, whatever address was asked for; an earlier code stops working. */
export async function expectEmailCode(tx: Executor, addressHash: string): Promise<void> {
  await sql`insert into email_code (address_hash, expires_at)
    values (${addressHash}, app_now() + make_interval(mins => ${emailCodeMinutes}))
    on conflict (address_hash) do update set hash = null, tries = 0, expires_at = excluded.expires_at`.execute(tx)
}

/** The code that is being mailed; its ten minutes start now. Answers false when nobody waits for one any more. */
export async function setEmailCode(executor: Executor, addressHash: string, hash: string): Promise<boolean> {
  const result = await sql`
    update email_code set hash = ${hash}, tries = 0, expires_at = app_now() + make_interval(mins => ${emailCodeMinutes})
    where address_hash = ${addressHash}`.execute(executor)
  return result.numAffectedRows === 1n
}

/** Counts a try, then takes the code when it is the right one. Of many at once exactly one gets true. */
export async function takeEmailCode(executor: Executor, addressHash: string, hash: string): Promise<boolean> {
  const counted = await sql`
    update email_code set tries = tries + 1
    where address_hash = ${addressHash} and tries < ${codeTries} and expires_at > app_now()`.execute(executor)
  if (counted.numAffectedRows !== 1n) return false
  const taken = await executor
    .deleteFrom('email_code')
    .where('address_hash', '=', addressHash)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

/** What is over and of no use to anybody. */
export async function deleteExpired(executor: Executor): Promise<void> {
  await sql`delete from two_factor_challenge where expires_at < app_now()`.execute(executor)
  await sql`delete from email_code where expires_at < app_now()`.execute(executor)
  await sql`delete from two_factor where confirmed_at is null and created_at < app_now() - interval '1 day'`.execute(
    executor,
  )
}

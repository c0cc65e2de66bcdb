/** A new password that a program sets for the signed-in person. */
import type { Config } from '../../config.ts'
import { type Caller, isRecentlyAuthenticated, type Parts } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { hashCode } from './rules.ts'
import { checkNewPassword, isOwnPassword, replacePassword } from './service.ts'
import { spendCode } from './store-tokens.ts'

/** Guesses at the password or a code within one session. */
export const guessesInSession: Limit = { name: 'reauthenticate', max: 10, per: 15 * 60 }

interface Deps {
  parts: Pick<Parts, 'db' | 'bus' | 'limiter' | 'security' | 'reactions'>
  config: Pick<Config, 'passwordMinLength'>
  secret: string
}

interface Proof {
  /** The code that was mailed to the person for this. */
  nonce?: string | undefined
  currentPassword?: string | undefined
}

/**
 * Sets a new password in a session that was authenticated a moment ago, or with a mailed code or the current password. The other sessions end.
 * Errors: a weak password, `same_as_before`, `wrong_password`, `invalid_code`, `reauthentication_required`, and `second_factor_required` for a
 * mailed code in an account that has a second factor.
 */
export async function changeOwnPassword(
  { parts, config, secret }: Deps,
  caller: Caller,
  newPassword: string,
  { nonce, currentPassword }: Proof,
): Promise<void> {
  await checkNewPassword(parts, config, caller, newPassword)
  await parts.limiter.use(guessesInSession, caller.sessionId)
  const isProven = nonce !== undefined || currentPassword !== undefined || isRecentlyAuthenticated(caller)
  if (!isProven) throw new AppError('reauthentication_required')
  if (currentPassword !== undefined)
    assertThat(await isOwnPassword(parts, caller.id, currentPassword), 'wrong_password')
  else if (await isOwnPassword(parts, caller.id, newPassword)) throw invalidField('newPassword', 'same_as_before')
  if (newPassword === currentPassword) throw invalidField('newPassword', 'same_as_before')
  // Last, because a code works once.
  if (nonce !== undefined) {
    assertThat(!caller.twoFactor, 'second_factor_required')
    const hash = hashCode(nonce.replace(/\s/g, ''), caller.id, secret)
    assertThat(await spendCode(parts.db.read, caller.id, hash), 'invalid_code')
  }
  await replacePassword(parts, caller, newPassword, false)
}

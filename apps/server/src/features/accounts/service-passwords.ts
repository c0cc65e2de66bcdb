/** New passwords: by a mailed link, or of the signed-in person. */
import { matchLanguage } from '@samtur/i18n/translate'
import type { Config } from '../../config.ts'
import { afterCommit, type Tx } from '#platform/db/database'
import { type Caller, isRecentlyAuthenticated, type Parts } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { nameToGreet } from '#platform/mail/greeting'
import { queueMail } from '#platform/mail/outbox'
import { findWeaknesses } from './rules-passwords.ts'
import { hashToken, passwordMark } from './rules.ts'
import { takeSessionCode } from './service-codes.ts'
import { dropSecondFactor } from './service-factor.ts'
import { hashPassword, refuseWhileBusy, verifyPassword } from './service-hashing.ts'
import { announceEnd, renewSession } from './service-sessions.ts'
import { endSessions } from './store-sessions.ts'
import { forgetTokens, spendToken } from './store-tokens.ts'
import { confirmEmail, grantAdmin, noteMailboxPassword, setPassword, unlinkServices } from './store.ts'
import { findAccount, findPasswordHash, findReset } from './views.ts'

declare module '#platform/reactions' {
  interface DomainEvents {
    /** The account has another password. A reaction returns whether it has changed something that the owner should know. */
    passwordChanged: { payload: { user_id: string }; result: boolean }
  }
}

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
 * Errors: a weak password, `same_as_before`, `wrong_password`, `invalid_code`, `rate_limited`, `reauthentication_required`, and
 * `second_factor_required` for a mailed code in an account that has a second factor.
 */
export async function changeOwnPassword(
  { parts, config, secret }: Deps,
  caller: Caller,
  newPassword: string,
  { nonce, currentPassword }: Proof,
): Promise<void> {
  refuseWhileBusy()
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
    await takeSessionCode(parts, caller, nonce, secret)
  }
  await replacePassword(parts, caller, newPassword, false)
}

/**
 * Sets a new password by the current one, and returns its mark. The other sessions and links under way end; this session gets another token,
 * which is returned where it came with a cookie.
 */
export async function changePassword(
  parts: Deps['parts'],
  config: Pick<Config, 'passwordMinLength'>,
  caller: Caller,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  byCookie: boolean,
): Promise<{ mark: string; token: string | undefined }> {
  refuseWhileBusy()
  await parts.limiter.use(guessesInSession, caller.sessionId)
  await checkNewPassword(parts, config, caller, newPassword)
  assertThat(await isOwnPassword(parts, caller.id, currentPassword), 'wrong_password')
  if (newPassword === currentPassword) throw invalidField('newPassword', 'same_as_before')
  return replacePassword(parts, caller, newPassword, byCookie)
}

/** Throws the field's error for a password that the caller may not have. */
async function checkNewPassword(
  { db }: Pick<Parts, 'db'>,
  config: Pick<Config, 'passwordMinLength'>,
  caller: Caller,
  newPassword: string,
): Promise<void> {
  const account = await findAccount(db.read, caller.id)
  assertThat(account, 'unauthenticated')
  checkPassword('newPassword', newPassword, account, config)
}

/** Stores a new password after everything has been checked. Ends the other sessions and links under way. */
async function replacePassword(
  parts: Deps['parts'],
  caller: Caller,
  newPassword: string,
  byCookie: boolean,
): Promise<{ mark: string; token: string | undefined }> {
  const passwordHash = await hashPassword(newPassword)
  const { ended, token } = await parts.db.tx(async (tx) => {
    await setPassword(tx, caller.id, passwordHash)
    await forgetTokens(tx, caller.id)
    await notifyOfNewPassword(tx, parts, caller.id)
    return {
      ended: await endSessions(tx, caller.id, { except: caller.sessionId }),
      token: byCookie ? await renewSession(tx, parts, caller) : undefined,
    }
  })
  announceEnd(parts, caller.id, ended)
  parts.bus.emit('outbox', null)
  parts.security.note({ kind: 'password_changed', accountId: caller.id })
  return { mark: passwordMark(passwordHash), token }
}

/** Returns whether it is the person's password. */
export async function isOwnPassword({ db }: Pick<Parts, 'db'>, userId: string, password: string): Promise<boolean> {
  const hash = await findPasswordHash(db.read, userId)
  return hash !== undefined && (await verifyPassword({ hash, password }))
}

/** Throws the field's error for a password that is too short for this installation or too easy to guess. */
export function checkPassword(
  field: string,
  password: string,
  person: { email: string; name: string },
  config: Pick<Config, 'passwordMinLength'>,
): void {
  const min = config.passwordMinLength
  if (Array.from(password).length < min) throw invalidField(field, 'too_short', { min })
  const reasons = findWeaknesses(password, person)
  if (reasons.length) throw invalidField(field, 'weak_password', { reasons })
}

/** Sets a new password by a mailed link, which also proves the mailbox. All sessions end. Returns the account's id. */
export async function resetPassword(
  parts: Pick<Parts, 'db' | 'bus' | 'security' | 'reactions'>,
  config: Pick<Config, 'adminEmail' | 'passwordMinLength'>,
  token: string,
  newPassword: string,
): Promise<string> {
  refuseWhileBusy()
  const hash = hashToken(token)
  const owner = await findReset(parts.db.read, hash)
  assertThat(owner, 'invalid_token')
  checkPassword('newPassword', newPassword, owner, config)
  const passwordHash = await hashPassword(newPassword)
  await parts.db.tx(async (tx) => {
    assertThat(await spendToken(tx, hash, ['reset']), 'invalid_token')
    // An account that was not confirmed may be a stranger's, who loses every way in.
    if (await confirmEmail(tx, owner.id)) await dropWaysIn(tx, owner.id)
    await forgetTokens(tx, owner.id)
    await setPasswordByMailbox(tx, owner, passwordHash, config)
    await notifyOfNewPassword(tx, parts, owner.id)
  })
  parts.bus.emit('session_ended', { user_id: owner.id, session_id: null })
  parts.security.note({ kind: 'password_reset', accountId: owner.id })
  parts.bus.emit('outbox', null)
  return owner.id
}

/** Removes the second factor and the linked services. */
export async function dropWaysIn(tx: Tx, userId: string): Promise<void> {
  await dropSecondFactor(tx, userId)
  await unlinkServices(tx, userId)
}

/** Sets the password, ends every session, and gives the administrator's role to the account with the configured address. */
export async function setPasswordByMailbox(
  tx: Tx,
  account: { id: string; email: string },
  passwordHash: string,
  { adminEmail }: Pick<Config, 'adminEmail'>,
): Promise<void> {
  await setPassword(tx, account.id, passwordHash)
  await noteMailboxPassword(tx, account.id)
  await endSessions(tx, account.id, 'all')
  if (adminEmail !== undefined && account.email === adminEmail) await grantAdmin(tx, account.id)
}

/** Sets the password of an account for its owner, who is notified. Sessions and links under way end. */
export async function setPasswordOf(tx: Tx, parts: Pick<Parts, 'bus' | 'reactions'>, userId: string, hash: string) {
  await setPassword(tx, userId, hash)
  await forgetTokens(tx, userId)
  await endSessions(tx, userId, 'all')
  await notifyOfNewPassword(tx, parts, userId)
  afterCommit(() => parts.bus.emit('session_ended', { user_id: userId, session_id: null }))
}

/** Mails that the account has another password, after the reactions to it. */
export async function notifyOfNewPassword(tx: Tx, { reactions }: Pick<Parts, 'reactions'>, userId: string) {
  const changed = await reactions.run(tx, 'passwordChanged', { user_id: userId })
  const account = await findAccount(tx, userId)
  if (!account) return
  const row = { recipient: account.email, locale: matchLanguage([account.locale]) }
  await queueMail(tx, {
    ...row,
    kind: 'accounts.password_changed',
    data: { name: nameToGreet(account), calendar: changed.includes(true) },
  })
}

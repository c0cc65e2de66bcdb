/** Confirms an address by a mailed token: that of a new account, or the new address of an old one. */
import type { ConfirmationPurpose, verifyEmailBody } from '@samtur/contract/accounts'
import { matchLanguage } from '@samtur/i18n/translate'
import type { z } from 'zod'
import type { Config } from '../../config.ts'
import { errorCode, type Tx } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { AppError, assertThat } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { queueMail } from '#platform/mail/outbox'
import { hashToken, passwordMark } from './rules.ts'
import { hashPassword, refuseWhileBusy, verifyPassword } from './service-hashing.ts'
import { checkPassword, dropWaysIn, setPasswordByMailbox } from './service-passwords.ts'
import * as tokens from './store-tokens.ts'
import * as store from './store.ts'
import { findConfirmation, findPasswordHash } from './views.ts'

export interface ConfirmationDeps {
  parts: Pick<Parts, 'db' | 'bus' | 'limiter' | 'security' | 'reactions'>
  config: Pick<Config, 'adminEmail' | 'passwordMinLength'>
}

/** What is known of the browser that sends the token. */
export interface Browser {
  /** The account that was made in this browser. */
  signedUpAs: string | undefined
  /** The account that is signed in in this browser. */
  signedInAs: string | undefined
}

/** Guesses at the password of an account by holders of its mailed token. */
const guesses: Limit = { name: 'confirm-guess', max: 10, per: 900 }

export interface Confirmed {
  userId: string
  purpose: ConfirmationPurpose
  /** What showed that the caller may confirm. */
  by: 'browser' | 'password' | 'new_password'
  /** The mark of the password that was shown; null when none was. */
  mark: string | null
}

type Found = NonNullable<Awaited<ReturnType<typeof findConfirmation>>>

/**
 * Uses the token up and confirms its address. The token alone is enough to sign in, in the browser that signed up, and for a change of address
 * in one that is signed in to that account; elsewhere the account's password has to come with it, or for a new account a new password. Errors, which
 * all leave the token as it is: `invalid_token`, `password_required`, `wrong_password`, a weak new password, `rate_limited`.
 */
export async function confirm(
  deps: ConfirmationDeps,
  { token, password, new_password: newPassword }: z.output<typeof verifyEmailBody>,
  browser: Browser,
): Promise<Confirmed> {
  if (password !== undefined || newPassword !== undefined) refuseWhileBusy()
  const hash = hashToken(token)
  const found = await findConfirmation(deps.parts.db.read, hash)
  assertThat(found, 'invalid_token')
  const { purpose } = found
  // The new mailbox of a change of address is not known to be the owner's, so it cannot set the password.
  if (newPassword !== undefined && purpose === 'confirm') {
    await confirmWithNewPassword(deps, hash, found, newPassword)
    return { userId: found.id, purpose, by: 'new_password', mark: null }
  }
  const mark = password === undefined ? null : await showPassword(deps, found.id, password)
  assertThat(mark !== null || isTheirs(browser, found), 'password_required')
  if (purpose === 'confirm') await deps.parts.db.tx((tx) => confirmAddress(tx, hash, found))
  else if (purpose === 'change_email') await changeAddress(deps, hash, found)
  else assertThat(await tokens.spendToken(deps.parts.db.read, hash, ['sign_in']), 'invalid_token')
  return { userId: found.id, purpose, by: mark === null ? 'browser' : 'password', mark }
}

/** Returns whether the token alone is enough in this browser. */
export const isTheirs = ({ signedUpAs, signedInAs }: Browser, { id, purpose }: Pick<Found, 'id' | 'purpose'>) =>
  purpose === 'sign_in' || (purpose === 'confirm' ? signedUpAs : signedInAs) === id

/** Returns the mark of the password; throws `wrong_password`. Every try counts. */
async function showPassword({ parts: { db, limiter } }: ConfirmationDeps, userId: string, password: string) {
  await limiter.use(guesses, userId)
  const stored = await findPasswordHash(db.read, userId)
  assertThat(stored !== undefined && (await verifyPassword({ hash: stored, password })), 'wrong_password')
  return passwordMark(stored)
}

/** Of many uses of one account's tokens exactly one passes; the account's other tokens end with it. */
export async function confirmAddress(tx: Tx, hash: string, { id }: Pick<Found, 'id'>): Promise<void> {
  assertThat(await tokens.spendToken(tx, hash, ['confirm']), 'invalid_token')
  assertThat(await store.confirmEmail(tx, id), 'invalid_token')
  await tokens.forgetTokens(tx, id)
}

/** Gives the account to the mailbox's owner: password, sessions, factor and linked services of the sign-up end. */
async function confirmWithNewPassword(deps: ConfirmationDeps, hash: string, found: Found, newPassword: string) {
  checkPassword('new_password', newPassword, found, deps.config)
  const passwordHash = await hashPassword(newPassword)
  await deps.parts.db.tx(async (tx) => {
    await confirmAddress(tx, hash, found)
    await dropWaysIn(tx, found.id)
    await setPasswordByMailbox(tx, found, passwordHash, deps.config)
    await deps.parts.reactions.run(tx, 'passwordChanged', { user_id: found.id })
  })
  deps.parts.bus.emit('session_ended', { user_id: found.id, session_id: null })
  deps.parts.security.note({ kind: 'password_reset', accountId: found.id })
}

/** Gives the account its new address, and notifies the old one. */
export async function changeAddress({ parts, config }: ConfirmationDeps, hash: string, account: Found): Promise<void> {
  try {
    await parts.db.tx(async (tx) => {
      const spent = await tokens.spendToken(tx, hash, ['change_email'])
      assertThat(spent?.new_email, 'invalid_token')
      assertThat(spent.new_email !== config.adminEmail, 'invalid_token')
      assertThat(await moveAddress(tx, account, spent.new_email), 'invalid_token')
    })
  } catch (error) {
    // Another account was created with the address meanwhile.
    if (errorCode(error) === '23505') throw new AppError('invalid_token')
    throw error
  }
  parts.bus.emit('outbox', null)
  parts.security.note({ kind: 'email_changed', accountId: account.id })
}

/**
 * Gives an account that is open and no administrator's another address, ends links under way, and notifies the old mailbox. Returns false where the account
 * is another one.
 */
export async function moveAddress(
  tx: Tx,
  { id, name, email, locale }: { id: string; name: string; email: string; locale: string },
  newEmail: string,
): Promise<boolean> {
  if (!(await store.changeEmail(tx, id, newEmail))) return false
  await tokens.forgetTokens(tx, id)
  const row = { recipient: email, locale: matchLanguage([locale]) }
  await queueMail(tx, {
    ...row,
    kind: 'accounts.email_changed',
    data: { name, new_email: newEmail },
  })
  return true
}

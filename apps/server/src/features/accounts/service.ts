/** Use cases of sign-up, passwords and addresses, and the hooks that better-auth calls. */
import { randomInt, randomUUID } from 'node:crypto'
import { confirmationHours } from '@samtur/contract/constants'
import { matchLanguage } from '@samtur/i18n/translate'
import { type Config, demoAdminEmail } from '../../config.ts'
import type { AuthHooks } from '#platform/auth/engine'
import type { Account } from '#platform/auth/known-devices'
import { hashPassword, nobodysPassword, verifyPassword } from '#platform/auth/passwords'
import { findWeaknesses } from '#platform/auth/weak-passwords'
import type { Tx } from '#platform/db/database'
import type { Caller, Parts } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { type MailKind, type MailKinds, queueMail } from '#platform/mail/outbox'
import { hashToken, linkToken, mailboxOf, newToken, passwordMark } from './rules.ts'
import { type MailedRequester, type Requester, storeRequester } from './service-flows.ts'
import { countAttempt } from './service-guessing.ts'
import * as sessions from './store-sessions.ts'
import * as tokens from './store-tokens.ts'
import * as store from './store.ts'
import { findAccount, findByEmail, findPasswordHash, findReset, findShutReason } from './views.ts'

type Deps = Pick<Parts, 'db' | 'bus' | 'security'>

declare module '#platform/reactions' {
  interface DomainEvents {
    /** The account has another password. A reaction returns whether it has changed something that the owner should know. */
    passwordChanged: { payload: { user_id: string }; result: boolean }
  }
}

/** Mails to one mailbox, whatever requests them. Beyond the limit nothing is sent, and the response is the same. */
const mailbox = {
  known: { name: 'known-address', max: 1, per: 86_400 },
  signUp: { name: 'sign-up-mails', max: 20, per: 86_400 },
  pause: { name: 'requested-mails-pause', max: 1, per: 60 },
  requested: { name: 'requested-mails', max: 10, per: 1_800 },
} satisfies Record<string, Limit>

/** Right passwords for one account. Beyond that they count as tries, because each costs a hash, a session and perhaps a mail. */
const rightPasswords: Limit = { name: 'right-passwords', max: 30, per: 900 }

/** Returns the hooks that better-auth calls while it works. */
export const createAuthHooks = ({ db }: Pick<Parts, 'db'>): AuthHooks => ({
  whyShut: (userId) => findShutReason(db.kysely, userId),
})

/**
 * Creates an account that has to be confirmed by mail. Where the address has one, also one created a moment before, the configuration decides:
 * `already_registered`, or the response of a new account and a mail to the owner.
 */
export async function signUp(
  parts: Pick<Parts, 'db' | 'bus' | 'limiter' | 'security'>,
  { signUpTellsKnownAddresses }: Pick<Config, 'signUpTellsKnownAddresses'>,
  {
    password,
    next,
    requester,
    ...person
  }: {
    name: string
    email: string
    locale: string
    password: string
    next?: string | undefined
    requester?: Requester | undefined
  },
) {
  const passwordHash = await hashPassword(password)
  const account = { ...person, id: randomUUID(), passwordHash, signedUpFrom: requester?.network ?? null }
  const isNew = await store.insertAccount(parts.db.read, account)
  if (!isNew && signUpTellsKnownAddresses) throw new AppError('already_registered')
  if (isNew) await sendSignUpMail(parts, person, { next, requester })
  else await tellOwner(parts, person.email)
  const now = new Date()
  const fresh = { email_verified: false, image: null, role: 'user' as const, created_at: now, updated_at: now }
  return { id: account.id, ...person, ...fresh }
}

async function tellOwner(parts: Pick<Parts, 'db' | 'bus' | 'limiter' | 'security'>, email: string) {
  // Repeated sign-ups must not fill a stranger's mailbox.
  const allowed = await parts.limiter.allows(mailbox.known, email)
  const owner = allowed && (await findByEmail(parts.db.read, email))
  if (owner) await sendMail(parts, 'accounts.already_registered', email, owner.locale, { name: owner.name })
}

/**
 * Returns the account with this address and password, and a mark of the password for the session. Does the same work for every address, and
 * reports other obstacles only after the right password. `deviceOf` names the browser where the account knows it. Errors: `rate_limited`, `invalid_credentials`,
 * `email_not_verified`, `account_suspended`. Where the configuration keeps known addresses secret, an account that is not confirmed is refused like a
 * wrong password.
 */
async function checkCredentials(
  parts: Pick<Parts, 'db' | 'limiter' | 'security'>,
  { signUpTellsKnownAddresses }: Pick<Config, 'signUpTellsKnownAddresses'>,
  { email, password, ip }: { email: string; password: string; ip: string },
  deviceOf: (account: Account) => string | undefined,
) {
  const account = await findByEmail(parts.db.read, email)
  const hash = await findPasswordHash(parts.db.read, account?.id ?? randomUUID())
  const device = account && hash !== undefined ? deviceOf({ id: account.id, mark: passwordMark(hash) }) : undefined
  const takeBack = await countAttempt(parts, { email, accountId: account?.id, ip, device })
  const isRight = await verifyPassword({ hash: hash ?? nobodysPassword, password, first: device !== undefined })
  assertThat(account && hash !== undefined && isRight, 'invalid_credentials')
  assertThat(account.email_verified || signUpTellsKnownAddresses, 'invalid_credentials')
  if (await parts.limiter.allows(rightPasswords, account.id)) await takeBack()
  const { suspended_reason: reason, ...person } = account
  assertThat(person.email_verified, 'email_not_verified')
  if (reason !== null) throw new AppError('account_suspended', { params: { reason } })
  return { person, mark: passwordMark(hash) }
}

/**
 * Checks an address and a password as `checkCredentials` does, with what belongs to every sign-in by password, whatever the interface: the demo's
 * administrator is refused where others reach the server, because the README prints that password; and where known addresses are kept
 * secret, a failure mails the link again, because the account may be one that is not confirmed. Every address costs the same work.
 */
export async function signInByPassword(
  parts: Pick<Parts, 'db' | 'bus' | 'limiter' | 'security'>,
  config: Pick<Config, 'signUpTellsKnownAddresses' | 'reachableFromOutside'>,
  { locale, ...attempt }: { email: string; password: string; ip: string; locale: string },
  deviceOf: (account: Account) => string | undefined,
) {
  const isRefused = config.reachableFromOutside && attempt.email === demoAdminEmail
  const checked = checkCredentials(parts, config, isRefused ? { ...attempt, password: '' } : attempt, deviceOf)
  return checked.catch(async (error) => {
    if (!config.signUpTellsKnownAddresses)
      await sendRequestedMail(parts, 'accounts.confirm_request', attempt.email, locale, {})
    throw error
  })
}

/**
 * Queues a mail. For mails that need no sign-in (`…_request`) the row holds the address alone: the account and the link are found when the
 * mail is written, so that the request does the same work for every address. It is written a random moment later, because the database
 * may be in this very process, where the work would delay the next response.
 */
export async function sendMail<Kind extends MailKind>(
  { db, bus }: Deps,
  kind: Kind,
  recipient: string,
  locale: string | null | undefined,
  data: MailKinds[Kind],
): Promise<void> {
  const delay = randomInt(250, 750)
  await queueMail(db.kysely, { kind, recipient, locale: matchLanguage([locale ?? 'en']), data }, delay)
  setTimeout(() => bus.emit('outbox', null), delay + 10).unref()
}

/** Sends a bounded number a day to a mailbox; its owner can still request another mail, which is counted by the exact address. */
async function sendSignUpMail(
  parts: Deps & Pick<Parts, 'limiter'>,
  { email, locale }: { email: string; locale: string },
  { next, requester }: { next: string | undefined; requester: Requester | undefined },
) {
  if (!(await parts.limiter.allows(mailbox.signUp, mailboxOf(email)))) return
  const program = requester && (await storeRequester(parts.db.read, requester))
  await sendMail(parts, 'accounts.confirm_request', email, locale, { next, program })
}

/**
 * Queues a mail that needs no sign-in, unless the mailbox got one of the kind within the minute, or ten within half an hour: the link in
 * that mail still works.
 */
export async function sendRequestedMail<Kind extends MailKind>(
  parts: Deps & Pick<Parts, 'limiter'>,
  kind: Kind,
  email: string,
  locale: string,
  data: MailKinds[Kind],
): Promise<void> {
  const subject = `${kind} ${email}`
  const { limiter } = parts
  if ((await limiter.allows(mailbox.pause, subject)) && (await limiter.allows(mailbox.requested, subject)))
    await sendMail(parts, kind, email, locale, data)
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
  parts: Deps & Pick<Parts, 'reactions'>,
  config: Pick<Config, 'adminEmail' | 'passwordMinLength'>,
  token: string,
  newPassword: string,
  dropFactors: (tx: Tx, userId: string) => Promise<void>,
): Promise<string> {
  const hash = hashToken(token)
  const owner = await findReset(parts.db.read, hash)
  assertThat(owner, 'invalid_token')
  checkPassword('newPassword', newPassword, owner, config)
  const passwordHash = await hashPassword(newPassword)
  await parts.db.tx(async (tx) => {
    assertThat(await tokens.spendToken(tx, hash, ['reset']), 'invalid_token')
    // An account that was not confirmed may be a stranger's, who loses every way in.
    if (await store.confirmEmail(tx, owner.id)) await dropWaysIn(tx, owner.id, dropFactors)
    await tokens.forgetTokens(tx, owner.id)
    await setPasswordByMailbox(tx, owner, passwordHash, config)
    await notifyOfNewPassword(tx, parts, owner.id)
  })
  parts.bus.emit('session_ended', { user_id: owner.id, session_id: null })
  parts.security.note({ kind: 'password_reset', accountId: owner.id })
  parts.bus.emit('outbox', null)
  return owner.id
}

/** Removes the second factor and the linked services. */
export async function dropWaysIn(
  tx: Tx,
  userId: string,
  dropFactors: (tx: Tx, userId: string) => Promise<void>,
): Promise<void> {
  await dropFactors(tx, userId)
  await store.unlinkServices(tx, userId)
}

/** Sets the password, ends every session, and gives the administrator's role to the account with the configured address. */
export async function setPasswordByMailbox(
  tx: Tx,
  account: { id: string; email: string },
  passwordHash: string,
  { adminEmail }: Pick<Config, 'adminEmail'>,
): Promise<void> {
  await store.setPassword(tx, account.id, passwordHash)
  await store.noteMailboxPassword(tx, account.id)
  await sessions.endSessions(tx, account.id, 'all')
  if (adminEmail !== undefined && account.email === adminEmail) await store.grantAdmin(tx, account.id)
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
    data: { name: account.name, calendar: changed.includes(true) },
  })
}

/** Mails a link to the new mailbox and a notice to the old one. Nothing changes before the link is confirmed, and the response is the same for an address that is taken. */
export async function askForNewEmail(
  parts: Deps,
  secret: string,
  caller: Pick<Caller, 'id' | 'email' | 'role'>,
  newEmail: string,
  program?: MailedRequester,
): Promise<void> {
  if (newEmail === caller.email) throw invalidField('newEmail', 'same_as_before')
  // Where the administrator is reached is a matter of configuration.
  assertThat(caller.role !== 'admin', 'protected_account')
  const account = await findAccount(parts.db.read, caller.id)
  assertThat(account, 'unauthenticated')
  const locale = matchLanguage([account.locale])
  const request = newToken()
  await parts.db.tx(async (tx) => {
    const hash = hashToken(linkToken(request, secret))
    // The link does not exist before the mail is written.
    const token = { purpose: 'change_email', userId: caller.id, minutes: confirmationHours * 60, newEmail } as const
    await tokens.storeToken(tx, { ...token, hash })
    const data = { user_id: caller.id, request, program }
    await queueMail(tx, { kind: 'accounts.email_change_request', recipient: newEmail, locale, data })
    const notice = { name: account.name, new_email: newEmail }
    await queueMail(tx, { kind: 'accounts.email_change_notice', recipient: caller.email, locale, data: notice })
  })
  parts.bus.emit('outbox', null)
}

/** Signing up through any interface: the rules and limits before an account is created. Accounts that an operator creates for others. */
import { randomUUID } from 'node:crypto'
import { confirmationHours, mailedCode, resetMinutes } from '@samtur/contract/constants'
import type { Config } from '../../config.ts'
import type { Executor, Tx } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { nameToGreet } from '#platform/mail/greeting'
import { hashToken, isReservedName, mailboxOf, newToken } from './rules.ts'
import { type Requester, storeRequester } from './service-flows.ts'
import { fromNetwork } from './service-guessing.ts'
import { hashPassword, refuseWhileBusy } from './service-hashing.ts'
import { sendMail } from './service-mails.ts'
import { checkPassword } from './service-passwords.ts'
import { storeToken } from './store-tokens.ts'
import { insertAccount } from './store.ts'
import { findByEmail } from './views.ts'

const limits = {
  signUp: { name: 'sign-up', max: 5, per: 30 * 60, byAddress: true },
  /** One mailbox from one network. */
  signUpTo: { name: 'sign-up-to', max: 5, per: 24 * 60 * 60 },
} satisfies Record<string, Limit>

/** Mails to one mailbox. Beyond the limit nothing is sent, and the response is the same. */
const mailbox = {
  known: { name: 'known-address', max: 1, per: 86_400 },
  signUp: { name: 'sign-up-mails', max: 20, per: 86_400 },
} satisfies Record<string, Limit>

interface Visitor {
  name: string
  email: string
  password: string
  locale: string
  /** The page after the confirmation; a path of this site. */
  next?: string | undefined
  /** The program that signs up; missing for the product's own page. */
  requester?: Requester | undefined
}

/**
 * Creates an account that has to be confirmed by mail. Errors: `reserved_name`, a weak password, `rate_limited`, and `already_registered` where the
 * configuration says so of known addresses.
 */
export async function register(
  parts: Pick<Parts, 'db' | 'bus' | 'limiter' | 'security'>,
  config: Pick<Config, 'signUpTellsKnownAddresses' | 'passwordMinLength' | 'oidcProviders'>,
  visitor: Visitor,
  ip: string,
) {
  refuseWhileBusy()
  const { email, name, password } = visitor
  if (isReservedName(name, config.oidcProviders)) throw invalidField('name', 'reserved_name')
  checkPassword('password', password, { email, name }, config)
  await parts.limiter.use(limits.signUp, ip)
  await parts.limiter.use(limits.signUpTo, fromNetwork(mailboxOf(email), ip))
  if (config.signUpTellsKnownAddresses && (await findByEmail(parts.db.read, email)))
    throw new AppError('already_registered')
  return signUp(parts, config, visitor)
}

/**
 * Creates an account that has to be confirmed by mail. Where the address has one, also one created a moment before, the configuration decides:
 * `already_registered`, or the response of a new account and a mail to the owner.
 */
async function signUp(
  parts: Pick<Parts, 'db' | 'bus' | 'limiter'>,
  { signUpTellsKnownAddresses }: Pick<Config, 'signUpTellsKnownAddresses'>,
  { password, next, requester, ...person }: Visitor,
) {
  const passwordHash = await hashPassword(password)
  const account = { ...person, id: randomUUID(), passwordHash, signedUpFrom: requester?.network ?? null }
  const isNew = await insertAccount(parts.db.read, account)
  if (!isNew && signUpTellsKnownAddresses) throw new AppError('already_registered')
  if (isNew) await sendSignUpMail(parts, person, { next, requester })
  else await notifyOwner(parts, person.email)
  const now = new Date()
  const fresh = { email_verified: false, image: null, role: 'user' as const, created_at: now, updated_at: now }
  return { id: account.id, ...person, ...fresh }
}

/** Mails the owner of a known address about a sign-up with it. */
async function notifyOwner(parts: Pick<Parts, 'db' | 'bus' | 'limiter'>, email: string) {
  // Repeated sign-ups must not fill a stranger's mailbox.
  const allowed = await parts.limiter.allows(mailbox.known, email)
  const owner = allowed && (await findByEmail(parts.db.read, email))
  if (owner) await sendMail(parts, 'accounts.already_registered', email, owner.locale, { name: nameToGreet(owner) })
}

/** Sends a bounded number a day to a mailbox; its owner can still request another mail, which is counted by the exact address. */
async function sendSignUpMail(
  parts: Pick<Parts, 'db' | 'bus' | 'limiter'>,
  { email, locale }: { email: string; locale: string },
  { next, requester }: Pick<Visitor, 'next' | 'requester'>,
) {
  if (!(await parts.limiter.allows(mailbox.signUp, mailboxOf(email)))) return
  const program = requester && (await storeRequester(parts.db.read, requester))
  await sendMail(parts, 'accounts.confirm_request', email, locale, { next, program })
}

export interface Newcomer {
  name: string
  email: string
  locale: string
  /** Without one the owner of the mailbox sets it. */
  password?: string | undefined
  /** The operator has confirmed the address. */
  confirmed?: boolean | undefined
}

/**
 * Creates an account for another person and returns its id. `andThen` runs in the same transaction. Errors: `reserved_name`, a weak password,
 * `already_registered`, and with a password `rate_limited`.
 */
export async function createAccount(
  { db }: Pick<Parts, 'db'>,
  config: Pick<Config, 'passwordMinLength' | 'oidcProviders'>,
  { password, ...person }: Newcomer,
  andThen: (tx: Tx, userId: string) => Promise<void>,
): Promise<string> {
  if (password !== undefined) refuseWhileBusy()
  if (isReservedName(person.name, config.oidcProviders)) throw invalidField('name', 'reserved_name')
  if (password !== undefined) checkPassword('password', password, person, config)
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const id = randomUUID()
  await db.tx(async (tx) => {
    assertThat(await insertAccount(tx, { ...person, id, passwordHash, signedUpFrom: null }), 'already_registered')
    await andThen(tx, id)
  })
  return id
}

/** How long a link works that is mailed, or that another server passes on; in minutes. */
const linkMinutes = { confirm: confirmationHours * 60, reset: resetMinutes, sign_in: mailedCode.minutes } as const
export type LinkPurpose = keyof typeof linkMinutes

/** Stores a link of an account and returns its token. */
export async function makeLink(executor: Executor, userId: string, purpose: LinkPurpose): Promise<string> {
  const token = newToken()
  await storeToken(executor, { purpose, userId, minutes: linkMinutes[purpose], hash: hashToken(token) })
  return token
}

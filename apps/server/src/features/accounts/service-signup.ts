/** Signing up, whatever the interface: the rules and limits before an account is made. Accounts that an operator creates for others. */
import { randomUUID } from 'node:crypto'
import { confirmationHours } from '@samtur/contract/constants'
import type { Config } from '../../config.ts'
import { hashPassword } from '#platform/auth/passwords'
import type { Executor, Tx } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { AppError, assertThat, invalidField } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { hashToken, isReservedName, mailboxOf, newToken } from './rules.ts'
import type { Requester } from './service-flows.ts'
import { fromNetwork } from './service-guessing.ts'
import { checkPassword, signUp } from './service.ts'
import { storeToken } from './store-tokens.ts'
import { insertAccount } from './store.ts'
import { findByEmail } from './views.ts'

const limits = {
  signUp: { name: 'sign-up', max: 5, per: 30 * 60, byAddress: true },
  /** One mailbox from one network. */
  signUpTo: { name: 'sign-up-to', max: 5, per: 24 * 60 * 60 },
} satisfies Record<string, Limit>

interface Visitor {
  name: string
  email: string
  password: string
  locale: string
  /** Where the page behind the mailed link goes on to; a path of this site. */
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
  config: Pick<Config, 'signUpTellsKnownAddresses' | 'passwordMinLength'>,
  visitor: Visitor,
  ip: string,
) {
  const { email, name, password } = visitor
  if (isReservedName(name)) throw invalidField('name', 'reserved_name')
  checkPassword('password', password, { email, name }, config)
  await parts.limiter.use(limits.signUp, ip)
  await parts.limiter.use(limits.signUpTo, fromNetwork(mailboxOf(email), ip))
  if (config.signUpTellsKnownAddresses && (await findByEmail(parts.db.read, email)))
    throw new AppError('already_registered')
  return signUp(parts, config, visitor)
}

export interface Newcomer {
  name: string
  email: string
  locale: string
  /** Without one the owner of the mailbox sets it. */
  password?: string | undefined
  /** The operator vouches for the address. */
  confirmed?: boolean | undefined
}

/**
 * Creates an account for another person and returns its id. `andThen` runs in the same transaction. Errors: `reserved_name`, a weak password,
 * `already_registered`.
 */
export async function createAccount(
  { db }: Pick<Parts, 'db'>,
  config: Pick<Config, 'passwordMinLength'>,
  { password, ...person }: Newcomer,
  andThen: (tx: Tx, userId: string) => Promise<void>,
): Promise<string> {
  if (isReservedName(person.name)) throw invalidField('name', 'reserved_name')
  if (password !== undefined) checkPassword('password', password, person, config)
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const id = randomUUID()
  await db.tx(async (tx) => {
    assertThat(await insertAccount(tx, { ...person, id, passwordHash, signedUpFrom: null }), 'already_registered')
    await andThen(tx, id)
  })
  return id
}

/** Stores a link that confirms the address of an account, and returns its token. */
export async function makeConfirmation(executor: Executor, userId: string): Promise<string> {
  const token = newToken()
  await storeToken(executor, { purpose: 'confirm', userId, minutes: confirmationHours * 60, hash: hashToken(token) })
  return token
}

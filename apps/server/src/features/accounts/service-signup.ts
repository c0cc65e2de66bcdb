/** Signing up, whatever the interface: the rules and limits before an account is made. */
import type { Config } from '../../config.ts'
import type { Parts } from '#platform/http/context'
import { AppError, invalidField } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { isReservedName, mailboxOf } from './rules.ts'
import type { Requester } from './service-flows.ts'
import { fromNetwork } from './service-guessing.ts'
import { checkPassword, signUp } from './service.ts'
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

/** Signing in by password. */
import { randomUUID } from 'node:crypto'
import { type Config, demoAdminEmail } from '../../config.ts'
import type { Parts } from '#platform/http/context'
import { AppError, assertThat, tryingAt } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import type { Account } from './rules-devices.ts'
import { passwordMark } from './rules.ts'
import { countAttempt } from './service-guessing.ts'
import { nobodysPassword, verifyPassword } from './service-hashing.ts'
import { sendRequestedMail } from './service-mails.ts'
import { findByEmail, findPasswordHash } from './views.ts'

/** Right passwords for one account. Beyond that they count as tries, because each costs a hash, a session and perhaps a mail. */
const rightPasswords: Limit = { name: 'right-passwords', max: 30, per: 900 }

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
  return tryingAt(account?.id, async () => {
    const takeBack = await countAttempt(parts, { email, accountId: account?.id, ip, device })
    const isRight = await verifyPassword({ hash: hash ?? nobodysPassword, password, first: device !== undefined })
    assertThat(account && hash !== undefined && isRight, 'invalid_credentials')
    assertThat(account.email_verified || signUpTellsKnownAddresses, 'invalid_credentials')
    if (await parts.limiter.allows(rightPasswords, account.id)) await takeBack()
    const { suspended_reason: reason, ...person } = account
    assertThat(person.email_verified, 'email_not_verified')
    if (reason !== null) throw new AppError('account_suspended', { params: { reason } })
    return { person, mark: passwordMark(hash) }
  })
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

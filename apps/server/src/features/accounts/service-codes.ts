/** Tries of mailed codes: what is counted, and taking a code in place of the password. */
import type { Caller, Parts } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { hashSessionCode } from './rules.ts'
import { spendCode } from './store-tokens.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
/** Wrong codes. The tries of one code, and the mails that may bring one, have limits of their own. */
export const codeLimits = {
  /** One account from all networks together. Beyond it no code works until the day is over; links and passwords do. */
  account: { name: 'mailed-code', max: 20, per: DAY },
  /** All accounts from one broad network, so that an attacker does not try one code at each of many accounts. */
  network: { name: 'mailed-code-network', max: 60, per: 30 * MINUTE },
  /** One account's codes in place of the password, from all its sessions together. */
  session: { name: 'session-code', max: 20, per: DAY },
} satisfies Record<string, Limit>

/**
 * Counts a try at a code before it is compared, and takes the count back when it was right. Errors: `rate_limited`, and those of `take`, such as
 * for a wrong code.
 */
export async function countTry<T>(
  { limiter }: Pick<Parts, 'limiter'>,
  counted: readonly (readonly [Limit, string])[],
  take: () => Promise<T>,
): Promise<T> {
  for (const [limit, subject] of counted) await limiter.use(limit, subject)
  const taken = await take()
  for (const [limit, subject] of counted) await limiter.giveBack(limit, subject)
  return taken
}

/** Takes a code that was mailed in place of the password, in the session that requested it. Errors: `invalid_code`, `rate_limited`. */
export async function takeSessionCode(
  parts: Pick<Parts, 'db' | 'limiter'>,
  caller: Pick<Caller, 'id' | 'sessionId'>,
  code: string,
  secret: string,
): Promise<void> {
  const hash = hashSessionCode(code.replace(/\s/g, ''), caller.sessionId, secret)
  await countTry(parts, [[codeLimits.session, caller.id]], async () =>
    assertThat(await spendCode(parts.db.read, caller.id, hash), 'invalid_code'),
  )
}

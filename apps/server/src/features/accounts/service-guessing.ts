/**
 * Limits on guessing at passwords. Strangers' wrong tries are counted by account and network, so that they use up their own tries and not the
 * owner's; a browser that the account knows is counted by itself.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { hashing } from '#platform/auth/passwords'
import type { Parts } from '#platform/http/context'
import { AppError } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { networkOf, wideNetworkOf } from '#platform/live/address'

const MINUTE = 60
const HOUR = 60 * MINUTE
const limits = {
  device: { name: 'sign-in-device', max: 10, per: 15 * MINUTE },
  network: { name: 'sign-in', max: 30, per: 5 * MINUTE, byAddress: true },
  /** One account from one network. */
  here: { name: 'sign-in-here', max: 10, per: 15 * MINUTE },
  /** One account from all networks together; beyond that it counts as under attack. */
  everywhere: { name: 'sign-in-everywhere', max: 100, per: HOUR },
  /** An account under attack from one network: the owner who comes from a new one mistypes once. */
  underAttack: { name: 'sign-in-under-attack', max: 2, per: HOUR },
} satisfies Record<string, Limit>

const SLOW_MS = 2_000
/** A waiting request costs a socket and some kilobytes. */
const MOST_WAITING = 500
let waiting = 0

export interface Attempt {
  email: string
  accountId: string | undefined
  ip: string
  /** Names the browser where the account knows it. */
  device: string | undefined
}

/** One subject from one network: what a stranger uses up elsewhere is not the owner's. */
export const fromNetwork = (subject: string, ip: string): string => `${subject} ${networkOf(ip)}`

/**
 * Counts a try before the password is hashed. Returns how to take the count back when the password was right. Error: `rate_limited`. Nobody is
 * refused for what other networks tried: an account under attack is only slower, with fewer tries for each network.
 */
export async function countAttempt(
  { limiter, security }: Pick<Parts, 'limiter' | 'security'>,
  { email, accountId, ip, device }: Attempt,
): Promise<() => Promise<void>> {
  if (device !== undefined) {
    await limiter.use(limits.device, `${email} ${device}`)
    return () => limiter.giveBack(limits.device, `${email} ${device}`)
  }
  if (hashing.full()) throw new AppError('rate_limited', { params: { retry_after: 1 } })
  await limiter.use(limits.network, ip)
  const here = fromNetwork(email, ip)
  await limiter.use(limits.here, here)
  const counted: [Limit, string][] = [
    [limits.here, here],
    [limits.everywhere, email],
  ]
  if (!(await limiter.allows(limits.everywhere, email))) {
    const subject = `${email} ${wideNetworkOf(ip)}`
    counted.push([limits.underAttack, subject])
    await limiter.use(limits.underAttack, subject)
    security.note({ kind: 'account_under_attack', accountId })
    await slowDown()
  }
  return async () => {
    for (const [limit, subject] of counted) await limiter.giveBack(limit, subject)
  }
}

async function slowDown() {
  if (waiting >= MOST_WAITING) throw new AppError('rate_limited', { params: { retry_after: SLOW_MS / 1000 } })
  waiting++
  try {
    await wait(SLOW_MS)
  } finally {
    waiting--
  }
}

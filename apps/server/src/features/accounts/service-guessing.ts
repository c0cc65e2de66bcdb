/**
 * Limits on password guesses. Wrong tries are counted by account and network, so that a stranger uses up the tries of that network and not the
 * owner's; a browser that the account knows is counted by itself.
 */
import type { Parts } from '#platform/http/context'
import type { Limit } from '#platform/http/rate-limit'
import { networkOf, wideNetworkOf } from '#platform/live/address'
import { refuseWhileBusy } from './service-hashing.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const limits = {
  device: { name: 'sign-in-device', max: 10, per: 15 * MINUTE },
  network: { name: 'sign-in', max: 30, per: 5 * MINUTE, byAddress: true },
  /** One account from one network. */
  here: { name: 'sign-in-here', max: 10, per: 15 * MINUTE },
  /** Slow tries after those, so that an owner in the guesser's own network is not refused for what the guesser tried. */
  hereSlowly: { name: 'sign-in-here-slowly', max: 3, per: 5 * MINUTE },
  /** One account from all networks together; beyond it the account counts as under attack. */
  everywhere: { name: 'sign-in-everywhere', max: 100, per: HOUR },
  /** An account under attack from one network: the owner who comes from a new one mistypes once. */
  underAttack: { name: 'sign-in-under-attack', max: 2, per: HOUR },
} satisfies Record<string, Limit>

export interface Attempt {
  email: string
  accountId: string | undefined
  ip: string
  /** Names the browser where the account knows it. */
  device: string | undefined
}

/** Returns the key of a limit that counts one subject from one network. */
export const fromNetwork = (subject: string, ip: string): string => `${subject} ${networkOf(ip)}`

/**
 * Counts a try before the password is hashed; returns a function that takes the count back when the password was right. Error: `rate_limited`.
 * Tries from other networks refuse nothing: an account under attack is only slower, with fewer tries for each network. After ten wrong tries in
 * the same network further ones are slow, three in five minutes, so the right password still opens the account there.
 */
export async function countAttempt(
  { limiter, security }: Pick<Parts, 'limiter' | 'security'>,
  { email, accountId, ip, device }: Attempt,
): Promise<() => Promise<void>> {
  if (device !== undefined) {
    await limiter.use(limits.device, `${email} ${device}`)
    return () => limiter.giveBack(limits.device, `${email} ${device}`)
  }
  refuseWhileBusy()
  const counted: [Limit, string][] = []
  const isAllowed = (limit: Limit, subject: string) => {
    counted.push([limit, subject])
    return limiter.allows(limit, subject)
  }
  const mustBeAllowed = (limit: Limit, subject: string) => {
    counted.push([limit, subject])
    return limiter.use(limit, subject)
  }
  await mustBeAllowed(limits.network, ip)
  const here = fromNetwork(email, ip)
  let isSlow = !(await isAllowed(limits.here, here))
  if (isSlow) await mustBeAllowed(limits.hereSlowly, here)
  if (!(await isAllowed(limits.everywhere, email))) {
    await mustBeAllowed(limits.underAttack, `${email} ${wideNetworkOf(ip)}`)
    security.note({ kind: 'account_under_attack', accountId })
    isSlow = true
  }
  if (isSlow) await limiter.slowDown()
  return async () => {
    for (const [limit, subject] of counted) await limiter.giveBack(limit, subject)
  }
}

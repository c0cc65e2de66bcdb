/** The second factor in sessions of programs (the service interface): a challenge first, then a code. */
import { type Caller, verified } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { beginChallenge, challengeSeconds, isChallenge, passChallenge } from './service-challenge.ts'
import { confirmSecondFactor, showFactorAgain } from './service-factor.ts'
import type { Deps } from './service-ways.ts'
import { findTwoFactor } from './views-ways.ts'

/** Each challenge is a row for ten minutes. */
const challenges: Limit = { name: 'factor-challenge', max: 30, per: 900 }

/** Begins a challenge for the factor that is on or offered; returns its id and its end. Errors: `two_factor_off`, `rate_limited`. */
export async function beginStep(deps: Deps, { id, sessionId }: Caller): Promise<{ value: string; until: Date }> {
  const { db, limiter, clock } = deps.parts
  assertThat(await findTwoFactor(db.read, id), 'two_factor_off')
  await limiter.use(challenges, sessionId)
  const value = await beginChallenge(deps, id, { sessionId })
  return { value, until: new Date(clock.now().getTime() + challengeSeconds * 1000) }
}

/**
 * Verifies a code: the first one of an offered factor, the one that the session needs, or another one of a session that has passed the factor before.
 * Returns false for a challenge that is over. Errors: `two_factor_off`, `invalid_code`, `rate_limited`.
 */
export async function passStep(deps: Deps, caller: Caller, value: string, code: string): Promise<boolean> {
  const key = { value, sessionId: caller.sessionId }
  const factor = await findTwoFactor(deps.parts.db.read, caller.id)
  assertThat(factor, 'two_factor_off')
  if (!(await isChallenge(deps, key))) return false
  if (!factor.confirmed_at) await confirmSecondFactor(deps, verified({ caller }), code, false)
  else if (caller.aal === 'aal2') await showFactorAgain(deps, caller, code, false)
  // A program shows no cookie by which the account could know its device.
  else await passChallenge(deps, key, { totp: code }, () => Promise.resolve(undefined))
  return true
}

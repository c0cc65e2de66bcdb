/** The step between the password, or another first way in, and the session of an account with a second factor. */
import { randomBytes } from 'node:crypto'
import { AppError, assertThat, tryingAt } from '#platform/http/errors'
import { keyedHash } from './rules-ways.ts'
import { guesses, guessesOfDay, takeRecovery, takeTotp } from './service-factor.ts'
import type { Deps } from './service-ways.ts'
import { challengeMinutes, closeChallenge, codeTries, insertChallenge, tryChallenge } from './store-ways.ts'
import { hasChallenge } from './views-ways.ts'

const CHALLENGE_BYTES = 32
export const challengeSeconds = challengeMinutes * 60

/** A challenge as its holder names it: the value of a cookie, or what a program got for a session that has not passed the factor. */
export interface ChallengeKey {
  value: string
  /** The program's session; the challenge works in no other one. */
  sessionId?: string
}

const hashOf = ({ value, sessionId }: ChallengeKey, secret: string) =>
  keyedHash(secret, 'challenge', value, ...(sessionId === undefined ? [] : [sessionId]))

/** Opens a challenge and returns its value. The mark is of the password that was shown. */
export async function beginChallenge(
  { parts: { db }, secret }: Pick<Deps, 'parts' | 'secret'>,
  userId: string,
  { passwordMark = null, sessionId }: { passwordMark?: string | null; sessionId?: string } = {},
): Promise<string> {
  const value = randomBytes(CHALLENGE_BYTES).toString('base64url')
  const key = { value, ...(sessionId !== undefined && { sessionId }) }
  await insertChallenge(db.kysely, hashOf(key, secret), userId, passwordMark)
  return value
}

/** Returns whether a challenge is open. Counts nothing. */
export const isChallenge = ({ parts: { db }, secret }: Deps, key: ChallengeKey): Promise<boolean> =>
  hasChallenge(db.read, hashOf(key, secret))

/** A code of the app, or a recovery code. */
export type Proof = { totp: string } | { recovery: string }

/**
 * Takes the second factor for a challenge; returns the account that has shown it, and the mark of the password that was shown. `deviceOf` names
 * the browser where the account knows it. Errors: `unauthenticated`, `rate_limited`, `invalid_code`.
 */
export async function passChallenge(
  deps: Deps,
  key: ChallengeKey,
  proof: Proof,
  deviceOf: (userId: string) => Promise<string | undefined>,
): Promise<{ userId: string; passwordMark: string | null }> {
  const { db, limiter } = deps.parts
  const hash = hashOf(key, deps.secret)
  const challenge = await tryChallenge(db.kysely, hash)
  if (!challenge) throw new AppError('unauthenticated')
  const { user_id: userId, tries, password_mark: passwordMark } = challenge
  // A guesser has to show the password again, under its own limits.
  if (tries > codeTries) throw new AppError('rate_limited', { params: { retry_after: challengeSeconds } })
  const device = await deviceOf(userId)
  const guesser = device === undefined ? userId : `${userId} ${device}`
  await tryingAt(userId, async () => {
    await limiter.use(guesses, guesser)
    if ('totp' in proof) await limiter.use(guessesOfDay, guesser)
    await db.tx(async (tx) => {
      const right =
        'totp' in proof ? takeTotp(deps, tx, userId, proof.totp) : takeRecovery(deps, tx, userId, proof.recovery)
      assertThat(await right, 'invalid_code')
      if (!(await closeChallenge(tx, hash))) throw new AppError('unauthenticated')
    })
  })
  if ('recovery' in proof) deps.parts.security.note({ kind: 'recovery_code_used', accountId: userId })
  return { userId, passwordMark }
}

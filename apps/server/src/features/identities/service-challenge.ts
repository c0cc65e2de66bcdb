/** The step between the password, or another first way in, and the session of an account with a second factor. */
import { randomBytes } from 'node:crypto'
import { AppError, assertThat } from '#platform/http/errors'
import { keyedHash } from './rules.ts'
import { guesses, takeRecovery, takeTotp } from './service-factor.ts'
import type { Deps } from './service.ts'
import { challengeMinutes, closeChallenge, codeTries, insertChallenge, tryChallenge } from './store.ts'
import { hasChallenge } from './views.ts'

const CHALLENGE_BYTES = 32
export const challengeSeconds = challengeMinutes * 60

/** Opens a challenge in place of a session; returns its cookie's value. The mark is of the password that was shown. */
export async function beginChallenge(
  { parts: { db }, secret }: Pick<Deps, 'parts' | 'secret'>,
  userId: string,
  passwordMark: string | null = null,
): Promise<string> {
  const value = randomBytes(CHALLENGE_BYTES).toString('base64url')
  await insertChallenge(db.kysely, keyedHash(secret, 'challenge', value), userId, passwordMark)
  return value
}

/** Returns whether the cookie belongs to an open challenge. Counts nothing. */
export const isChallenge = async ({ parts: { db }, secret }: Deps, cookie: string | undefined): Promise<boolean> =>
  cookie !== undefined && hasChallenge(db.read, keyedHash(secret, 'challenge', cookie))

/** A code of the app, or a recovery code. */
export type Proof = { totp: string } | { recovery: string }

/**
 * Takes the second factor for a challenge; returns the account that gets a session, and the mark of the password that was shown. `deviceOf` names
 * the browser where the account knows it. Errors: `unauthenticated`, `rate_limited`, `invalid_code`.
 */
export async function passChallenge(
  deps: Deps,
  cookie: string | undefined,
  proof: Proof,
  deviceOf: (userId: string) => Promise<string | undefined>,
): Promise<{ userId: string; passwordMark: string | null }> {
  const { db, limiter } = deps.parts
  const hash = keyedHash(deps.secret, 'challenge', cookie ?? '')
  const challenge = await tryChallenge(db.kysely, hash)
  if (!challenge) throw new AppError('unauthenticated')
  const { user_id: userId, tries, password_mark: passwordMark } = challenge
  // A guesser has to show the password again, under its own limits.
  if (tries > codeTries) throw new AppError('rate_limited', { params: { retry_after: challengeSeconds } })
  const device = await deviceOf(userId)
  await limiter.use(guesses, device === undefined ? userId : `${userId} ${device}`)
  await db.tx(async (tx) => {
    const right =
      'totp' in proof ? takeTotp(deps, tx, userId, proof.totp) : takeRecovery(deps, tx, userId, proof.recovery)
    assertThat(await right, 'invalid_code')
    if (!(await closeChallenge(tx, hash))) throw new AppError('unauthenticated')
  })
  if ('recovery' in proof) deps.parts.security.note({ kind: 'recovery_code_used', accountId: userId })
  return { userId, passwordMark }
}

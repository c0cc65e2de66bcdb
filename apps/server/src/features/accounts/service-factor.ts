/** Setting up, checking and removing the second factor and its recovery codes. */
import { randomBytes } from 'node:crypto'
import type { Tx } from '#platform/db/database'
import { encrypt } from '#platform/encryption'
import { type Caller, recentlyAuthenticated } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { decryptWithAny, encryptAgain, type Secrets } from '#platform/rotation'
import { needsTwoFactor } from './policy.ts'
import { bareRecoveryCode, keyedHash, makeRecoveryCodes, totpAddress, totpStep } from './rules-ways.ts'
import { announceEnd, renewSession } from './service-sessions.ts'
import { type Deps, queueNotice } from './service-ways.ts'
import { endSessions, markFresh, setAal } from './store-sessions.ts'
import {
  confirmTwoFactor,
  deleteTwoFactor,
  exchangeSecret,
  offerTwoFactor,
  removeTwoFactor,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from './store-ways.ts'
import { lockAccount, setTwoFactor } from './store.ts'
import { findTwoFactor, hasTwoFactor, listTwoFactors } from './views-ways.ts'

const secretsOf = ({ config, secret }: Deps): Secrets => [secret, ...config.previousSecrets]

const SECRET_BYTES = 20
/**
 * Guesses at one account's second factor from all challenges and networks together, because a code has six digits only. A device that the
 * account knows has its own count, so that a stranger with the password does not shut the owner out.
 */
export const guesses: Limit = { name: 'second-factor', max: 10, per: 900 }
/** Guesses at codes of the app in a day. Recovery codes are too long to guess, so that the owner still has them when a stranger has used these up. */
export const guessesOfDay: Limit = { name: 'second-factor-day', max: 50, per: 86_400 }
/** Guesses in one session that has passed the factor, so that guesses made elsewhere do not use up the owner's. */
const guessesAgain: Limit = { name: 'second-factor-again', max: 10, per: 900 }
export const guessesAgainOfDay: Limit = { name: 'second-factor-again-day', max: 50, per: 86_400 }

/** Offers a second factor: the address for the app, and the recovery codes. The factor is on once a code of the app has come back. */
export async function offerSecondFactor({ parts: { db }, secret }: Deps, caller: Caller) {
  const key = randomBytes(SECRET_BYTES)
  const codes = makeRecoveryCodes()
  const stored = encrypt(key.toString('hex'), secret)
  const offered = await db.tx((tx) => offerTwoFactor(tx, caller.id, stored, hashesOf(codes, caller.id, secret)))
  assertThat(offered, 'two_factor_already_on')
  return { totpURI: totpAddress(key, caller.email), backupCodes: codes }
}

/**
 * Turns the offered second factor on with the first code of the app. The current session counts as having passed it, the others end. Returns the
 * session's new token where it came with a cookie.
 */
export async function confirmSecondFactor(
  deps: Deps,
  caller: Caller,
  code: string,
  byCookie: boolean,
): Promise<string | undefined> {
  const { db, bus, limiter } = deps.parts
  await limiter.use(guesses, caller.id)
  const { ended, token } = await db.tx(async (tx) => {
    // A sign-in at the same moment waits for this lock, and then needs the factor.
    await lockAccount(tx, caller.id)
    const offer = await findTwoFactor(tx, caller.id)
    assertThat(offer, 'two_factor_off')
    assertThat(!offer.confirmed_at, 'two_factor_already_on')
    const step = stepOf(deps, offer.secret, code)
    assertThat(step !== undefined && (await confirmTwoFactor(tx, caller.id, step)), 'invalid_code')
    await setTwoFactor(tx, caller.id, true)
    await setAal(tx, caller.id, 'aal2', caller.sessionId)
    await queueNotice(tx, caller.id, 'identities.two_factor_on', (name) => ({ name }))
    return {
      ended: await endSessions(tx, caller.id, { except: caller.sessionId }),
      token: byCookie ? await renewSession(tx, deps.parts, caller) : undefined,
    }
  })
  deps.parts.security.note({ kind: 'second_factor_on', accountId: caller.id })
  announceEnd(deps.parts, caller.id, ended)
  bus.emit('outbox', null)
  return token
}

/** Takes a code of the app or a recovery code from a signed-in caller. Errors: `two_factor_off`, `invalid_code`. */
async function takeFactor(deps: Deps, tx: Tx, caller: Caller, code: string) {
  assertThat((await findTwoFactor(tx, caller.id))?.confirmed_at, 'two_factor_off')
  const digits = code.replace(/\s/g, '')
  const isTotp = /^\d{6}$/.test(digits)
  const taken = isTotp ? takeTotp(deps, tx, caller.id, digits) : takeRecovery(deps, tx, caller.id, code)
  assertThat(await taken, 'invalid_code')
}

/** Counts a guess outside the transaction, so that it stays counted when the transaction fails. */
async function countGuess({ parts: { db, limiter } }: Deps, caller: Caller) {
  if (caller.twoFactor) {
    await limiter.use(guessesAgain, caller.sessionId)
    return limiter.use(guessesAgainOfDay, caller.sessionId)
  }
  assertThat(await hasTwoFactor(db.read, caller.id), 'two_factor_off')
}

/** Takes a code of the second factor once more. Returns when that was, and the session's new token as `reauthenticate` does. */
export async function showFactorAgain(
  deps: Deps,
  caller: Caller,
  code: string,
  byCookie: boolean,
): Promise<{ since: Date; token: string | undefined }> {
  await countGuess(deps, caller)
  return deps.parts.db.tx(async (tx) => {
    await takeFactor(deps, tx, caller, code)
    const since = await markFresh(tx, caller.sessionId)
    assertThat(since, 'unauthenticated')
    return { since, token: byCookie ? await renewSession(tx, deps.parts, caller) : undefined }
  })
}

/** Makes new recovery codes, for a code of the factor; the old ones stop working. */
export async function renewRecoveryCodes(deps: Deps, caller: Caller, code: string) {
  const { parts, secret } = deps
  const codes = makeRecoveryCodes()
  await countGuess(deps, caller)
  await parts.db.tx(async (tx) => {
    await lockAccount(tx, caller.id)
    await takeFactor(deps, tx, caller, code)
    await replaceRecoveryCodes(tx, caller.id, hashesOf(codes, caller.id, secret))
  })
  parts.security.note({ kind: 'recovery_codes_renewed', accountId: caller.id })
  return { backupCodes: codes }
}

/** Removes the second factor, for a code of it. Error: `protected_account` where the installation demands one. */
export async function removeSecondFactor(deps: Deps, caller: Caller, code: string): Promise<void> {
  await countGuess(deps, caller)
  await remove(deps, caller, (tx) => takeFactor(deps, tx, caller, code))
}

/**
 * Removes the second factor without another code: in a session that has shown one within the last minutes, or when the factor is only offered.
 * Errors: `two_factor_off`, `second_factor_required`, `reauthentication_required`, `protected_account`.
 */
export async function removeShownFactor(deps: Deps, caller: Caller): Promise<void> {
  const { db } = deps.parts
  const wasOffered = await db.tx(async (tx) => {
    await lockAccount(tx, caller.id)
    const factor = await findTwoFactor(tx, caller.id)
    assertThat(factor, 'two_factor_off')
    if (factor.confirmed_at) return false
    await deleteTwoFactor(tx, caller.id)
    return true
  })
  if (wasOffered) return
  assertThat(caller.aal === 'aal2', 'second_factor_required')
  recentlyAuthenticated({ caller })
  await remove(deps, caller, async () => {})
}

async function remove(deps: Deps, caller: Caller, check: (tx: Tx) => Promise<void>) {
  const { db, bus } = deps.parts
  assertThat(!needsTwoFactor(caller, deps.config), 'protected_account')
  await db.tx(async (tx) => {
    await lockAccount(tx, caller.id)
    await check(tx)
    await withoutFactor(tx, caller.id)
    await queueNotice(tx, caller.id, 'identities.two_factor_off', (name) => ({ name }))
  })
  deps.parts.security.note({ kind: 'second_factor_off', accountId: caller.id })
  bus.emit('outbox', null)
}

/** Removes the second factor with its recovery codes, also one that is only offered. Sends no mail. */
export async function dropSecondFactor(tx: Tx, userId: string): Promise<void> {
  await deleteTwoFactor(tx, userId)
  await setTwoFactor(tx, userId, false)
  await setAal(tx, userId, 'aal1')
}

async function withoutFactor(tx: Tx, userId: string) {
  assertThat(await removeTwoFactor(tx, userId), 'two_factor_off')
  await setTwoFactor(tx, userId, false)
  // No session has passed a factor that is set up later.
  await setAal(tx, userId, 'aal1')
}

/** Removes a factor that its owner has lost; returns false when none is on. The caller ends the sessions. */
export async function liftSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  if (!(await hasTwoFactor(tx, userId))) return false
  await withoutFactor(tx, userId)
  return true
}

/** Takes a code of the app; returns false for a wrong one and for one that was taken before. */
export async function takeTotp(deps: Deps, tx: Tx, userId: string, code: string): Promise<boolean> {
  const factor = await findTwoFactor(tx, userId)
  const step = factor && stepOf(deps, factor.secret, code)
  return step !== undefined && takeStep(tx, userId, step)
}

/** Takes a recovery code, also one that was made under an earlier secret. */
export async function takeRecovery(deps: Deps, tx: Tx, userId: string, code: string): Promise<boolean> {
  for (const secret of secretsOf(deps))
    if (await takeRecoveryCode(tx, userId, recoveryHash(code, userId, secret))) return true
  return false
}

function stepOf(deps: Deps, stored: string, code: string) {
  const text = decryptWithAny(stored, secretsOf(deps))
  return totpStep(Buffer.from(text, 'hex'), code, deps.parts.clock.now())
}

const recoveryHash = (code: string, userId: string, secret: string) =>
  keyedHash(secret, 'recovery', userId, bareRecoveryCode(code))
const hashesOf = (codes: string[], userId: string, secret: string) =>
  codes.map((code) => recoveryHash(code, userId, secret))

/** Encrypts second factors anew that an earlier secret encrypted, so that the earlier secret can be dropped. Returns how many. */
export async function renewEncryption(deps: Deps): Promise<number> {
  const secrets = secretsOf(deps)
  if (secrets.length === 1) return 0
  const { db } = deps.parts
  let renewed = 0
  for (const { user_id: userId, secret: stored } of await listTwoFactors(db.read)) {
    const again = encryptAgain(stored, secrets)
    if (again && (await exchangeSecret(db.kysely, userId, stored, again))) renewed++
  }
  return renewed
}

/** Changing one's ways in: the second factor, recovery codes, linked services; and the codes that sign-in takes. */
import { randomBytes } from 'node:crypto'
import { symmetricEncrypt } from 'better-auth/crypto'
import { matchLanguage } from '@samtur/i18n/translate'
import type { Config } from '../../config.ts'
import {
  announceEnd,
  endSessions,
  lockAccount,
  markFresh,
  renewSession,
  setAal,
  setTwoFactor,
  unlinkService,
} from '#features/accounts/port'
import { decryptWithAny, encryptAgain, type Secrets } from '#platform/auth/rotation'
import type { Executor, Tx } from '#platform/db/database'
import type { Caller, Parts } from '#platform/http/context'
import { AppError, assertThat } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { queueMail } from '#platform/mail/outbox'
import { needsTwoFactor } from './policy.ts'
import { bareRecoveryCode, isLastWayIn, keyedHash, makeRecoveryCodes, totpAddress, totpStep } from './rules.ts'
import {
  challengeMinutes,
  closeChallenge,
  codeTries,
  confirmTwoFactor,
  deleteTwoFactor,
  exchangeSecret,
  expectEmailCode,
  insertChallenge,
  offerTwoFactor,
  removeTwoFactor,
  replaceRecoveryCodes,
  takeEmailCode,
  takeRecoveryCode,
  takeStep,
  tryChallenge,
} from './store.ts'
import {
  findConfirmed,
  findOwnWays,
  findRecipient,
  findTwoFactor,
  hasChallenge,
  hasTwoFactor,
  listTwoFactors,
} from './views.ts'

/** What the slice needs of the house. */
export interface Deps {
  config: Config
  parts: Parts
  secret: string
}

const secretsOf = ({ config, secret }: Deps): Secrets => [secret, ...config.previousSecrets]

const SECRET_BYTES = 20
const CHALLENGE_BYTES = 32
/** Mailed codes to one address, whoever asks for them. */
const codeMails = {
  pause: { name: 'code-mails-pause', max: 1, per: 60 },
  all: { name: 'code-mails', max: 10, per: 1_800 },
} satisfies Record<string, Limit>
/**
 * Guesses at one account's second factor, whatever the number of challenges and networks: a code has six digits only. A browser that the account
 * knows is counted by itself, so that somebody who knows the password does not shut the owner out.
 */
const guesses: Limit = { name: 'second-factor', max: 10, per: 900 }

/** Offers a second factor: what the app needs, and the recovery codes. On only when a code of the app has come back. */
export async function offerSecondFactor({ parts: { db }, secret }: Deps, caller: Caller) {
  const key = randomBytes(SECRET_BYTES)
  const codes = makeRecoveryCodes()
  const stored = await symmetricEncrypt({ key: secret, data: key.toString('hex') })
  const offered = await db.tx((tx) => offerTwoFactor(tx, caller.id, stored, hashesOf(codes, caller.id, secret)))
  assertThat(offered, 'two_factor_already_on')
  return { totpURI: totpAddress(key, caller.email), backupCodes: codes }
}

/**
 * Turns the offered second factor on with the first code of the app. The session at hand has passed it by that, the others end. Returns the
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
    // Whoever signs in meanwhile waits, and is then asked for the factor.
    await lockAccount(tx, caller.id)
    const offer = await findTwoFactor(tx, caller.id)
    assertThat(offer, 'two_factor_off')
    assertThat(!offer.confirmed_at, 'two_factor_already_on')
    const step = await stepOf(deps, offer.secret, code)
    assertThat(step !== undefined && (await confirmTwoFactor(tx, caller.id, step)), 'invalid_code')
    await setTwoFactor(tx, caller.id, true)
    await setAal(tx, caller.id, 'aal2', caller.sessionId)
    await notice(tx, caller.id, 'identities.two_factor_on')
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

/** Takes a code of the app or a recovery code from somebody who is signed in. Errors: `two_factor_off`, `invalid_code`, `rate_limited`. */
async function takeFactor(deps: Deps, tx: Tx, caller: Caller, code: string) {
  assertThat((await findTwoFactor(tx, caller.id))?.confirmed_at, 'two_factor_off')
  const digits = code.replace(/\s/g, '')
  const isTotp = /^\d{6}$/.test(digits)
  const taken = isTotp ? takeTotp(deps, tx, caller.id, digits) : takeRecovery(deps, tx, caller.id, code)
  assertThat(await taken, 'invalid_code')
}

/** Guesses in one session that has passed the factor: somebody else's do not use up the owner's. */
const guessesAgain: Limit = { name: 'second-factor-again', max: 10, per: 900 }

/** Guesses count before the transaction, so that they count when it fails. */
async function countGuess({ parts: { db, limiter } }: Deps, caller: Caller) {
  if (caller.twoFactor) return limiter.use(guessesAgain, caller.sessionId)
  assertThat(await hasTwoFactor(db.read, caller.id), 'two_factor_off')
}

/** Takes a code of the second factor once more; returns when that was, and the session's new token as `reauthenticate` does. */
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

/** Takes the second factor away, for a code of it. */
export async function removeSecondFactor(deps: Deps, caller: Caller, code: string): Promise<void> {
  const { db, bus } = deps.parts
  await countGuess(deps, caller)
  assertThat(!needsTwoFactor(caller, deps.config), 'protected_account')
  await db.tx(async (tx) => {
    await lockAccount(tx, caller.id)
    await takeFactor(deps, tx, caller, code)
    await withoutFactor(tx, caller.id)
    await notice(tx, caller.id, 'identities.two_factor_off')
  })
  deps.parts.security.note({ kind: 'second_factor_off', accountId: caller.id })
  bus.emit('outbox', null)
}

/** Removes the second factor with its recovery codes, also one that is only offered; tells nobody. */
export async function dropSecondFactor(tx: Tx, userId: string): Promise<void> {
  await deleteTwoFactor(tx, userId)
  await setTwoFactor(tx, userId, false)
  await setAal(tx, userId, 'aal1')
}

async function withoutFactor(tx: Tx, userId: string) {
  assertThat(await removeTwoFactor(tx, userId), 'two_factor_off')
  await setTwoFactor(tx, userId, false)
  // A factor that is set up later has been passed in none of the sessions.
  await setAal(tx, userId, 'aal1')
}

/** Takes away a factor that its owner has lost, in the caller's transaction; returns false when none is on. Sessions are ended beside this. */
export async function liftSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  if (!(await hasTwoFactor(tx, userId))) return false
  await withoutFactor(tx, userId)
  return true
}

/** In place of a session: answers the value of a cookie that stands for having come this far. The mark is of the password that was shown. */
export async function beginChallenge(
  { parts: { db }, secret }: Deps,
  userId: string,
  passwordMark: string | null = null,
): Promise<string> {
  const value = randomBytes(CHALLENGE_BYTES).toString('base64url')
  await insertChallenge(db.kysely, keyedHash(secret, 'challenge', value), userId, passwordMark)
  return value
}

export const challengeSeconds = challengeMinutes * 60

/** Does the cookie stand for a challenge that is open? Counts nothing. */
export const isChallenge = async ({ parts: { db }, secret }: Deps, cookie: string | undefined): Promise<boolean> =>
  cookie !== undefined && hasChallenge(db.read, keyedHash(secret, 'challenge', cookie))

/** A code of the app, or a recovery code. */
export type Proof = { totp: string } | { recovery: string }

/**
 * Takes the second factor for a challenge; returns who may have a session now, and by which password. `deviceOf` names the browser where the
 * account knows it. Errors: `unauthenticated`, `rate_limited`, `invalid_code`.
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
  // Whoever guesses goes back to the password, and there to its limits.
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

async function takeTotp(deps: Deps, tx: Tx, userId: string, code: string) {
  const factor = await findTwoFactor(tx, userId)
  const step = factor && (await stepOf(deps, factor.secret, code))
  return step !== undefined && takeStep(tx, userId, step)
}

/** The codes were given out under the secret of that time. */
async function takeRecovery(deps: Deps, tx: Tx, userId: string, code: string) {
  for (const secret of secretsOf(deps))
    if (await takeRecoveryCode(tx, userId, recoveryHash(code, userId, secret))) return true
  return false
}

async function stepOf(deps: Deps, stored: string, code: string) {
  const { text } = await decryptWithAny(stored, secretsOf(deps))
  return totpStep(Buffer.from(text, 'hex'), code, deps.parts.clock.now())
}

const recoveryHash = (code: string, userId: string, secret: string) =>
  keyedHash(secret, 'recovery', userId, bareRecoveryCode(code))
const hashesOf = (codes: string[], userId: string, secret: string) =>
  codes.map((code) => recoveryHash(code, userId, secret))

/** What stands for an address while a code for it is under way. */
export const addressHash = (email: string, secret: string) => keyedHash(secret, 'email-code-address', email)
/** What is kept of a mailed code. */
export const emailCodeHash = (email: string, code: string, secret: string) =>
  keyedHash(secret, 'email-code', email, code)

/** Asks for a code by mail. Whether anybody has the address is looked at when the mail is made: here everybody gets the same work. */
export async function requestEmailCode(
  { parts: { db, bus, limiter }, secret }: Deps,
  email: string,
  locale: string,
): Promise<void> {
  // The mailbox has one that works; another would take it from its owner.
  if (!(await limiter.allows(codeMails.pause, email)) || !(await limiter.allows(codeMails.all, email))) return
  await db.tx(async (tx) => {
    await expectEmailCode(tx, addressHash(email, secret))
    await queueMail(tx, { kind: 'identities.email_code', recipient: email, locale: matchLanguage([locale]), data: {} })
  })
  bus.emit('outbox', null)
}

/** Takes a mailed code; answers whose it is. */
export async function acceptEmailCode({ parts: { db }, secret }: Deps, email: string, code: string): Promise<string> {
  const taken = await takeEmailCode(db.kysely, addressHash(email, secret), emailCodeHash(email, code, secret))
  const account = await findConfirmed(db.read, email)
  assertThat(taken && account, 'invalid_code')
  return account.id
}

/** Takes a linked service away, unless nothing else opens the account. */
export async function unlink({ config, parts: { db, bus } }: Deps, caller: Caller, provider: string): Promise<void> {
  await db.tx(async (tx) => {
    // Two at once must not each count on the other.
    await lockAccount(tx, caller.id)
    const { password, providers } = await findOwnWays(tx, caller.id)
    assertThat(providers.includes(provider), 'not_found')
    const offered = providers.filter((id) => config.oidcProviders.some((one) => one.id === id))
    assertThat(
      !isLastWayIn({ password, emailCode: config.emailCodeSignIn, providers: offered }, provider),
      'last_way_in',
    )
    await unlinkService(tx, caller.id, provider)
    await notice(tx, caller.id, 'identities.unlinked', { provider: nameOf(config, provider) })
  })
  bus.emit('outbox', null)
}

/** Tells the account's address of a service that was linked to it. */
export async function tellOfLink(
  { config, parts: { db, bus } }: Deps,
  userId: string,
  provider: string,
): Promise<void> {
  await notice(db.kysely, userId, 'identities.linked', { provider: nameOf(config, provider) })
  bus.emit('outbox', null)
}

const nameOf = ({ oidcProviders }: Config, id: string) => oidcProviders.find((one) => one.id === id)?.name ?? id

/** A change that its owner must hear of, also when somebody else made it. */
async function notice(executor: Executor, userId: string, kind: string, data: Record<string, string> = {}) {
  const reader = await findRecipient(executor, userId)
  if (!reader) return
  const locale = matchLanguage([reader.locale])
  await queueMail(executor, { kind, recipient: reader.email, locale, data: { ...data, name: reader.name } })
}

/** Encrypts the second factors again that an earlier secret encrypted, so that it can be forgotten. Returns how many. */
export async function renewEncryption(deps: Deps): Promise<number> {
  const secrets = secretsOf(deps)
  if (secrets.length === 1) return 0
  const { db } = deps.parts
  let renewed = 0
  for (const { user_id: userId, secret: stored } of await listTwoFactors(db.read)) {
    const again = await encryptAgain(stored, secrets)
    if (again && (await exchangeSecret(db.kysely, userId, stored, again))) renewed++
  }
  return renewed
}

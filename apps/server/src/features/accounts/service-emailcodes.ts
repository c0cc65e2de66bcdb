/** Sign-in codes sent by mail. A code works only in the browser that requested it, so guesses made elsewhere cannot use it up. */
import { randomBytes } from 'node:crypto'
import { mailedCode } from '@samtur/contract/constants'
import { matchLanguage } from '@samtur/i18n/translate'
import { AppError, assertThat } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { emailCodeHash, emailRequestHash } from './rules-ways.ts'
import { opensByCode } from './rules.ts'
import { queueSoon } from './service-mails.ts'
import type { Deps } from './service-ways.ts'
import { expectEmailCode, forgetEmailCode, takeEmailCode } from './store-ways.ts'
import { findConfirmed } from './views-ways.ts'

const REQUEST_BYTES = 32
/**
 * Code mails to one mailbox that browsers unknown to the account may request together, and that each known one may request. They also bound
 * the guesses at codes: five for each mail.
 */
export const codeMails = {
  halfHour: { name: 'code-mails', max: 10, per: 1_800 },
  day: { name: 'code-mails-day', max: 30, per: 86_400 },
} satisfies Record<string, Limit>
/** Tries from one network that belong to no open request. */
const strayTries: Limit = { name: 'code-sign-in', max: 30, per: 300, byAddress: true }

/** Seconds that the browser keeps the name of its request: the mail may be written some minutes later, and the code's time starts then. */
export const emailCodeSeconds = 2 * mailedCode.minutes * 60

/**
 * Requests a code by mail and returns the value that the browser keeps for it; undefined where the mailbox has got enough mails. Looks up no
 * account, so that every address costs the same work: the mail's writer finds out whether there is one. The browser's earlier request (`before`)
 * ends.
 */
export async function requestEmailCode(
  { parts: { db, bus, limiter }, secret }: Deps,
  email: string,
  { locale, device, before }: { locale: string; device: string | undefined; before: string | undefined },
): Promise<string | undefined> {
  const subject = device === undefined ? email : `${email} ${device}`
  if (!(await limiter.allows(codeMails.halfHour, subject)) || !(await limiter.allows(codeMails.day, subject)))
    return undefined
  const value = randomBytes(REQUEST_BYTES).toString('base64url')
  const request = emailRequestHash(email, value, secret)
  await db.tx(async (tx) => {
    if (before !== undefined) await forgetEmailCode(tx, emailRequestHash(email, before, secret))
    await expectEmailCode(tx, request)
    const row = {
      recipient: email,
      locale: matchLanguage([locale]),
      data: { request },
      usefulMinutes: mailedCode.minutes,
    }
    await queueSoon(bus, tx, { ...row, kind: 'identities.email_code' })
  })
  return value
}

/**
 * Takes a mailed code in the browser that requested it; returns whose account it opens. Errors: `invalid_code`, and `rate_limited` for a network
 * that keeps trying without a request of its own.
 */
export async function acceptEmailCode(
  { config, parts: { db, limiter }, secret }: Deps,
  { email, code, value, ip }: { email: string; code: string; value: string | undefined; ip: string },
): Promise<string> {
  const request = emailRequestHash(email, value ?? '', secret)
  const taken = await takeEmailCode(db.kysely, request, emailCodeHash(request, code, secret))
  if (taken === 'no_request') await limiter.use(strayTries, ip)
  assertThat(taken === 'taken', 'invalid_code')
  const account = await findConfirmed(db.read, email)
  // The role may be younger than the code.
  if (!account || !opensByCode(account, config)) throw new AppError('invalid_code')
  return account.id
}

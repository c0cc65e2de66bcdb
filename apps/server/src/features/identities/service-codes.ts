/** Sign-in codes sent by mail. A code works only in the browser that requested it, so guesses made elsewhere cannot use it up. */
import { randomBytes, randomInt } from 'node:crypto'
import { matchLanguage } from '@samtur/i18n/translate'
import { AppError, assertThat } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { queueMail } from '#platform/mail/outbox'
import { emailCodeHash, emailRequestHash } from './rules.ts'
import type { Deps } from './service.ts'
import { emailCodeMinutes, expectEmailCode, takeEmailCode } from './store.ts'
import { findConfirmed } from './views.ts'

const REQUEST_BYTES = 32
/**
 * Code mails to one mailbox that browsers unknown to the account may request together, and that each known one may request. They also bound
 * the guesses at codes: five for each mail.
 */
const mailbox = {
  halfHour: { name: 'code-mails', max: 10, per: 1_800 },
  day: { name: 'code-mails-day', max: 30, per: 86_400 },
} satisfies Record<string, Limit>
/** Tries from one network that belong to no open request. */
const strayTries: Limit = { name: 'code-sign-in', max: 30, per: 300, byAddress: true }

/** Seconds that the browser keeps the name of its request: the mail may be written some minutes later, and the code's time starts then. */
export const emailCodeSeconds = 2 * emailCodeMinutes * 60

/**
 * Requests a code by mail and returns the value that the browser keeps for it; undefined where the mailbox has got enough mails. Looks up no
 * account, so that every address costs the same work: the mail's writer finds out whether there is one.
 */
export async function requestEmailCode(
  { parts: { db, bus, limiter }, secret }: Deps,
  email: string,
  { locale, device }: { locale: string; device: string | undefined },
): Promise<string | undefined> {
  const subject = device === undefined ? email : `${email} ${device}`
  if (!(await limiter.allows(mailbox.halfHour, subject)) || !(await limiter.allows(mailbox.day, subject)))
    return undefined
  const value = randomBytes(REQUEST_BYTES).toString('base64url')
  const request = emailRequestHash(email, value, secret)
  // A random moment later, like other mails that need no sign-in: the work for a known address would delay the next response.
  const delay = randomInt(250, 750)
  await db.tx(async (tx) => {
    await expectEmailCode(tx, request)
    const row = {
      recipient: email,
      locale: matchLanguage([locale]),
      data: { request },
      usefulMinutes: emailCodeMinutes,
    }
    await queueMail(tx, { ...row, kind: 'identities.email_code' }, delay)
  })
  setTimeout(() => bus.emit('outbox', null), delay + 10).unref()
  return value
}

/**
 * Takes a mailed code in the browser that requested it; returns whose account it opens. Errors: `invalid_code`, and `rate_limited` for a network
 * that keeps trying without a request of its own.
 */
export async function acceptEmailCode(
  { parts: { db, limiter }, secret }: Deps,
  { email, code, value, ip }: { email: string; code: string; value: string | undefined; ip: string },
): Promise<string> {
  const request = emailRequestHash(email, value ?? '', secret)
  const taken = await takeEmailCode(db.kysely, request, emailCodeHash(request, code, secret))
  if (taken === 'no_request') await limiter.use(strayTries, ip)
  assertThat(taken === 'taken', 'invalid_code')
  const account = await findConfirmed(db.read, email)
  if (!account) throw new AppError('invalid_code')
  return account.id
}

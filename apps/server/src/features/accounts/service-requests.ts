/** Mails that people request, whatever the interface: their limits, and what is queued. The response is the same for every address. */
import { confirmationHours, mailedCode } from '@samtur/contract/constants'
import { matchLanguage } from '@samtur/i18n/translate'
import type { Caller, Parts } from '#platform/http/context'
import { assertThat, invalidField } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { queueMail } from '#platform/mail/outbox'
import { hashToken, linkToken, newToken } from './rules.ts'
import { type Requester, storeRequester } from './service-flows.ts'
import { fromNetwork } from './service-guessing.ts'
import { mailLimits, sendMail, sendRequestedMail } from './service-mails.ts'
import { changeRequestHours, storeToken } from './store-tokens.ts'
import { findAccount } from './views.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
/** All mails that one network requests, whatever their address. */
const requestedMails: Limit = { name: 'account-mails', max: 30, per: 30 * MINUTE, byAddress: true }
/** Mails of one kind to one address from one network. */
const perAddress = {
  confirm: mailLimits('resend', 5),
  reset: mailLimits('reset', 5),
  signIn: mailLimits('sign-in-mail', 5),
}
const limits = {
  changeEmail: { name: 'change-email', max: 5, per: HOUR },
  /** Mails to one mailbox that one person requests. */
  changeEmailTo: { name: 'change-email-to', max: 3, per: 24 * HOUR },
  /** Mails to one mailbox that all people together request. */
  changeEmailMails: { name: 'change-email-mails', max: 10, per: 24 * HOUR },
  code: mailLimits('reauthentication-code', 5),
} satisfies Record<string, Limit | Limit[]>

type Deps = Pick<Parts, 'db' | 'bus' | 'limiter' | 'security'>

interface Request {
  /** As accounts store it. */
  email: string
  ip: string
  locale: string
}

async function count({ limiter }: Deps, { email, ip }: Request, own: readonly Limit[]) {
  await limiter.use(requestedMails, ip)
  for (const limit of own) await limiter.use(limit, fromNetwork(email, ip))
}

/** Mails the link of a sign-up again. Error: `rate_limited`. */
export async function requestConfirmation(
  parts: Deps,
  request: Request,
  { next, requester }: { next?: string | undefined; requester?: Requester },
): Promise<void> {
  await count(parts, request, perAddress.confirm)
  const program = requester && (await storeRequester(parts.db.read, requester))
  await sendRequestedMail(parts, 'accounts.confirm_request', request.email, request.locale, { next, program })
}

/** Mails a link for a new password. Error: `rate_limited`. */
export async function requestReset(parts: Deps, request: Request, requester?: Requester): Promise<void> {
  await count(parts, request, perAddress.reset)
  const program = requester && (await storeRequester(parts.db.read, requester))
  await sendRequestedMail(parts, 'accounts.reset_request', request.email, request.locale, { program })
}

/** Mails a link and a code to sign in with. Error: `rate_limited`. */
export async function requestSignIn(parts: Deps, request: Request, requester: Requester): Promise<void> {
  await count(parts, request, perAddress.signIn)
  const program = await storeRequester(parts.db.read, requester)
  await sendRequestedMail(
    parts,
    'accounts.sign_in_request',
    request.email,
    request.locale,
    { program },
    mailedCode.minutes,
  )
}

interface NewAddress {
  newEmail: string
  requester?: Requester
}

/**
 * Mails a link to a new address of the caller, and a notice to the present one. Nothing changes before the link is confirmed,
 * and the response is the same for an address that is taken. Errors: `same_as_before`, `protected_account`, `rate_limited`.
 */
export async function requestNewEmail(
  parts: Deps,
  secret: string,
  caller: Pick<Caller, 'id' | 'email' | 'role'>,
  { newEmail, requester }: NewAddress,
): Promise<void> {
  await parts.limiter.use(limits.changeEmail, caller.id)
  await parts.limiter.use(limits.changeEmailTo, `${newEmail} ${caller.id}`)
  await parts.limiter.use(limits.changeEmailMails, newEmail)
  if (newEmail === caller.email) throw invalidField('newEmail', 'same_as_before')
  // Where the administrator is reached is a matter of configuration.
  assertThat(caller.role !== 'admin', 'protected_account')
  const account = await findAccount(parts.db.read, caller.id)
  assertThat(account, 'unauthenticated')
  const locale = matchLanguage([account.locale])
  const request = newToken()
  await parts.db.tx(async (tx) => {
    const program = requester && (await storeRequester(tx, requester))
    const hash = hashToken(linkToken(request, secret))
    // The link does not exist before the mail is written.
    const token = { purpose: 'change_email', userId: caller.id, minutes: confirmationHours * 60, newEmail } as const
    await storeToken(tx, { ...token, hash })
    const data = { user_id: caller.id, request, program }
    const usefulMinutes = changeRequestHours * 60
    await queueMail(tx, { kind: 'accounts.email_change_request', recipient: newEmail, locale, data, usefulMinutes })
    const notice = { name: account.name, new_email: newEmail }
    await queueMail(tx, { kind: 'accounts.email_change_notice', recipient: caller.email, locale, data: notice })
  })
  parts.bus.emit('outbox', null)
}

/** Mails the caller a code that is accepted in place of the password, in this session. Error: `rate_limited`. */
export async function requestReauthenticationCode(parts: Deps, caller: Caller): Promise<void> {
  for (const limit of limits.code) await parts.limiter.use(limit, caller.id)
  await sendMail(
    parts,
    'accounts.reauthentication_code',
    caller.email,
    caller.locale,
    { user_id: caller.id, session_id: caller.sessionId },
    mailedCode.minutes,
  )
}

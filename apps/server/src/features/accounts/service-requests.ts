/** Mails that people request, whatever the interface: their limits, and what is queued. The response is the same for every address. */
import type { Caller, Parts } from '#platform/http/context'
import type { Limit } from '#platform/http/rate-limit'
import { type Requester, storeRequester } from './service-flows.ts'
import { fromNetwork } from './service-guessing.ts'
import { askForNewEmail, sendMail, sendRequestedMail } from './service.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
/** All mails that one network requests, whatever their address. */
const requestedMails: Limit = { name: 'account-mails', max: 30, per: 30 * MINUTE, byAddress: true }
/** Mails of one kind to one address from one network. */
const perAddress = {
  confirm: [
    { name: 'resend-pause', max: 1, per: MINUTE },
    { name: 'resend', max: 5, per: 30 * MINUTE },
  ],
  reset: [
    { name: 'reset-pause', max: 1, per: MINUTE },
    { name: 'reset', max: 5, per: 30 * MINUTE },
  ],
  signIn: [
    { name: 'sign-in-mail-pause', max: 1, per: MINUTE },
    { name: 'sign-in-mail', max: 5, per: 30 * MINUTE },
  ],
} satisfies Record<string, Limit[]>
const limits = {
  changeEmail: { name: 'change-email', max: 5, per: HOUR },
  /** Mails to one mailbox that one person requests. */
  changeEmailTo: { name: 'change-email-to', max: 3, per: 24 * HOUR },
  /** Mails to one mailbox that all people together request. */
  changeEmailMails: { name: 'change-email-mails', max: 10, per: 24 * HOUR },
  code: { name: 'reauthentication-code', max: 5, per: 30 * MINUTE },
  codePause: { name: 'reauthentication-code-pause', max: 1, per: MINUTE },
} satisfies Record<string, Limit>

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
  await sendRequestedMail(parts, 'accounts.sign_in_request', request.email, request.locale, { program })
}

/** Mails a link to a new address of the caller, and a notice to the present one. Errors: those of `askForNewEmail`, and `rate_limited`. */
export async function requestNewEmail(
  parts: Deps,
  secret: string,
  caller: Pick<Caller, 'id' | 'email' | 'role'>,
  { newEmail, requester }: { newEmail: string; requester?: Requester },
): Promise<void> {
  await parts.limiter.use(limits.changeEmail, caller.id)
  await parts.limiter.use(limits.changeEmailTo, `${newEmail} ${caller.id}`)
  await parts.limiter.use(limits.changeEmailMails, newEmail)
  const program = requester && (await storeRequester(parts.db.read, requester))
  await askForNewEmail(parts, secret, caller, newEmail, program)
}

/** Mails the caller a code that stands for the password. Error: `rate_limited`. */
export async function requestReauthenticationCode(parts: Deps, caller: Caller): Promise<void> {
  await parts.limiter.use(limits.codePause, caller.id)
  await parts.limiter.use(limits.code, caller.id)
  await sendMail(parts, 'accounts.reauthentication_code', caller.email, caller.locale, { user_id: caller.id })
}

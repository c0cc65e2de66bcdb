/** Composition: the data that the server puts into a page. */
import { paths } from '@samtur/contract/paths'
import type { Entry, Deps } from './entry.ts'
import { touchAccount } from '../features/accounts/port.ts'
import { hasRecovery } from '../features/accounts/routes-passwords.ts'
import { describeConfirmation } from '../features/accounts/routes-signup.ts'
import { presentWaysIn } from '../features/accounts/present-ways.ts'
import type { servePages } from '../features/pages/routes.ts'
import { findOwn } from '../features/profiles/routes.ts'
import { mailboxPath } from '../platform/http/local-mailbox.ts'
import type { ReadFirstResponses } from './page-responses.ts'

/** Returns the function that collects a page's first data: the signed-in person, settings and first responses, so that it needs no request for them. */
export function createStart(
  { config, parts, secret }: Deps,
  { callerOf }: Entry,
  readFirstResponses: ReadFirstResponses,
): Parameters<typeof servePages>[1]['startOf'] {
  const settings = {
    mailbox: config.localMailbox ? mailboxPath : null,
    support_email: config.supportEmail,
    support_phone: config.supportPhone,
    openstreetmap: config.routerUrl !== undefined,
    password_min: config.passwordMinLength,
    ...(config.sameGenderRides && { same_gender: true as const }),
    sign_in: presentWaysIn(config),
  }
  return async (request, _reply, at) => {
    const caller = await callerOf(request)
    if (caller) await touchAccount(parts.db.read, caller.id)
    const own = caller ? await findOwn(parts, caller) : null
    const responses = await readFirstResponses(at, caller, request)
    const recovery = at.pathname === paths.resetPassword && (await hasRecovery({ parts, config }, request))
    const token = at.query.get('token') ?? ''
    const confirmation =
      at.pathname === paths.confirm
        ? await describeConfirmation({ parts, config, secret }, request, caller, token)
        : null
    return { me: own, config: { ...settings, recovery, confirmation }, ...responses }
  }
}

/** Composition: what the server puts into a page. */
import { paths } from '@samtur/contract/paths'
import type { Entry, Deps } from './entry.ts'
import { touchAccount } from './features/accounts/port.ts'
import { hasRecovery } from './features/accounts/routes-passwords.ts'
import { describeConfirmation } from './features/accounts/routes-signup.ts'
import { presentWaysIn } from './features/identities/present.ts'
import type { servePages } from './features/pages/routes.ts'
import { findOwn } from './features/profiles/routes.ts'
import { mailboxPath } from './platform/http/local-mailbox.ts'
import type { Ask } from './page-answers.ts'

/** What a page starts with: who is signed in, and what is on it at once, so that it needs no request of its own. */
export function createStart(
  { config, parts, secret }: Deps,
  { callerOf }: Entry,
  ask: Ask,
): Parameters<typeof servePages>[1]['startOf'] {
  const settings = {
    mailbox: config.localMailbox ? mailboxPath : null,
    support_email: config.supportEmail,
    support_phone: config.supportPhone,
    password_min: config.passwordMinLength,
    sign_in: presentWaysIn(config),
  }
  return async (request, _reply, at) => {
    const caller = await callerOf(request)
    if (caller) await touchAccount(parts.db.read, caller.id)
    const own = caller ? await findOwn(parts, caller) : null
    const answers = await ask(at, caller, request)
    const recovery = at.pathname === paths.resetPassword && (await hasRecovery({ parts, config }, request))
    const token = at.query.get('token') ?? ''
    const confirmation =
      at.pathname === paths.confirm
        ? await describeConfirmation({ parts, config, secret }, request, caller, token)
        : null
    return { me: own, config: { ...settings, recovery, confirmation }, ...answers }
  }
}

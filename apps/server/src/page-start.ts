/** Composition: what the server puts into a page. */
import { homeListSize } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import type { Entry, House } from './entry.ts'
import { prolongSession } from './features/accounts/port.ts'
import { hasRecovery } from './features/accounts/routes.ts'
import { presentWaysIn } from './features/identities/present.ts'
import type { servePages } from './features/pages/routes.ts'
import type { ReadFigures } from './features/pages/views.ts'
import { findOwn } from './features/profiles/routes.ts'
import { search } from './features/search/routes.ts'
import type { Caller } from './platform/http/context.ts'
import { mailboxPath } from './platform/http/local-mailbox.ts'
/** What a page starts with: who is signed in, and what is on it at once, so that it needs no request of its own. */
export function createBoot(
  { config, parts }: House,
  { auth, callerOf }: Entry,
  figures: ReadFigures,
): Parameters<typeof servePages>[1]['bootOf'] {
  const settings = {
    mailbox: config.localMailbox ? mailboxPath : null,
    support_email: config.supportEmail,
    support_phone: config.supportPhone,
    password_min: config.passwordMinLength,
    sign_in: presentWaysIn(config),
  }
  const firstAnswers = async (pathname: string, caller: Caller | null) => {
    if (pathname === paths.home)
      return { upcoming: await search({ db: parts.db, caller }, { sort: 'departure', limit: homeListSize }) }
    // Without them the page is shown all the same.
    if (pathname === paths.greenMission) return { figures: await figures().catch(() => undefined) }
    return undefined
  }
  return async (request, reply, pathname) => {
    const caller = await callerOf(request)
    if (caller)
      for (const cookie of await prolongSession(auth, parts.db.read, request, caller))
        reply.header('set-cookie', cookie)
    const own = caller ? await findOwn(parts, caller) : null
    const data = await firstAnswers(pathname, caller)
    const recovery = pathname === paths.resetPassword && (await hasRecovery({ parts, config }, request))
    return { me: own, config: { ...settings, recovery }, ...(data && { data }) }
  }
}

/** Fills the port of sessions. */
import type { Sessions } from '@samtur/interface/ports/sessions'
import {
  endOwnSessions,
  findClient,
  findHolders,
  findSessionMark,
  findShutReason,
  owesFactor,
  raiseClientSession,
  refreshClient,
  renewClient,
  signInByPassword,
  signOut,
  startClientSession,
  touchSession,
} from '#features/accounts/port'
import { isRecentlyAuthenticated, verified } from '#platform/http/context'
import { AppError } from '#platform/http/errors'
import type { Deps, Entry } from '../composition/entry.ts'

export function createSessions(deps: Deps & Pick<Entry, 'tokens' | 'notifyOfNewDevice'>): Sessions {
  const { config, parts, tokens } = deps
  const { db } = parts
  return {
    async ofToken(token) {
      const session = await tokens.sessionOf(token)
      if (!session) return 'bad_token'
      const found = await findClient(db.prepared, session)
      if (!found) return 'ended'
      const { unseen, ...holder } = found
      if (unseen) await touchSession(db.read, holder.sessionId)
      return holder
    },
    find: async (sessionId) => (await findHolders(db.prepared, [sessionId]))[0] ?? null,
    owesFactor,
    confirmed: (caller) => verified({ caller }),
    isRecentlyAuthenticated,
    markOf: (session) => findSessionMark(db.read, session),
    publicKeys: () => tokens.publicKeys(),
    async checkPassword(attempt) {
      // A program has no cookie, so its device is never a known one.
      const { person, mark } = await signInByPassword(parts, config, attempt, () => undefined)
      return { userId: person.id, mark }
    },
    async begin(request, arrival) {
      const session = await startClientSession(deps, request, arrival)
      if (session) return session
      const reason = await findShutReason(db.read, arrival.userId)
      // Without a reason the password has changed meanwhile, or the account is gone.
      throw new AppError(reason === null ? 'invalid_credentials' : 'account_suspended')
    },
    refresh: (refreshToken) => refreshClient(deps, refreshToken),
    renew: (caller) => renewClient(deps, caller),
    raise: (request, holder) => raiseClientSession(deps, request, holder),
    end: (caller) => signOut(parts, caller),
    endOwn: (caller, scope) => endOwnSessions(parts, caller, scope),
  }
}

/** Use cases around sessions: beginning, renewing and ending them, and showing the password once more. */
import { session as limits } from '@samtur/contract/constants'
import { matchLanguage } from '@samtur/i18n/translate'
import { afterCommit, type Tx } from '#platform/db/database'
import type { Caller, Parts } from '#platform/http/context'
import { AppError, assertThat } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { queueMail } from '#platform/mail/outbox'
import { newToken } from './rules.ts'
import { takeSessionCode } from './service-codes.ts'
import * as store from './store-sessions.ts'
import { countSessions, findAccount } from './views.ts'

type Deps = Pick<Parts, 'db' | 'bus'>
export type Beginning = Pick<Parts, 'db' | 'bus' | 'limiter'>

/** Opens a session and ends the one that the browser had before. Returns its id; undefined where the account cannot be opened. */
export async function beginSession(
  deps: Beginning,
  session: store.NewSession,
  tokenBefore: string | undefined,
): Promise<string | undefined> {
  // Before the transaction, because the limiter opens another one.
  const mayTell = await mayTellOfEnd(deps, session.userId)
  return deps.db.tx(async (tx) => {
    const id = await store.insertSession(tx, session)
    if (id !== undefined) await makeRoom(tx, deps, { id, userId: session.userId, tokenBefore, mayTell })
    return id
  })
}

interface Arrival {
  id: string
  userId: string
  tokenBefore: string | undefined
  mayTell: boolean
}

/** Ends the session that the browser had before, and the oldest ones beyond the limit. */
export async function makeRoom(tx: Tx, deps: Deps, { id, userId, tokenBefore, mayTell }: Arrival): Promise<void> {
  if (tokenBefore !== undefined) await endBrowserSession(tx, deps, tokenBefore)
  const ended = await store.endOldest(tx, userId, id)
  if (ended.length === 0) return
  afterCommit(() =>
    announceEnd(
      deps,
      userId,
      ended.map((one) => one.id),
    ),
  )
  const account = mayTell && (await findAccount(tx, userId))
  if (!account) return
  const oldest = ended.reduce((one, other) => (other.created_at < one.created_at ? other : one))
  const row = { recipient: account.email, locale: matchLanguage([account.locale]) }
  const data = { name: account.name, agent: oldest.user_agent ?? '', since: oldest.created_at.toISOString() }
  await queueMail(tx, { ...row, kind: 'accounts.oldest_session_ended', data })
  afterCommit(() => deps.bus.emit('outbox', null))
}

/** The mail about ended sessions is sent once a day, however often a person signs in. */
const limitMail: Limit = { name: 'session-limit-mail', max: 1, per: 86_400 }

/** Returns whether the person may be mailed about sessions that end. Opens a transaction of its own. */
export async function mayTellOfEnd({ db, limiter }: Beginning, userId: string): Promise<boolean> {
  if ((await countSessions(db.read, userId)) < limits.maxPerAccount) return true
  return limiter.use(limitMail, userId).then(
    () => true,
    () => false,
  )
}

/** Ends the session that a browser had, by the token in its cookie. */
export async function endBrowserSession(tx: Tx, deps: Deps, token: string): Promise<void> {
  const ended = await store.endSessionByToken(tx, token)
  if (ended) afterCommit(() => announceEnd(deps, ended.user_id, [ended.id]))
}

/**
 * Gives the session at hand another token and returns it; open connections come back with the new cookie. Undefined when another request has
 * just done that, whose cookie the browser has then.
 */
export async function renewSession(
  tx: Tx,
  { bus }: Pick<Parts, 'bus'>,
  caller: Pick<Caller, 'id' | 'sessionId' | 'rotations'>,
): Promise<string | undefined> {
  const token = newToken()
  if (!(await store.rotateToken(tx, caller, token))) return undefined
  afterCommit(() => bus.emit('session_renewed', { user_id: caller.id, session_id: caller.sessionId }))
  return token
}

/**
 * Takes the password or the mailed code once more. Returns when that was and the session's new token, which is undefined for a bearer token's
 * session and where another request has just renewed it. Errors: `second_factor_required` in an account that has one, `wrong_password`,
 * `invalid_code`, `unauthenticated`.
 */
export async function reauthenticate(
  deps: Beginning & { secret: string; byCookie: boolean },
  caller: Caller,
  { password, code = '' }: { password?: string | undefined; code?: string | undefined },
  isOwnPassword: (password: string) => Promise<boolean>,
): Promise<{ since: Date; token: string | undefined }> {
  assertThat(!caller.twoFactor, 'second_factor_required')
  if (password !== undefined) assertThat(await isOwnPassword(password), 'wrong_password')
  else await takeSessionCode(deps, caller, code, deps.secret)
  return deps.db.tx(async (tx) => {
    const since = await store.markFresh(tx, caller.sessionId)
    assertThat(since, 'unauthenticated')
    return { since, token: deps.byCookie ? await renewSession(tx, deps, caller) : undefined }
  })
}

/** Ends one of the caller's sessions. Error: `not_found`, also for another account's session. */
export async function endOwnSession(deps: Deps, caller: Caller, sessionId: string): Promise<number> {
  const ended = await store.endSessions(deps.db.read, caller.id, { only: sessionId })
  if (ended.length === 0) throw new AppError('not_found')
  announceEnd(deps, caller.id, ended)
  return ended.length
}

/** Ends the session at hand; it may have ended meanwhile. */
export async function signOut(deps: Deps, caller: Caller): Promise<void> {
  const ended = await store.endSessions(deps.db.read, caller.id, { only: caller.sessionId })
  announceEnd(deps, caller.id, ended)
}

/** Ends the other own sessions, or all. */
export async function endOwnSessions(
  deps: Deps & Pick<Parts, 'security'>,
  caller: Caller,
  scope: 'others' | 'all',
): Promise<number> {
  const which = scope === 'all' ? 'all' : { except: caller.sessionId }
  const ended = await store.endSessions(deps.db.read, caller.id, which)
  deps.security.note({ kind: 'sessions_ended', accountId: caller.id, detail: scope })
  announceEnd(deps, caller.id, ended)
  return ended.length
}

/** Closes the connections of sessions that have ended. */
export function announceEnd({ bus }: Pick<Parts, 'bus'>, userId: string, sessionIds: readonly string[]): void {
  for (const sessionId of sessionIds) bus.emit('session_ended', { user_id: userId, session_id: sessionId })
}

/** Sessions of programs (the service interface): a short-lived access token, and a refresh token that works once. */
import { createHmac, randomBytes } from 'node:crypto'
import { accessToken } from '@samtur/contract/constants'
import type { Parts } from '#platform/http/context'
import { hashToken, newToken, owesFactor } from './rules.ts'
import { announceEnd, beginSession, makeRoom, mayTellOfEnd } from './service-sessions.ts'
import type { ShownMethod, Tokens } from './service-tokens.ts'
import {
  dropRefreshTokens,
  insertRefreshToken,
  isReplaced,
  lockSession,
  lockSessionOf,
  raiseSession,
  replaceRefreshToken,
} from './store-refresh.ts'
import { endSessions, type NewSession, touchSession } from './store-sessions.ts'
import { lockAccount } from './store.ts'
import { type ClientHolder, findClient } from './views.ts'

export interface ClientDeps {
  parts: Pick<Parts, 'db' | 'bus' | 'limiter' | 'security'>
  secret: string
  tokens: Tokens
}

/** What a client gets for a session. */
export interface ClientSession {
  accessToken: string
  refreshToken: string
  /** Seconds. */
  expiresIn: number
  sessionId: string
  userId: string
  /** The session opens nothing but the step that shows the second factor. */
  owesFactor: boolean
}

const REFRESH_BYTES = 24
const newRefreshToken = () => randomBytes(REFRESH_BYTES).toString('base64url')

/**
 * Returns the token that follows a refresh token. It is the same each time, so that a client whose response was lost gets it again, and it needs
 * the server's secret, so that a refresh token alone does not reveal it.
 */
const nextToken = (token: string, secret: string) =>
  createHmac('sha256', secret)
    .update(`refresh-token ${token}`)
    .digest()
    .subarray(0, REFRESH_BYTES)
    .toString('base64url')

const shownNow = (method: string): ShownMethod => ({ method, timestamp: Math.floor(Date.now() / 1000) })

type Beginning = Pick<NewSession, 'userId' | 'ipAddress' | 'userAgent' | 'passwordMark' | 'aal'> & {
  /** How the person signed in, as the claim `amr` names it: password, otp, recovery, oauth. */
  method: string
}

/**
 * Opens a session for a client; undefined where the account is shut or has another password by now. In an account with a second factor the session
 * gives access only to the step that verifies the factor.
 */
export async function beginClientSession(
  deps: ClientDeps,
  { method, ...session }: Beginning,
): Promise<ClientSession | undefined> {
  const methods = [shownNow(method)]
  const begun = { ...session, token: newToken(), owesFactor: true, methods }
  const id = await beginSession(deps.parts, begun, undefined)
  const holder = id === undefined ? null : await findClient(deps.parts.db.read, { id })
  return holder ? issue(deps, holder) : undefined
}

/** Signs an access token for the session as it is now, and stores the refresh token that goes with it. */
async function issue(deps: ClientDeps, holder: ClientHolder) {
  const refreshToken = newRefreshToken()
  await insertRefreshToken(deps.parts.db.read, holder.sessionId, hashToken(refreshToken))
  return present(deps, holder, refreshToken)
}

async function present({ tokens }: ClientDeps, holder: ClientHolder, refreshToken: string): Promise<ClientSession> {
  const { id: userId, sessionId } = holder
  return {
    accessToken: await tokens.sign({ ...holder, userId }),
    refreshToken,
    expiresIn: accessToken.minutes * 60,
    sessionId,
    userId,
    owesFactor: owesFactor(holder),
  }
}

/** Why a refresh token is refused: it is unknown, its session has ended, or it was used before, which ends the session. */
export type RefreshRefusal = 'unknown' | 'ended' | 'used'

type Outcome =
  | { kind: 'refused'; refusal: RefreshRefusal }
  | { kind: 'stolen'; holder: ClientHolder }
  | { kind: 'renewed'; holder: ClientHolder; next: string }

/**
 * Exchanges a refresh token for new tokens. One that was used a moment ago gets the same successor again, because a response may be lost and two
 * tabs may refresh at once; one that was used earlier was stolen, so its session ends.
 */
export async function refreshClient(deps: ClientDeps, token: string): Promise<ClientSession | RefreshRefusal> {
  const { db } = deps.parts
  const outcome = await db.tx(async (tx): Promise<Outcome> => {
    await lockSessionOf(tx, hashToken(token))
    const use = await replaceRefreshToken(tx, hashToken(token))
    if (!use) return { kind: 'refused', refusal: 'unknown' }
    const holder = await findClient(tx, { id: use.session_id })
    if (!holder) return { kind: 'refused', refusal: 'ended' }
    if (!use.in_time) {
      await endSessions(tx, holder.id, { only: holder.sessionId })
      return { kind: 'stolen', holder }
    }
    let next = nextToken(token, deps.secret)
    if (use.first) await insertRefreshToken(tx, holder.sessionId, hashToken(next))
    // Another tab may already have exchanged the successor.
    while (await isReplaced(tx, hashToken(next))) next = nextToken(next, deps.secret)
    if (holder.unseen) await touchSession(tx, holder.sessionId)
    return { kind: 'renewed', holder, next }
  })
  if (outcome.kind === 'refused') return outcome.refusal
  if (outcome.kind === 'renewed') return present(deps, outcome.holder, outcome.next)
  const { id: accountId, sessionId } = outcome.holder
  announceEnd(deps.parts, accountId, [sessionId])
  deps.parts.security.note({ kind: 'refresh_token_reused', accountId })
  return 'used'
}

/**
 * Records that the client has passed the second factor, and gives the session new tokens; the earlier ones are refused from then on. Undefined when
 * the session has ended.
 */
export async function raiseClient(
  deps: ClientDeps,
  { id: userId, sessionId }: Pick<ClientHolder, 'id' | 'sessionId'>,
): Promise<ClientSession | undefined> {
  const refreshToken = newRefreshToken()
  const mayTell = await mayTellOfEnd(deps.parts, userId)
  const holder = await deps.parts.db.tx(async (tx) => {
    await lockAccount(tx, userId)
    if (!(await raiseSession(tx, sessionId, [shownNow('totp')]))) return null
    await makeRoom(tx, deps.parts, { id: sessionId, userId, tokenBefore: undefined, mayTell })
    await dropRefreshTokens(tx, sessionId)
    await insertRefreshToken(tx, sessionId, hashToken(refreshToken))
    return findClient(tx, { id: sessionId })
  })
  return holder ? present(deps, holder, refreshToken) : undefined
}

/** Gives a client new tokens for its session, after its account has changed. Its earlier refresh tokens are refused. */
export async function renewClient(
  deps: ClientDeps,
  { sessionId }: { sessionId: string },
): Promise<ClientSession | undefined> {
  const refreshToken = newRefreshToken()
  const holder = await deps.parts.db.tx(async (tx) => {
    if (!(await lockSession(tx, sessionId))) return null
    await dropRefreshTokens(tx, sessionId)
    await insertRefreshToken(tx, sessionId, hashToken(refreshToken))
    return findClient(tx, { id: sessionId })
  })
  return holder ? present(deps, holder, refreshToken) : undefined
}

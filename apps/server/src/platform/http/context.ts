/** The context that every endpoint's handler gets: the caller, the database and the other parts of the server. */
import { implement } from '@orpc/server'
import { contract } from '@samtur/contract/contract'
import { reauthenticationMinutes } from '@samtur/contract/constants'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Files } from '../files/files.ts'
import type { Bus } from '../live/bus.ts'
import type { Reactions } from '../reactions.ts'
import type { Log } from '../log.ts'
import type { RoadEngine } from '../road-engine.ts'
import type { SecurityLog } from '../security-log.ts'
import { AppError } from './errors.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { ResponseCache } from './response-cache.ts'

/** How a session was authenticated: by one way in, or by the second factor, too. */
export type Aal = 'aal1' | 'aal2'

/** The person whose session a request has; looked up once per request. */
export interface Caller {
  id: string
  email: string
  verified: boolean
  role: 'user' | 'admin'
  sessionId: string
  locale: string
  /** The account is protected by a second factor. */
  twoFactor: boolean
  /** How this session was authenticated. */
  aal: Aal
  /** How often the session got a new token. */
  rotations: number
  /** When the account will be deleted; null unless the person has requested that. */
  purgeAt: Date | null
  /** When the password, or a code in its place, was last given in this session. */
  authenticatedAt: Date
}

/** The parts of the server, made once by the composition root. */
export interface Parts {
  db: Database
  clock: Clock
  bus: Bus
  log: Log
  security: SecurityLog
  limiter: RateLimiter
  responses: ResponseCache
  files: Files
  reactions: Reactions
  /** Null where none is run. */
  roadEngine: RoadEngine | null
}

export interface ApiContext extends Parts {
  caller: Caller | null
  /** Sets a cookie with the response; undefined for a request with a bearer token. */
  setCookie?: ((cookie: string) => void) | undefined
  ip: string
  requestId: string
  idempotencyKey: string | undefined
  /** The header as the browser sent it. */
  acceptLanguage: string | undefined
}

/** The contract's endpoints, which the slices' routes bind. */
export const os = implement(contract).$context<ApiContext>()

/** Returns the signed-in caller. Throws `unauthenticated`. */
export function signedIn(context: { caller: Caller | null }): Caller {
  if (!context.caller) throw new AppError('unauthenticated')
  return context.caller
}

/**
 * Returns the signed-in caller with a confirmed address and no deletion under way, which every write needs. Throws `unauthenticated`,
 * `email_not_verified` or `account_closing`.
 */
export function verified(context: { caller: Caller | null }): Caller {
  const caller = signedIn(context)
  if (!caller.verified) throw new AppError('email_not_verified')
  if (caller.purgeAt) throw new AppError('account_closing')
  return caller
}

/** Returns the same caller. Throws `forbidden`, too, for administrators, who do not take part in rides and conversations. */
export function participant(context: { caller: Caller | null }): Caller {
  const caller = verified(context)
  if (caller.role === 'admin') throw new AppError('forbidden')
  return caller
}

/** Returns whether the caller has an administrator's rights: with `needsTwoFactor` only in a session that has passed the second factor. */
export const isAdministrator = ({ role, verified: isVerified, purgeAt, aal }: Caller, needsTwoFactor: boolean) =>
  role === 'admin' && isVerified && !purgeAt && (aal === 'aal2' || !needsTwoFactor)

/** Returns the signed-in caller who was authenticated within the last minutes. Throws `unauthenticated` or `reauthentication_required`. */
export function recentlyAuthenticated(context: { caller: Caller | null }): Caller {
  const caller = signedIn(context)
  if (!isRecentlyAuthenticated(caller)) throw new AppError('reauthentication_required')
  return caller
}

/** Returns until when a session that was renewed at that moment counts as recently authenticated. */
export const recentlyAuthenticatedUntil = (since: Date): string =>
  new Date(since.getTime() + reauthenticationMinutes * 60_000).toISOString()

/** Uses real time, because the product's clock can be moved. */
export const isRecentlyAuthenticated = ({ authenticatedAt }: Caller): boolean =>
  Date.now() - authenticatedAt.getTime() <= reauthenticationMinutes * 60_000

/** What every endpoint's handler gets: the caller, the database and the few parts of the house. */
import { implement } from '@orpc/server'
import { contract } from '@samtur/contract/contract'
import { reauthenticationMinutes } from '@samtur/contract/constants'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Files } from '../files/files.ts'
import type { Bus } from '../live/bus.ts'
import type { Reactions } from '../reactions.ts'
import type { Log } from '../log.ts'
import type { SecurityLog } from '../security-log.ts'
import { AppError } from './errors.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { ResponseCache } from './response-cache.ts'

/** What a session has shown: one way in, or the second factor too. */
export type Aal = 'aal1' | 'aal2'

/** Whoever holds the session of a request; resolved once per request. */
export interface Caller {
  id: string
  email: string
  verified: boolean
  role: 'user' | 'admin'
  sessionId: string
  locale: string
  /** The account is protected by a second factor. */
  twoFactor: boolean
  /** What this session itself has shown. */
  aal: Aal
  /** How often the session got a new token. */
  rotations: number
  /** When the account will be deleted; null unless the person has asked for that. */
  purgeAt: Date | null
  /** When the password (or what stands for it) was last shown in this session. */
  authenticatedAt: Date
}

/** The parts of the house, made once by the composition root. */
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
}

export interface ApiContext extends Parts {
  caller: Caller | null
  /** Sends a cookie along with the answer; undefined for a request that came with a bearer token. */
  setCookie?: ((cookie: string) => void) | undefined
  ip: string
  requestId: string
  idempotencyKey: string | undefined
  /** The languages the browser asks for, as it says them. */
  acceptLanguage: string | undefined
}

/** The contract's endpoints, to be bound by the slices' routes. */
export const os = implement(contract).$context<ApiContext>()

/** The signed-in caller, or 401. */
export function signedIn(context: { caller: Caller | null }): Caller {
  if (!context.caller) throw new AppError('unauthenticated')
  return context.caller
}

/** The signed-in caller with a confirmed address and no deletion under way, or 401 / 403. Every write needs one. */
export function verified(context: { caller: Caller | null }): Caller {
  const caller = signedIn(context)
  if (!caller.verified) throw new AppError('email_not_verified')
  if (caller.purgeAt) throw new AppError('account_closing')
  return caller
}

/** The same for taking part: the administrator keeps the place and takes no part in it. */
export function participant(context: { caller: Caller | null }): Caller {
  const caller = verified(context)
  if (caller.role === 'admin') throw new AppError('forbidden')
  return caller
}

/** Where an installation asks for it, an administrator counts as one in a session that has passed the second factor only. */
export const isAdministrator = ({ role, verified: isVerified, purgeAt, aal }: Caller, needsTwoFactor: boolean) =>
  role === 'admin' && isVerified && !purgeAt && (aal === 'aal2' || !needsTwoFactor)

/** The signed-in caller, who has shown the password within the last minutes; or 401 / 403. For what a forgotten open page must not do. */
export function recentlyAuthenticated(context: { caller: Caller | null }): Caller {
  const caller = signedIn(context)
  if (!isRecentlyAuthenticated(caller)) throw new AppError('reauthentication_required')
  return caller
}

/** Returns until when a session that was renewed at that moment counts as recently authenticated. */
export const recentlyAuthenticatedUntil = (since: Date): string =>
  new Date(since.getTime() + reauthenticationMinutes * 60_000).toISOString()

/** Real time: the product's movable clock says nothing about who sits at the machine. */
export const isRecentlyAuthenticated = ({ authenticatedAt }: Caller): boolean =>
  Date.now() - authenticatedAt.getTime() <= reauthenticationMinutes * 60_000

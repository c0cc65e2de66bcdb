/**
 * Security events in the log, one line each, for operators (docs/operating/watch.md). A line never holds a mail address, a token or a password, and
 * of the sender's address only the network prefix.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { isIPv4 } from 'node:net'
import { networkOf } from './live/address.ts'
import type { Log } from './log.ts'

export type SecurityEventKind =
  | 'sign_in'
  | 'sign_in_failed'
  /** Wrong tries at one account from many networks, so that unknown devices are slowed down. */
  | 'account_under_attack'
  /** Too many tries or requests, refused with 429. */
  | 'limit_reached'
  /** A request that the role does not allow, refused with 403. */
  | 'right_refused'
  | 'origin_refused'
  | 'password_changed'
  | 'password_reset'
  | 'email_changed'
  | 'sessions_ended'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'second_factor_failed'
  /** A wrong password or code in a session or with a mailed link. */
  | 'reauthentication_failed'
  /** A refresh token was used again later than its client could: it was stolen, so its session has ended. */
  | 'refresh_token_reused'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'administrator_act'
  /** A person redeemed the code that the start printed. */
  | 'administrator_made'

export interface SecurityEvent {
  kind: SecurityEventKind
  accountId?: string | undefined
  /** A word that narrows the kind down: a route, the name of an administrator's endpoint. */
  detail?: string | undefined
  /** Given where they differ from the current request's. */
  requestId?: string | undefined
  /** An address; the line gets its network. */
  ip?: string | undefined
}

export interface SecurityLog {
  note(event: SecurityEvent): void
}

const requests = new AsyncLocalStorage<{ id: string; ip: string }>()

/** Runs a request's work, so that events noted in it name the request. */
export const withRequest = (request: { id: string; ip: string }, work: () => void): void => requests.run(request, work)

/** Refusals of one kind written in a minute; further ones are only counted, so that a flood does not fill the log. */
const PER_MINUTE = 30
const MINUTE_MS = 60_000
const REFUSALS: ReadonlySet<SecurityEventKind> = new Set([
  'sign_in_failed',
  'account_under_attack',
  'limit_reached',
  'right_refused',
  'origin_refused',
  'second_factor_failed',
  'reauthentication_failed',
])

interface Count {
  start: number
  written: number
  leftOut: number
}

/** Uses real time, because the log is about the machine. */
export function createSecurityLog(log: Log, now: () => number = Date.now): SecurityLog {
  const counts = new Map<SecurityEventKind, Count>()
  const countOf = (kind: SecurityEventKind) => {
    const before = counts.get(kind)
    if (before && now() - before.start < MINUTE_MS) return before
    if (before && before.leftOut > 0) log.info({ security: kind, left_out: before.leftOut }, 'security events left out')
    const count = { start: now(), written: 0, leftOut: 0 }
    counts.set(kind, count)
    return count
  }
  return {
    note({ kind, accountId, detail, requestId, ip }) {
      const count = REFUSALS.has(kind) ? countOf(kind) : undefined
      if (count && count.written >= PER_MINUTE) return void count.leftOut++
      if (count) count.written++
      const request = requests.getStore()
      const address = ip ?? request?.ip
      const line = {
        security: kind,
        request_id: requestId ?? request?.id,
        account_id: accountId,
        network: address === undefined ? undefined : prefixOf(address),
        detail,
      }
      log.info(line, 'security event')
    },
  }
}

/** Returns the network, such as `203.0.113.0/24` or `2001:db8:7::/48`: it shows where an attack comes from, and names no household. */
export function prefixOf(ip: string): string {
  const network = networkOf(ip)
  if (isIPv4(network)) return `${network.split('.').slice(0, 3).join('.')}.0/24`
  return network.includes(':') ? `${network.split(':').slice(0, 3).join(':')}::/48` : 'unknown'
}

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

/** Refusals of one kind about one account from one network that are written in a minute; further ones are only counted. */
const PER_MINUTE = 30
/** Refusals of one kind written in a minute, but for the first ones about an account or from a network. */
const PER_KIND = 600
/** Accounts and networks that are distinguished in a minute, so that a flood from ever new ones does not fill the memory. */
const MOST_COUNTS = 10_000
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

/** Uses real time, because the log is about the machine. */
export function createSecurityLog(log: Log, now: () => number = Date.now): SecurityLog {
  const limit = createLineLimit((kind, leftOut) =>
    log.info({ security: kind, left_out: leftOut }, 'security events left out'),
  )
  return {
    note({ kind, accountId, detail, requestId, ip }) {
      const request = requests.getStore()
      const address = ip ?? request?.ip
      const network = address === undefined ? undefined : prefixOf(address)
      if (REFUSALS.has(kind) && !limit(now(), { kind, accountId, network })) return
      const line = { security: kind, request_id: requestId ?? request?.id, account_id: accountId, network, detail }
      log.info(line, 'security event')
    },
  }
}

interface Refusal {
  kind: SecurityEventKind
  accountId: string | undefined
  network: string | undefined
}

/**
 * Returns a function that returns whether a refusal is written. Each account with each network has lines of its own, so that one that makes noise
 * hides no other; the first line about an account is always written. `tell` gets the number of those left out when the minute is over.
 */
function createLineLimit(tell: (kind: SecurityEventKind, leftOut: number) => void) {
  let start = -Infinity
  const kinds = new Map<SecurityEventKind, { written: number; leftOut: number }>()
  const accounts = createCounts()
  const senders = createCounts()
  const beginMinute = (time: number) => {
    for (const [kind, { leftOut }] of kinds) if (leftOut > 0) tell(kind, leftOut)
    for (const counts of [kinds, accounts, senders]) counts.clear()
    start = time
  }
  return (time: number, { kind, accountId, network }: Refusal): boolean => {
    if (time - start >= MINUTE_MS) beginMinute(time)
    const ofKind = kinds.get(kind) ?? { written: 0, leftOut: 0 }
    kinds.set(kind, ofKind)
    const isFirstOfAccount = accountId !== undefined && (accounts.add(`${kind} ${accountId}`) ?? 1) === 1
    // Those for which there is no room have only what the kind has left.
    const nth = senders.add(`${kind} ${accountId} ${network}`) ?? PER_MINUTE
    const isWritten = isFirstOfAccount || nth === 1 || (nth <= PER_MINUTE && ofKind.written < PER_KIND)
    if (isWritten) ofKind.written++
    else ofKind.leftOut++
    return isWritten
  }
}

/** Counts names, as many as there is room for. */
function createCounts() {
  const counts = new Map<string, number>()
  return {
    /** Counts the name and returns its number; undefined for a new one without room. */
    add(name: string): number | undefined {
      const before = counts.get(name)
      if (before === undefined && counts.size >= MOST_COUNTS) return undefined
      counts.set(name, (before ?? 0) + 1)
      return (before ?? 0) + 1
    },
    clear: () => counts.clear(),
  }
}

/** Returns the network, such as `203.0.113.0/24` or `2001:db8:7::/48`: it shows where an attack comes from, and names no household. */
export function prefixOf(ip: string): string {
  const network = networkOf(ip)
  if (isIPv4(network)) return `${network.split('.').slice(0, 3).join('.')}.0/24`
  return network.includes(':') ? `${network.split(':').slice(0, 3).join(':')}::/48` : 'unknown'
}

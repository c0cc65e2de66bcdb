/** Logs refused requests: writes of signed-in people for support, and what may be part of an attack as a security event. */
import type { ErrorCode } from '@samtur/contract/errors'
import { isId } from '@samtur/contract/ids'
import type { FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import type { SecurityEventKind, SecurityLog } from '../security-log.ts'
import type { Caller } from './context.ts'
import type { AppError } from './errors.ts'
import { loggedPath, pathOf } from './request-path.ts'

export type RefusalLog = (error: AppError, request: FastifyRequest) => void

/** Lines about one account in a minute. A last line says that further ones are left out, so that no account can fill the log. */
const PER_MINUTE = 30
const MINUTE_MS = 60_000

/** Uses real time, as the log does. */
export function createRefusalLog(log: Log, security: SecurityLog, now: () => number = Date.now): RefusalLog {
  const linesLeft = createLineLimit(now)
  return (error, request) => {
    void callerOf(request).then((caller) => {
      noteSecurityEvent(security, error, request, caller)
      if (!caller || error.status >= 500 || reads.has(request.method)) return
      const left = linesLeft(caller.id)
      if (left > 0) log.info(lineOf(error, request, caller), 'request refused')
      if (left === 0) log.info({ account_id: caller.id }, 'further refused requests of this minute are left out')
    })
  }
}

/** Returns null for a visitor, and where the request was refused before its session was read. */
const callerOf = async (request: FastifyRequest) => request.caller?.catch(() => null) ?? null

/** Returns a function that counts a line about the account and returns how many were left in this minute before it; below zero beyond the first left out. */
function createLineLimit(now: () => number) {
  const lines = new Map<string, number>()
  let minute = 0
  return (accountId: string) => {
    const current = Math.floor(now() / MINUTE_MS)
    if (current !== minute) lines.clear()
    minute = current
    const count = (lines.get(accountId) ?? 0) + 1
    lines.set(accountId, count)
    return PER_MINUTE + 1 - count
  }
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Leaves out the error's parameters, which may name places, and names of fields that the contract does not know. */
function lineOf({ code, data }: AppError, request: FastifyRequest, caller: Caller) {
  const fields = Object.entries(data.fields ?? {}).filter(([, problem]) => problem !== 'unknown_field')
  return {
    refused: code,
    method: request.method,
    path: pathOf(request).replace(/[^/]{24,}/g, (part) => (isId(part.toLowerCase()) ? part : '…')),
    account_id: caller.id,
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    request_id: request.id,
  }
}

const securityEvents: Partial<Record<ErrorCode, SecurityEventKind>> = {
  rate_limited: 'limit_reached',
  forbidden: 'right_refused',
  two_factor_required: 'right_refused',
  origin_refused: 'origin_refused',
  invalid_credentials: 'sign_in_failed',
  wrong_password: 'reauthentication_failed',
  invalid_code: 'reauthentication_failed',
}
const CODE_ROUTES = /\/api\/auth\/(two-factor\/|sign-in\/email-otp)/

function noteSecurityEvent(
  security: SecurityLog,
  { code, accountId }: AppError,
  request: FastifyRequest,
  caller: Caller | null,
) {
  const route = request.routeOptions.url ?? ''
  const kind = code === 'invalid_code' && CODE_ROUTES.test(route) ? 'second_factor_failed' : securityEvents[code]
  if (!kind) return
  const path = route === '' || route.endsWith('*') ? pathOf(request) : route
  const detail = `${request.method} ${loggedPath(path)}`.slice(0, 120)
  security.note({ kind, accountId: caller?.id ?? accountId, detail, requestId: request.id, ip: request.ip })
}

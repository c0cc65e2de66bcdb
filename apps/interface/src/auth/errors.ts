/** Errors of `/auth/v1`, in the codes and sentences that its client libraries know. */
import type { ErrorCode } from '@samtur/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { KeyError, type KeyProblem } from '../clients.ts'
import { type ApiError, apiError, hasCode } from '../errors.ts'
import type { Requests } from '../ports/requests.ts'
import type { Caller, Sessions } from '../ports/sessions.ts'

/** The version whose errors have `code` and `message`; without its header they have `error_code` and `msg`. */
const VERSION = '2024-01-01'
const VERSION_HEADER = 'x-supabase-api-version'

interface Failure {
  status: number
  code: string
  message: string
}

/** An error that the API does not have. */
export class AuthError extends Error implements Failure {
  readonly status: number
  readonly code: string
  /** What it translates, for the log of refusals and the header that says when to come back. */
  override readonly cause: ApiError | undefined
  constructor(status: number, code: string, message: string, cause?: ApiError) {
    super(message)
    this.status = status
    this.code = code
    this.cause = cause
  }
}

const failure = (status: number, code: string, message: string): Failure => ({ status, code, message })

const ofKey: Record<KeyProblem, Failure> = {
  no_key: failure(401, 'no_authorization', 'No API key found in request'),
  wrong_key: failure(401, 'no_authorization', 'Invalid API key'),
  browser: failure(401, 'no_authorization', 'Forbidden use of the service key in a browser'),
  misplaced: failure(401, 'no_authorization', 'The service key belongs in the headers apikey and authorization alone'),
  bad_token: failure(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature'),
  ended: failure(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
}

const samePassword = failure(422, 'same_password', 'New password should be different from the old password.')

const ofCode: Partial<Record<ErrorCode, Failure>> = {
  invalid_credentials: failure(400, 'invalid_credentials', 'Invalid login credentials'),
  wrong_password: failure(400, 'invalid_credentials', 'Invalid login credentials'),
  email_not_verified: failure(400, 'email_not_confirmed', 'Email not confirmed'),
  account_suspended: failure(400, 'user_banned', 'User is banned'),
  account_closing: failure(403, 'user_banned', 'User is banned'),
  already_registered: failure(422, 'user_already_exists', 'User already registered'),
  rate_limited: failure(429, 'over_request_rate_limit', 'Request rate limit reached'),
  invalid_token: failure(403, 'otp_expired', 'Email link is invalid or has expired'),
  invalid_code: failure(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),
  unauthenticated: failure(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  two_factor_required: failure(401, 'insufficient_aal', 'AAL2 session is required'),
  second_factor_required: failure(401, 'insufficient_aal', 'AAL2 session is required'),
  reauthentication_required: failure(401, 'reauthentication_needed', 'This change requires reauthentication'),
  two_factor_off: failure(404, 'mfa_factor_not_found', 'Factor not found'),
  two_factor_already_on: failure(
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  ),
  last_way_in: failure(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking'),
  provider_refused: failure(503, 'unexpected_failure', 'The provider cannot be reached'),
  protected_account: failure(409, 'conflict', 'The account is an administrator’s, or cannot be changed in this way'),
  forbidden: failure(403, 'not_admin', 'User not allowed'),
  not_found: failure(404, 'validation_failed', 'Not found'),
  malformed: failure(400, 'bad_json', 'Could not parse request body as JSON'),
  validation: failure(422, 'validation_failed', 'Invalid request'),
  unavailable: failure(503, 'unexpected_failure', 'Service unavailable'),
}

/** Waits for the request of a mail. Throws the libraries' own error where too many mails were requested. */
export async function mailLimit(request: Promise<void>): Promise<void> {
  try {
    await request
  } catch (error) {
    if (!hasCode(error, 'rate_limited')) throw error
    const seconds = String(error.data.params?.['retry_after'] ?? 60)
    const message = `For security purposes, you can only request this after ${seconds} seconds.`
    throw new AuthError(429, 'over_email_send_rate_limit', message, error)
  }
}

/** Returns the same caller, who was authenticated a moment ago. Error: `reauthentication_needed`, which names the change. */
export function recentFor(sessions: Sessions, change: string, caller: Caller): Caller {
  if (sessions.isRecentlyAuthenticated(caller)) return caller
  throw needsReauthentication(change)
}

/** Returns the error of a change in a session that was authenticated too long ago. */
export function needsReauthentication(change: string): AuthError {
  const cause = apiError('reauthentication_required')
  return new AuthError(401, 'reauthentication_needed', `${change} requires reauthentication`, cause)
}

/** What the library calls the reasons of a weak password. */
const reasonsOf = ({ data }: ApiError): string[] | undefined => {
  const fields = Object.entries(data.fields ?? {})
  const codes = fields.filter(([name]) => /password$/i.test(name)).map(([, code]) => code)
  if (codes.includes('too_short')) return ['length']
  return codes.includes('weak_password') ? ['pwned'] : undefined
}

function describe(error: ApiError): Failure & { weak_password?: { reasons: string[] } } {
  const reasons = error.code === 'validation' ? reasonsOf(error) : undefined
  if (reasons) {
    const message = reasons.includes('length')
      ? 'Password should be longer'
      : 'Password is known to be weak and easy to guess, please choose a different one.'
    return { ...failure(422, 'weak_password', message), weak_password: { reasons } }
  }
  if (error.code === 'validation' && Object.values(error.data.fields ?? {}).includes('same_as_before'))
    return samePassword
  const known = ofCode[error.code]
  const fields = Object.entries(error.data.fields ?? {}).map(([name, code]) => `${name}: ${code}`)
  if (error.code === 'validation') return failure(422, 'validation_failed', ['Invalid request', ...fields].join(' · '))
  return known ?? failure(error.status, error.status >= 500 ? 'unexpected_failure' : 'validation_failed', error.code)
}

/** Sends an error in the form of the version in the client's header. */
export function sendAuthError(requests: Requests, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof AuthError && error.cause) requests.prepareError(error.cause, request, reply)
  const { status, code, message, ...rest } =
    error instanceof KeyError
      ? ofKey[error.problem]
      : error instanceof AuthError
        ? { status: error.status, code: error.code, message: error.message }
        : describe(requests.prepareError(error, request, reply))
  reply.code(status).header('cache-control', 'no-store')
  const isNew = String(request.headers[VERSION_HEADER] ?? '') >= VERSION
  if (!isNew) return reply.send({ code: status, error_code: code, msg: message, ...rest })
  return reply.header(VERSION_HEADER, VERSION).send({ code, message, ...rest })
}

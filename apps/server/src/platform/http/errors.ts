/** The errors of the contract as exceptions, and the conversion of every other exception into one of them. */
import { ORPCError } from '@orpc/server'
import { fieldErrors } from '@samtur/contract/field-errors'
import { errorStatus, isErrorCode, type ErrorBody, type ErrorCode, type FieldCode } from '@samtur/contract/errors'
import { errorCode } from '../db/database.ts'

interface Details {
  fields?: Record<string, FieldCode>
  /** `retry_after`, in seconds, also becomes the Retry-After header. */
  params?: Record<string, string | number | string[]>
}

/** Thrown by policies, services and stores; carries a code of the contract, never a sentence. */
export class AppError extends ORPCError<ErrorCode, Details> {
  /** Whose account was tried without a session, for the security log. No response has it. */
  accountId?: string | undefined
  constructor(code: ErrorCode, details: Details = {}) {
    super(code, { status: errorStatus[code], data: details, message: code })
  }
}

/** Runs work that somebody without a session tries at an account; a refusal names it in the security log. */
export async function tryingAt<T>(accountId: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) error.accountId ??= accountId
    throw error
  }
}

/** Throws the error unless the condition holds. */
export function assertThat(condition: unknown, code: ErrorCode, details?: Details): asserts condition {
  if (!condition) throw new AppError(code, details)
}

export const invalidField = (field: string, code: FieldCode, params?: Details['params']) =>
  new AppError('validation', { fields: { [field]: code }, ...(params && { params }) })

/** Returns whether the database is away, too slow or too busy, or no more files can be opened: another try later may succeed. */
function isUnavailable(error: unknown) {
  const code = errorCode(error)
  if (
    /^(57P0[1-5]|57014|53\d{3}|08\w{3}|25P0[34]|40001|40P01|ECONN\w+|EPIPE|ETIMEDOUT|ENOENT|EMFILE|ENFILE)$/.test(code)
  )
    return true
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(error.message)
  )
}

/** Returns anything thrown as an AppError; an unexpected error becomes `internal`, and belongs into the log. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ORPCError) return fromOrpc(error)
  if (isUnavailable(error)) return new AppError('unavailable', { params: { retry_after: 2 } })
  const status = (error as { statusCode?: number } | null)?.statusCode
  if (status && status < 500) return new AppError(transportCode(status))
  return new AppError('internal')
}

type Issues = Parameters<typeof fieldErrors>[0]

/** Returns the error for an input that its schema refuses. */
export function invalidInput(issues: Issues): AppError {
  // A malformed id cannot exist, so it has the same error as an unknown one.
  if (issues.some((issue) => issue.path[0] === 'params')) return new AppError('not_found')
  return new AppError('validation', { fields: fieldErrors(issues) })
}

function fromOrpc(error: ORPCError<string, unknown>): AppError {
  const issues = (error.data as { issues?: Issues } | undefined)?.issues
  if (error.code === 'BAD_REQUEST' && issues) return invalidInput(issues)
  if (isErrorCode(error.code)) return new AppError(error.code, detailsOf(error.data))
  return error.status >= 500 ? new AppError('internal') : new AppError(transportCode(error.status))
}

const detailsOf = (data: unknown) => (typeof data === 'object' && data !== null ? data : {})

function transportCode(status: number): ErrorCode {
  const code = (Object.keys(errorStatus) as ErrorCode[]).find((name) => errorStatus[name] === status)
  return code ?? 'malformed'
}

export function errorBody(error: AppError, requestId: string): ErrorBody {
  const { fields, params } = error.data ?? {}
  return { code: error.code, ...(fields && { fields }), ...(params && { params }), request_id: requestId }
}

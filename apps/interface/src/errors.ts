/** The API's errors: those that a port or an endpoint throws, and those that this interface throws as the API would. */
import { ORPCError } from '@orpc/contract'
import { type ErrorBody, type ErrorCode, errorStatus, type FieldCode } from '@samtur/contract/errors'
import type { Caller } from './ports/sessions.ts'

type Details = Pick<ErrorBody, 'fields' | 'params'>

/** Has a code of the contract, never a sentence. */
export type ApiError = ORPCError<ErrorCode, Details>

export const apiError = (code: ErrorCode, data: Details = {}): ApiError =>
  new ORPCError(code, { status: errorStatus[code], data, message: code })

export const invalidField = (field: string, code: FieldCode): ApiError =>
  apiError('validation', { fields: { [field]: code } })

/** Throws the error unless the condition holds. */
export function assertThat(condition: unknown, code: ErrorCode): asserts condition {
  if (!condition) throw apiError(code)
}

export const hasCode = (error: unknown, code: ErrorCode): error is ApiError =>
  error instanceof ORPCError && error.code === code

/** Returns the signed-in caller. Error: `unauthenticated`. */
export function signedIn({ caller }: { caller: Caller | null }): Caller {
  assertThat(caller, 'unauthenticated')
  return caller
}

/** Errors of `/storage/v1`, in the form that its client libraries know. */
import type { ErrorCode } from '@samtur/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { KeyError, type KeyProblem } from '../clients.ts'
import type { ApiError } from '../errors.ts'
import type { Requests } from '../ports/requests.ts'

interface Failure {
  status: number
  error: string
  message: string
}

/** An error that the API does not have. */
export class StorageError extends Error {
  readonly failure: Failure
  constructor(status: number, error: string, message: string) {
    super(message)
    this.failure = { status, error, message }
  }
}

const failure = (status: number, error: string, message: string): Failure => ({ status, error, message })

/** The same for an object that does not exist and for one that is not the caller's. */
export const noObject = (): StorageError => new StorageError(404, 'not_found', 'Object not found')
export const noBucket = (): StorageError => new StorageError(404, 'Bucket not found', 'Bucket not found')
export const duplicate = (): StorageError => new StorageError(409, 'Duplicate', 'The resource already exists')
export const invalidKey = (key: string): StorageError =>
  new StorageError(400, 'InvalidKey', `Invalid key: ${key.slice(0, 100)}`)
export const invalidRequest = (message: string): StorageError => new StorageError(400, 'InvalidRequest', message)
/** Everything that section 7 of the specification does not list, or that our rules leave out. */
export const notOffered = (): StorageError => new StorageError(404, 'not_found', 'This operation is not offered')

const ofKey: Record<KeyProblem, Failure> = {
  no_key: failure(401, 'Unauthorized', 'No API key found in request'),
  wrong_key: failure(401, 'Unauthorized', 'Invalid API key'),
  bad_token: failure(401, 'Unauthorized', '"exp" claim timestamp check failed'),
  ended: failure(401, 'Unauthorized', 'The session has ended'),
  browser: failure(401, 'Unauthorized', 'Invalid API key'),
  misplaced: failure(401, 'Unauthorized', 'Invalid API key'),
}

const ofCode: Partial<Record<ErrorCode, Failure>> = {
  unauthenticated: failure(401, 'Unauthorized', 'A signed-in person is required'),
  email_not_verified: failure(403, 'AccessDenied', 'Email not confirmed'),
  forbidden: failure(403, 'AccessDenied', 'Access denied'),
  account_closing: failure(403, 'AccessDenied', 'The account is being deleted'),
  not_found: failure(404, 'not_found', 'Object not found'),
  payload_too_large: failure(413, 'Payload too large', 'The object exceeded the maximum allowed size'),
  unsupported_media_type: failure(415, 'invalid_mime_type', 'mime type is not supported'),
  rate_limited: failure(429, 'TooManyRequests', 'Too many requests'),
  storage_full: failure(507, 'InsufficientStorage', 'No space is left'),
  unavailable: failure(503, 'SlowDown', 'The service is unavailable, please try again'),
  internal: failure(500, 'Internal', 'Internal server error'),
}

function describe({ code, status, data }: ApiError): Failure {
  const fields = Object.entries(data.fields ?? {}).map(([name, problem]) => `${name}: ${problem}`)
  return ofCode[code] ?? failure(status, 'InvalidRequest', fields.join(' · ') || code)
}

export function sendStorageError(requests: Requests, thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, error, message } =
    thrown instanceof StorageError
      ? thrown.failure
      : thrown instanceof KeyError
        ? ofKey[thrown.problem]
        : describe(requests.prepareError(thrown, request, reply))
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ statusCode: String(status), error, message })
}

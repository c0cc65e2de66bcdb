/** Errors of `/rest/v1`, in the form that its client libraries know. */
import type { ErrorCode } from '@samtur/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { KeyError, type KeyProblem } from '../clients.ts'
import { type ApiError, apiError } from '../errors.ts'
import type { Requests } from '../ports/requests.ts'

interface Failure {
  status: number
  code: string
  message: string
  details?: string | null
  hint?: string | null
}

/** An error that the API does not have. */
export class RestError extends Error {
  readonly failure: Failure
  constructor(
    status: number,
    code: string,
    message: string,
    details: string | null = null,
    hint: string | null = null,
  ) {
    super(message)
    this.failure = { status, code, message, details, hint }
  }
}

/** The query is malformed. */
export const unreadable = (what: string, text: string): RestError =>
  new RestError(400, 'PGRST100', `"failed to parse ${what} (${text.slice(0, 100)})"`)

/** The table is not one of the interface. Tables of the database get the same text, so that their names stay unknown. */
export const unknownTable = (table: string): RestError =>
  new RestError(404, 'PGRST205', `Could not find the table 'public.${table.slice(0, 60)}' in the schema cache`)

export const unknownFunction = (name: string): RestError =>
  new RestError(404, 'PGRST202', `Could not find the function public.${name.slice(0, 60)} in the schema cache`)

export const unknownMethod = (method: string): RestError =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)

export const unknownSchema = (name: string): RestError =>
  new RestError(
    406,
    'PGRST106',
    `Invalid schema: ${name.slice(0, 60)}`,
    null,
    'Only the following schemas are exposed: public',
  )

export const unknownMediaType = (accept: string): RestError =>
  new RestError(406, 'PGRST107', `None of these media types are available: ${accept.slice(0, 100)}`)

export const emptyRange = (): RestError => new RestError(416, 'PGRST103', 'Requested range not satisfiable')

/** The table exists, but the request is not one of the operations that section 7 of the specification lists. */
export const notOffered = (table: string, why: string): RestError =>
  new RestError(403, '42501', `permission denied for table ${table}`, why)

export const unknownColumn = (table: string, column: string): RestError =>
  new RestError(400, '42703', `column ${table}.${column.slice(0, 60)} does not exist`)

export const unknownRelation = (table: string, name: string): RestError =>
  new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${table}' and '${name.slice(0, 60)}' in the schema cache`,
  )

/** The client requests one row, and there are none or several. */
export const notOneRow = (count: number): RestError =>
  new RestError(
    406,
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    `The result contains ${count} rows`,
  )

const ofKey: Record<KeyProblem, Failure> = {
  no_key: {
    status: 401,
    code: 'PGRST301',
    message: 'No API key found in request',
    hint: 'Send the client key in the header apikey.',
  },
  wrong_key: { status: 401, code: 'PGRST301', message: 'Invalid API key' },
  browser: { status: 401, code: 'PGRST301', message: 'Forbidden use of the service key in a browser' },
  misplaced: {
    status: 401,
    code: 'PGRST301',
    message: 'The service key belongs in the headers apikey and authorization alone',
  },
  bad_token: { status: 401, code: 'PGRST303', message: 'JWT expired' },
  ended: { status: 401, code: 'PGRST303', message: 'JWT expired', details: 'The session has ended.' },
}

/** SQLSTATE codes that a client would see if these rules were the database's own. */
const ofCode: Partial<Record<ErrorCode, [code: string, status?: number]>> = {
  unauthenticated: ['42501'],
  email_not_verified: ['42501'],
  forbidden: ['42501'],
  two_factor_required: ['42501'],
  not_found: ['P0002'],
  malformed: ['PGRST102'],
  internal: ['XX000'],
  validation: ['23514', 400],
  rate_limited: ['PGRST429'],
  unavailable: ['PGRST001'],
}

function describe({ code, status, data }: ApiError): Failure {
  const [known = 'P0001', knownStatus = status] = ofCode[code] ?? []
  const problems = Object.entries(data.fields ?? {}).map(([name, problem]) => `${name}: ${problem}`)
  const next = data.params?.['next_at']
  const fields = next === undefined ? problems : [...problems, `next_at: ${String(next)}`]
  return { status: knownStatus, code: known, message: code, details: fields.join(' · ') || null, hint: null }
}

/** Sends an error. Those of this interface are logged as refused requests, as the API's own are. */
export function sendRestError(requests: Requests, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const own = error instanceof RestError ? error.failure : error instanceof KeyError ? ofKey[error.problem] : undefined
  const known = own ? apiError(error instanceof KeyError ? 'unauthenticated' : 'malformed') : error
  const prepared = requests.prepareError(known, request, reply)
  const failure = own ?? describe(prepared)
  const { status, code, message, details = null, hint = null } = failure
  return reply.code(status).header('cache-control', 'no-store').send({ code, message, details, hint })
}

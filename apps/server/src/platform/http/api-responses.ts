/** Parts of the OpenAPI document beyond the contract's endpoints: the routes under /api/auth, and the errors that every operation can return. */
import { type AuthRouteDescription, authRoutes } from '@samtur/contract/auth-routes'
import type { Access } from '@samtur/contract/endpoint'
import { errorStatus, type ErrorCode, fieldCodes } from '@samtur/contract/errors'
import { z } from 'zod'

export interface Operation {
  responses: Record<string, unknown>
  [member: string]: unknown
}
export type Paths = Record<string, Record<string, Operation>>

export const authPrefix = '/api/auth'

/** Adds a row for each route under /api/auth. */
export function addAuthRoutes(paths: Paths): void {
  for (const [name, description] of Object.entries(authRoutes)) {
    const [method = '', path = ''] = name.split(' ')
    const operations = (paths[authPrefix + path] ??= {})
    operations[method.toLowerCase()] = describeAuthRoute(method, path, description)
  }
}

function describeAuthRoute(
  method: string,
  path: string,
  { summary, body, query, output, errors }: AuthRouteDescription,
) {
  const text = { type: 'string' }
  const parameters = [
    ...path.matchAll(/\{(\w+)\}/g).map(([, name]) => ({ name, in: 'path', required: true, schema: text })),
    ...Object.entries(query ?? {}).map(([key, description]) => ({ name: key, in: 'query', description, schema: text })),
  ]
  const good =
    output === 'redirect'
      ? { 302: { description: 'The browser is led to a page', headers: { location: { schema: text } } } }
      : { 200: { description: 'OK', content: { 'application/json': { schema: schemaOf(output, 'output') } } } }
  const operation: Operation = {
    operationId:
      `auth.${method.toLowerCase()}${path.replace(/[^a-z]+(\w)/gi, (_, first: string) => first.toUpperCase())}`.replace(
        /\W+$/,
        '',
      ),
    summary,
    tags: ['auth'],
    // The other paths are below /api/v1.
    servers: [{ url: '/' }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } },
    }),
    responses: good,
  }
  addErrors(operation, [...errors, ...everywhere, ...(method === 'GET' ? [] : withBody)])
  return operation
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...shown } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return shown
}

/** Errors that every operation can return. */
const everywhere: readonly ErrorCode[] = [
  'malformed',
  'uri_too_long',
  'expectation_failed',
  'host_refused',
  'headers_too_large',
  'internal',
  'unavailable',
]
const withBody: readonly ErrorCode[] = ['origin_refused', 'payload_too_large', 'unsupported_media_type']

const errorsOf: Record<Access, readonly ErrorCode[]> = {
  open: [],
  'signed-in': ['unauthenticated'],
  confirmed: ['unauthenticated', 'email_not_verified', 'account_closing'],
  participant: ['unauthenticated', 'email_not_verified', 'account_closing', 'forbidden'],
  admin: ['unauthenticated', 'email_not_verified', 'account_closing', 'forbidden', 'two_factor_required'],
}

/** Adds the errors that an endpoint does not declare: those of its access, limits and transport. */
export function addTransportErrors(operation: Operation, { method, path, access }: Endpoint): void {
  const codes = [...errorsOf[access], ...everywhere, 'rate_limited', ...(method === 'GET' ? [] : withBody)] as const
  // A path with an id that cannot exist is not found.
  addErrors(operation, path.includes('{') ? [...codes, 'not_found'] : codes)
}

interface Endpoint {
  method: string
  path: string
  access: Access
}

interface ErrorSchema {
  properties: { code: { enum: ErrorCode[] } }
}

/** Adds one response for each status, with all its codes. */
export function addErrors(operation: Operation, codes: readonly ErrorCode[]) {
  for (const code of codes) {
    const status = String(errorStatus[code])
    const known = operation.responses[status] as { content?: Record<string, { schema: ErrorSchema }> } | undefined
    const schema = known?.content?.['application/json']?.schema ?? errorSchema([])
    if (!schema.properties.code.enum.includes(code)) schema.properties.code.enum.push(code)
    const description = schema.properties.code.enum.join(', ')
    operation.responses[status] = { description, content: { 'application/json': { schema } } }
  }
}

/** Returns the schema of the error body, with the codes of one status. */
export const errorSchema = (codes: ErrorCode[]) => ({
  type: 'object' as const,
  required: ['code', 'request_id'],
  properties: {
    code: { type: 'string' as const, enum: codes },
    fields: { type: 'object' as const, additionalProperties: { type: 'string' as const, enum: [...fieldCodes] } },
    params: { type: 'object' as const },
    request_id: { type: 'string' as const, format: 'uuid' },
  },
})

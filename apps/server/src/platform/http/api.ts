/** Serves the contract as REST under /api/v1, with its OpenAPI description beside it. */
import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/fastify'
import type { AnyProcedure, AnyRouter } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '@samtur/contract/contract'
import type { Access, EndpointMeta, MayLag } from '@samtur/contract/endpoint'
import type { ErrorCode } from '@samtur/contract/errors'
import { rideCalendarPath, tripCalendarPath, unsubscribePath } from '@samtur/contract/paths'
import { type UploadEndpoint, uploads } from '@samtur/contract/uploads'
import { accessToken, PRODUCT_NAME } from '@samtur/contract/constants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiContext, type Caller, type Parts, participant, signedIn, verified } from './context.ts'
import {
  addAuthRoutes,
  addErrors,
  addTransportErrors,
  errorSchema,
  type Operation,
  type Paths,
} from './api-responses.ts'
import type { DirectRead } from './direct-reads.ts'
import type { Reader } from './reading.ts'
import { AppError } from './errors.ts'
import { preparedOnce, sendPrepared } from './prepared.ts'
import { pathOf } from './request-path.ts'

export const apiPrefix = '/api/v1'

type Failing = ApiContext & { failure?: Error }

interface Options {
  parts: Parts
  /** Administrators without a second factor get `two_factor_required`. */
  adminNeedsTwoFactor: boolean
  /** Implements the endpoints of the contract that are no direct reads. */
  router: AnyRouter
  callerOf(request: FastifyRequest): Promise<Caller | null>
  directReads: readonly DirectRead[]
  reader: Reader
}

export function serveApi(app: FastifyInstance, options: Options) {
  const { parts, adminNeedsTwoFactor, router, callerOf, directReads, reader } = options
  const handler = new OpenAPIHandler<Failing>(router as never, {
    // The library would send errors in its own shape, so they go to the server's one error handler.
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next()
        } catch (error) {
          context.failure =
            error instanceof Error ? error : new Error('something else than an error was thrown', { cause: error })
          throw error
        }
      },
    ],
    // Before the input is checked, so that a field error reveals nothing to a caller without the right.
    clientInterceptors: [
      ({ next, context, procedure }) => {
        enter(procedure, context, adminNeedsTwoFactor)
        return next()
      },
    ],
    rootInterceptors: [
      async ({ next, context }) => {
        const result = await next()
        if (context.failure) throw context.failure
        return result
      },
    ],
  })
  const endpoints = [...listEndpoints(), ...uploads, ...files].map(({ name, method, path }) => ({
    name,
    method,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))

  const directly = new Map(directReads.map((read) => [read.path, read]))
  const names = new Map(listEndpoints().map(({ name, method, path }) => [`${method} ${path}`, name]))

  // An unknown path gives 404 before its body is read.
  const onRequest = async (request: FastifyRequest) => {
    const path = endpointPath(request)
    if (request.method === 'GET' && directly.has(path)) {
      request.raw.routeName = names.get(`GET ${path}`)
      return
    }
    const known = namesakes(endpoints, path)
    request.raw.routeName = (known.find(({ method }) => method === request.method) ?? known[0])?.name
    if (known.length === 0) throw new AppError('not_found')
  }
  app.all(`${apiPrefix}/*`, { onRequest }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const caller = await callerOf(request)
    const context: Failing = {
      ...parts,
      ...(mayLag(request.raw.routeName, caller) && reader.partsFor(request)),
      caller,
      setCookie:
        request.headers.authorization === undefined ? (text) => void reply.header('set-cookie', text) : undefined,
      ip: request.ip,
      requestId: request.id,
      idempotencyKey: header(request, 'idempotency-key'),
      acceptLanguage: request.headers['accept-language'],
    }
    const read = request.method === 'GET' ? directly.get(endpointPath(request)) : undefined
    if (read) {
      checkAccess(read.access, context, adminNeedsTwoFactor)
      return reply.header('content-type', 'application/json; charset=utf-8').send(await read.respond(request, context))
    }
    const { matched } = await handler.handle(request, reply, { prefix: apiPrefix, context })
    if (!matched) refuseUnknown(endpoints, request, reply)
    return reply
  })
  const document = preparedOnce(async () => JSON.stringify(await describe()))
  app.get(`${apiPrefix}/openapi.json`, async (request, reply) => {
    reply.type('application/json').header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    return sendPrepared(request, reply, await document())
  })
}

const lagging = new Map(listEndpoints().map(({ name, mayLag: whose }) => [name, whose]))

const mayLag = (name: string | undefined, caller: Caller | null) => {
  const whose = name && lagging.get(name)
  return whose === 'everybody' || (whose === 'visitors' && caller === null)
}

/**
 * Returns the endpoint, once it is sure that the caller may reach it; notes what administrators do. For everything that calls endpoints, over HTTP or in
 * this process. Errors: `unauthenticated`, `email_not_verified`, `account_closing`, `forbidden`, `two_factor_required`.
 */
export function enter<Endpoint extends AnyProcedure>(
  endpoint: Endpoint,
  context: ApiContext,
  adminNeedsTwoFactor: boolean,
): Endpoint {
  const { meta, route } = endpoint['~orpc']
  const { access } = meta as EndpointMeta
  checkAccess(access, context, adminNeedsTwoFactor)
  const { method = 'GET', path } = route
  if (access === 'admin' && method !== 'GET')
    context.security.note({ kind: 'administrator_act', accountId: context.caller?.id, detail: `${method} ${path}` })
  return endpoint
}

function checkAccess(access: Access, context: ApiContext, adminNeedsTwoFactor: boolean) {
  if (access === 'open') return
  if (access === 'signed-in') return void signedIn(context)
  if (access === 'participant') return void participant(context)
  const { role, aal } = verified(context)
  if (access !== 'admin') return
  if (role !== 'admin') throw new AppError('forbidden')
  if (adminNeedsTwoFactor && aal !== 'aal2') throw new AppError('two_factor_required')
}

function header(request: FastifyRequest, name: string) {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

export interface EndpointName {
  name: string
  method: string
  path: string
  access: Access
  mayLag: MayLag | undefined
}

/** Returns every endpoint of the contract: dotted name, method, path below /api/v1. */
export function listEndpoints(): EndpointName[] {
  return Object.entries(contract).flatMap(([slice, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => {
      const { route, meta } = (
        endpoint as { '~orpc': { route: { method: string; path: string }; meta: EndpointMeta } }
      )['~orpc']
      return { name: `${slice}.${name}`, method: route.method, path: route.path, ...meta }
    }),
  )
}

interface Known {
  /** Slice and name, or the pattern of what is no endpoint of the contract. */
  name: string
  method: string
  pattern: RegExp
}

/** Served beside the contract's endpoints. */
const files = [
  ...['openapi.json', tripCalendarPath('{id}'), rideCalendarPath('{id}')].map((path) => ({ method: 'GET', path })),
  ...['GET', 'POST'].map((method) => ({ method, path: unsubscribePath('{token}') })),
].map(({ method, path }) => ({ name: path, method, path: path.replace(/^(\/api\/v1\/)?/, '/') }))

/** Returns the endpoints at the path, for all methods. */
function namesakes(endpoints: readonly Known[], path: string) {
  return endpoints.filter(({ pattern }) => pattern.test(path))
}

/** Returns the path below /api/v1, without a slash at its end. */
const endpointPath = (request: FastifyRequest) => pathOf(request).slice(apiPrefix.length).replace(/\/$/, '')

/** Throws `method_not_allowed` with the allowed methods where the path exists, `not_found` otherwise. */
function refuseUnknown(endpoints: readonly Known[], request: FastifyRequest, reply: FastifyReply): never {
  const allowed = namesakes(endpoints, endpointPath(request))
  if (allowed.length === 0) throw new AppError('not_found')
  reply.header('allow', [...new Set(allowed.map((endpoint) => endpoint.method))].join(', '))
  throw new AppError('method_not_allowed')
}

let description: Promise<unknown> | undefined

/** Returns the OpenAPI document, which is made once, on first use. */
export function describe(): Promise<unknown> {
  description ??= makeDescription()
  return description
}

const bearer = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: `Sign in at POST /api/auth/sign-in/email and keep the cookie; GET /api/auth/token returns a token for ${accessToken.minutes} minutes. It ends with the session. Writes with the cookie itself need the header Origin.`,
} as const

async function makeDescription(): Promise<unknown> {
  const document = await new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(
    contract,
    {
      info: { title: `${PRODUCT_NAME} API`, version: '1.0.0' },
      servers: [{ url: apiPrefix }],
      security: [{}, { bearer: [] }],
      components: { securitySchemes: { bearer } },
      customErrorResponseBodySchema: (errors) => errorSchema(errors.map(([code]) => code as ErrorCode)),
    },
  )
  const paths = document.paths as unknown as Paths
  for (const endpoint of listEndpoints()) {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    if (operation) addTransportErrors(operation, endpoint)
  }
  addAuthRoutes(paths)
  for (const upload of uploads) paths[upload.path] = { ...paths[upload.path], ...describeUpload(upload, paths) }
  return document
}

function describeUpload(upload: UploadEndpoint, paths: Paths) {
  const { name, method, path, summary, respondsLike, status = 200, query = {}, errors } = upload
  const schema = { type: 'string', format: 'binary' }
  const form = { type: 'object', required: ['file'], properties: { file: schema } }
  const like = paths[respondsLike.path]?.[respondsLike.method.toLowerCase()]
  const uuid = { type: 'string', format: 'uuid' }
  const parameters = [
    ...path.matchAll(/\{(\w+)\}/g).map(([, id]) => ({ name: id, in: 'path', required: true, schema: uuid })),
    ...Object.entries(query).map(([key, description]) => ({ name: key, in: 'query', description, schema: uuid })),
  ]
  const operation: Operation = {
    operationId: name,
    summary,
    tags: [name.split('.')[0]],
    ...(parameters.length > 0 && { parameters }),
    requestBody: { required: true, content: { 'multipart/form-data': { schema: form }, 'image/*': { schema } } },
    responses: { [status]: like?.responses[status] },
  }
  addErrors(operation, errors)
  addTransportErrors(operation, { method, path, access: 'confirmed' })
  return { [method.toLowerCase()]: operation }
}

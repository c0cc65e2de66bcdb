/** The HTTP server: limits, headers, origin check, sessions and the one error body. It imports no slice. */
import { randomUUID } from 'node:crypto'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Config } from '../../config.ts'
import { actsByCookie } from './cookies.ts'
import { isLoopback } from '../loopback.ts'
import type { Log } from '../log.ts'
import { createMetrics, type Metrics } from '../../operating/metrics/metrics.ts'
import { createSecurityLog, type SecurityLog, withRequest } from '../security-log.ts'
import { traceRequests } from '../../operating/tracing/requests.ts'
import type { Caller } from './context.ts'
import { type ConnectionMetrics, defaultLimits, limitConnections } from './connections.ts'
import { AppError, errorBody, toAppError } from './errors.ts'
import { bodyLimit, parseJson } from './json.ts'
import { mostConnections } from './open-files.ts'
import { permissionsPolicy } from './permissions.ts'
import { createRefusalLog, type RefusalLog } from './refusals.ts'
import { checkRequests, hostIsCheckedHere } from './request-checks.ts'
import { pathOf } from './request-path.ts'
import type {} from './route-name.ts'
import { endSlowRequests, receiving } from './slow-requests.ts'

/** Connections between two counts of open files. Counting takes some milliseconds where thousands are open. */
const COUNT_FILES_EVERY = 32

declare module 'fastify' {
  interface FastifyRequest {
    /** Resolved once per request, on first use. */
    caller?: Promise<Caller | null>
  }
  interface FastifyContextConfig {
    /** Pages of other sites may call the route: it ignores cookies and takes bearer tokens alone. */
    anyOrigin?: true
    /** Stands in metrics and traces in place of the pattern. */
    routeName?: string
  }
  interface FastifyInstance {
    security: SecurityLog
    logRefusal: RefusalLog
    /** Returns the page for an error at an address of the site; undefined where the error body is sent. */
    errorPage?: (error: AppError, request: FastifyRequest) => string | undefined
    connections: ConnectionMetrics
    metrics: Metrics
  }
}

/** Node's own limit for requests that `endSlowRequests` does not see; longer than any of its limits. */
const RECEIVE_AT_MOST_MS = receiving.fileWithinMs + receiving.withinMs
const HEADERS_WITHIN_MS = 10_000
const HEADER_LIMIT = 16 * 1024

export function createHttpServer(
  config: Config,
  log: Log,
  security: SecurityLog = createSecurityLog(log),
): FastifyInstance {
  // Typed as the general logger, so that the server's type does not depend on the logger's.
  const logger: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance: logger,
    // Request lines hold paths with ids and searches; errors are logged by the error handler.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Lines about a request name it themselves; most requests need no logger of their own.
    childLoggerFactory: (ofServer) => ofServer,
    trustProxy: (_address, hop) => hop < config.trustProxy,
    bodyLimit,
    requestTimeout: RECEIVE_AT_MOST_MS,
    keepAliveTimeout: 65_000,
    // While the server stops, requests that were accepted still get their response.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2000 },
    http: {
      maxHeaderSize: HEADER_LIMIT,
      headersTimeout: HEADERS_WITHIN_MS,
      connectionsCheckingInterval: 1_000,
      ...hostIsCheckedHere,
    },
    exposeHeadRoutes: false,
    clientErrorHandler: answerBrokenRequest,
    // Errors before routing, such as an address with a broken escape. No hook limits further requests on the connection, so it ends.
    frameworkErrors: (error, request, reply) => {
      protect(reply)
      void sendError(error, request, reply.header('connection', 'close'))
    },
  })
  app.decorate('security', security)
  app.decorate('logRefusal', createRefusalLog(log, security))
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply))
  endSlowRequests(app, (socket) => answerBrokenRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket))
  // First, so that refused requests get the headers, too.
  const protect = addSecurityHeaders(app, config)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const { config: route, url } = request.routeOptions
    request.raw.routeName = route.routeName ?? url
    // Reads change nothing, and their refusals are logged with the request's id.
    if (request.method === 'GET') done()
    else withRequest(request, done)
  })
  if (config.tracing) traceRequests(app, config)
  checkRequests(app, config)
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.anyOrigin !== true && !isOwnOrigin(request, config))
      throw new AppError('origin_refused')
    done()
  })
  const limits = { ...defaultLimits, connections: Infinity }
  const metrics = createMetrics()
  app.decorate('metrics', metrics)
  const connections = limitConnections(app.server, {
    limits,
    refuse: refuseRequest,
    refuseConnection: (socket) => answerBrokenRequest({ code: TOO_MANY_CONNECTIONS }, socket),
    answered: ({ routeName: route, method }, { writableFinished, statusCode }, seconds) =>
      metrics.answered({ route, method, status: writableFinished ? statusCode : 0 }, seconds),
  })
  app.decorate('connections', connections.metrics)
  endConnectionsOnClose(app, connections.isClosing)
  app.addHook('onClose', async () => connections.stop())
  // Counted again while running, because the embedded database opens more files.
  let accepted = 0
  app.server.on('connection', () => {
    if (++accepted % COUNT_FILES_EVERY === 0) limits.connections = mostConnections(connections.metrics.open)
  })
  app.server.once('listening', () => {
    limits.connections = mostConnections(0)
    // Without a listener, being out of file descriptors would end the process.
    app.server.on('error', (error) => log.warn({ err: error }, 'a connection could not be accepted'))
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      if (body.length === 0 && lacksJson(request)) throw new AppError('malformed')
      done(null, parseJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  return app
}

/** Returns whether a request announces JSON that has to be there. The service's libraries announce it without a body, too, and so does many a DELETE. */
const lacksJson = ({ method, routeOptions }: FastifyRequest) =>
  method !== 'DELETE' && routeOptions.config.anyOrigin !== true

/** Ends each connection with the response to its request under way, so that a stop does not wait for the browser. */
function endConnectionsOnClose(app: FastifyInstance, isClosing: () => boolean) {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing()) reply.header('connection', 'close')
    done()
  })
}

/** Sets the security headers. Returns a function that sets them on a response that no hook sees. */
function addSecurityHeaders(app: FastifyInstance, config: Config) {
  const https = config.publicUrl?.startsWith('https://') ?? false
  const options: FastifyHelmetOptions = {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Forbids inline scripts and styles. React sets styles through the object model, which no policy forbids.
        styleSrc: ["'self'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  }
  // The headers are the same for every response, so the library makes them once.
  let headers: [string, string][] = []
  app.addHook('onReady', async () => void (headers = await makeHeaders(options)))
  const protect = (reply: FastifyReply) => headers.forEach(([name, value]) => reply.raw.setHeader(name, value))
  app.addHook('onRequest', (_request, reply, done) => {
    protect(reply)
    done()
  })
  return protect
}

async function makeHeaders(options: FastifyHelmetOptions): Promise<[string, string][]> {
  const app = Fastify()
  let headers: OutgoingHttpHeaders = {}
  app.register(helmet, options)
  app.get('/', (_request, reply) => {
    headers = reply.raw.getHeaders()
    return ''
  })
  await app.inject('/')
  await app.close()
  return Object.entries({ ...headers, 'permissions-policy': permissionsPolicy }).map(([name, value]) => [
    name,
    String(value),
  ])
}

/** Turns anything thrown into an AppError and logs it; sets the status and the headers of the response. */
export function prepareError(error: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const appError = toAppError(error)
  if (appError.code === 'internal') request.log.error({ err: error, request_id: request.id }, 'request failed')
  else if (appError.code === 'unavailable' || appError.code === 'storage_full')
    request.log.warn({ err: error, request_id: request.id }, 'a part of the server is unavailable')
  request.server.logRefusal(appError, request)
  const retryAfter = appError.data.params?.['retry_after']
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  reply.code(appError.status).header('cache-control', 'no-store')
  return appError
}

/** Sends the error body, or a page to a browser that opens an address. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const appError = prepareError(error, request, reply)
  const page = request.server.errorPage?.(appError, request)
  if (page !== undefined) return reply.type('text/html; charset=utf-8').send(page)
  return reply.send(errorBody(appError, request.id))
}

/**
 * Refuses writes from pages of other origins. Every supported browser names the origin or the site of a write, so one with a cookie that lets it act has to,
 * too; a client with a token, or without cookies, may name none.
 */
export function isOwnOrigin(request: Pick<FastifyRequest, 'method' | 'headers'>, config: Config): boolean {
  const { origin, host, authorization, cookie } = request.headers
  const site = request.headers['sec-fetch-site']
  const reads = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
  if (origin === undefined && site === undefined)
    return reads || /^Bearer /i.test(authorization ?? '') || !actsByCookie(cookie, config)
  if (origin === undefined) return reads || site === 'same-origin' || site === 'none'
  if (reads && site === undefined) return true
  return isAllowedOrigin(origin, host ?? '', config) || (reads && site !== 'cross-site')
}

/** Returns whether the origin is the configured one; without one, whether it is a name of this machine. */
export function isAllowedOrigin(origin: string, host: string, config: Config): boolean {
  if (!URL.canParse(origin)) return false
  if (config.publicUrl) return new URL(config.publicUrl).origin === origin
  const { hostname, host: originHost } = new URL(origin)
  return originHost === host && isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

const TOO_MANY_CONNECTIONS = 'TOO_MANY_CONNECTIONS'
const RETRY_AFTER_S = 2
const CLOSED_WITHIN_MS = 500
const brokenStatus: Record<string, [number, string, string]> = {
  [TOO_MANY_CONNECTIONS]: [503, 'Service Unavailable', 'unavailable'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'headers_too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'malformed'],
}

/** Sends the error body in response to bytes that are not HTTP, and closes the connection. */
function answerBrokenRequest(error: Pick<NodeJS.ErrnoException, 'code'>, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const [status, text, code] = brokenStatus[error.code ?? ''] ?? [400, 'Bad Request', 'malformed']
  const body = JSON.stringify({ code, request_id: randomUUID() })
  const retryAfter = status === 503 ? `Retry-After: ${RETRY_AFTER_S}\r\n` : ''
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `${retryAfter}Connection: close\r\n\r\n${body}`,
  )
  // After a moment: bytes that still arrive at a closed connection would discard the response. A client that keeps it open is not waited for.
  setTimeout(() => socket.destroy(), CLOSED_WITHIN_MS).unref()
}

/** Refuses a request beyond the limit of its connection. */
function refuseRequest(response: ServerResponse) {
  const error = new AppError('rate_limited', { params: { retry_after: RETRY_AFTER_S } })
  const headers = { 'content-type': 'application/json', 'retry-after': String(RETRY_AFTER_S), connection: 'close' }
  response.writeHead(error.status, headers).end(JSON.stringify(errorBody(error, randomUUID())))
}

const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Throws `method_not_allowed`, with the allowed methods, where the path exists for other methods. The not-found handler calls it. */
export function refuseOtherVerbs(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
  const allowed = VERBS.filter((method) => app.hasRoute({ method, url: pathOf(request) }))
  if (allowed.length === 0) return
  reply.header('allow', allowed.join(', '))
  throw new AppError('method_not_allowed')
}

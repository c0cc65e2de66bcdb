/** Checks of every request before routing: its form is valid HTTP, and its host name is one of this server. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { isLocalUrl, isLoopback } from '../loopback.ts'
import { AppError } from './errors.ts'

const URL_LIMIT = 8 * 1024

/** Options of Node's HTTP server: `checkRequests` refuses a missing host, because Node would do it without a body. */
export const hostIsCheckedHere = { requireHostHeader: false } as const

export function checkRequests(app: FastifyInstance, config: Pick<Config, 'publicUrl'>) {
  app.addHook('onRequest', (request, reply, done) => {
    checkForm(request, reply)
    if (!isOwnHost(request.headers.host, config)) throw new AppError('host_refused')
    done()
  })
  // Node refuses an unknown expectation without a body, so it is routed like any request and refused in `checkForm`.
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    app.server.emit('request', request, response)
  })
}

/** Methods that some address has; HEAD and OPTIONS stand beside GET. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function checkForm(request: FastifyRequest, reply: FastifyReply) {
  const { headers, url, raw } = request
  if (!methods.includes(request.method)) {
    reply.header('allow', methods.join(', '))
    throw new AppError('method_not_allowed')
  }
  if (url.length > URL_LIMIT) throw new AppError('uri_too_long')
  if (headers['content-encoding']) throw new AppError('unsupported_media_type')
  if (countHosts(raw) !== 1 && raw.httpVersion === '1.1') {
    // It is unclear which host the request is for, so the rest of the connection is not trusted.
    reply.header('connection', 'close')
    throw new AppError('malformed')
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    reply.header('connection', 'close')
    throw new AppError('expectation_failed')
  }
  if (SECOND_HOST.test(url) || !isReadableQuery(url)) throw new AppError('malformed')
}

function countHosts({ rawHeaders }: IncomingMessage) {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') count++
  return count
}

/** `//x` names another host wherever an address is read relative to a page. */
const SECOND_HOST = /^\/[/\\]/

/** Returns false for a percent sign without two hexadecimal digits, and for escaped bytes that are not UTF-8. Node itself refuses bytes without an escape. */
function isReadableQuery(url: string) {
  const start = url.indexOf('?')
  if (start < 0) return true
  try {
    decodeURIComponent(url.slice(start))
    return true
  } catch {
    return false
  }
}

/**
 * Refuses other host names than those of this machine where PUBLIC_URL is not set: a page whose name resolves to this machine (DNS rebinding) counts as
 * the same origin in a browser, and could read everything here.
 */
export function isOwnHost(host: string | undefined, { publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return !isLocalUrl(publicUrl) || isLoopbackHost(host)
}

/** Takes a Host header, with or without a port. */
export function isLoopbackHost(host: string | undefined): boolean {
  const [, name = ''] = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/i.exec(host ?? '') ?? []
  return isLoopback(name.toLowerCase().replace(/^\[|\]$/g, ''))
}

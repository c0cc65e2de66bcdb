/** Upgrades HTTP requests for the live channel to sockets, and refuses those that may not have one. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorStatus, type ErrorCode } from '@samtur/contract/errors'
import { WebSocketServer } from 'ws'
import type { Config } from '../../config.ts'
import type { Caller, Parts } from '../http/context.ts'
import { isOwnHost } from '../http/request-checks.ts'
import { isAllowedOrigin } from '../http/server.ts'
import type { SecurityLog } from '../security-log.ts'
import { clientAddress, networkOf } from './address.ts'
import { limits, type Upgraded } from './connection.ts'

/** Returns the holder of a request's session, or null. */
export type LookUp = (headers: IncomingHttpHeaders) => Promise<Caller | null>

interface Options {
  parts: Pick<Parts, 'log'> & Partial<Pick<Parts, 'security'>>
  config: Config
  lookUp: LookUp
  onOpen: (upgraded: Upgraded, caller: Caller) => void
  onRefused: () => void
}

/** A session, or all of a person (null), whose token is no longer good. */
export interface EndedSession {
  user_id: string
  session_id: string | null
}

export interface Upgrades {
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Refuses the requests of a session that ends while it is looked up. */
  endArrivals: (of: EndedSession) => void
  /** Refuses every request from now on. */
  close: () => void
}

const PATH = '/live'
const PER_PERSON = 10
const PER_NETWORK = 20
const RETRY_AFTER_S = 10
/** How long a closing handshake may take. */
const CLOSE_WITHIN_MS = 1_000

export function createUpgrades({ parts, config, lookUp, onOpen, onRefused }: Options): Upgrades {
  const perPerson = config.rateLimits ? PER_PERSON : Infinity
  // On a developer's machine all connections come from one address.
  const perNetwork = config.rateLimits ? PER_NETWORK * (config.localMailbox ? 10 : 1) : Infinity
  // closeTimeout is not in the types yet.
  const options = { noServer: true, clientTracking: false, perMessageDeflate: false, closeTimeout: CLOSE_WITHIN_MS }
  const server = new WebSocketServer({ ...options, maxPayload: limits.frameBytes })
  const people = new Tally()
  const networks = new Tally()
  const arrivals = new Set<{ ended: Set<string> }>()
  let closed = false

  const endArrivals = (of: EndedSession) => {
    for (const { ended } of arrivals) ended.add(of.session_id ?? of.user_id)
  }

  const identify = async (headers: IncomingHttpHeaders): Promise<Caller | ErrorCode> => {
    const arrival = { ended: new Set<string>() }
    arrivals.add(arrival)
    const caller = await lookUp(headers).finally(() => arrivals.delete(arrival))
    if (!caller || arrival.ended.has(caller.id) || arrival.ended.has(caller.sessionId)) return 'unauthenticated'
    return caller.verified ? caller : 'email_not_verified'
  }

  /** Returns the reason of a refusal, or undefined once the socket is open. */
  const accept = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<ErrorCode | undefined> => {
    const { headers, url } = request
    if (!isOwnHost(headers.host, config)) return 'host_refused'
    if (url?.split('?')[0] !== PATH) return 'not_found'
    if (!headers.origin || !isAllowedOrigin(headers.origin, String(headers.host), config)) return 'origin_refused'
    const network = networkOf(clientAddress(request, config.trustProxy))
    if (!networks.take(network, perNetwork, socket)) return 'rate_limited'
    const caller = closed ? 'unavailable' : await identify(headers)
    if (typeof caller === 'string') return caller
    if (closed || socket.destroyed) return 'unavailable'
    if (!people.take(caller.id, perPerson, socket)) return 'rate_limited'
    server.handleUpgrade(request, socket, head, (opened) => onOpen({ socket: opened, wire: socket }, caller))
    return undefined
  }

  return {
    endArrivals,
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      accept(request, socket, head)
        .catch((error: unknown): ErrorCode => {
          parts.log.warn({ err: error }, 'live handshake failed')
          return 'unavailable'
        })
        .then((code) => {
          if (!code) return
          noteRefusal(parts.security, code, clientAddress(request, config.trustProxy))
          onRefused()
          refuse(socket, code)
        })
        .catch(() => socket.destroy())
    },
    close() {
      closed = true
    },
  }
}

/** Notes a refusal that may be part of an attack. */
function noteRefusal(security: SecurityLog | undefined, code: ErrorCode, ip: string) {
  const detail = `live ${PATH}`
  if (code === 'origin_refused') security?.note({ kind: 'origin_refused', detail, ip })
  if (code === 'rate_limited') security?.note({ kind: 'limit_reached', detail, ip })
}

/** Sends an ordinary HTTP response with the API's error body. */
function refuse(socket: Duplex, code: ErrorCode) {
  const status = errorStatus[code]
  const body = JSON.stringify({ code, request_id: randomUUID() })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status === 429 || status === 503 ? [`Retry-After: ${RETRY_AFTER_S}`] : []),
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** Counts the sockets of a person or a network. */
class Tally {
  private readonly counts = new Map<string, number>()

  /** Takes a place until the socket closes; returns false when all are taken. */
  take(name: string, max: number, socket: Duplex): boolean {
    const count = this.counts.get(name) ?? 0
    if (count >= max) return false
    this.counts.set(name, count + 1)
    socket.once('close', () => this.give(name))
    return true
  }

  private give(name: string) {
    const count = this.counts.get(name) ?? 0
    if (count > 1) this.counts.set(name, count - 1)
    else this.counts.delete(name)
  }
}

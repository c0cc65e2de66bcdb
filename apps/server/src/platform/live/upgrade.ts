/** Upgrades HTTP requests for live connections to sockets, and refuses those that may not have one. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage } from 'node:http'
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

/** What a request may open. */
export interface Admission {
  /** Whose connection it is; null where the person is known only later. */
  personId: string | null
  open(upgraded: Upgraded): void
}

/** An address at which connections of one protocol open. */
export interface Door {
  /** Pages of any site may connect, because no cookie counts here. */
  anyOrigin?: true
  /** Returns the reason of a refusal in place of the admission. */
  admit(request: IncomingMessage): Promise<Admission | ErrorCode>
}

interface Options {
  parts: Pick<Parts, 'log'> & Partial<Pick<Parts, 'security'>>
  config: Config
  /** By path. */
  doors: ReadonlyMap<string, Door>
  /** Called with the path, where connections open at it, and the reason of a refusal. */
  onAnswered: (path: string | undefined, refusal: ErrorCode | undefined, seconds: number) => void
}

/** A session, or all of a person (null), whose token is no longer good. */
export interface EndedSession {
  user_id: string
  session_id: string | null
}

export interface Upgrades {
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Returns the person that the look-up finds, or why that person gets no connection. */
  identify: (lookUp: () => Promise<Caller | null>) => Promise<Caller | 'unauthenticated' | 'email_not_verified'>
  /** Takes one of a person's places; returns the function that gives it back, or undefined when all are taken. */
  takePlace: (personId: string) => (() => void) | undefined
  /** Refuses a session that ends while it is looked up. */
  endArrivals: (of: EndedSession) => void
  /** Refuses every request from now on. */
  close: () => void
}

const PER_PERSON = 10
const PER_NETWORK = 20
const RETRY_AFTER_S = 10
/** How long a closing handshake may take. */
const CLOSE_WITHIN_MS = 1_000

export function createUpgrades({ parts, config, doors, onAnswered }: Options): Upgrades {
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

  const identify: Upgrades['identify'] = async (lookUp) => {
    const arrival = { ended: new Set<string>() }
    arrivals.add(arrival)
    const caller = await lookUp().finally(() => arrivals.delete(arrival))
    if (!caller || arrival.ended.has(caller.id) || arrival.ended.has(caller.sessionId)) return 'unauthenticated'
    return caller.verified ? caller : 'email_not_verified'
  }
  const takePlace: Upgrades['takePlace'] = (personId) => people.take(personId, perPerson)

  /** Returns the reason of a refusal, or undefined once the socket is open. */
  const accept = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<ErrorCode | undefined> => {
    const { headers } = request
    if (!isOwnHost(headers.host, config)) return 'host_refused'
    const door = doors.get(pathOf(request))
    if (!door) return 'not_found'
    const isOrigin = headers.origin !== undefined && isAllowedOrigin(headers.origin, String(headers.host), config)
    if (!door.anyOrigin && !isOrigin) return 'origin_refused'
    const leaveNetwork = networks.take(networkOf(clientAddress(request, config.trustProxy)), perNetwork)
    if (!leaveNetwork) return 'rate_limited'
    onceClosed(socket, leaveNetwork)
    const admission = closed ? 'unavailable' : await door.admit(request)
    if (typeof admission === 'string') return admission
    if (closed || socket.destroyed) return 'unavailable'
    if (admission.personId !== null) {
      const leave = takePlace(admission.personId)
      if (!leave) return 'rate_limited'
      onceClosed(socket, leave)
    }
    server.handleUpgrade(request, socket, head, (opened) => admission.open({ socket: opened, wire: socket }))
    return undefined
  }

  return {
    identify,
    takePlace,
    endArrivals,
    upgrade(request, socket, head) {
      const began = performance.now()
      const path = doors.has(pathOf(request)) ? pathOf(request) : undefined
      socket.on('error', () => socket.destroy())
      accept(request, socket, head)
        .catch((error: unknown): ErrorCode => {
          parts.log.warn({ err: error }, 'live handshake failed')
          return 'unavailable'
        })
        .then((code) => {
          onAnswered(path, code, (performance.now() - began) / 1000)
          if (!code) return
          noteRefusal(parts.security, code, { path: pathOf(request), ip: clientAddress(request, config.trustProxy) })
          refuse(socket, code)
        })
        .catch(() => socket.destroy())
    },
    close() {
      closed = true
    },
  }
}

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?')[0] ?? ''
const onceClosed = (socket: Duplex, call: () => void) => void socket.once('close', call)

/** Notes a refusal that may be part of an attack. */
function noteRefusal(security: SecurityLog | undefined, code: ErrorCode, { path, ip }: { path: string; ip: string }) {
  const detail = `live ${path}`
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

/** Counts the places that people or networks have taken. */
class Tally {
  private readonly counts = new Map<string, number>()

  /** Takes a place; returns the function that gives it back, or undefined when all are taken. */
  take(name: string, max: number): (() => void) | undefined {
    const count = this.counts.get(name) ?? 0
    if (count >= max) return undefined
    this.counts.set(name, count + 1)
    return () => this.give(name)
  }

  private give(name: string) {
    const count = this.counts.get(name) ?? 0
    if (count > 1) this.counts.set(name, count - 1)
    else this.counts.delete(name)
  }
}

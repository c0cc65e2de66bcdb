/**
 * Limits on one connection and on all together. Requests of a connection are processed one after the other, so a client that sends many and reads
 * nothing holds one response at most; connections that do not read their response are ended.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export interface ConnectionLimits {
  /** Requests that may wait behind the one in process; a further one is refused, and ends the connection. */
  waiting: number
  /** Connections at once. */
  connections: number
  /** Milliseconds in which a client must begin to read, and the least speed (bytes a second) afterwards. */
  readWithinMs: number
  readBytesPerSecond: number
  /** Unread bytes of all connections together; beyond it the one that has been slow for longest is ended. */
  unreadBytes: number
  /** A connection that has been silent for so long while the server stops is ended; after `stopWithinMs` every connection is. */
  silentMs: number
  stopWithinMs: number
}

const MEGABYTE = 1024 * 1024

export const defaultLimits: Omit<ConnectionLimits, 'connections'> = {
  waiting: 10,
  readWithinMs: 30_000,
  readBytesPerSecond: 8_000,
  unreadBytes: 128 * MEGABYTE,
  silentMs: 500,
  stopWithinMs: 8_000,
}

const LOOK_EVERY_MS = 1_000
const LOOK_WHILE_STOPPING_MS = 50
const ACCEPT_WITHIN_MS = 4_000
const TURNS = 8
/** Milliseconds for which a refused client may go on sending. */
const FLOOD = 100

interface Options {
  limits: ConnectionLimits
  /** Refuses a request beyond the limit, with `Connection: close`. */
  refuse(response: ServerResponse): void
  /** Refuses a connection beyond the limit, and ends it. */
  refuseConnection(socket: Socket): void
  /** Called when a response has been sent, or its connection has ended before. */
  answered?(request: IncomingMessage, response: ServerResponse, seconds: number): void
}

export interface ConnectionMetrics {
  readonly open: number
  /** Connections ended because the client did not read its responses. */
  ended_slow: number
  /** Connections and requests refused beyond the limits. */
  refused: number
}

/** Stands before the server's listener for requests. Also makes `close` wait for requests that are on their way. */
export function limitConnections(server: Server, { limits, refuse, refuseConnection, answered = () => {} }: Options) {
  const handlers = server.listeners('request') as Handler[]
  const handler: Handler = (request, response) => handlers.forEach((handle) => handle.call(server, request, response))
  const lines = new Map<Socket, Line>()
  const metrics: ConnectionMetrics = {
    get open() {
      return lines.size
    },
    ended_slow: 0,
    refused: 0,
  }
  const refuseCounted = (response: ServerResponse) => {
    metrics.refused++
    refuse(response)
  }
  server.on('connection', (socket: Socket) => {
    if (lines.size >= limits.connections) {
      metrics.refused++
      return refuseConnection(socket)
    }
    lines.set(socket, new Line(socket, { handler, refuse: refuseCounted, answered, waiting: limits.waiting }))
    socket.once('close', () => lines.delete(socket))
    return undefined
  })
  // The live channel has separate limits.
  server.on('upgrade', ({ socket }: IncomingMessage) => lines.delete(socket))
  server.removeAllListeners('request')
  server.on('request', (request, response) => lines.get(request.socket)?.take(request, response))
  const look = () => {
    for (const line of slowReaders(lines.values(), limits)) {
      metrics.ended_slow++
      line.socket.destroy()
    }
  }
  const looking = setInterval(look, LOOK_EVERY_MS).unref()
  let closing = false
  // `close` calls it and stops listening in the same turn, so no client opens another connection after its response.
  server.closeIdleConnections = () => {
    closing = true
    endSilentConnections(lines, limits)
  }
  return { metrics, isClosing: () => closing, stop: () => clearInterval(looking) }
}

interface Turns {
  handler: Handler
  refuse(response: ServerResponse): void
  answered(request: IncomingMessage, response: ServerResponse, seconds: number): void
  waiting: number
}

/** One connection. */
class Line {
  readonly socket: Socket
  readonly #turns: Turns
  readonly #waiting: [IncomingMessage, ServerResponse][] = []
  #isBusy = false
  #refused = 0
  /** Bytes unread at the last look, and bytes read until then. */
  #reading = { since: performance.now(), unread: 0, taken: 0 }
  #heard = { bytes: -1, looksSince: 0 }

  constructor(socket: Socket, turns: Turns) {
    this.socket = socket
    this.#turns = turns
  }

  take(request: IncomingMessage, response: ServerResponse) {
    if (this.#refused > 0) {
      if (++this.#refused > FLOOD) this.socket.destroy()
    } else if (!this.#isBusy) this.#process(request, response)
    else {
      this.#waiting.push([request, response])
      if (this.#waiting.length > this.#turns.waiting) this.#refused = 1
    }
  }

  #process(request: IncomingMessage, response: ServerResponse) {
    this.#isBusy = true
    const began = performance.now()
    // Emitted when the response has left this process, or the connection has ended.
    response.once('close', () => {
      this.#isBusy = false
      this.#turns.answered(request, response, (performance.now() - began) / 1000)
      const next = this.#waiting.shift()
      if (next && !this.socket.destroyed) this.#process(...next)
    })
    if (this.#refused > 0 && this.#waiting.length === 0) this.#turns.refuse(response)
    else this.#turns.handler(request, response)
  }

  /** Bytes that the client has not read yet. */
  get unread() {
    return this.socket.writableLength
  }

  get slowSince() {
    return this.#reading.since
  }

  /** Returns whether the client has read less than it should have by now. */
  isTooSlow(now: number, { readWithinMs, readBytesPerSecond }: ConnectionLimits): boolean {
    const { since, unread, taken } = this.#reading
    const takenNow = this.socket.bytesWritten - this.unread
    const hasNothing = unread === 0 || this.unread === 0
    // The system reports larger pieces as read only when all of a piece is.
    const isOver = now - since >= Math.max(readWithinMs, (unread / readBytesPerSecond) * 1000)
    if (!hasNothing && !isOver) return false
    this.#reading = { since: now, unread: this.unread, taken: takenNow }
    return !hasNothing && takenNow - taken < Math.min(unread, (readWithinMs / 1000) * readBytesPerSecond)
  }

  /** Returns whether no request is in process and nothing has come at this look and at so many before it. */
  isSilent(looks: number): boolean {
    const { bytesRead } = this.socket
    const isHeard = this.#isBusy || bytesRead !== this.#heard.bytes
    this.#heard = { bytes: bytesRead, looksSince: isHeard ? 0 : this.#heard.looksSince + 1 }
    return this.#heard.looksSince >= looks
  }
}

function slowReaders(lines: Iterable<Line>, limits: ConnectionLimits): Line[] {
  const now = performance.now()
  const slow: Line[] = []
  const reading: Line[] = []
  for (const line of lines) {
    if (line.isTooSlow(now, limits)) slow.push(line)
    else if (line.unread > 0) reading.push(line)
  }
  let total = reading.reduce((sum, { unread }) => sum + unread, 0)
  for (const line of reading.toSorted((a, b) => a.slowSince - b.slowSince)) {
    if (total <= limits.unreadBytes) break
    total -= line.unread
    slow.push(line)
  }
  return slow
}

/**
 * Ends each connection with its next response, or once it has been silent for a while, because a request may be on its way on a connection that looks
 * idle. Counts looks instead of milliseconds: what came while this process stood still is read between two looks.
 */
function endSilentConnections(lines: ReadonlyMap<Socket, Line>, { silentMs, stopWithinMs }: ConnectionLimits) {
  const began = performance.now()
  const look = () => {
    const isOver = performance.now() - began >= stopWithinMs
    for (const line of lines.values())
      if (isOver || line.isSilent(silentMs / LOOK_WHILE_STOPPING_MS)) line.socket.destroy()
    if (lines.size > 0) setTimeout(look, LOOK_WHILE_STOPPING_MS)
  }
  look()
}

/** Stops listening, and returns when all connections have ended. Responses are still made meanwhile, so close nothing they need before. */
export async function endConnections(server: Server): Promise<void> {
  if (!server.listening) return
  await acceptWaiting(server)
  await new Promise((resolve) => server.close(resolve))
}

/**
 * Connections wait in the system until they are accepted, about one in each turn of the event loop, and may carry a request already; those
 * that still wait when listening ends are reset. Returns after a turn that brought none, or at the limit where they do not stop coming.
 */
async function acceptWaiting(server: Server) {
  const until = performance.now() + ACCEPT_WITHIN_MS
  let accepted = 0
  const count = () => void accepted++
  server.on('connection', count)
  for (let before = -1; before !== accepted && performance.now() < until;) {
    before = accepted
    for (let turn = 0; turn < TURNS; turn++) await setImmediate()
  }
  server.off('connection', count)
}

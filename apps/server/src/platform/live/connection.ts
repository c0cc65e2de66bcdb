/** One open socket: checks the frames that come in and sends those that go out. */
import type { Duplex } from 'node:stream'
import { closeCodes } from '@samtur/contract/constants'
import { clientFrame, type ClientFrame, type ServerFrame } from '@samtur/contract/live'
import type { RawData, WebSocket } from 'ws'
import type { Caller } from '../http/context.ts'

export const limits = {
  frameBytes: 64 * 1024,
  channels: 100,
  framesPerSecond: 50,
  malformed: 3,
  unreadBytes: 1024 * 1024,
  gatheredBytes: 64 * 1024,
  /** Milliseconds. */
  typingEvery: 1_000,
}
const POLICY_VIOLATION = 1008

export interface ConnectionEvents {
  frame(connection: Connection, frame: ClientFrame): void
  /** Called once, before the closing handshake. Nothing is sent afterwards. */
  gone(connection: Connection, reason: 'closed' | 'slow'): void
}

/** A socket, and the connection it speaks over. */
export interface Upgraded {
  socket: WebSocket
  wire: Duplex
}

export class Connection {
  /** Who opened the socket, and in which session. */
  readonly caller: Caller
  /** The subscriptions that were requested and those that were granted. */
  readonly channels = new Map<string, 'requested' | 'joined'>()
  /** When the last frame came in, and when the session was last checked; on the monotonic clock, in milliseconds. */
  heardAt = performance.now()
  checkedAt = performance.now()
  /** Whether a refusal was logged. */
  warned = false
  /** Settles when the socket has ended. */
  readonly closed: Promise<void>
  private readonly socket: WebSocket
  private readonly wire: Duplex
  private readonly events: ConnectionEvents
  private gathering = false
  private second = 0
  private typedAt = -Infinity
  private framesInSecond = 0
  private malformed = 0
  private open = true

  constructor({ socket, wire }: Upgraded, caller: Caller, events: ConnectionEvents) {
    this.socket = socket
    this.wire = wire
    this.caller = caller
    this.events = events
    socket.on('message', (data, isBinary) => this.receive(data, isBinary))
    socket.on('ping', () => this.hear())
    socket.on('pong', () => this.hear())
    // The reason is in the close code; the 'close' event follows.
    socket.on('error', () => {})
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.leave('closed')
        resolve()
      })
    })
  }

  send(frame: ServerFrame | Buffer): void {
    if (!this.open) return
    this.gather()
    this.socket.send(Buffer.isBuffer(frame) ? frame : JSON.stringify(frame), { binary: false })
    // Only bytes that the other side has not read count.
    if (this.gathering && this.socket.bufferedAmount > limits.gatheredBytes) this.release()
    if (this.socket.bufferedAmount > limits.unreadBytes) this.shut(closeCodes.slowReader, 'slow')
  }

  /** Collects the frames of one moment into one write, because a write costs more than a frame. */
  private gather() {
    if (this.gathering) return
    this.gathering = true
    this.wire.cork()
    process.nextTick(release, this)
  }

  /** Sends what was gathered. */
  release(): void {
    this.gathering = false
    this.wire.uncork()
  }

  ping(): void {
    if (this.open) this.socket.ping()
  }

  /** Ends the connection at once; the socket itself ends after the closing handshake or a second later. */
  shut(code: number, reason: 'closed' | 'slow' = 'closed'): void {
    this.leave(reason)
    this.socket.close(code)
  }

  /** Ends a connection that no longer responds. */
  cut(): void {
    this.leave('closed')
    this.socket.terminate()
  }

  /** Returns false for a typing frame within a second of the one before. */
  mayType(): boolean {
    const now = performance.now()
    if (now - this.typedAt < limits.typingEvery) return false
    this.typedAt = now
    return true
  }

  private leave(reason: 'closed' | 'slow') {
    if (!this.open) return
    this.open = false
    this.events.gone(this, reason)
  }

  /** Counts one frame; returns false when there were too many within a second. */
  private hear(): boolean {
    this.heardAt = performance.now()
    const second = Math.floor(this.heardAt / 1000)
    if (second !== this.second) this.framesInSecond = 0
    this.second = second
    if (++this.framesInSecond <= limits.framesPerSecond) return true
    if (this.open) this.shut(POLICY_VIOLATION)
    return false
  }

  private receive(data: RawData, isBinary: boolean) {
    if (!this.open || !this.hear()) return
    const frame = isBinary ? undefined : parse(data)
    if (frame) this.events.frame(this, frame)
    else if (++this.malformed >= limits.malformed) this.shut(POLICY_VIOLATION)
  }
}

const release = (connection: Connection) => connection.release()

function parse(data: RawData): ClientFrame | undefined {
  try {
    // With the default binary type a message arrives as one buffer.
    return clientFrame.safeParse(JSON.parse((data as Buffer).toString('utf8'))).data
  } catch {
    return undefined
  }
}

/** One open socket of any protocol: its limits on what comes in and on what the other side leaves unread. */
import type { Duplex } from 'node:stream'
import { closeCodes } from '@samtur/contract/constants'
import type { RawData, WebSocket } from 'ws'

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

/** What the hub keeps and counts of every connection. */
export interface Host {
  entered(connection: Connection): void
  /** A frame was understood. */
  heard(): void
  sent(): void
  /** A subscription was refused. */
  refused(connection: Connection, userId: string | undefined): void
  /** Called once, before the closing handshake. Nothing is sent afterwards. */
  gone(connection: Connection, reason: 'closed' | 'slow'): void
}

/** A socket, and the connection it speaks over. */
export interface Upgraded {
  socket: WebSocket
  wire: Duplex
}

export abstract class Connection {
  /** When the last frame came in; on the monotonic clock, in milliseconds. */
  heardAt = performance.now()
  /** Whether a refusal was logged. */
  warned = false
  /** Settles when the socket has ended. */
  readonly closed: Promise<void>
  protected readonly host: Host
  protected readonly framesPerSecond: number = limits.framesPerSecond
  private readonly socket: WebSocket
  private readonly wire: Duplex
  private gathering = false
  private second = 0
  private framesInSecond = 0
  private malformed = 0
  private open = true

  constructor({ socket, wire }: Upgraded, host: Host) {
    this.socket = socket
    this.wire = wire
    this.host = host
    socket.on('message', (data, isBinary) => this.receiveFrame(data, isBinary))
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
    host.entered(this)
  }

  /** Handles a frame; returns false for one that is malformed. */
  protected abstract accept(data: Buffer, isBinary: boolean): boolean
  /** Drops every subscription. */
  protected abstract dropAll(): void
  /** Called regularly, with the monotonic time in milliseconds. */
  look(_now: number): void {}

  send(frame: string | Buffer): void {
    if (!this.open) return
    this.host.sent()
    this.gather()
    this.socket.send(frame, { binary: false })
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

  private leave(reason: 'closed' | 'slow') {
    if (!this.open) return
    this.open = false
    this.dropAll()
    this.host.gone(this, reason)
  }

  /** Counts one frame; returns false when there were too many within a second. */
  private hear(): boolean {
    this.heardAt = performance.now()
    const second = Math.floor(this.heardAt / 1000)
    if (second !== this.second) this.framesInSecond = 0
    this.second = second
    if (++this.framesInSecond <= this.framesPerSecond) return true
    if (this.open) this.shut(POLICY_VIOLATION)
    return false
  }

  private receiveFrame(data: RawData, isBinary: boolean) {
    if (!this.open || !this.hear()) return
    // With the default binary type a message arrives as one buffer.
    if (this.accept(data as Buffer, isBinary)) this.host.heard()
    else if (++this.malformed >= limits.malformed) this.shut(POLICY_VIOLATION)
  }
}

const release = (connection: Connection) => connection.release()

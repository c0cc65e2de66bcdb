/**
 * A bad network between clients and servers: connections are reset, stall or end in the middle of a frame, and bytes arrive late and in
 * pieces.
 */
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How a connection ends: at once, after half of the next bytes, or without any notice. */
export type Cut = 'reset' | 'halve' | 'silence'

/** A stalled connection is reset after so many milliseconds with traffic. */
const SILENT_MS = 900
const HALVE_WITHIN_MS = 100
const LATE_MS = 30

interface Options {
  /** Servers; each connection goes to one of them. */
  targets: readonly string[]
  random: () => number
}

export class RoughProxy {
  readonly #server: net.Server
  readonly #random: () => number
  readonly #lines = new Set<Connection>()
  #rough = true

  private constructor({ targets, random }: Options) {
    this.#random = random
    const isRough = () => this.#rough
    this.#server = net.createServer({ pauseOnConnect: true, noDelay: true }, (near) => {
      const { hostname, port } = new URL(targets[Math.floor(random() * targets.length)] ?? '')
      const far = net.connect({ host: hostname, port: Number(port), noDelay: true })
      const line = new Connection({ near, far, random, isRough })
      this.#lines.add(line)
      far.on('close', () => this.#lines.delete(line))
    })
  }

  static async start(options: Options): Promise<RoughProxy> {
    const proxy = new RoughProxy(options)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as net.AddressInfo).port}`
  }

  /** Ends some connections this way; returns how many. */
  cut(kind: Cut): number {
    const lines = [...this.#lines].filter(() => this.#random() < 0.5)
    for (const line of lines) line.cut(kind)
    return lines.length
  }

  /** Passes everything unchanged from now on. */
  calm(): void {
    this.#rough = false
  }

  close(): Promise<void> {
    for (const line of this.#lines) line.end()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

interface Ends {
  near: net.Socket
  far: net.Socket
  random: () => number
  isRough: () => boolean
}

/** One connection through the network. */
class Connection {
  readonly #ends: Ends
  #fate: Cut | undefined

  constructor(ends: Ends) {
    this.#ends = ends
    const { near, far } = ends
    for (const socket of [near, far]) socket.on('error', () => {})
    // Neither side of a stalled connection learns that the other one has closed.
    near.on('close', () => this.#fate !== 'silence' && far.destroy())
    far.on('close', () => this.#fate !== 'silence' && near.destroy())
    this.#pass(near, far)
    this.#pass(far, near)
    near.resume()
  }

  cut(kind: Cut) {
    if (this.#fate) return
    this.#fate = kind
    if (kind === 'reset') this.end()
    else setTimeout(() => this.end(), kind === 'halve' ? HALVE_WITHIN_MS : SILENT_MS)
  }

  end() {
    for (const socket of [this.#ends.near, this.#ends.far]) socket.resetAndDestroy()
  }

  #pass(from: net.Socket, to: net.Socket) {
    from.on('data', (chunk: Buffer) => {
      if (this.#fate === 'silence') return
      if (this.#fate === 'halve') return void to.write(chunk.subarray(0, chunk.length >> 1), () => this.end())
      const dice = this.#ends.isRough() ? this.#ends.random() : 1
      if (dice > 0.2) return void to.write(chunk)
      from.pause()
      void this.#passLate(to, chunk, dice < 0.1).then(() => from.resume())
    })
  }

  async #passLate(to: net.Socket, chunk: Buffer, inPieces: boolean) {
    const middle = inPieces ? chunk.length >> 1 : 0
    if (inPieces) to.write(chunk.subarray(0, middle))
    await sleep(this.#ends.random() * LATE_MS)
    if (!this.#fate) to.write(chunk.subarray(middle))
  }
}

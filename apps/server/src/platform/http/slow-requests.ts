/** Ends requests whose bodies arrive too slowly. */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes a file, which may take long on a slow line as long as enough of it arrives. */
    takesFile?: boolean
  }
}

interface Limits {
  /** Milliseconds from the headers to the last byte of a body; for a file, between two looks at its progress. */
  withinMs: number
  /** Bytes of a file that have to arrive in that time. */
  atLeastBytes: number
  /** Milliseconds without a byte after which the upload of a file ends. */
  silentMs: number
  fileWithinMs: number
}

/** Five megabytes take four minutes at 20 kB a second; below 8 kB a second the upload ends. */
export const receiving: Limits = { withinMs: 30_000, atLeastBytes: 240_000, silentMs: 15_000, fileWithinMs: 300_000 }

/** Adds the hook. It has to be the first, so that it also ends requests that another hook refuses. */
export function endSlowRequests(app: FastifyInstance, refuse: (socket: Socket) => void, limits = receiving) {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, headers } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return done()
    const { socket } = raw
    // The framework makes this object anew at each access, and most requests have no body.
    const { takesFile } = request.routeOptions.config
    const everyMs = takesFile ? limits.silentMs / 3 : limits.withinMs
    const progress = new Progress(socket, limits)
    const look = () => {
      if (raw.complete) return
      // The response has been sent: the rest of the body is not needed.
      if (takesFile && !reply.raw.headersSent && progress.goesOn()) timer = setTimeout(look, everyMs)
      else if (reply.raw.headersSent) raw.destroy()
      else refuse(socket)
    }
    let timer = setTimeout(look, everyMs)
    raw.once('close', () => clearTimeout(timer))
    done()
  })
}

/** Progress of an upload. */
class Progress {
  readonly #socket: Socket
  readonly #limits: Limits
  readonly #began = performance.now()
  /** When the current interval began, and when the last byte came. */
  #counted: { at: number; bytes: number }
  #heard: { at: number; bytes: number }

  constructor(socket: Socket, limits: Limits) {
    this.#socket = socket
    this.#limits = limits
    this.#counted = { at: this.#began, bytes: socket.bytesRead }
    this.#heard = this.#counted
  }

  goesOn(): boolean {
    const { withinMs, atLeastBytes, silentMs, fileWithinMs } = this.#limits
    const now = { at: performance.now(), bytes: this.#socket.bytesRead }
    if (now.bytes > this.#heard.bytes) this.#heard = now
    if (now.at - this.#heard.at >= silentMs || now.at - this.#began >= fileWithinMs) return false
    if (now.at - this.#counted.at < withinMs) return true
    const enough = now.bytes - this.#counted.bytes >= atLeastBytes
    this.#counted = now
    return enough
  }
}

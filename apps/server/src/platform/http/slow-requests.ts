/** Bodies that drip in hold a connection no longer than any honest one. */
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes a file: whoever has a slow line may go on sending it, as long as it gets on. */
    takesFile?: boolean
  }
}

interface Limits {
  /** From the headers to the last byte of a body; of a file, how often one looks whether it gets on. */
  withinMs: number
  /** What has to come of a file in that time. */
  atLeastBytes: number
  /** A file of which nothing has come for so long is given up, however much came before. */
  silentMs: number
  fileWithinMs: number
}

/** Five megabytes at 20 kB a second; below 8 kB a second nobody waits for the rest. */
export const receiving: Limits = { withinMs: 30_000, atLeastBytes: 240_000, silentMs: 15_000, fileWithinMs: 300_000 }

/** Has to be the first hook, so that it also counts for what another one refuses. */
export function endSlowRequests(app: FastifyInstance, refuse: (socket: Socket) => void, limits = receiving) {
  app.addHook('onRequest', ({ raw, headers, routeOptions }, reply, done) => {
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return done()
    const { socket } = raw
    const { takesFile } = routeOptions.config
    const everyMs = takesFile ? limits.silentMs / 3 : limits.withinMs
    const progress = new Progress(socket, limits)
    const look = () => {
      if (raw.complete) return
      // What has been answered already is not worth waiting for.
      if (takesFile && !reply.raw.headersSent && progress.goesOn()) timer = setTimeout(look, everyMs)
      else if (reply.raw.headersSent) raw.destroy()
      else refuse(socket)
    }
    let timer = setTimeout(look, everyMs)
    raw.once('close', () => clearTimeout(timer))
    done()
  })
}

/** How a file gets on. */
class Progress {
  readonly #socket: Socket
  readonly #limits: Limits
  readonly #began = performance.now()
  /** When the time began in which enough has to come, and when anything came at all. */
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

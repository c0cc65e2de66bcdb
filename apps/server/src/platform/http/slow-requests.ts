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
  fileWithinMs: number
}

/** Five megabytes at 20 kB a second; below 8 kB a second nobody waits for the rest. */
export const receiving: Limits = { withinMs: 30_000, atLeastBytes: 240_000, fileWithinMs: 300_000 }

/** Has to be the first hook, so that it also counts for what another one refuses. */
export function endSlowRequests(app: FastifyInstance, refuse: (socket: Socket) => void, limits = receiving) {
  const { withinMs, atLeastBytes, fileWithinMs } = limits
  app.addHook('onRequest', ({ raw, headers, routeOptions }, reply, done) => {
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return done()
    const { socket } = raw
    const began = performance.now()
    let received = socket.bytesRead
    const look = () => {
      if (raw.complete) return
      const fresh = socket.bytesRead - received
      received += fresh
      const left = began + fileWithinMs - performance.now()
      // What has been answered already is not worth waiting for.
      const goesOn = routeOptions.config.takesFile && !reply.raw.headersSent && fresh >= atLeastBytes && left > 0
      if (goesOn) timer = setTimeout(look, Math.min(withinMs, left))
      else if (reply.raw.headersSent) raw.destroy()
      else refuse(socket)
    }
    let timer = setTimeout(look, withinMs)
    raw.once('close', () => clearTimeout(timer))
    done()
  })
}

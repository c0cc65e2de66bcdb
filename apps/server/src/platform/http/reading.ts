/** Which database serves a read. Who has just written carries a position in the database's log, and reads where it has been replayed. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { cookieName, readCookie, setCookie } from './cookies.ts'
import type { Parts } from './context.ts'

/** Seconds for which a browser keeps the position. A replica that is behind by more than two seconds is left out anyway. */
const KEPT_S = 60
const POSITION = /^[1-9]\d{0,19}$/
/** Behind every position: only the primary has it. */
const ONLY_PRIMARY = 2n ** 64n

export interface Reader {
  /** Returns the database and the cache for the request's reads. */
  partsFor(request: FastifyRequest): Pick<Parts, 'db' | 'responses'>
}

/** Also sends the position with the responses to writes of who is signed in. Without replicas all reads go to the one database. */
export function createReader(http: FastifyInstance, { db, responses }: Parts, config: Config): Reader {
  if (config.databaseReplicaUrls.length === 0) return { partsFor: () => ({ db, responses }) }
  const cookie = cookieName('position', config)
  http.addHook('onSend', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD' || reply.statusCode >= 400) return
    if (isProgram(request) || !(await request.caller)) return
    const position = await db.position().catch(() => undefined)
    // Without a position the next reads of this browser go to the primary.
    reply.header('set-cookie', setCookie(cookie, String(position ?? ONLY_PRIMARY), KEPT_S))
  })
  return {
    partsFor(request) {
      if (isProgram(request)) return { db: db.reading(ONLY_PRIMARY), responses }
      const text = readCookie(request.headers.cookie, cookie) ?? ''
      const after = POSITION.test(text) ? BigInt(text) : undefined
      // A kept response may be older than the position.
      return after === undefined ? { db: db.reading(), responses } : { db: db.reading(after), responses: nothingKept }
    },
  }
}

/** Programs keep no cookies, so that it is not known what they have written. */
const isProgram = ({ headers }: FastifyRequest) => headers.authorization !== undefined

const nothingKept: Parts['responses'] = { get: (_key, make) => make() }

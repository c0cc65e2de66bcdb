/** `/realtime/v1`: live inserts of messages over the channel protocol of the client libraries. Broadcast and presence are refused. */
import type { FastifyInstance } from 'fastify'
import { KeyError } from '../clients.ts'
import type { InterfaceDeps } from '../deps.ts'
import { apiError, hasCode, signedIn } from '../errors.ts'
import type { Limit } from '../ports/requests.ts'
import { FRAMES_PER_SECOND, ProgramConnection } from './connection.ts'
import { sendRealtimeError } from './errors.ts'
import { versions } from './messages.ts'

const SOCKET_PATH = '/realtime/v1/websocket'
/** Joins, token renewals and broadcasts. Twenty sockets of a network that join a hundred topics each send 2,000 joins at once. */
const checks: Limit = { name: 'realtime', max: 3000, per: 60 }

export function serveRealtime(http: FastifyInstance, deps: InterfaceDeps): void {
  http.setErrorHandler((error, request, reply) => void sendRealtimeError(deps.requests, error, request, reply))
  // The two forms in which a program sends a broadcast without a socket.
  for (const url of ['/api/broadcast', '/api/broadcast/:topic/events/:event'])
    http.post(url, async (request) => {
      deps.requests.count(checks, request.ip)
      const client = await deps.clients.of(request)
      if (client.kind !== 'service') signedIn({ caller: client.kind === 'person' ? client.caller : null })
      request.log.warn({ request_id: request.id }, 'a broadcast was refused')
      throw apiError('forbidden')
    })
  serveSockets(deps)
}

function serveSockets(deps: InterfaceDeps): void {
  const { clients, live, requests } = deps
  /** Counts one join or renewal of an address; returns false, and notes it, when there were too many. */
  const count = (ip: string) => {
    try {
      requests.count(checks, ip)
      return true
    } catch (error) {
      if (!hasCode(error, 'rate_limited')) throw error
      requests.note({ kind: 'limit_reached', detail: `live ${SOCKET_PATH}`, ip })
      return false
    }
  }
  const connections = new Set<ProgramConnection>()
  live.onGap(() => {
    for (const connection of connections) connection.catchUp()
  })
  live.serve(SOCKET_PATH, {
    framesPerSecond: FRAMES_PER_SECOND,
    async admit({ url, headers, ip }) {
      const query = new URLSearchParams(url?.split('?')[1])
      const version = versions.find((one) => one === (query.get('vsn') ?? '1.0.0'))
      if (!version) return 'malformed'
      const [inAddress, inHeader = ''] = [query.get('apikey'), headers['apikey']?.toString()]
      const key = inAddress ?? inHeader
      if (clients.revealedBy(headers, [inHeader], inAddress ?? undefined)) return 'origin_refused'
      try {
        await clients.withToken(key, undefined)
      } catch (error) {
        if (error instanceof KeyError) return 'unauthenticated'
        throw error
      }
      const program = { version, key, mayCheck: () => count(ip) }
      return (socket) => {
        const connection = new ProgramConnection(socket, deps, program)
        connections.add(connection)
        void socket.closed.then(() => connections.delete(connection))
        return connection
      }
    },
  })
}

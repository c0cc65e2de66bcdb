/** `/realtime/v1`: live inserts of messages over the channel protocol of the client libraries. Broadcast and presence are refused. */
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../entry.ts'
import { findStamps } from '../../features/chat/port.ts'
import { inBatches } from '../../platform/db/batches.ts'
import { signedIn } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Limit } from '../../platform/http/rate-limit.ts'
import { clientAddress } from '../../platform/live/address.ts'
import type { Upgraded } from '../../platform/live/connection.ts'
import type { Hub } from '../../platform/live/hub.ts'
import { type Clients, KeyError } from '../clients.ts'
import type { Links } from '../storage/links.ts'
import { ProgramConnection } from './connection.ts'
import { sendRealtimeError } from './errors.ts'
import { versions } from './messages.ts'

const SOCKET_PATH = '/realtime/v1/websocket'
/** Joins, token renewals and broadcasts. Twenty sockets of a network that join a hundred topics each send 2,000 joins at once. */
const checks: Limit = { name: 'realtime', max: 3000, per: 60, byAddress: true }

interface RealtimeParts extends Pick<Deps, 'parts' | 'config'> {
  clients: Clients
  links: Links
  hub: Hub
}

export function serveRealtime(http: FastifyInstance, deps: RealtimeParts): void {
  http.setErrorHandler((error, request, reply) => void sendRealtimeError(error, request, reply))
  // The two forms in which a program sends a broadcast without a socket.
  for (const url of ['/api/broadcast', '/api/broadcast/:topic/events/:event'])
    http.post(url, async (request) => {
      deps.parts.limiter.useLocally(checks, request.ip)
      const client = await deps.clients.of(request)
      if (client.kind !== 'service') signedIn({ caller: client.kind === 'person' ? client.caller : null })
      request.log.warn({ request_id: request.id }, 'a broadcast was refused')
      throw new AppError('forbidden')
    })
  serveSockets(deps)
}

function serveSockets({ hub, clients, links, parts, config }: RealtimeParts): void {
  const { base } = hub
  const stampOf = inBatches((messages: readonly { chat_id: string; seq: number }[]) =>
    findStamps(parts.db.read, messages),
  )
  const deps = { base, clients, links, stampOf, log: parts.log }
  /** Counts one join or renewal of an address; returns false, and notes it, when there were too many. */
  const count = (ip: string) => {
    try {
      parts.limiter.useLocally(checks, ip)
      return true
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      parts.security.note({ kind: 'limit_reached', detail: `live ${SOCKET_PATH}`, ip })
      return false
    }
  }
  const connections = new Set<ProgramConnection>()
  parts.bus.onGap(() => {
    for (const connection of connections) connection.catchUp()
  })
  base.serve(SOCKET_PATH, {
    anyOrigin: true,
    async admit(request) {
      const { url, headers } = request
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
      // The person is known from the token of the first join.
      const ip = clientAddress(request, config.trustProxy)
      const program = { version, key, mayCheck: () => count(ip) }
      const open = (upgraded: Upgraded) => {
        const connection = new ProgramConnection(upgraded, deps, program)
        connections.add(connection)
        void connection.closed.then(() => connections.delete(connection))
      }
      return { personId: null, open }
    },
  })
}

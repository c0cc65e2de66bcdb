/** One server process with the chat and its live channels only, for tests that need several on one database. */
import type { FastifyInstance } from 'fastify'
import { serveChatLive } from '../src/features/chat/live.ts'
import { createTextQueue } from '../src/features/chat/store-messages.ts'
import { readConfig } from '../src/config.ts'
import { createHttpServer } from '../src/platform/http/server.ts'
import { createRateLimiter } from '../src/platform/http/rate-limit.ts'
import { createBus } from '../src/platform/live/bus.ts'
import { createHub } from '../src/platform/live/hub.ts'
import { createInbox } from '../src/platform/live/inbox.ts'
import { createLog } from '../src/platform/log.ts'
import type { TestDatabase } from './database.ts'
import { LiveClient } from './live-client.ts'
import { noReactions } from './reactions.ts'
import { testCaller } from './sessions.ts'

const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', RATE_LIMITS: 'off' })
const log = createLog('silent')

/** The cookie is the caller's id. */
export async function startLiveProcess(db: TestDatabase) {
  const bus = await createBus(db, log)
  const limiter = createRateLimiter({ db, clock: db.clock, enabled: false, addressFactor: 1 })
  const http: FastifyInstance = createHttpServer(config, log)
  const hub = createHub(http, {
    parts: { log },
    config,
    callerOf: ({ headers: { cookie: id = '' } }) => Promise.resolve({ ...testCaller, id, sessionId: id }),
    holderOf: (id) => Promise.resolve({ ...testCaller, id, sessionId: id }),
  })
  const inbox = createInbox(hub, bus)
  const queueText = createTextQueue(db)
  const chat = serveChatLive({ hub, inbox, queueText }, { db, bus, limiter, log })
  bus.listen({ ...hub.listeners, ...inbox.listeners, ...chat })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(http.server.address() as { port: number }).port}`
  return {
    db,
    bus,
    log,
    limiter,
    reactions: noReactions,
    queueText,
    hub,
    connect: (person: { id: string }) => LiveClient.open(url, person.id),
    async close() {
      await hub.close()
      await http.close()
      await bus.close()
      await db.close()
    },
  }
}
export type LiveProcess = Awaited<ReturnType<typeof startLiveProcess>>

/** Fixtures for conversations without the API: a database with the parts that a chat needs, and two people for each test. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openChat, sendMessage } from '../src/features/chat/service.ts'
import { createTextQueue } from '../src/features/chat/store-messages.ts'
import { readMessages } from '../src/features/chat/views-messages.ts'
import { createRateLimiter } from '../src/platform/http/rate-limit.ts'
import { createBus, type Bus } from '../src/platform/live/bus.ts'
import { createLog } from '../src/platform/log.ts'
import type { Reactions } from '../src/platform/reactions.ts'
import { openTestDatabase, type DatabaseKind, type TestDatabase } from './database.ts'
import { noReactions } from './reactions.ts'
import { addPerson, type TestPerson } from './sessions.ts'

export let db: TestDatabase
export let bus: Bus
export let context: Parameters<typeof sendMessage>[0] & { db: TestDatabase; bus: Bus; reactions: Reactions }
export let kari: TestPerson
export let ola: TestPerson

export function setUpChats(kind: DatabaseKind) {
  beforeAll(async () => {
    db = await openTestDatabase(kind)
    const log = createLog('silent')
    bus = await createBus(db, log)
    const limiter = createRateLimiter({ db, clock: db.clock, enabled: false, addressFactor: 1 })
    context = { db, bus, log, limiter, reactions: noReactions, queueText: createTextQueue(db) }
  })
  beforeEach(async () => {
    kari = await addPerson(db.kysely, { name: 'Kari Nordmann' })
    ola = await addPerson(db.kysely, { name: 'Ola Nilsen' })
  })
  afterAll(async () => {
    await bus.close()
    await db.close()
  })
}

export const open = (opener: TestPerson, contacted: { id: string }, ride_id?: string) =>
  openChat(context, opener.id, { user_id: contacted.id, ride_id })

export const say = (sender: TestPerson, chatId: string, content = 'Hei', client_id?: string) =>
  sendMessage(context, sender.id, chatId, { content, message_type: 'text', client_id })

/** Returns the numbers of the messages that the reader sees, and whether there are older ones. */
export async function read(reader: TestPerson, chatId: string, range = {}) {
  const page = await readMessages(db.read, chatId, reader.id, range)
  return { seqs: (page?.messages ?? []).map(({ seq }) => Number(seq)), hasOlder: page?.has_older }
}

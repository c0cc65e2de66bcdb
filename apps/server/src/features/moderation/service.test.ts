import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { describePostgres, openTestDatabase, type TestDatabase, usualKind } from '../../../test/database.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { openChat, sendMessage } from '#features/chat/service'
import { createTextQueue } from '#features/chat/store-messages'
import type { Tx } from '#platform/db/database'
import { createRateLimiter } from '#platform/http/rate-limit'
import { createBus, type Bus } from '#platform/live/bus'
import { createLog } from '#platform/log'
import type { Block } from './events.ts'
import { isBlockedBetween } from './port.ts'
import { blockPerson, unblockPerson } from './service.ts'
import { listBlocks } from './views.ts'
import { noReactions } from '../../../test/reactions.ts'
import { createReactions, type Reactions, type ReactionTable } from '#platform/reactions'

let db: TestDatabase
let context: Parameters<typeof sendMessage>[0] & { db: TestDatabase; bus: Bus; reactions: Reactions }
let kari: TestPerson
let ola: TestPerson

async function start(kind: 'embedded' | 'server') {
  db = await openTestDatabase(kind)
  const log = createLog('silent')
  const bus = await createBus(db, log)
  const limiter = createRateLimiter({ db, clock: db.clock, enabled: false, addressFactor: 1 })
  context = { db, bus, log, limiter, reactions: noReactions, queueText: createTextQueue(db) }
}
async function stop() {
  await context.bus.close()
  await db.close()
}
async function addPair() {
  kari = await addPerson(db.kysely, { name: 'Kari Nordmann' })
  ola = await addPerson(db.kysely, { name: 'Ola Nilsen' })
}
const none: ReactionTable = {
  rideFindable: [],
  passwordChanged: [],
  blocked: [],
  suspensionChanged: [],
  deletionChanged: [],
  reporterMessaged: [],
  contentHidden: [],
}
const block = () => blockPerson(context, kari.id, ola.id)

describe.each([usualKind])('on the %s database', (kind) => {
  beforeAll(() => start(kind))
  afterAll(stop)
  beforeEach(addPair)

  test('a block is listed for the blocker only', async () => {
    await block()
    expect(await listBlocks(db.read, kari.id)).toMatchObject([
      { id: ola.id, full_name: 'Ola Nilsen', picture_key: null },
    ])
    expect(await listBlocks(db.read, ola.id)).toEqual([])
    expect(await isBlockedBetween(db.read, kari.id, ola.id)).toBe(true)
    expect(await isBlockedBetween(db.read, ola.id, kari.id)).toBe(true)
    await unblockPerson(context, kari.id, ola.id.toUpperCase())
    expect(await listBlocks(db.read, kari.id)).toEqual([])
    expect(await isBlockedBetween(db.read, kari.id, ola.id)).toBe(false)
  })

  test('the newest comes first', async () => {
    const eva = await addPerson(db.kysely)
    await block()
    // Both could fall into one millisecond.
    await sql`update user_block set created_at = created_at - interval '1 second'`.execute(db.kysely)
    await blockPerson(context, kari.id, eva.id)
    expect((await listBlocks(db.read, kari.id)).map(({ id }) => id)).toEqual([eva.id, ola.id])
  })

  test('oneself and unknown people cannot be blocked', async () => {
    for (const id of [kari.id, kari.id.toUpperCase()]) {
      await expect(blockPerson(context, kari.id, id)).rejects.toMatchObject({
        code: 'validation',
        data: { fields: { user_id: 'invalid' } },
      })
    }
    await expect(blockPerson(context, kari.id, randomUUID())).rejects.toMatchObject({ code: 'not_found' })
    await expect(unblockPerson(context, kari.id, randomUUID())).resolves.toBeUndefined()
  })

  test('a repeated block changes nothing and sends nothing; reactions run once, inside the transaction', async () => {
    const seen: Block[] = []
    const blocked = async (tx: Tx, fact: Block) => {
      await expect(isBlockedBetween(tx, fact.blocker_id, fact.blocked_id)).resolves.toBe(true)
      seen.push(fact)
    }
    const reacting = { ...context, reactions: createReactions(() => ({ ...none, blocked: [blocked] })) }
    const blockAndReact = () => blockPerson(reacting, kari.id, ola.id)
    const announced = vi.fn<(fact: unknown) => void>()
    const stops = [context.bus.on('block', announced), context.bus.on('changed', announced)]
    await Promise.all([blockAndReact(), blockAndReact(), blockAndReact()])
    await blockAndReact()
    for (const stopListening of stops) stopListening()
    expect(seen).toEqual([{ blocker_id: kari.id, blocked_id: ola.id }])
    // The blocked person hears nothing.
    expect(announced.mock.calls).toEqual([
      [{ a: kari.id, b: ola.id }, undefined],
      [{ user_ids: [kari.id], what: 'chats' }, undefined],
    ])
  })

  test('when a reaction fails there is no block and no event', async () => {
    const announced = vi.fn<() => void>()
    const stopListening = context.bus.on('block', announced)
    const reactions = createReactions(() => ({ ...none, blocked: [() => Promise.reject(new Error('a bug'))] }))
    await expect(blockPerson({ ...context, reactions }, kari.id, ola.id)).rejects.toThrow('a bug')
    stopListening()
    expect(await listBlocks(db.read, kari.id)).toEqual([])
    expect(announced).not.toHaveBeenCalled()
  })
})

describePostgres('while a message is on its way', () => {
  beforeAll(() => start('server'))
  afterAll(stop)
  beforeEach(addPair)

  const open = () => openChat(context, ola.id, { user_id: kari.id })
  const say = (chatId: string, sender = ola) =>
    sendMessage(context, sender.id, chatId, { content: 'Hei', message_type: 'text' })
  const lastSeq = async (chatId: string) => {
    const { last_seq } = await db.kysely
      .selectFrom('chat')
      .select('last_seq')
      .where('id', '=', chatId)
      .executeTakeFirstOrThrow()
    return Number(last_seq)
  }
  /** Begins a transaction, starts the other work while it is open, and returns that work once it waits for a lock. */
  const startDuring = async <T>(
    transaction: (tx: Tx) => Promise<unknown>,
    start: () => Promise<T>,
  ): Promise<PromiseSettledResult<T>> => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = db.tx(async (tx) => {
      await transaction(tx)
      begun.resolve()
      await end.promise
    })
    await begun.promise
    const settled = Promise.allSettled([start()])
    expect(await Promise.race([settled, sleep(150, 'waiting')])).toBe('waiting')
    end.resolve()
    await holding
    return (await settled)[0]
  }
  const addBlock = (tx: Tx) =>
    sql`insert into user_block (blocker_id, blocked_id) values (${kari.id}, ${ola.id})`.execute(tx)

  test('the block waits for a message that is being stored', async () => {
    const chatId = await open()
    const store = (tx: Tx) =>
      sql`select * from send_message(${chatId}, ${ola.id}, null, 'Hei', null, null, null)`.execute(tx)
    expect(await startDuring(store, block)).toMatchObject({ status: 'fulfilled' })
    expect(await lastSeq(chatId)).toBe(1)
  })

  test('a message waits for a block that is being stored, and is refused', async () => {
    const chatId = await open()
    const store = async (tx: Tx) => {
      await addBlock(tx)
      await sql`select from chat where id = ${chatId} for update`.execute(tx)
    }
    expect(await startDuring(store, () => say(chatId))).toMatchObject({ reason: { code: 'message_refused' } })
  })

  test('a chat that is being opened waits for the block, and is refused', async () => {
    const store = async (tx: Tx) => {
      await sql`select lock_pair(${kari.id}, ${ola.id})`.execute(tx)
      await addBlock(tx)
    }
    expect(await startDuring(store, open)).toMatchObject({ reason: { code: 'chat_unavailable' } })
  })

  test('in forty rounds every message comes before the block or is refused', async () => {
    for (let round = 0; round < 40; round++) {
      await addPair()
      const chatId = await open()
      let atBlock = -1
      const sends = Array.from({ length: 12 }, async (_, i) => {
        await sleep(Math.random() * 6)
        return say(chatId, i % 2 ? ola : kari)
      })
      const blocking = sleep(Math.random() * 6).then(async () => {
        await block()
        atBlock = await lastSeq(chatId)
      })
      const answers = await Promise.allSettled(sends)
      await blocking
      const refused = answers.filter((answer) => answer.status === 'rejected')
      for (const { reason } of refused) expect(reason).toMatchObject({ code: 'message_refused' })
      expect(await lastSeq(chatId)).toBe(atBlock)
      expect(answers.length - refused.length).toBe(atBlock)
    }
  })

  test('opening a chat and blocking at once from both sides ends in a block without an error', async () => {
    for (let round = 0; round < 20; round++) {
      await addPair()
      const opening = Promise.allSettled([open(), openChat(context, kari.id, { user_id: ola.id })])
      await Promise.all([block(), blockPerson(context, ola.id, kari.id)])
      const refused = (await opening).filter((answer) => answer.status === 'rejected')
      expect(refused.map(({ reason }) => reason.code)).toEqual(refused.map(() => 'chat_unavailable'))
      await expect(open()).rejects.toMatchObject({ code: 'chat_unavailable' })
    }
  })
})

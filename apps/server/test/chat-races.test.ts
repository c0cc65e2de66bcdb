/** Two people in one conversation at the same moment, at two processes on one PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deleteChat, markRead, openChat, sendMessage } from '../src/features/chat/service.ts'
import { countUnread, listChats } from '../src/features/chat/views.ts'
import { readMessages } from '../src/features/chat/views-messages.ts'
import { blockPerson } from '../src/features/moderation/service.ts'
import { findViolations } from '../src/platform/db/invariants.ts'
import { describePostgres, freshServerDatabase, openServerDatabase } from './database.ts'
import type { LiveClient } from './live-client.ts'
import { startLiveProcess, type LiveProcess } from './live-process.ts'
import { numbersFrom } from './random.ts'
import { addPerson, type TestPerson } from './sessions.ts'

const ROUNDS = 200

describePostgres('two processes on one PostgreSQL', () => {
  let processes: LiveProcess[]
  let here: LiveProcess
  let there: LiveProcess
  const random = numbersFrom(5)

  beforeAll(async () => {
    const url = await freshServerDatabase()
    here = await startLiveProcess(await openServerDatabase(url))
    there = await startLiveProcess(await openServerDatabase(url))
    processes = [here, there]
  })
  afterAll(() => Promise.all(processes.map((process) => process.close())))

  const meet = async () => {
    const [kari, ola] = [await addPerson(here.db.kysely), await addPerson(here.db.kysely)]
    return { kari, ola, id: await openChat(here, kari.id, { user_id: ola.id }) }
  }
  const say = (process: LiveProcess, sender: TestPerson, id: string) =>
    sendMessage(process, sender.id, id, { content: 'Hei', message_type: 'text' })
  /** Sends a message over a live connection. */
  const sayLive = async (client: LiveClient, id: string, client_id: string = randomUUID()) => {
    const answer = await client.say(`chat:${id}`, { client_id, content: 'Hei' })
    if (answer.type === 'not_sent') throw Object.assign(new Error(answer.code), answer)
    return answer.message
  }
  const follow = async (process: LiveProcess, person: TestPerson, id: string) => {
    const client = await process.connect(person)
    expect(await client.subscribe('inbox')).toBe('subscribed')
    expect(await client.subscribe(`chat:${id}`)).toBe('subscribed')
    return client
  }
  /** Runs an action at a random moment of the round. */
  const later = async <T>(action: () => Promise<T>) => {
    await sleep(random() * 6)
    return action()
  }
  const closeAll = (clients: LiveClient[]) => clients.forEach(({ socket }) => socket.terminate())

  test('a message at the same moment as a block is stored before it or refused, and none is delivered afterwards, live or not', async () => {
    let refusals = 0
    for (let round = 0; round < ROUNDS; round++) {
      const { kari, ola, id } = await meet()
      const clients = [await follow(here, kari, id), await follow(there, ola, id)]
      const type = (client: LiveClient) => client.send({ type: 'typing', channel: `chat:${id}` })
      let lastSeq = -1
      const blocking = later(async () => {
        await blockPerson(random() < 0.5 ? here : there, kari.id, ola.id)
        const page = await readMessages(here.db.read, id, kari.id, {})
        lastSeq = page?.messages.length ?? 0
      })
      const sent = await Promise.allSettled([
        ...[kari, ola, kari, ola].map((sender, i) => later(() => say(i < 2 ? here : there, sender, id))),
        ...clients.map((client) => later(() => sayLive(client, id))),
      ])
      await blocking
      const refused = sent.filter((answer) => answer.status === 'rejected')
      for (const { reason } of refused) expect(reason).toMatchObject({ code: 'message_refused' })
      expect(sent.length - refused.length).toBe(lastSeq)
      refusals += refused.length
      // A marker that travels after the block, so that both processes know of the block when it arrives.
      for (const process of processes) process.bus.emit('changed', { user_ids: [kari.id, ola.id], what: 'rides' })
      const marks = (client: LiveClient) =>
        client.events('inbox').filter((event) => event.event === 'changed' && event.what === 'rides')
      for (const client of clients) await vi.waitFor(() => expect(marks(client)).toHaveLength(2))
      const before = clients.map((client) => client.events(`chat:${id}`).length)
      clients.forEach(type)
      for (const sender of [kari, ola])
        await expect(say(there, sender, id)).rejects.toMatchObject({ code: 'message_refused' })
      for (const client of clients) await expect(sayLive(client, id)).rejects.toMatchObject({ code: 'message_refused' })
      for (const client of clients) {
        client.send({ type: 'heartbeat' })
        await client.next((frame) => frame.type === 'heartbeat')
        expect(Math.max(0, ...client.seqs(id))).toBeLessThanOrEqual(lastSeq)
      }
      expect(clients.map((client) => client.events(`chat:${id}`).length)).toEqual(before)
      closeAll(clients)
    }
    expect(refusals).toBeGreaterThan(ROUNDS / 10)
    expect(refusals).toBeLessThan(ROUNDS * 6)
    expect(await findViolations(here.db.kysely)).toEqual([])
  }, 120_000)

  test('one client id at both processes, live and over HTTP at once, is stored once and confirmed to all', async () => {
    for (let round = 0; round < ROUNDS / 4; round++) {
      const { kari, ola, id } = await meet()
      const clients = [
        await follow(here, kari, id),
        await follow(there, kari, id),
        await follow(there, ola, id),
      ] as const
      const client_id = randomUUID()
      const over = (process: LiveProcess) =>
        sendMessage(process, kari.id, id, { content: 'Hei', message_type: 'text', client_id })
      const answers = await Promise.all([
        later(() => sayLive(clients[0], id, client_id)),
        later(() => sayLive(clients[1], id, client_id)),
        later(() => over(here)),
        later(() => over(there)),
      ])
      expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
      expect(answers.map(({ seq }) => Number(seq))).toEqual([1, 1, 1, 1])
      for (const client of clients) await vi.waitFor(() => expect(client.seqs(id)).toEqual([1]))
      closeAll([...clients])
    }
    expect(await findViolations(here.db.kysely)).toEqual([])
  }, 60_000)

  test('a locked conversation keeps its order, and delays no other one', async () => {
    const [one, other] = [await meet(), await meet()]
    const [free, holding] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holder = there.db.tx(async (tx) => {
      await sql`select from chat where id = ${one.id} for update`.execute(tx)
      holding.resolve()
      await free.promise
    })
    await holding.promise
    const done: number[] = []
    const wait = async () => done.push(Number((await say(here, one.kari, one.id)).seq))
    const held = [wait(), wait()]
    // Twice, so that the second message waits behind the locked one.
    for (const seq of ['1', '2']) expect(await say(here, other.kari, other.id)).toMatchObject({ seq })
    held.push(wait())
    expect(await say(here, other.ola, other.id)).toMatchObject({ seq: '3' })
    expect(done).toEqual([])
    free.resolve()
    await Promise.all([holder, ...held])
    expect(done).toEqual([1, 2, 3])
    expect(await say(here, one.ola, one.id)).toMatchObject({ seq: '4' })
  })

  test('reading on one device while a message arrives on the other ends with the same state on all devices', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { kari, ola, id } = await meet()
      await say(here, kari, id)
      const devices = [await follow(here, ola, id), await follow(there, ola, id)]
      await Promise.all([
        later(() => say(there, kari, id)),
        later(() => markRead(here, ola.id, id, 1)),
        later(() => markRead(there, ola.id, id, random() < 0.5 ? 2 : 1)),
      ])
      const unread = (await countUnread(here.db.read, ola.id))[0]?.count ?? 0
      const mark = 2 - unread
      for (const device of devices) {
        await vi.waitFor(
          () => {
            const inbox = device.events('inbox')
            const seqs = inbox.flatMap((event) => (event.event === 'read' ? [event.seq] : []))
            const received = inbox.flatMap((event) => (event.event === 'new_message' ? [event.seq] : []))
            expect([Math.max(...seqs), Math.max(...received), device.seqs(id)]).toEqual([mark, 2, [2]])
          },
          { timeout: 2_000 },
        )
      }
      expect((await listChats(there.db.read, kari.id, id))[0]?.seen_seq).toBe(String(mark))
      closeAll(devices)
    }
  }, 120_000)

  test('a message at the same moment as a deletion is deleted with the rest, or restores the conversation', async () => {
    let hidden = 0
    for (let round = 0; round < ROUNDS; round++) {
      const { kari, ola, id } = await meet()
      await say(here, kari, id)
      const device = await follow(there, ola, id)
      const [sent, deleted] = await Promise.all([
        later(() => say(here, kari, id)),
        later(() => deleteChat(there, ola.id, id)),
        later(() => deleteChat(here, ola.id, id)),
      ])
      expect(deleted).toBe(true)
      const seen = (await readMessages(here.db.read, id, ola.id, {}))?.messages.map(({ seq }) => Number(seq))
      const isListed = (await listChats(there.db.read, ola.id)).length === 1
      expect([[], [2]]).toContainEqual(seen)
      expect(isListed).toBe(seen?.length === 1)
      if (isListed) await vi.waitFor(() => expect(device.seqs(id)).toEqual([2]))
      else hidden++
      expect(Number(sent.seq)).toBe(2)
      expect((await readMessages(here.db.read, id, kari.id, {}))?.messages).toHaveLength(2)
      device.socket.terminate()
    }
    expect(hidden).toBeGreaterThan(0)
    expect(hidden).toBeLessThan(ROUNDS)
    expect(await findViolations(here.db.kysely)).toEqual([])
  }, 120_000)
})

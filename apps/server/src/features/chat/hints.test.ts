/** Live events that are not messages: a person is typing, or has read up to a message. */
import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@samtur/contract/live'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import {
  channel,
  chatId,
  connect,
  flush,
  follow,
  here,
  kari,
  ola,
  say,
  setUpLive,
  there,
} from '../../../test/chat-live-fixtures.ts'
import { databaseKinds, describePostgres } from '../../../test/database.ts'
import type { LiveClient } from '../../../test/live-client.ts'
import { addPerson, testCaller, type TestPerson } from '../../../test/sessions.ts'
import { blockPerson, unblockPerson } from '#features/moderation/service'
import { closeAccount, keepAccount } from '#features/privacy/service'
import type { Bus } from '#platform/live/bus'
import { limits } from '#platform/live/connection'
import { changeSettings, deleteChat, markRead, openChat } from './service.ts'
import { countUnread } from './views.ts'
import * as views from './views-live.ts'

const type = (client: LiveClient, name = channel()) => client.send({ type: 'typing', channel: name })
const typing = (person: TestPerson): LiveEvent => ({ event: 'typing', chat_id: chatId, user_id: person.id })
const reads = (reader: TestPerson, seq: number): LiveEvent => ({ event: 'read', chat_id: chatId, reader_id: reader.id, seq }) // prettier-ignore
const steady = performance.now.bind(performance)
let ahead = 0
/** Makes it a second later for the limit on reports of typing. */
function passSecond() {
  ahead += limits.typingEvery
  vi.spyOn(performance, 'now').mockImplementation(() => steady() + ahead)
}
/** Expects that the other person hears of typing, however often it has to be reported. */
const expectHeard = (writer: LiveClient, reader: LiveClient) =>
  vi.waitFor(async () => {
    passSecond()
    type(writer)
    await flush(writer, reader)
    expect(reader.events(channel())).toContainEqual(typing(kari))
  })

describe.each(databaseKinds)('one process on the %s database', (kind) => {
  setUpLive(kind)

  test('typing is sent to the other person’s devices only, and not stored', async () => {
    const [writer, tablet] = [await follow(here, kari), await follow(here, kari)]
    const [reader, phone] = [await follow(here, ola), await follow(here, ola)]
    const before = await sql`select to_jsonb(chat) from chat`.execute(here.db.kysely)
    type(writer)
    for (const client of [reader, phone])
      await vi.waitFor(() => expect(client.events(channel())).toEqual([typing(kari)]))
    await flush(writer, tablet)
    for (const client of [writer, tablet]) expect(client.events(channel())).toEqual([])
    for (const client of [writer, tablet, reader, phone]) expect(client.events('inbox')).toEqual([])
    expect((await sql`select to_jsonb(chat) from chat`.execute(here.db.kysely)).rows).toEqual(before.rows)
  })

  test('typing in a channel without a subscription is ignored', async () => {
    const reader = await follow(here, ola)
    const writer = await connect(here, kari)
    const eva = await connect(here, await addPerson(here.db.kysely))
    expect(await eva.subscribe(channel())).toBe('refused')
    for (const name of [channel(), 'inbox', 'chat:*', `chat:${randomUUID()}`, 'nonsense']) {
      type(writer, name)
      type(eva, name)
    }
    expect(await writer.subscribe('inbox')).toBe('subscribed')
    type(writer, 'inbox')
    expect(await writer.subscribe(channel())).toBe('subscribed')
    writer.send({ type: 'unsubscribe', channel: channel() })
    type(writer)
    await flush(writer, eva, reader)
    expect(reader.frames.filter((frame) => frame.type === 'event')).toEqual([])
  })

  test('typing is sent once a second for each socket, however often it is reported', async () => {
    const second = await openChat(here, kari.id, { user_id: (await addPerson(here.db.kysely)).id })
    const [writer, tablet, reader] = [await follow(here, kari), await follow(here, kari), await follow(here, ola)]
    await writer.subscribe(`chat:${second}`)
    type(writer, `chat:${second}`)
    for (let i = 0; i < 20; i++) type(writer)
    await flush(writer, reader)
    expect(reader.events(channel())).toEqual([])
    type(tablet)
    await vi.waitFor(() => expect(reader.events(channel())).toHaveLength(1))
    passSecond()
    for (let i = 0; i < 3; i++) type(writer)
    await vi.waitFor(() => expect(reader.events(channel())).toHaveLength(2))
    await flush(writer, reader)
    expect(reader.events(channel())).toHaveLength(2)
  })

  test('a block stops typing events at once in both directions, and lifting it lets them through', async () => {
    const [first, second] = [await follow(here, kari), await follow(here, ola)]
    await blockPerson(here, ola.id, kari.id)
    type(first)
    type(second)
    await flush(first, second)
    for (const client of [first, second]) expect(client.events(channel())).toEqual([])
    // A person who subscribes during the block neither gets nor sends events.
    const [late, later] = [await follow(here, kari), await follow(here, ola)]
    type(late)
    type(later)
    await flush(late, later, first, second)
    for (const client of [first, second, late, later]) expect(client.events(channel())).toEqual([])
    await unblockPerson(here, ola.id, kari.id)
    await expectHeard(await follow(here, kari), second)
  })

  test('a closed account neither sends nor gets typing events until it is reopened', async () => {
    const [first, second] = [await follow(here, kari), await follow(here, ola)]
    const deps = { ...here, origin: () => '' }
    const reading = vi.spyOn(views, 'readUpdates')
    await closeAccount(here, deps, { ...testCaller, id: kari.id, sessionId: randomUUID() })
    type(first)
    type(second)
    await flush(first, second)
    // The same after the next read of the database, and for new subscriptions.
    await vi.waitFor(() => expect(reading).toHaveResolved())
    const [late, later] = [await follow(here, kari), await follow(here, ola)]
    type(late)
    type(later)
    await flush(late, later, first, second)
    for (const client of [first, second, late, later])
      expect(client.events(channel()).filter(({ event }) => event === 'typing')).toEqual([])
    await keepAccount(here, kari.id)
    await expectHeard(await follow(here, kari), second)
  })

  test('a block during a subscription is not missed', async () => {
    const reader = await follow(here, ola)
    reader.send({ type: 'unsubscribe', channel: channel() })
    const find = views.findChatState
    vi.spyOn(views, 'findChatState').mockImplementationOnce(async (...args) => {
      const standing = await find(...args)
      await blockPerson(here, ola.id, kari.id)
      return standing
    })
    const writer = await connect(here, kari)
    expect(await writer.subscribe(channel())).toBe('subscribed')
    expect(await reader.subscribe(channel())).toBe('subscribed')
    type(writer)
    type(reader)
    await flush(writer, reader)
    expect([writer.events(channel()), reader.events(channel())]).toEqual([[], []])
  })

  test('messages read from the database before a block are not sent after it', async () => {
    const [first, second] = [await follow(here, kari), await follow(here, ola)]
    await sql`select send_message(${chatId}, ${kari.id}, null, 'Hei', null, null, null)`.execute(here.db.kysely)
    const read = views.readUpdates
    vi.spyOn(views, 'readUpdates').mockImplementationOnce(async (...wanted) => {
      const updates = await read(...wanted)
      await blockPerson(here, ola.id, kari.id)
      return updates
    })
    here.bus.emit('message', { chat_id: chatId, seq: 1, sender_id: kari.id, recipient_id: ola.id })
    await vi.waitFor(async () => expect(await countUnread(here.db.read, ola.id)).toEqual([]))
    await flush(first, second)
    for (const client of [first, second]) expect(client.seqs(chatId)).toEqual([])
  })

  test('a read mark is sent to the own devices and, where both have read receipts on, to the other person', async () => {
    const [writer, reader, phone] = [await follow(here, kari), await follow(here, ola), await follow(here, ola)]
    await say(here, kari)
    await markRead(here, ola.id, chatId, 1)
    await vi.waitFor(() => expect(writer.events(channel())).toContainEqual(reads(ola, 1)))
    for (const client of [reader, phone]) {
      await vi.waitFor(() => expect(client.events('inbox')).toContainEqual(reads(ola, 1)))
      expect(client.events(channel()).filter(({ event }) => event === 'read')).toEqual([])
    }
    expect(writer.events('inbox').filter(({ event }) => event === 'read')).toEqual([])
  })

  test.each([
    ['the reader does not tell', () => changeSettings(here, ola.id, { read_receipts: false })],
    ['the writer does not tell', () => changeSettings(here, kari.id, { read_receipts: false })],
    ['a block stands', () => blockPerson(here, kari.id, ola.id)],
  ])('the other person gets no read mark when %s', async (_, deed) => {
    const [writer, reader] = [await follow(here, kari), await follow(here, ola)]
    await say(here, kari)
    await deed()
    await markRead(here, ola.id, chatId, 1)
    await vi.waitFor(() => expect(reader.events('inbox')).toContainEqual(reads(ola, 1)))
    await flush(writer)
    expect(writer.frames.filter((frame) => frame.type === 'event' && frame.data.event === 'read')).toEqual([])
  })

  test('messages that a side has deleted are not sent to it; later ones are', async () => {
    const [writer, reader] = [await follow(here, kari), await follow(here, ola)]
    // Stored without a wake-up, so that it would leave with the next one.
    await sql`select send_message(${chatId}, ${kari.id}, null, 'Hei', null, null, null)`.execute(here.db.kysely)
    await deleteChat(here, ola.id, chatId)
    await say(here, kari)
    for (const [client, seqs] of [
      [writer, [1, 2]],
      [reader, [2]],
    ] as const)
      await vi.waitFor(() => expect(client.seqs(chatId)).toEqual(seqs))
    await say(here, kari)
    await vi.waitFor(() => expect(reader.seqs(chatId)).toEqual([2, 3]))
    expect(reader.events('inbox')).toContainEqual({ event: 'changed', what: 'chats' })
    expect(writer.events('inbox')).not.toContainEqual({ event: 'changed', what: 'chats' })
  })

  test('a deletion also stops messages that are announced late', async () => {
    const [writer, reader] = [await follow(here, kari), await follow(here, ola)]
    const emit = here.bus.emit.bind(here.bus)
    const late: (() => void)[] = []
    const delay: Bus['emit'] = (topic, payload, local) => {
      if (topic === 'message') late.push(() => emit(topic, payload, local))
      else emit(topic, payload, local)
    }
    vi.spyOn(here.bus, 'emit').mockImplementation(delay)
    await say(here, kari)
    await deleteChat(here, ola.id, chatId)
    for (const announce of late) announce()
    await vi.waitFor(() => expect(writer.seqs(chatId)).toEqual([1]))
    await flush(reader)
    expect(reader.seqs(chatId)).toEqual([])
  })
})

describePostgres('two processes on one PostgreSQL', () => {
  setUpLive('two')

  test('typing and reading at one process reach the other within a second', async () => {
    const [writer, reader] = [await follow(here, kari), await follow(there, ola)]
    type(writer)
    await reader.next((frame) => frame.type === 'event' && frame.data.event === 'typing', 1000)
    expect(reader.events(channel())).toEqual([typing(kari)])
    await say(there, ola)
    await markRead(here, kari.id, chatId, 1)
    await reader.next((frame) => frame.type === 'event' && frame.data.event === 'read', 1000)
    expect(reader.events(channel())).toContainEqual(reads(kari, 1))
  })

  test('a block or switched off read receipts at one process stop both at the other', async () => {
    const [writer, reader] = [await follow(here, kari), await follow(there, ola)]
    await say(here, kari)
    await vi.waitFor(() => expect(reader.seqs(chatId)).toEqual([1]))
    await changeSettings(there, kari.id, { read_receipts: false })
    await markRead(there, ola.id, chatId, 1)
    await vi.waitFor(() => expect(reader.events('inbox')).toContainEqual(reads(ola, 1)))
    await blockPerson(there, ola.id, kari.id)
    type(writer)
    type(reader)
    // Travels behind whatever the other process has said before.
    for (const process of [here, there]) process.bus.emit('changed', { user_ids: [kari.id, ola.id], what: 'rides' })
    for (const client of [writer, reader])
      await vi.waitFor(() =>
        expect(client.events('inbox').filter((it) => it.event === 'changed' && it.what === 'rides')).toHaveLength(2),
      )
    for (const client of [writer, reader])
      expect(client.events(channel()).filter(({ event }) => event !== 'message')).toEqual([])
  })

  test('typing while the database is away is not sent afterwards', async () => {
    const [writer, reader] = [await follow(here, kari), await follow(there, ola)]
    const notify = vi.spyOn(here.db.kysely, 'getExecutor').mockImplementationOnce(() => {
      throw new Error('the database is away')
    })
    type(writer)
    await vi.waitFor(() => expect(notify).toHaveBeenCalled())
    here.bus.emit('changed', { user_ids: [ola.id], what: 'rides' })
    await vi.waitFor(() => expect(reader.events('inbox')).toContainEqual({ event: 'changed', what: 'rides' }))
    await flush(reader)
    expect(reader.events(channel())).toEqual([])
  })
})

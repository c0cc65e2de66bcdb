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
import type { LiveProcess } from '../../../test/live-process.ts'
import { patient } from '../../../test/patience.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { blockPerson, unblockPerson } from '#features/moderation/service'
import { markRead } from './service.ts'
import * as views from './views-live.ts'

const SECOND = 1000

describe.each(databaseKinds)('one process on the %s database', (kind) => {
  setUpLive(kind)

  test('only members can subscribe, and all others get the same response', async () => {
    const eva = await connect(here, await addPerson(here.db.kysely))
    const others = [`chat:${randomUUID()}`, 'chat:', 'chat:1', `chat:${chatId.toUpperCase()}`, 'message', 'chat']
    for (const name of [channel(), ...others]) expect(await eva.subscribe(name)).toBe('refused')
    await say(here, kari)
    expect(eva.events(channel())).toEqual([])
    await Promise.all([follow(here, kari), follow(here, ola)])
  })

  test('a message reaches both sides; the client id only the sender', async () => {
    const [sender, phone, reader] = await Promise.all([follow(here, kari), follow(here, kari), follow(here, ola)])
    const client_id = randomUUID()
    const sent = await say(here, kari, 'Hei 👋', client_id)
    const text = { content: 'Hei 👋', message_type: 'text', image_url: null }
    const expected = { id: sent.id, chat_id: chatId, seq: 1, sender_id: kari.id, ...text }
    for (const [client, id] of [
      [sender, client_id],
      [phone, client_id],
      [reader, null],
    ] as const) {
      await client.next((frame) => frame.type === 'event' && frame.channel === channel(), SECOND)
      expect(client.events(channel())).toMatchObject([{ event: 'message', message: { ...expected, client_id: id } }])
    }
  })

  test('the next message of this process needs no query', async () => {
    const reader = await follow(here, ola)
    const query = vi.spyOn(views, 'readUpdates')
    for (let i = 1; i <= 5; i++) await say(here, kari, `${i}`)
    await vi.waitFor(() => expect(reader.seqs(chatId)).toEqual([1, 2, 3, 4, 5]))
    expect(query).not.toHaveBeenCalled()
  })

  test('messages stored without a wake-up arrive with the next one, in order', async () => {
    const reader = await follow(here, ola)
    for (let i = 0; i < 250; i++)
      await sql`select send_message(${chatId}, ${kari.id}, null, 'Hei', null, null, null)`.execute(here.db.kysely)
    await say(here, ola)
    await vi.waitFor(() => expect(reader.seqs(chatId)).toEqual(Array.from({ length: 251 }, (_, i) => i + 1)))
  })

  test('wake-ups in any order and repeated: each message once, in order', async () => {
    const reader = await follow(here, ola)
    const bodies = Array.from({ length: 40 }, (_, i) => say(here, i % 2 ? kari : ola, `${i}`))
    const sent = await Promise.all(bodies)
    for (const { seq } of sent)
      here.bus.emit('message', { chat_id: chatId, seq: Number(seq), sender_id: kari.id, recipient_id: ola.id })
    // What comes twice would come before a later message.
    await say(here, ola)
    await vi.waitFor(() => expect(reader.seqs(chatId).at(-1)).toBe(41))
    expect(reader.seqs(chatId)).toEqual(Array.from({ length: 41 }, (_, i) => i + 1))
  })

  test('the inbox reports messages, own read marks and changes by ids only', async () => {
    const [sender, reader] = await Promise.all([follow(here, kari), follow(here, ola)])
    await say(here, kari, 'Hemmelig')
    await markRead(here, ola.id, chatId, 1)
    here.bus.emit('changed', { user_ids: [kari.id], what: 'rides' })
    const told: LiveEvent = { event: 'new_message', chat_id: chatId, seq: 1, sender_id: kari.id }
    await vi.waitFor(() => {
      expect(sender.events('inbox')).toEqual([told, { event: 'changed', what: 'rides' }])
      // The sender does not get the reader's position.
      expect(reader.events('inbox')).toEqual([told, { event: 'read', chat_id: chatId, reader_id: ola.id, seq: 1 }])
    })
  })

  test('a block stops messages at once, also those being sent; lifting it lets them through', async () => {
    const [first, second] = await Promise.all([follow(here, kari), follow(here, ola)])
    await blockPerson(here, ola.id, kari.id)
    // A wake-up that comes late, with its message.
    const late = { chat_id: chatId, seq: 1, sender_id: kari.id, recipient_id: ola.id }
    const [id, created_at] = [randomUUID(), new Date()]
    const row = { ...late, id, created_at, client_id: null, message_type: 'text', content: 'Hei' }
    here.bus.emit('message', late, { local: row })
    await flush(first, second)
    expect([first.events(channel()), second.events(channel())]).toEqual([[], []])
    // A blocked member may still join; there is nothing to hear.
    await follow(here, kari)
    await unblockPerson(here, ola.id, kari.id)
    await say(here, kari, 'Hei igjen')
    for (const client of [first, second]) await vi.waitFor(() => expect(client.seqs(chatId)).toEqual([1]))
  })

  test('a failing database delays messages and loses none', async () => {
    const reader = await follow(here, ola)
    vi.spyOn(views, 'readUpdates').mockRejectedValueOnce(new Error('the database is away'))
    await sql`select send_message(${chatId}, ${kari.id}, null, 'Hei', null, null, null)`.execute(here.db.kysely)
    await say(here, kari)
    await vi.waitFor(() => expect(reader.seqs(chatId)).toEqual([1, 2]), { timeout: 4000 })
  })
})

describePostgres('two processes on one PostgreSQL', () => {
  setUpLive('two')

  test('messages reach the other process within a second', async () => {
    const [first, second] = await Promise.all([follow(here, kari), follow(there, ola)])
    await say(here, kari, 'Hei', randomUUID())
    const event = await second.next((frame) => frame.type === 'event' && frame.channel === channel(), SECOND)
    expect(event).toMatchObject({ data: { message: { seq: 1, content: 'Hei', client_id: null } } })
    await second.next((frame) => frame.type === 'event' && frame.data.event === 'new_message', SECOND)
    await say(there, ola, 'Hei!')
    await vi.waitFor(() => expect(first.seqs(chatId)).toEqual([1, 2]), { timeout: SECOND })
  })

  test('both sides write at both processes: all sockets get every message once, in the same order', async () => {
    const clients = await Promise.all([follow(here, kari), follow(there, kari), follow(here, ola), follow(there, ola)])
    const write = async (process: LiveProcess, sender: TestPerson) => {
      for (let i = 0; i < 40; i++) await Promise.all([1, 2, 3].map(() => say(process, sender)))
    }
    await Promise.all([write(here, kari), write(there, ola), write(there, kari)])
    const all = Array.from({ length: 360 }, (_, i) => i + 1)
    for (const client of clients) await vi.waitFor(() => expect(client.seqs(chatId)).toEqual(all), { timeout: 5000 })
  })

  test('a block at one process works at the other', async () => {
    const reader = await follow(there, ola)
    await blockPerson(here, kari.id, ola.id)
    await expect(say(there, ola)).rejects.toMatchObject({ code: 'message_refused' })
    await flush(reader)
    expect(reader.events(channel())).toEqual([])
  })

  test('a session that ends at one closes its sockets at the other within a second', async () => {
    const client = await follow(there, ola)
    const started = Date.now()
    here.bus.emit('session_ended', { user_id: ola.id, session_id: null })
    expect(await client.closed).toBe(4401)
    expect(Date.now() - started).toBeLessThan(patient(SECOND))
  })

  test('messages of a time without the listening connection arrive afterwards', async () => {
    const reader = await follow(there, ola)
    // The other process says nothing: the wake-up is lost.
    await sql`select send_message(${chatId}, ${kari.id}, null, 'Hei', null, null, null)`.execute(here.db.kysely)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'samtur-listen'`.execute(here.db.kysely)
    await vi.waitFor(() => expect(reader.seqs(chatId)).toEqual([1]), { timeout: 5000 })
    expect(reader.events('inbox')).toContainEqual({ event: 'changed', what: 'chats' })
    await say(here, kari, 'Hei igjen')
    await vi.waitFor(() => expect(reader.seqs(chatId)).toEqual([1, 2]), { timeout: SECOND })
  })
})

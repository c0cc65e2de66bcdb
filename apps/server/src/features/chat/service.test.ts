import { randomUUID } from 'node:crypto'
import { lengths, chat as limits } from '@samtur/contract/constants'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { bus, context, db, kari, ola, open, read, say, setUpChats } from '../../../test/chat-fixtures.ts'
import { usualKind } from '../../../test/database.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { blockPerson, unblockPerson } from '#features/moderation/service'
import { createRateLimiter } from '#platform/http/rate-limit'
import { newChatsPerDay } from './rules.ts'
import { markRead, sendMessage } from './service.ts'
import { countUnread, listChats } from './views.ts'
import { readMessages } from './views-messages.ts'

const HOUR = 3_600_000

describe.each([usualKind])('on the %s database', (kind) => {
  setUpChats(kind)

  describe('opening', () => {
    test('sixty requests from both sides at once open one chat', async () => {
      const opens = Array.from({ length: 60 }, (_, i) => (i % 2 ? open(kari, ola) : open(ola, kari)))
      expect(new Set(await Promise.all(opens)).size).toBe(1)
      const { rows } = await sql`select from chat where ${kari.id} in (driver_id, passenger_id)`.execute(db.kysely)
      expect(rows).toHaveLength(1)
    })

    test('the contacted person is the driver and does not see the chat before the first message', async () => {
      const id = await open(kari, ola)
      const [own] = await listChats(db.read, kari.id)
      const sides = { driver_id: ola.id, passenger_id: kari.id }
      expect(own).toMatchObject({ id, ...sides, last_message: null, can_write: true, ride_id: null })
      expect(own?.other).toEqual({ id: ola.id, full_name: 'Ola Nilsen', picture_key: null })
      expect(await listChats(db.read, ola.id)).toEqual([])
      await say(kari, id, 'Hei')
      expect(await listChats(db.read, ola.id)).toMatchObject([
        { id, unread_count: 1, last_message: { content: 'Hei' } },
      ])
    })

    test('each chat of a list names its own other person, on either side', async () => {
      const per = await addPerson(db.kysely, { name: 'Per Dahl' })
      const pia = await addPerson(db.kysely, { name: 'Pia Lie' })
      for (const other of [ola, per]) await say(kari, await open(kari, other))
      await say(pia, await open(pia, kari))
      const chats = await listChats(db.read, kari.id)
      expect(chats.map(({ other }) => [other.id, other.full_name])).toEqual([
        [pia.id, 'Pia Lie'],
        [per.id, 'Per Dahl'],
        [ola.id, 'Ola Nilsen'],
      ])
      for (const person of [ola, per, pia])
        expect((await listChats(db.read, person.id)).map(({ other }) => other.full_name)).toEqual(['Kari Nordmann'])
    })

    test('a contacted person who opens the chat sees it', async () => {
      const id = await open(kari, ola)
      expect(await open(ola, kari)).toBe(id)
      expect(await listChats(db.read, ola.id)).toMatchObject([{ id }])
    })

    test('opening a chat with oneself, an unknown or a blocked person gives the same error', async () => {
      const eva = await addPerson(db.kysely)
      await blockPerson(context, eva.id, kari.id)
      const unavailable = [kari.id, kari.id.toUpperCase(), randomUUID(), eva.id].map((id) => open(kari, { id }))
      const answers = await Promise.allSettled([...unavailable, open(eva, kari)])
      const expected = { code: 'chat_unavailable', status: 404, data: {}, message: 'chat_unavailable' }
      for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: expected })
    })

    test('an existing chat cannot be opened while a block stands', async () => {
      const id = await open(kari, ola)
      await blockPerson(context, ola.id, kari.id)
      await expect(open(kari, ola)).rejects.toMatchObject({ code: 'chat_unavailable' })
      await unblockPerson(context, ola.id, kari.id)
      expect(await open(kari, ola)).toBe(id)
    })

    test('a chat stores its ride if that exists', async () => {
      const departure = new Date(db.clock.now().getTime() + 24 * HOUR)
      const ride = await addRide(db, { driverId: ola.id, route: ['Oslo', 'Bergen'], departure })
      await open(kari, ola, ride)
      expect(await listChats(db.read, kari.id)).toMatchObject([{ ride_id: ride }])
      const eva = await addPerson(db.kysely)
      await open(eva, ola, randomUUID())
      expect(await listChats(db.read, eva.id)).toMatchObject([{ ride_id: null }])
    })

    test('thirty new chats a day are allowed, also of requests at once; existing ones do not count', async () => {
      const others = await Promise.all(Array.from({ length: newChatsPerDay + 3 }, () => addPerson(db.kysely)))
      const answers = await Promise.allSettled(others.map((other) => open(kari, other)))
      const refused = answers.filter((answer) => answer.status === 'rejected')
      expect(refused).toHaveLength(3)
      for (const { reason } of refused) expect(reason).toMatchObject({ code: 'too_many_chats', status: 429 })
      expect(refused[0]?.reason.data.params.retry_after).toBeGreaterThan(86_000)
      const existing = others[answers.findIndex((answer) => answer.status === 'fulfilled')]
      await expect(open(kari, existing!)).resolves.toBeTypeOf('string')
      db.clock.advance(24 * HOUR + 1000)
      await expect(open(kari, ola)).resolves.toBeTypeOf('string')
    })
  })

  describe('messages', () => {
    test('messages of two writers at once have one order without gaps, the same for both sides', async () => {
      const id = await open(kari, ola)
      const write = async (sender: TestPerson) => {
        for (let i = 0; i < 250; i += 5)
          await Promise.all([1, 2, 3, 4, 5].map((n) => say(sender, id, `${sender.id} ${i + n}`)))
      }
      await Promise.all([write(kari), write(ola)])
      const all: number[] = []
      for (let after = 0; ; after = all.at(-1) ?? 0) {
        const page = await readMessages(db.read, id, kari.id, { after })
        expect(page).toEqual(await readMessages(db.read, id, ola.id, { after }))
        if (!page?.messages.length) break
        all.push(...page.messages.map(({ seq }) => Number(seq)))
      }
      expect(all).toEqual(Array.from({ length: 500 }, (_, i) => i + 1))
    })

    test('a message that is sent again, also at the same time, is stored once', async () => {
      const id = await open(kari, ola)
      const announced = vi.fn<() => void>()
      const stop = bus.on('message', announced)
      const clientId = randomUUID()
      const sent = await Promise.all(Array.from({ length: 20 }, () => say(kari, id, 'Hei', clientId)))
      stop()
      expect(new Set(sent.map((message) => message.id)).size).toBe(1)
      expect(await read(ola, id)).toEqual({ seqs: [1], hasOlder: false })
      expect(announced).toHaveBeenCalledTimes(1)
      const again = await say(kari, id, 'Something else', clientId.toUpperCase())
      expect(again).toMatchObject({ id: sent[0]?.id, content: 'Hei' })
      // The other side's ids are its own.
      expect(await say(ola, id, 'Hei', clientId)).toMatchObject({ content: 'Hei', sender_id: ola.id })
    })

    test('the response is the stored message', async () => {
      const id = await open(kari, ola)
      const sent = await say(kari, id.toUpperCase(), 'Hei 👋', randomUUID().toUpperCase())
      const stored = await readMessages(db.read, id, kari.id, {})
      // Hidden or taken back is only what was stored before.
      const { created_at, hidden, taken_back: takenBack, ...rest } = stored!.messages[0]!
      expect([hidden, takenBack]).toEqual([false, false])
      expect({ ...sent, seq: Number(sent.seq) }).toMatchObject(rest)
      expect(new Date(created_at)).toEqual(sent.created_at)
    })

    test('only members write, read and move the read mark', async () => {
      const id = await open(kari, ola)
      const eva = await addPerson(db.kysely)
      await expect(say(eva, id, 'Hei')).rejects.toMatchObject({ code: 'not_found' })
      await expect(say(kari, randomUUID(), 'Hei')).rejects.toMatchObject({ code: 'not_found' })
      await expect(markRead(context, eva.id, id, 1)).rejects.toMatchObject({ code: 'not_found' })
      expect(await readMessages(db.read, id, eva.id, {})).toBeUndefined()
    })

    test('sixty messages a minute are allowed', async () => {
      const id = await open(kari, ola)
      // Its clock stands still, so that no minute turns in between.
      const now = db.clock.now()
      const limiter = createRateLimiter({ db, clock: { now: () => now, shift: 0 }, enabled: true, addressFactor: 1 })
      const send = () => sendMessage({ ...context, limiter }, kari.id, id, { content: 'Hei', message_type: 'text' })
      const sent = await Promise.allSettled(Array.from({ length: 61 }, send))
      const refused = sent.filter((answer) => answer.status === 'rejected')
      expect(refused).toMatchObject([{ reason: { code: 'rate_limited', status: 429 } }])
    })

    test('messages sent at once are checked one by one and stored in their order', async () => {
      const eva = await addPerson(db.kysely, { name: 'Eva' })
      const [id, shut] = [await open(kari, ola), await open(kari, eva)]
      await blockPerson(context, eva.id, kari.id)
      const client_id = randomUUID()
      const sent = await Promise.allSettled([
        say(kari, id, 'en'),
        say(kari, shut, 'to'),
        say(eva, id, 'tre'),
        say(ola, id, 'fire', client_id),
        say(kari, randomUUID(), 'fem'),
        say(ola, id, 'seks', client_id),
        say(kari, id, 'sju'),
      ])
      expect(sent).toMatchObject([
        { value: { seq: '1', content: 'en' } },
        { reason: { code: 'message_refused' } },
        { reason: { code: 'not_found' } },
        { value: { seq: '2', content: 'fire' } },
        { reason: { code: 'not_found' } },
        { value: { seq: '2', content: 'fire' } },
        { value: { seq: '3', content: 'sju' } },
      ])
      expect(await read(ola, id)).toEqual({ seqs: [1, 2, 3], hasOlder: false })
      expect(await read(kari, shut)).toEqual({ seqs: [], hasOlder: false })
      const { rows } = await sql`select driver_read_seq as ola, passenger_read_seq as kari, last_seq as last
        from chat where id = ${id}`.execute(db.kysely)
      expect(rows).toEqual([{ ola: '2', kari: '3', last: '3' }])
    })

    test('pages hold the latest messages, those after a number, or those before one', async () => {
      const id = await open(kari, ola)
      for (let i = 0; i < limits.historySize + 20; i++) await say(kari, id, 'x'.repeat(lengths.chatMessage))
      const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
      expect(await read(ola, id)).toEqual({ seqs: range(21, 120), hasOlder: true })
      expect(await read(ola, id, { before: 21 })).toEqual({ seqs: range(1, 20), hasOlder: false })
      expect(await read(ola, id, { after: 0 })).toEqual({ seqs: range(1, 100), hasOlder: false })
      expect(await read(ola, id, { after: 118 })).toEqual({ seqs: [119, 120], hasOlder: true })
      expect(await read(ola, id, { after: 120 })).toEqual({ seqs: [], hasOlder: false })
      expect(await read(ola, id, { after: 5, before: 8 })).toEqual({ seqs: [6, 7], hasOlder: true })
    })
  })

  describe('unread', () => {
    test('the indicator counts the other side’s messages of 24 hours after the mark; the list counts older ones, too', async () => {
      const id = await open(kari, ola)
      await say(kari, id, 'gammel')
      db.clock.advance(23 * HOUR)
      await say(kari, id, 'ny')
      expect(await countUnread(db.read, kari.id)).toEqual([])
      expect(await countUnread(db.read, ola.id)).toEqual([{ chat_id: id, count: 2 }])
      db.clock.advance(1.5 * HOUR)
      expect(await countUnread(db.read, ola.id)).toEqual([{ chat_id: id, count: 1 }])
      expect(await listChats(db.read, ola.id)).toMatchObject([{ unread_count: 2 }])
      await markRead(context, ola.id, id, 2)
      expect(await countUnread(db.read, ola.id)).toEqual([])
      expect(await listChats(db.read, ola.id)).toMatchObject([{ unread_count: 0 }])
    })

    test('the mark never goes back nor past the newest message, and moves are announced', async () => {
      const id = await open(kari, ola)
      for (const text of ['en', 'to', 'tre']) await say(kari, id, text)
      const announced = vi.fn<(mark: unknown) => void>()
      const stop = bus.on('read', announced)
      await markRead(context, ola.id, id, 2)
      await markRead(context, ola.id, id, 1)
      expect(await countUnread(db.read, ola.id)).toEqual([{ chat_id: id, count: 1 }])
      await markRead(context, ola.id, id, 1_000_000)
      await say(kari, id, 'fire')
      expect(await countUnread(db.read, ola.id)).toEqual([{ chat_id: id, count: 1 }])
      stop()
      const mark = { chat_id: id, reader_id: ola.id, other_id: kari.id, shared: true }
      expect(announced.mock.calls.map(([call]) => call)).toEqual([
        { ...mark, seq: 2 },
        { ...mark, seq: 3 },
      ])
    })

    test('a reply marks the conversation as read', async () => {
      const id = await open(kari, ola)
      await say(kari, id, 'Hei')
      await say(ola, id, 'Hei')
      expect(await countUnread(db.read, ola.id)).toEqual([])
      expect(await countUnread(db.read, kari.id)).toEqual([{ chat_id: id, count: 1 }])
    })
  })

  describe('a block', () => {
    test('removes the chat from the blocker’s list; both can still read the messages', async () => {
      const id = await open(kari, ola)
      await say(kari, id, 'Hei')
      await blockPerson(context, ola.id, kari.id)
      expect(await listChats(db.read, ola.id)).toEqual([])
      expect(await countUnread(db.read, ola.id)).toEqual([])
      expect(await listChats(db.read, kari.id)).toMatchObject([{ id, can_write: false }])
      for (const person of [kari, ola]) expect(await read(person, id)).toEqual({ seqs: [1], hasOlder: false })
      for (const person of [kari, ola]) {
        await expect(say(person, id, 'Hei')).rejects.toMatchObject({ code: 'message_refused', status: 403, data: {} })
      }
      await unblockPerson(context, ola.id, kari.id)
      expect(await listChats(db.read, ola.id)).toMatchObject([{ id, can_write: true, unread_count: 1 }])
      await expect(say(kari, id, 'Hei igjen')).resolves.toMatchObject({ content: 'Hei igjen' })
    })

    test('a repeated message that was stored before the block is still returned', async () => {
      const id = await open(kari, ola)
      const clientId = randomUUID()
      const first = await say(kari, id, 'Hei', clientId)
      await blockPerson(context, ola.id, kari.id)
      expect(await say(kari, id, 'Hei', clientId)).toMatchObject({ id: first.id })
    })
  })

  test('the list is ordered by the latest activity', async () => {
    const eva = await addPerson(db.kysely)
    const [first, second] = [await open(kari, ola), await open(kari, eva)]
    expect((await listChats(db.read, kari.id)).map(({ id }) => id)).toEqual([second, first])
    await say(ola, first, 'Hei')
    expect((await listChats(db.read, kari.id)).map(({ id }) => id)).toEqual([first, second])
  })
})

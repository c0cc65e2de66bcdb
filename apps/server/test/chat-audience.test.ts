/**
 * Thirty people in sixty conversations at two processes write, type, read, delete, block and change their settings at random. A model
 * decides which events each socket may receive, and every received event is compared with it.
 */
import type { LiveEvent } from '@samtur/contract/live'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { changeSettings, deleteChat, markRead, openChat, sendMessage } from '../src/features/chat/service.ts'
import { blockPerson, unblockPerson } from '../src/features/moderation/service.ts'
import { findViolations } from '../src/platform/db/invariants.ts'
import { describePostgres, freshServerDatabase, openServerDatabase } from './database.ts'
import type { LiveClient } from './live-client.ts'
import { startLiveProcess, type LiveProcess } from './live-process.ts'
import { numbersFrom } from './random.ts'
import { addPerson, type TestPerson } from './sessions.ts'

const PEOPLE = 30
const CHATS = 60
const DEEDS = 1_500
/** People who act at the same moment. */
const AT_ONCE = 6

interface Chat {
  id: string
  pair: [TestPerson, TestPerson]
  /** The author of each stored message, by number. */
  messages: Map<number, string>
  /** Members who block the other. */
  blockers: Set<string>
  /** The conversations a side has deleted, with the number of messages it had received by then. */
  cleared: Map<string, number>
  /** Read marks of either side that the other one may receive. */
  readMarks: Map<string, Set<number>>
}

interface Device {
  owner: TestPerson
  client: LiveClient
  joined: Set<string>
}

describePostgres('at two processes', () => {
  let processes: LiveProcess[]
  const random = numbersFrom(20_261_122)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

  beforeAll(async () => {
    const url = await freshServerDatabase()
    processes = [
      await startLiveProcess(await openServerDatabase(url)),
      await startLiveProcess(await openServerDatabase(url)),
    ]
  })
  afterAll(() => Promise.all(processes.map((process) => process.close())))

  async function populate() {
    const [{ db }] = processes as [LiveProcess]
    const people: TestPerson[] = []
    for (let i = 0; i < PEOPLE; i++) people.push(await addPerson(db.kysely, { name: `Person ${i}` }))
    const chats = new Map<string, Chat>()
    while (chats.size < CHATS) {
      const [one, other] = [pick(people), pick(people)]
      if (one === other) continue
      const id = await openChat(pick(processes), one.id, { user_id: other.id })
      const marks = new Map([one, other].map((person) => [person.id, new Set<number>()]))
      if (!chats.has(id))
        chats.set(id, {
          id,
          pair: [one, other],
          messages: new Map(),
          blockers: new Set(),
          cleared: new Map(),
          readMarks: marks,
        })
    }
    return { people, chats: [...chats.values()] }
  }

  /** Opens two sockets per person, one at each process; each joins all own conversations, and tries some others. */
  async function connect(people: TestPerson[], chats: Chat[]): Promise<Device[]> {
    const devices: Device[] = []
    for (const owner of people) {
      for (const process of processes) {
        const client = await process.connect(owner)
        const device = { owner, client, joined: new Set(['inbox']) }
        client.send({ type: 'subscribe', channel: 'inbox' })
        for (const chat of chats) {
          const isOwn = chat.pair.includes(owner)
          if (!isOwn && random() > 0.2) continue
          expect(await client.subscribe(`chat:${chat.id}`)).toBe(isOwn ? 'subscribed' : 'refused')
          device.joined.add(`chat:${chat.id}`)
        }
        devices.push(device)
      }
    }
    return devices
  }

  /** Runs one random action in one conversation, and updates the model. */
  async function act(chat: Chat, devices: Device[], silent: Set<string>) {
    const [process, own] = [pick(processes), pick(chat.pair)]
    const other = chat.pair.find((person) => person !== own) as TestPerson
    const choice = random()
    const isBlocked = chat.blockers.size > 0
    if (choice < 0.45) {
      const sending = sendMessage(process, own.id, chat.id, { content: `Fra ${own.id}`, message_type: 'text' })
      if (isBlocked) await expect(sending).rejects.toMatchObject({ code: 'message_refused' })
      else chat.messages.set(Number((await sending).seq), own.id)
    } else if (choice < 0.65) {
      const device = pick(devices.filter(({ owner }) => owner === own || random() < 0.05))
      device.client.send({ type: 'typing', channel: `chat:${chat.id}` })
    } else if (choice < 0.85) {
      const seq = Math.ceil(random() * chat.messages.size)
      if (!isBlocked && !silent.has(own.id) && !silent.has(other.id)) chat.readMarks.get(own.id)?.add(seq)
      await markRead(process, own.id, chat.id, seq)
    } else if (choice < 0.9) {
      chat.cleared.set(own.id, chat.messages.size)
      expect(await deleteChat(process, own.id, chat.id)).toBe(true)
    } else if (choice < 0.95) {
      if (chat.blockers.has(own.id)) {
        await unblockPerson(process, own.id, other.id)
        chat.blockers.delete(own.id)
      } else {
        chat.blockers.add(own.id)
        await blockPerson(process, own.id, other.id)
      }
    } else {
      expect(await deleteChat(process, own.id, chat.id, other.id)).toBe(false)
    }
  }

  /** Returns why this person should not have received an event, or undefined. */
  function objection(
    event: LiveEvent,
    channel: string,
    owner: TestPerson,
    chats: Map<string, Chat>,
  ): string | undefined {
    if (event.event === 'changed') return channel === 'inbox' ? undefined : 'a change outside the inbox'
    const id = event.event === 'message' ? event.message.chat_id : event.chat_id
    const chat = chats.get(id)
    if (!chat?.pair.includes(owner)) return 'of a foreign conversation'
    if (channel !== 'inbox' && channel !== `chat:${id}`) return 'in another channel'
    switch (event.event) {
      case 'message': {
        const { seq, sender_id, content, client_id } = event.message
        if (chat.messages.get(seq) !== sender_id || content !== `Fra ${sender_id}`) return 'of what was not written'
        return client_id === null ? undefined : 'with a client id'
      }
      case 'new_message':
        return chat.messages.get(event.seq) === event.sender_id ? undefined : 'of what was not written'
      case 'read':
        if (channel === 'inbox') return event.reader_id === owner.id ? undefined : 'of another person’s reading'
        if (event.reader_id === owner.id) return 'of the own reading, as if it were the other’s'
        return chat.readMarks.get(event.reader_id)?.has(event.seq) ? undefined : 'of a read mark that is switched off'
      case 'typing':
        return event.user_id !== owner.id && channel !== 'inbox' ? undefined : 'of the own typing'
    }
  }

  const seqsOf = (chat: Chat) => [...chat.messages.keys()].toSorted((a, b) => a - b)

  test('every person receives the events of their conversations, and no others', async () => {
    const { people, chats } = await populate()
    const devices = await connect(people, chats)
    // Chosen at the beginning, so that the model knows it at every moment.
    const silent = new Set(people.filter((_, i) => i % 5 === 0).map(({ id }) => id))
    for (const id of silent) await changeSettings(pick(processes), id, { read_receipts: false })

    for (let done = 0; done < DEEDS; done += AT_ONCE) {
      const chosen = new Set(Array.from({ length: AT_ONCE }, () => pick(chats)))
      await Promise.all([...chosen].map((chat) => act(chat, devices, silent)))
    }
    for (const chat of chats)
      for (const person of chat.pair) if (chat.blockers.has(person.id)) await unblock(chat, person)

    const byId = new Map(chats.map((chat) => [chat.id, chat]))
    for (const chat of chats) {
      for (const { owner, client } of devices) {
        if (!chat.pair.includes(owner)) continue
        // Only what was deleted before it arrived may be missing.
        const cleared = chat.cleared.get(owner.id) ?? 0
        const due = (seqs: number[]) => seqs.filter((seq) => seq > cleared)
        await vi.waitFor(() => expect(due(client.seqs(chat.id))).toEqual(due(seqsOf(chat))), { timeout: 10_000 })
        const received = client.seqs(chat.id)
        expect(received).toEqual([...new Set(received)].toSorted((a, b) => a - b))
      }
    }
    const wrong: string[] = []
    let events = 0
    const kinds = new Set<string>()
    for (const { owner, client, joined } of devices) {
      for (const frame of client.frames) {
        if (frame.type !== 'event') continue
        events++
        kinds.add(frame.data.event)
        if (!joined.has(frame.channel)) wrong.push(`${owner.name}: ${frame.channel} was not joined`)
        const why = objection(frame.data, frame.channel, owner, byId)
        if (why) wrong.push(`${owner.name} received ${JSON.stringify(frame.data)} on ${frame.channel}: ${why}`)
      }
      client.socket.terminate()
    }
    expect(wrong).toEqual([])
    expect([...kinds].toSorted()).toEqual(['changed', 'message', 'new_message', 'read', 'typing'])
    expect(events).toBeGreaterThan(DEEDS)
    expect(await findViolations((processes as [LiveProcess])[0].db.kysely)).toEqual([])

    async function unblock(chat: Chat, person: TestPerson) {
      const other = chat.pair.find((one) => one !== person) as TestPerson
      await unblockPerson(pick(processes), person.id, other.id)
    }
  }, 120_000)
})

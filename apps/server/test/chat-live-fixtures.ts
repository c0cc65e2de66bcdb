/** Fixtures for live conversations: one process or two for all tests of a `describe`, and two people with a chat for each test. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { openChat, sendMessage } from '../src/features/chat/service.ts'
import { freshServerDatabase, openServerDatabase, openTestDatabase, type DatabaseKind } from './database.ts'
import type { LiveClient } from './live-client.ts'
import { startLiveProcess, type LiveProcess } from './live-process.ts'
import { addPerson, type TestPerson } from './sessions.ts'

export let here: LiveProcess
/** The second one, on the same PostgreSQL. */
export let there: LiveProcess
export let kari: TestPerson
export let ola: TestPerson
export let chatId: string

/** `two`: two processes on one PostgreSQL. */
export function setUpLive(databases: DatabaseKind | 'two') {
  let processes: LiveProcess[] = []
  beforeAll(async () => {
    if (databases !== 'two') processes = [await startLiveProcess(await openTestDatabase(databases))]
    else {
      const url = await freshServerDatabase()
      for (let nth = 0; nth < 2; nth++) processes.push(await startLiveProcess(await openServerDatabase(url)))
    }
    const [first, second = first] = processes
    if (!first || !second) throw new Error('no process')
    here = first
    there = second
  })
  beforeEach(async () => {
    kari = await addPerson(here.db.kysely, { name: 'Kari Nordmann' })
    ola = await addPerson(here.db.kysely, { name: 'Ola Nilsen' })
    chatId = await openChat(here, kari.id, { user_id: ola.id })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    const open = clients.splice(0)
    for (const { socket } of open) socket.close()
    await Promise.all(open.map(({ closed }) => closed))
  })
  afterAll(() => Promise.all(processes.map((process) => process.close())))
}

const clients: LiveClient[] = []

/** Returns a socket of the person, which is closed after the test. */
export async function connect(process: LiveProcess, person: { id: string }) {
  const client = await process.connect(person)
  clients.push(client)
  return client
}

export const channel = () => `chat:${chatId}`

/** Returns a socket of the person that follows the chat and the inbox. */
export async function follow(process: LiveProcess, person: TestPerson) {
  const client = await connect(process, person)
  expect(await client.subscribe('inbox')).toBe('subscribed')
  expect(await client.subscribe(channel())).toBe('subscribed')
  return client
}

export const say = (process: LiveProcess, sender: TestPerson, content = 'Hei', client_id?: string) =>
  sendMessage(process, sender.id, chatId, { content, message_type: 'text', client_id })

/** Whatever was sent to the sockets before has arrived when this does. */
export async function flush(...sockets: LiveClient[]) {
  const beats = ({ frames }: LiveClient) => frames.filter((frame) => frame.type === 'heartbeat')
  for (const client of sockets) {
    const before = beats(client).length
    client.send({ type: 'heartbeat' })
    await vi.waitFor(() => expect(beats(client)).toHaveLength(before + 1))
  }
}

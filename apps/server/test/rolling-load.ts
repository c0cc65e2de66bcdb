/** Load on servers that are replaced: searches, messages over HTTP and people with live connections. Every failure is recorded. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { LiveClient } from './live-client.ts'
import { addPerson, type TestPerson } from './sessions.ts'

/** Milliseconds between two requests of one client. */
const PAUSE_MS = 10
const CLIENTS = 4

export interface LoadReport {
  requests: number
  /** What failed, one sentence each. */
  failures: string[]
  sent: number
  /** Messages that are not stored, or that a live connection did not get, and those that came twice. */
  lost: number
  doubled: number
  /** Milliseconds of the slowest request. */
  slowest: number
}

interface Talk {
  from: TestPerson
  to: TestPerson
  chatId: string
}

/** Sends each request to one of the servers by chance; the caller may change the list. */
export async function startLoad(urls: readonly string[], databaseUrl: string) {
  const anyUrl = () => urls[Math.floor(Math.random() * urls.length)] ?? ''
  const talks = await openTalks(anyUrl(), databaseUrl)
  const failures: string[] = []
  const times: number[] = []
  const sent = new Map<string, string[]>()
  let running = true
  const request = async (what: string, send: () => Promise<Response>): Promise<Response | undefined> => {
    const began = performance.now()
    try {
      const response = await send()
      if (response.status >= 400) failures.push(`${what}: ${response.status} ${await response.text()}`)
      else return response
    } catch (error) {
      const { cause } = error as { cause?: unknown }
      failures.push(`${what}: ${String(error)} ${String(cause)}`)
    } finally {
      times.push(performance.now() - began)
    }
    return undefined
  }
  const searching = async () => {
    while (running) {
      const response = await request('search', () => fetch(`${anyUrl()}/api/v1/rides?from=Oslo&to=Bergen`))
      await response?.arrayBuffer()
      await sleep(PAUSE_MS)
    }
  }
  const talking = async ({ from, chatId }: Talk) => {
    const contents: string[] = []
    sent.set(chatId, contents)
    while (running) {
      // The id makes a repeated message the same one.
      const message = { content: `melding ${contents.length}`, client_id: crypto.randomUUID() }
      for (let done = false; !done && running;) {
        const response = await request('message', () => post(anyUrl(), `/chats/${chatId}/messages`, from, message))
        await response?.arrayBuffer()
        done = response !== undefined
        if (done) contents.push(message.content)
        await sleep(PAUSE_MS)
      }
    }
  }
  const listeners = talks.map(
    ({ to, chatId }) =>
      new Listener(chatId, {
        open: () => LiveClient.open(anyUrl(), to.cookie),
        read: async (address) => (await fetch(anyUrl() + address, { headers: { cookie: to.cookie } })).json(),
      }),
  )
  await Promise.all(listeners.map((listener) => listener.connect()))
  const work = [...Array.from({ length: CLIENTS }, searching), ...talks.map(talking)]
  return {
    requests: () => times.length,
    failures,
    async end(): Promise<LoadReport> {
      running = false
      await Promise.all(work)
      const stored = await readStored(databaseUrl)
      const counts = { lost: 0, doubled: 0 }
      for (const listener of listeners) {
        const { chatId } = listener
        const inDatabase = stored.get(chatId) ?? []
        await listener.catchUp(inDatabase.length)
        const own = sent.get(chatId) ?? []
        counts.lost +=
          own.filter((content) => !inDatabase.includes(content)).length + listener.missing(inDatabase.length)
        counts.doubled += inDatabase.length - new Set(inDatabase).size
        listener.close()
      }
      const all = [...sent.values()].flat().length
      return {
        requests: times.length,
        failures,
        sent: all,
        slowest: Math.round(times.reduce((a, b) => Math.max(a, b), 0)),
        ...counts,
      }
    },
  }
}

const post = (url: string, address: string, { cookie }: TestPerson, body: object) =>
  fetch(`${url}/api/v1${address}`, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Opens a conversation between the people of each pair. */
async function openTalks(url: string, databaseUrl: string): Promise<Talk[]> {
  const db = await openDatabase({ url: databaseUrl, folder: '', clock: systemClock })
  const pairs: [TestPerson, TestPerson][] = []
  for (let pair = 0; pair < CLIENTS; pair++) pairs.push([await addPerson(db.kysely), await addPerson(db.kysely)])
  await db.close()
  return Promise.all(
    pairs.map(async ([from, to]) => {
      const response = await post(url, '/chats', from, { user_id: to.id })
      const { id } = (await response.json()) as { id: string }
      return { from, to, chatId: id }
    }),
  )
}

async function readStored(databaseUrl: string): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ chat_id: string; content: string }>(
    'select chat_id, content from message order by seq',
  )
  await client.end()
  return new Map(
    [...Map.groupBy(rows, (row) => row.chat_id)].map(([id, list]) => [id, list.map(({ content }) => content)]),
  )
}

interface Way {
  /** Opens a live connection. */
  open(): Promise<LiveClient>
  /** Returns the body of a response. */
  read(address: string): Promise<unknown>
}

/** The page of a person who reads a conversation: connects again after each end, and reads what it missed, as the product's page does. */
export class Listener {
  readonly chatId: string
  readonly #way: Way
  readonly #seqs = new Set<number>()
  #client: LiveClient | undefined
  #closed = false

  constructor(chatId: string, way: Way) {
    this.chatId = chatId
    this.#way = way
  }

  async connect() {
    while (!this.#closed) {
      try {
        const client = await this.#way.open()
        await client.subscribe(`chat:${this.chatId}`)
        this.#client = client
        void client.closed.then(() => this.#reconnect(client))
        return
      } catch {
        // The process that took the connection is stopping.
        await sleep(PAUSE_MS)
      }
    }
  }

  async #reconnect(client: LiveClient) {
    this.#take(client)
    if (this.#closed) return
    await this.connect()
    for (let done = false; !done && !this.#closed;) {
      // A read whose process dies is repeated.
      done = await this.#readMissed().then(
        () => true,
        () => false,
      )
      if (!done) await sleep(PAUSE_MS)
    }
  }

  async #readMissed() {
    for (let after = 0, full = true; full;) {
      const body = await this.#way.read(`/api/v1/chats/${this.chatId}/messages?after=${after}&limit=100`)
      const { items } = body as { items: { seq: number }[] }
      for (const { seq } of items) this.#seqs.add(seq)
      full = items.length === 100
      after = items.at(-1)?.seq ?? after
    }
  }

  #take(client: LiveClient) {
    for (const seq of client.seqs(this.chatId)) this.#seqs.add(seq)
  }

  async catchUp(count: number) {
    const deadline = Date.now() + 20_000
    while (this.missing(count) > 0 && Date.now() < deadline) await sleep(50)
  }

  missing(count: number): number {
    if (this.#client) this.#take(this.#client)
    return count - this.#seqs.size
  }

  close() {
    this.#closed = true
    this.#client?.socket.terminate()
  }
}

/** People who send messages over HTTP and repeat each one until the server confirms it. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/db/database.ts'
import { addPerson, type TestPerson } from '../../apps/server/test/sessions.ts'

interface Confirmed {
  content: string
  /** Of `Date.now()`. */
  at: number
}

export interface Writers {
  confirmed: Confirmed[]
  /** Responses that were no success, and requests without one. */
  failures: number
  /** Stops; each writer ends with the message that it is sending. */
  end(): Promise<void>
}

interface Writer {
  person: TestPerson
  chatId: string
}

/** Makes so many people with a conversation each. */
export async function makeWriters(url: string, databaseUrl: string, count: number): Promise<Writer[]> {
  const db = await openDatabase({ url: databaseUrl, folder: '', clock: systemClock })
  const people: TestPerson[] = []
  for (let number = 0; number < count; number++) people.push(await addPerson(db.kysely))
  const partner = await addPerson(db.kysely)
  await db.close()
  const writers: Writer[] = []
  for (const person of people) {
    const response = await send(url, '/chats', person, { user_id: partner.id })
    writers.push({ person, chatId: ((await response.json()) as { id: string }).id })
  }
  return writers
}

/** Each writer sends a message every `everyMs` milliseconds. */
export function startWriters(url: string, writers: readonly Writer[], everyMs: number): Writers {
  const state = { confirmed: [] as Confirmed[], failures: 0, running: true }
  const write = async ({ person, chatId }: Writer) => {
    await sleep(Math.random() * everyMs)
    while (state.running) {
      const content = randomUUID()
      for (;;) {
        const response = await send(url, `/chats/${chatId}/messages`, person, { content, client_id: content }).catch(
          () => undefined,
        )
        await response?.arrayBuffer().catch(() => {})
        if (response?.ok) {
          state.confirmed.push({ content, at: Date.now() })
          break
        }
        state.failures++
        if (!state.running) break
        await sleep(100)
      }
      await sleep(everyMs)
    }
  }
  const work = writers.map(write)
  return {
    confirmed: state.confirmed,
    get failures() {
      return state.failures
    },
    async end() {
      state.running = false
      await Promise.all(work)
    },
  }
}

/** Returns how many confirmed messages are not stored, and how many are stored twice. */
export async function compare(
  databaseUrl: string,
  confirmed: readonly Confirmed[],
): Promise<{ lost: number; doubled: number }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ content: string; count: number }>(
    'select content, count(*)::int as count from message group by content',
  )
  await client.end()
  const stored = new Map(rows.map(({ content, count }) => [content, count]))
  return {
    lost: confirmed.filter(({ content }) => !stored.has(content)).length,
    doubled: rows.filter(({ count }) => count > 1).length,
  }
}

const send = (url: string, address: string, { cookie }: TestPerson, body: object) =>
  fetch(`${url}/api/v1${address}`, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  })

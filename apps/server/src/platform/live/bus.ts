/**
 * Wakes listeners after a commit: in this process at once, and on a Postgres server also in the other processes, with ids only.
 * A wake-up may be lost, so a listener reads from its own cursor.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Changeable } from '@samtur/contract/live'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'

/** What is announced, with the payload of each topic. Small: a NOTIFY carries at most 8000 bytes. A slice adds its own topics. */
export interface Topics {
  /** Mail waits in the outbox. */
  outbox: null
  /** The pages of these people show something that has changed. */
  changed: { user_ids: string[]; what: Changeable }
  /** One session of the person has ended, or all of them (null). */
  session_ended: { user_id: string; session_id: string | null }
  /** The session goes on with another token. */
  session_renewed: { user_id: string; session_id: string }
}
export type Topic = keyof Topics
/** The listener of each topic. The composition root has one for every topic. */
export type Listeners = { [Name in Topic]: Listener<Name> }
type Listener<Name extends Topic> = (payload: Topics[Name], local?: unknown) => void
type AnyListener = (topic: Topic, payload: never, local: unknown) => void
interface Entry {
  /** Topic and payload as JSON. */
  text: string
  perishable: boolean
}

interface EmitOptions {
  /** Spares this process's own listeners a query. It never leaves the process. */
  local?: unknown
  /** Of no use later: the wake-up is dropped instead of sent again when the database is away. */
  perishable?: boolean
}

export interface Bus {
  /** Call it after the commit. */
  emit<T extends Topic>(topic: T, payload: Topics[T], options?: EmitOptions): void
  /** Returns a function that removes the listener. */
  on<T extends Topic>(topic: T, listener: Listener<T>): () => void
  /** Adds the listener of each topic. */
  listen(listeners: Partial<Listeners>): void
  /** Calls the listener when wake-ups may have been lost with the listening connection. */
  onGap(listener: () => void): () => void
  /** Sends what still waits. */
  close(): Promise<void>
}

const CHANNEL = 'samtur'
const BATCH_BYTES = 7_000
const MAX_PENDING = 10_000
const RETRY_MS = 500

export async function createBus(db: Database, log: Log): Promise<Bus> {
  const origin = randomUUID()
  const listeners = new Set<AnyListener>()
  const gapListeners = new Set<() => void>()
  const guard = (call: () => void) => {
    try {
      call()
    } catch (error) {
      log.error({ err: error }, 'a listener of the bus failed')
    }
  }
  const deliver = (topic: Topic, payload: unknown, local?: unknown) => {
    for (const listener of listeners) guard(() => listener(topic, payload as never, local))
  }
  const hear = (text: string | null) => {
    if (text === null) return gapListeners.forEach((listener) => guard(listener))
    // Most notifications are those of this process, which are not worth parsing.
    if (text.startsWith(`["${origin}"`)) return undefined
    const [, entries] = JSON.parse(text) as [string, [Topic, unknown][]]
    for (const [topic, payload] of entries) deliver(topic, payload)
    return undefined
  }
  const stop = db.kind === 'server' ? await db.listen(CHANNEL, (text) => guard(() => hear(text))) : undefined
  const sender = stop && createSender(db, log, origin)

  const on: Bus['on'] = (topic, listener) => {
    const wrapped: AnyListener = (name, payload, local) => {
      if (name === topic) listener(payload, local)
    }
    listeners.add(wrapped)
    return () => listeners.delete(wrapped)
  }

  return {
    emit(topic, payload, { local, perishable = false } = {}) {
      deliver(topic, payload, local)
      sender?.send({ text: JSON.stringify([topic, payload]), perishable })
    },
    on,
    listen(added) {
      for (const [topic, listener] of Object.entries(added)) on(topic as Topic, listener as Listener<Topic>)
    },
    onGap(listener) {
      gapListeners.add(listener)
      return () => gapListeners.delete(listener)
    },
    async close() {
      await sender?.close()
      await stop?.()
    },
  }
}

/** Sends wake-ups to the other processes. Those of one moment travel together, because one NOTIFY each would cost more than storing. */
function createSender(db: Database, log: Log, origin: string) {
  const pending: Entry[] = []
  let closed = false
  let sending: Promise<void> | undefined

  // One notification at a time: they arrive in order, and grow under load instead of queueing.
  const sendAll = async () => {
    await new Promise(setImmediate)
    while (pending.length) {
      const batch = takeBatch(pending)
      try {
        // A crash of the machine could lose a wake-up only, so the commit does not wait for the disk.
        await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, ${messageOf(origin, batch)})`.execute(
          db.kysely,
        )
      } catch (error) {
        log.warn({ err: error }, 'other processes were not woken')
        pending.unshift(...batch.filter(({ perishable }) => !perishable))
        if (closed) break
        await sleep(RETRY_MS)
      }
    }
    sending = undefined
  }
  return {
    send(entry: Entry) {
      // The database has been away for long: listeners find the oldest by themselves.
      if (pending.length >= MAX_PENDING) pending.splice(0, MAX_PENDING / 2)
      pending.push(entry)
      sending ??= sendAll()
    },
    async close() {
      closed = true
      await sending
    },
  }
}

/** Returns the JSON of the origin and the entries. */
const messageOf = (origin: string, entries: readonly Entry[]) =>
  `["${origin}",[${entries.map(({ text }) => text).join()}]]`

/** Removes from the front the entries that fit into one notification. */
function takeBatch(pending: Entry[]): Entry[] {
  let size = 0
  let count = 0
  for (const entry of pending) {
    size += Buffer.byteLength(entry.text) + 1
    if (size > BATCH_BYTES && count > 0) break
    count++
  }
  return pending.splice(0, count)
}

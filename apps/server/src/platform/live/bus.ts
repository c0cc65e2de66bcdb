/**
 * Wakes readers after a commit: in this process at once, and on a Postgres server also in the other processes, with ids only.
 * A wake-up may be lost; whoever listens re-reads from its own cursor.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'

/** Facts that cross processes. Small: a NOTIFY carries at most 8000 bytes. */
export interface WakeUps {
  outbox: null
  /** Push messages wait. */
  push: null
  message: { chat_id: string; seq: number; sender_id: string; recipient_id: string }
  /** `told`: the other person may know. */
  read: { chat_id: string; reader_id: string; other_id: string; seq: number; told: boolean }
  /** A side of a conversation was deleted up to there. */
  cleared: { chat_id: string; user_id: string; seq: number }
  /** Of no use later, unlike the rest. */
  typing: { chat_id: string; user_id: string; other_id: string }
  changed: { user_ids: string[]; what: 'reservations' | 'rides' | 'chats' | 'notifications' | 'support' | 'reports' }
  /** A block between the two was set or lifted. */
  block: { a: string; b: string }
  /** Somebody is leaving, or stays after all. */
  closed: { user_id: string }
  /** The texts of some spots are gone. */
  spots_erased: null
  session_ended: { user_id: string; session_id: string | null }
  /** The session goes on with another token. */
  session_renewed: { user_id: string; session_id: string }
}
export type Topic = keyof WakeUps
type Listener = (topic: Topic, payload: never, local: unknown) => void
type Entry = [Topic, unknown]

export interface Bus {
  /** Call after the commit. `local` spares this process's own listeners a query; it never leaves the process. */
  emit<T extends Topic>(topic: T, payload: WakeUps[T], local?: unknown): void
  on<T extends Topic>(topic: T, listener: (payload: WakeUps[T], local: unknown) => void): () => void
  /** Called when wake-ups may have been missed (the listening connection was lost). */
  onGap(listener: () => void): () => void
  /** Sends what is still to be sent. */
  close(): Promise<void>
}

const CHANNEL = 'samtur'
const BATCH_BYTES = 7_000
const MAX_PENDING = 10_000
const RETRY_MS = 500

export async function createBus(db: Database, log: Log): Promise<Bus> {
  const origin = randomUUID()
  const listeners = new Set<Listener>()
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
    // Most of what comes back is one's own, which is not worth taking apart.
    if (text.startsWith(`["${origin}"`)) return undefined
    const [, entries] = JSON.parse(text) as [string, Entry[]]
    for (const [topic, payload] of entries) deliver(topic, payload)
    return undefined
  }
  const stop = db.kind === 'server' ? await db.listen(CHANNEL, (text) => guard(() => hear(text))) : undefined
  const sender = stop && createSender(db, log, origin)

  return {
    emit(topic, payload, local) {
      deliver(topic, payload, local)
      sender?.send([topic, payload])
    },
    on(topic, listener) {
      const wrapped: Listener = (name, payload, local) => {
        if (name === topic) listener(payload, local)
      }
      listeners.add(wrapped)
      return () => listeners.delete(wrapped)
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

/** Announces to the other processes. Wake-ups of one moment travel together, because one NOTIFY each would cost more than storing. */
function createSender(db: Database, log: Log, origin: string) {
  const pending: Entry[] = []
  let closed = false
  let sending: Promise<void> | undefined

  // One notification at a time: so they arrive in order, and under load they grow instead of queueing.
  const sendAll = async () => {
    await new Promise(setImmediate)
    while (pending.length) {
      const batch = takeBatch(pending)
      try {
        // What a crash of the machine could lose is a wake-up: the commit does not wait for the disk.
        await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, ${JSON.stringify([origin, batch])})`.execute(
          db.kysely,
        )
      } catch (error) {
        log.warn({ err: error }, 'other processes were not woken')
        pending.unshift(...batch.filter(([topic]) => topic !== 'typing'))
        if (closed) break
        await sleep(RETRY_MS)
      }
    }
    sending = undefined
  }
  return {
    send(entry: Entry) {
      // The database has been away for long: readers find the oldest by themselves.
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

/** Removes from the front what fits into one notification. */
function takeBatch(pending: Entry[]): Entry[] {
  let size = 0
  let count = 0
  for (const entry of pending) {
    size += Buffer.byteLength(JSON.stringify(entry)) + 1
    if (size > BATCH_BYTES && count > 0) break
    count++
  }
  return pending.splice(0, count)
}

/** Writes over open sockets, as pages do. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { Way, Writer } from './crowd.ts'

const SENT = '{"type":"sent","client_id":"'
const NOT_SENT = '{"type":"not_sent","client_id":"'
const UUID_LENGTH = 36
/** Longer than any limit of the server. */
const GIVE_UP_MS = 15_000

export class Frames implements Way {
  /** Messages without a response count as refused. */
  refused = 0
  readonly #sockets: readonly WebSocket[]
  readonly #askedAt = new Map<string, number>()
  readonly #took: number[] = []

  constructor(sockets: readonly WebSocket[]) {
    this.#sockets = sockets
  }

  send({ socket, chatId }: Writer, content: string): void {
    const client_id = randomUUID()
    this.#askedAt.set(client_id, performance.now())
    this.#sockets[socket]?.send(JSON.stringify({ type: 'send', channel: `chat:${chatId}`, client_id, content }))
  }

  /** Handles the response to a message; returns false for other frames. */
  answer(frame: Buffer): boolean {
    const sent = startsWith(frame, SENT)
    if (!sent && !startsWith(frame, NOT_SENT)) return false
    const start = sent ? SENT.length : NOT_SENT.length
    const id = frame.toString('latin1', start, start + UUID_LENGTH)
    this.#took.push(performance.now() - (this.#askedAt.get(id) ?? NaN))
    if (!this.#askedAt.delete(id) || !sent) this.refused++
    return true
  }

  async end(): Promise<void> {
    const deadline = performance.now() + GIVE_UP_MS
    while (this.#askedAt.size > 0 && performance.now() < deadline) await sleep(10)
    this.refused += this.#askedAt.size
  }

  median(): number {
    return this.#took.toSorted((a, b) => a - b)[this.#took.length >> 1] ?? NaN
  }
}

const startsWith = (frame: Buffer, text: string) => frame.toString('latin1', 0, text.length) === text

/** Many clients in one process: sockets that follow channels, and people who write over them. Measures how long a message takes to the other person. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../apps/server/test/live-client.ts'
import { percentile } from '../tools/report.ts'

export interface Opening {
  url: string
  clients: { cookie: string; channels: string[] }[]
}
export interface Talk {
  /** Messages a second. */
  rate: number
  seconds: number
  /** Who writes in which conversation; the sockets are in the order in which they were opened. */
  writers: { socket: number; chatId: string }[]
}
export interface Delivery {
  written: number
  /** Messages without a successful response, those that did not arrive, and those that came twice. */
  refused: number
  lost: number
  doubled: number
  /** Milliseconds from when a message was due to its arrival. */
  p50: number
  p99: number
}
export type Question = { open: Opening } | { talk: Talk }

/** Connections that are opened at the same time; more would only wait in the server's queue. */
const AT_ONCE = 100
const COME_BACK_MS = 500
/** Longer than any limit of the server. */
const GIVE_UP_MS = 15_000
const SETTLE_MS = 5_000
const TEXT = 'hei på deg, vi ses ved stasjonen klokken åtte'
const MARK = '"content":"nr '
const SENT = '{"type":"sent","client_id":"'
const NOT_SENT = '{"type":"not_sent","client_id":"'
const UUID_LENGTH = 36

const sockets: ReturnType<typeof connect>[] = []
let log: Log | undefined

/** Records what was written, its responses, and what has arrived. */
class Log {
  readonly dueAt: number[] = []
  readonly writer: number[] = []
  readonly tookTo: number[] = []
  /** What has no response yet. */
  readonly waiting = new Set<string>()
  refused = 0
  doubled = 0

  /** Handles a frame that a socket has received; frames of other kinds change nothing. */
  receive(socket: number, frame: Buffer) {
    if (this.#answer(frame, SENT)) return
    if (this.#answer(frame, NOT_SENT)) this.refused++
    else this.#arrive(socket, frame)
  }

  #answer(frame: Buffer, kind: string): boolean {
    if (frame.toString('latin1', 0, kind.length) !== kind) return false
    this.waiting.delete(frame.toString('latin1', kind.length, kind.length + UUID_LENGTH))
    return true
  }

  #arrive(socket: number, frame: Buffer) {
    const start = frame.indexOf(MARK)
    if (start < 0) return
    const nr = Number.parseInt(frame.toString('latin1', start + MARK.length, start + MARK.length + 9), 10)
    if (this.writer[nr] === undefined || this.writer[nr] === socket) return
    if (this.tookTo[nr] !== undefined) this.doubled++
    else this.tookTo[nr] = performance.now() - (this.dueAt[nr] ?? NaN)
  }
}

/** Opens the sockets; returns how many a second. */
async function open({ url, clients }: Opening): Promise<number> {
  const started = performance.now()
  const first = sockets.length
  let next = 0
  const one = async () => {
    for (let nr = next++; nr < clients.length; nr = next++) await openOne(url, clients[nr], first + nr)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return (clients.length * 1000) / (performance.now() - started)
}

async function openOne(url: string, client: Opening['clients'][number] | undefined, nr: number): Promise<void> {
  const { cookie = '', channels = [] } = client ?? {}
  // One address has ports for 28,000 connections only, and limits per address are made for people.
  const from = process.platform === 'linux' ? { localAddress: `127.0.0.${2 + (nr % 50)}` } : {}
  const cheaply = { perMessageDeflate: false, skipUTF8Validation: true }
  const socket = connect(url, { cookie, origin: url }, { ...cheaply, ...from })
  sockets[nr] = socket
  const closed = new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed')))
  socket.on('error', () => {})
  socket.on('open', () => {
    for (const channel of channels) socket.send(JSON.stringify({ type: 'subscribe', channel }))
  })
  let waits = channels.length
  const joined = Promise.withResolvers<void>()
  socket.on('message', (frame: Buffer) => {
    if (waits > 0 && frame.indexOf('"subscribed"') > 0 && --waits === 0) joined.resolve()
    log?.receive(nr, frame)
  })
  // The server refuses a socket when it is busy, and closes one when it cannot check membership yet; a page then connects again.
  if ((await Promise.race([joined.promise, closed])) !== 'closed') return
  await sleep(COME_BACK_MS)
  await openOne(url, client, nr)
}

async function talk({ rate, seconds, writers }: Talk): Promise<Delivery> {
  const now = new Log()
  log = now
  const started = performance.now()
  const total = rate * seconds
  for (let nr = 0; nr < total; await sleep(1)) {
    const due = Math.min(total, ((performance.now() - started) * rate) / 1000)
    for (; nr < due; nr++) {
      const writer = writers[(nr * 7919) % writers.length]
      if (!writer) continue
      // Measures from when the message was due, so that a server that delays clients does not look fast.
      now.dueAt[nr] = started + (nr * 1000) / rate
      now.writer[nr] = writer.socket
      const client_id = randomUUID()
      now.waiting.add(client_id)
      const message = { type: 'send', channel: `chat:${writer.chatId}`, client_id, content: `nr ${nr} ${TEXT}` }
      sockets[writer.socket]?.send(JSON.stringify(message))
    }
  }
  await until(() => now.waiting.size === 0, GIVE_UP_MS)
  const refused = now.refused + now.waiting.size
  const written = now.writer.length - refused
  const arrived = () => now.tookTo.filter((took) => took !== undefined)
  await until(() => arrived().length >= written, SETTLE_MS)
  const took = arrived()
  return {
    written,
    refused,
    lost: written - took.length,
    doubled: now.doubled,
    p50: percentile(took, 0.5),
    p99: percentile(took, 0.99),
  }
}

async function until(condition: () => boolean, within: number) {
  for (const deadline = performance.now() + within; !condition() && performance.now() < deadline;) await sleep(20)
}

/** The parent asks one question at a time. */
process.on('message', (question: Question) => {
  void ('open' in question ? open(question.open) : talk(question.talk)).then((answer) => process.send?.(answer))
})
process.once('disconnect', () => process.exit())

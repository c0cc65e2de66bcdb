/**
 * Many clients in one process: sockets that follow channels, and people who write over them or over HTTP. Measures how long a message takes
 * to the other person.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { answerQuestions } from './program.ts'
import { Frames } from './frames.ts'
import { Posts } from './posts.ts'

export interface Client {
  cookie: string
  channels: string[]
}
interface Opening {
  url: string
  clients: Client[]
}
export interface Talk {
  url: string
  /** How messages are sent. */
  over: 'live' | 'http'
  /** Messages a second. */
  rate: number
  text?: string
  seconds: number
  /** Who writes in which channel; the sockets are in the order in which they were opened. */
  writers: Writer[]
}
export interface Writer {
  socket: number
  cookie: string
  chatId: string
}
/** A transport for messages. */
export interface Way {
  send(writer: Writer, content: string): void
  /** Waits for the last response. */
  end(): Promise<void>
  /** Messages without a successful response. */
  readonly refused: number
  /** Milliseconds from request to response. */
  median(): number
}
export interface Delivery {
  written: number
  /** Messages that failed, were lost, or arrived twice. */
  refused: number
  lost: number
  doubled: number
  p50: number
  p99: number
  max: number
  /** Milliseconds from request to response. */
  answerP50: number
}
export type CrowdQuestions = typeof questions

/** Requests at the same time; more would only wait in the server's queue. */
const AT_ONCE = 100
const SETTLE_MS = 5_000
const COME_BACK_MS = 500
const MARK = '"content":"nr '

const sockets: WebSocket[] = []
let frames = 0
let talk: Log | undefined
let said: Frames | undefined

/** Records what was written and what has arrived. */
class Log {
  readonly sentAt: number[] = []
  readonly writer: number[] = []
  readonly tookTo: number[] = []
  doubled = 0

  come(socket: number, data: Buffer) {
    const start = data.indexOf(MARK)
    if (start < 0) return
    const nr = Number.parseInt(data.toString('latin1', start + MARK.length, start + MARK.length + 9), 10)
    if (this.writer[nr] === undefined || this.writer[nr] === socket) return
    if (this.tookTo[nr] !== undefined) this.doubled++
    else this.tookTo[nr] = performance.now() - (this.sentAt[nr] ?? NaN)
  }
}

async function openOne(url: string, { cookie, channels }: Client, nr: number): Promise<void> {
  // One address has ports for 28,000 connections only, and limits per address are made for people.
  const from = process.platform === 'linux' ? { localAddress: `127.0.0.${2 + (nr % 50)}` } : {}
  const headers = { cookie, origin: url }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, {
    headers,
    perMessageDeflate: false,
    skipUTF8Validation: true,
    ...from,
  })
  sockets[nr] = socket
  socket.on('error', () => {})
  await once(socket, 'open')
  let waits = channels.length
  const joined = Promise.withResolvers<void>()
  socket.on('message', (data: Buffer) => {
    frames++
    if (waits > 0 && data.indexOf('"subscribed"') > 0 && --waits === 0) joined.resolve()
    if (!said?.answer(data)) talk?.come(nr, data)
  })
  for (const channel of channels) socket.send(JSON.stringify({ type: 'subscribe', channel }))
  if (channels.length === 0) return
  // The server closes a socket when it cannot check membership yet; a page then connects again.
  const closed = once(socket, 'close').then(() => 'closed' as const)
  if ((await Promise.race([joined.promise, closed])) !== 'closed') return
  await sleep(COME_BACK_MS)
  await openOne(url, { cookie, channels }, nr)
}

const questions = {
  /** Opens the sockets; returns how many a second. */
  async open({ url, clients }: Opening): Promise<number> {
    const started = performance.now()
    const first = sockets.length
    let next = 0
    const one = async () => {
      while (next < clients.length) {
        const nr = next++
        const client = clients[nr]
        if (client) await openOne(url, client, first + nr)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, one))
    return (clients.length * 1000) / (performance.now() - started)
  },
  async talk({
    url,
    over,
    rate,
    seconds,
    writers,
    text = 'hei på deg, vi ses ved stasjonen klokken åtte',
  }: Talk): Promise<Delivery> {
    const log = new Log()
    talk = log
    const live = new Frames(sockets)
    said = live
    const way: Way = over === 'live' ? live : new Posts(url)
    const started = performance.now()
    const total = rate * seconds
    for (let nr = 0; nr < total; await new Promise((resolve) => setTimeout(resolve, 1))) {
      const due = Math.min(total, ((performance.now() - started) * rate) / 1000)
      for (; nr < due; nr++) {
        const writer = writers[(nr * 7919) % writers.length]
        if (!writer) continue
        // Measures from when the message was due, so that a server that delays clients does not look fast.
        log.sentAt[nr] = started + (nr * 1000) / rate
        log.writer[nr] = writer.socket
        way.send(writer, `nr ${nr} ${text}`)
      }
    }
    await way.end()
    const deadline = performance.now() + SETTLE_MS
    const written = log.writer.length - way.refused
    const come = () => log.tookTo.filter((took) => took !== undefined).length
    while (come() < written && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
    const took = log.tookTo.filter((time) => time !== undefined).toSorted((a, b) => a - b)
    const at = (share: number) => took[Math.floor(share * (took.length - 1))] ?? NaN
    const lost = written - took.length
    return {
      written,
      refused: way.refused,
      lost,
      doubled: log.doubled,
      p50: at(0.5),
      p99: at(0.99),
      max: at(1),
      answerP50: way.median(),
    }
  },
  frames: (): number => frames,
  /** Stops reading for good. */
  fallAsleep(nrs: number[]): void {
    for (const nr of nrs) sockets[nr]?.pause()
  },
  close(): void {
    for (const socket of sockets) socket.terminate()
    sockets.length = 0
  },
}
answerQuestions(questions)

/** Sends requests on kept connections, written by hand, so that the client costs little. */
import { once } from 'node:events'
import net from 'node:net'

interface Request {
  path: string
  cookie?: string
  /** Sent by POST; without one the request is a GET. */
  body?: unknown
}

interface Answer {
  status: number
  /** The body, with the sizes of its parts where the server sends it in parts. */
  text: string
}

export class Requests {
  readonly #url: URL
  readonly #most: number
  readonly #sockets = new Set<net.Socket>()
  readonly #idle: net.Socket[] = []
  /** Requests that wait for a connection. */
  readonly #waiting: ((socket: net.Socket) => void)[] = []

  constructor(url: string, mostConnections: number) {
    this.#url = new URL(url)
    this.#most = mostConnections
  }

  async send({ path, cookie, body }: Request): Promise<Answer> {
    const head = `${path} HTTP/1.1\r\nHost: ${this.#url.host}\r\n${cookie ? `Cookie: ${cookie}\r\n` : ''}`
    const socket = await this.#take()
    const answer = await exchange(socket, body === undefined ? `GET ${head}\r\n` : `POST ${head}${withBody(body)}`)
    const next = this.#waiting.shift()
    if (next) next(socket)
    else this.#idle.push(socket)
    return answer
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async #take(): Promise<net.Socket> {
    for (let socket = this.#idle.pop(); socket; socket = this.#idle.pop()) if (socket.writable) return socket
    if (this.#sockets.size >= this.#most) return new Promise((resolve) => this.#waiting.push(resolve))
    const socket = net.connect({ host: this.#url.hostname, port: Number(this.#url.port), noDelay: true })
    this.#sockets.add(socket)
    // The server ends connections that are idle.
    socket.once('close', () => this.#sockets.delete(socket))
    await once(socket, 'connect')
    return socket
  }
}

function withBody(body: unknown): string {
  const text = JSON.stringify(body)
  return `Sec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

function exchange(socket: net.Socket, request: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let text = ''
    const stop = () => void socket.off('data', onData).off('close', onClose)
    const onClose = () => {
      stop()
      reject(new Error('the server closed a connection'))
    }
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (!isWhole(text)) return
      stop()
      resolve({ status: Number(text.slice('HTTP/1.1 '.length, 12)), text: text.slice(text.indexOf('\r\n\r\n') + 4) })
    }
    socket.on('data', onData).on('close', onClose)
    socket.write(request)
  })
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /content-length: (\d+)/i.exec(answer.slice(0, end))?.[1]
  return length === undefined ? answer.endsWith('\r\n0\r\n\r\n') : answer.length >= end + 4 + Number(length)
}

/** Requests at the same time where a rate is measured. */
export const CLIENTS = 8

/** Repeats the work with so many clients at once; returns how often a second. */
export async function perSecond(seconds: number, work: (nr: number) => Promise<unknown>): Promise<number> {
  const started = performance.now()
  const ends = started + seconds * 1000
  let done = 0
  const client = async () => {
    while (performance.now() < ends) await work(done++)
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (done * 1000) / (performance.now() - started)
}

interface Rate {
  /** Requests per second. */
  rate: number
  /** Of all requests, those of the warm-up included. */
  count: number
}

/** Requests the paths in turn. With cookies each request is that of the next person. */
export async function rateOf(
  url: string,
  paths: readonly string[],
  seconds: number,
  cookies: readonly string[] = [],
): Promise<Rate> {
  const requests = new Requests(url, CLIENTS)
  let count = 0
  const ask = async (nr: number) => {
    const path = paths[nr % paths.length] ?? ''
    const cookie = cookies[nr % cookies.length]
    const { status, text } = await requests.send({ path, ...(cookie && { cookie }) })
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    count++
  }
  await perSecond(seconds / 4, ask)
  const rate = await perSecond(seconds, ask)
  requests.close()
  return { rate, count }
}

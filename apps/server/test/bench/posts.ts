/** Writes over HTTP on kept connections with hand-written requests, so that the client costs little. */
import { once } from 'node:events'
import net from 'node:net'
import type { Way, Writer } from './crowd.ts'

const CONNECTIONS = 64

interface Post {
  bytes: string
  askedAt: number
}

export class Posts implements Way {
  refused = 0
  readonly #took: number[] = []
  readonly #waiting: Post[] = []
  readonly #idle: net.Socket[] = []
  readonly #sockets: net.Socket[] = []
  readonly #host: string
  #busy = 0
  #wake: (() => void) | undefined

  private constructor(url: string) {
    this.#host = new URL(url).host
  }

  static async open(url: string): Promise<Posts> {
    const posts = new Posts(url)
    const { hostname, port } = new URL(url)
    for (let i = 0; i < CONNECTIONS; i++) {
      const socket = net.connect({ host: hostname, port: Number(port), noDelay: true })
      await once(socket, 'connect')
      posts.#sockets.push(socket)
      posts.#idle.push(socket)
    }
    return posts
  }

  send({ chatId, cookie }: Writer, content: string): void {
    const body = JSON.stringify({ content })
    const head = `POST /api/v1/chats/${chatId}/messages HTTP/1.1\r\nHost: ${this.#host}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n`
    const bytes = `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    this.#waiting.push({ bytes, askedAt: performance.now() })
    this.#next()
  }

  async end(): Promise<void> {
    while (this.#busy > 0 || this.#waiting.length > 0) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      await promise
    }
    for (const socket of this.#sockets) socket.destroy()
  }

  median(): number {
    return this.#took.toSorted((a, b) => a - b)[this.#took.length >> 1] ?? NaN
  }

  #next() {
    const socket = this.#waiting.length > 0 ? this.#idle.pop() : undefined
    const post = socket && this.#waiting.shift()
    if (!socket || !post) return
    this.#busy++
    let answer = ''
    const onData = (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      if (!isWhole(answer)) return
      socket.off('data', onData)
      if (!answer.startsWith('HTTP/1.1 201')) this.refused++
      this.#took.push(performance.now() - post.askedAt)
      this.#busy--
      this.#idle.push(socket)
      this.#next()
      this.#wake?.()
    }
    socket.on('data', onData)
    socket.write(post.bytes)
  }
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /content-length: (\d+)/i.exec(answer.slice(0, end))?.[1]
  return length === undefined ? answer.endsWith('\r\n0\r\n\r\n') : answer.length >= end + 4 + Number(length)
}

/**
 * One person in a conversation, as the page does it but without drawing: its live connection, what it knows of the conversation, and one
 * message after the other. A message goes over the live connection where the channel is joined, and is sent again over HTTP until it is
 * acknowledged.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '@samtur/contract/chat'
import {
  hasGap,
  joinThreads,
  readNewer,
  single,
  type ReadPage,
  type Thread,
} from '../../apps/web/src/features/chat/thread.ts'
import { ApiError, request } from '../../apps/web/src/lib/http.ts'
import { LiveConnection } from '../../apps/web/src/lib/live-connection.ts'

/** The page's own time limits, divided by about a hundred. */
const times = { heartbeat: 100, reconnect: [5, 10, 20, 40], answer: 500, sent: 250, stable: 100, linger: 20 }
/** The page also repeats a failed read. */
const READ_AGAIN_MS = 30
const SEND_AGAIN_MS = 10

interface Options {
  url: string
  cookie: string
  chatId: string
  random: () => number
}

/** Browsers send the page's cookie by themselves. */
const WebSocketWithHeaders = WebSocket as unknown as new (
  url: string,
  options: { headers: Record<string, string> },
) => WebSocket

export class Writer {
  thread: Thread | undefined
  readonly counts = { joined: 0, live: 0, read: 0, said: 0, repeated: 0 }
  readonly refusals: string[] = []
  readonly live: LiveConnection
  readonly #options: Options
  readonly #channel: string
  #reading: AbortController | undefined
  #again: NodeJS.Timeout | undefined
  #joined = false

  constructor(options: Options) {
    this.#options = options
    this.#channel = `chat:${options.chatId}`
    const { url, cookie, random } = options
    this.live = new LiveConnection({
      open: () => new WebSocketWithHeaders(`${url.replace('http', 'ws')}/live`, { headers: { cookie, origin: url } }),
      allowed: () => true,
      onSignedOut: () => this.refusals.push('signed out'),
      times,
      random,
    })
  }

  /** Joins the channel; returns a function that leaves it. */
  enter(): () => void {
    const leave = this.live.subscribe(this.#channel, (event) => {
      if (event.event === 'message') this.#hear(event.message)
    })
    const stop = this.live.watch(() => {
      const joined = this.isJoined
      if (joined && !this.#joined) {
        this.counts.joined++
        void this.#catchUp()
      }
      this.#joined = joined
    })
    return () => {
      stop()
      leave()
      this.#reading?.abort()
      clearTimeout(this.#again)
    }
  }

  get isJoined(): boolean {
    return this.live.state(this.#channel) === 'joined'
  }

  get messages(): readonly Message[] {
    return this.thread?.messages ?? []
  }

  async say(content: string): Promise<Message> {
    const body = { content, client_id: randomUUID() }
    for (; ; this.counts.repeated++) {
      try {
        const message = (await this.#say(body)) ?? ((await this.#ask('POST', '', body)) as Message)
        this.#take(single(message))
        return message
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'offline')) this.refusals.push(String(error))
        await sleep(SEND_AGAIN_MS)
      }
    }
  }

  async #say(body: { content: string; client_id: string }): Promise<Message | undefined> {
    if (!this.isJoined) return undefined
    const message = await this.live.send(this.#channel, body)
    if (message) this.counts.said++
    else this.counts.repeated++
    return message
  }

  #hear(message: Message) {
    this.counts.live++
    this.#take(single(message))
    if (this.thread && hasGap(this.thread)) void this.#catchUp()
  }

  /** Like the page, does not build an unread conversation from single messages. */
  #take(incoming: Thread) {
    if (this.thread) this.thread = joinThreads(this.thread, incoming)
  }

  /** A new read replaces the one before. */
  async #catchUp() {
    this.#reading?.abort()
    clearTimeout(this.#again)
    const reading = new AbortController()
    this.#reading = reading
    const read: ReadPage = (range) =>
      this.#ask('GET', `?${new URLSearchParams(range).toString()}`, undefined, reading.signal) as ReturnType<ReadPage>
    try {
      const news = await readNewer(read, this.thread)
      if (reading.signal.aborted) return
      this.counts.read += news.messages.length
      this.thread = joinThreads(this.thread, news)
    } catch (error) {
      if (reading.signal.aborted) return
      if (!(error instanceof ApiError && error.code === 'offline')) this.refusals.push(String(error))
      this.#again = setTimeout(() => void this.#catchUp(), READ_AGAIN_MS)
    }
  }

  #ask(method: string, more: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
    const { url, cookie, chatId } = this.#options
    const headers = { cookie, origin: url }
    return request({
      method,
      url: `${url}/api/v1/chats/${chatId}/messages${more}`,
      headers,
      body,
      ...(signal && { signal }),
    })
  }
}

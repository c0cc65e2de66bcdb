/** The client side of the live connection, for tests. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveEvent, SendResult, ServerFrame } from '@samtur/contract/live'
import { WebSocket, type ClientOptions } from 'ws'
import { patient } from './patience.ts'

export class LiveClient {
  readonly socket: WebSocket
  readonly frames: ServerFrame[] = []
  /** Close code, once closed. */
  readonly closed: Promise<number>

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data: Buffer) => this.frames.push(JSON.parse(data.toString()) as ServerFrame))
    socket.on('error', () => {})
    this.closed = new Promise((resolve) => socket.on('close', resolve))
  }

  /** Opens a socket as a page of this server would. */
  static async open(url: string, cookie: string, options: ClientOptions = {}): Promise<LiveClient> {
    const client = new LiveClient(connect(url, { cookie, origin: url }, options))
    await once(client.socket, 'open')
    return client
  }

  /** Returns the close code, or `open` where the socket is not closed within a second, on a shared machine some seconds. */
  closing = (): Promise<number | string> => Promise.race([this.closed, sleep(patient(1000), 'open')])

  send(frame: unknown): void {
    this.socket.send(JSON.stringify(frame))
  }

  /** Joins a channel; returns 'subscribed' or 'refused'. */
  async subscribe(channel: string): Promise<string> {
    this.send({ type: 'subscribe', channel })
    const answer = await this.next((frame) => 'channel' in frame && frame.channel === channel && frame.type !== 'event')
    return answer.type
  }

  /** Sends a message in a channel; returns the server's response. */
  async say(channel: string, message: { client_id: string; content: unknown }): Promise<SendResult> {
    const earlier = this.#answersTo(message.client_id).length
    this.send({ type: 'send', channel, ...message })
    await this.next(() => this.#answersTo(message.client_id).length > earlier)
    const answer = this.#answersTo(message.client_id)[earlier]
    if (!answer) throw new Error('no answer')
    return answer
  }

  #answersTo(clientId: string): SendResult[] {
    return this.frames.filter(
      (frame): frame is SendResult =>
        (frame.type === 'sent' || frame.type === 'not_sent') && frame.client_id === clientId,
    )
  }

  /** Returns the first frame, received or coming, that matches. */
  async next(matches: (frame: ServerFrame) => boolean, withinMs = 5_000): Promise<ServerFrame> {
    for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(5)) {
      const found = this.frames.find(matches)
      if (found) return found
    }
    throw new Error(`no such frame within ${withinMs} ms; there were ${JSON.stringify(this.frames.slice(-5))}`)
  }

  events(channel: string): LiveEvent[] {
    return this.frames.flatMap((frame) => (frame.type === 'event' && frame.channel === channel ? [frame.data] : []))
  }

  /** Returns the sequence numbers of the received messages, in order of arrival. */
  seqs(chatId: string): number[] {
    return this.events(`chat:${chatId}`).flatMap((event) => (event.event === 'message' ? [event.message.seq] : []))
  }
}

/** Returns the response to a refused handshake. */
export async function refusedHandshake(url: string, headers: Record<string, string>) {
  const socket = connect(url, headers)
  socket.on('error', () => {})
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return {
    status: response.statusCode,
    headers: response.headers,
    body: JSON.parse(Buffer.concat(chunks).toString()) as unknown,
  }
}

/** Begins to open a socket. */
export function connect(url: string, headers: Record<string, string>, options: ClientOptions = {}): WebSocket {
  return new WebSocket(`${url.replace('http', 'ws')}/live`, { headers, perMessageDeflate: true, ...options })
}

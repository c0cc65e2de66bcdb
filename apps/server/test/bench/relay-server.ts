/** Sends frames to subscribers and does nothing else: through the product's hub, or through bare sockets. */
import type { LiveEvent, ServerFrame } from '@samtur/contract/live'
import { type WebSocket, WebSocketServer } from 'ws'
import { readConfig } from '../../src/config.ts'
import { createHttpServer } from '../../src/platform/http/server.ts'
import { createHub } from '../../src/platform/live/hub.ts'
import { createLog } from '../../src/platform/log.ts'
import { testCaller } from '../sessions.ts'
import { answerQuestions } from './program.ts'

export type RelayQuestions = typeof questions

/** Sends an event to two people in each of so many channels. */
type Publish = (channels: number, event: LiveEvent) => void

const event: LiveEvent = {
  event: 'message',
  message: {
    id: '018f0000-0000-7000-8000-000000000001',
    chat_id: '018f0000-0000-7000-8000-000000000002',
    seq: 4711,
    sender_id: '018f0000-0000-7000-8000-000000000003',
    content: 'hei på deg, vi ses ved stasjonen klokken åtte',
    image_url: null,
    image_size: null,
    message_type: 'text',
    created_at: new Date().toISOString(),
    client_id: null,
  },
}

/** The cookie is the person's id. */
async function startHub(): Promise<{ port: number; publish: Publish }> {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', RATE_LIMITS: 'off' })
  const log = createLog('silent')
  const http = createHttpServer(config, log)
  const hub = createHub(http, {
    parts: { log },
    config,
    callerOf: ({ headers: { cookie: id = '' } }) => Promise.resolve({ ...testCaller, id, sessionId: id }),
    holderOf: (id) => Promise.resolve({ ...testCaller, id, sessionId: id }),
  })
  hub.register({ prefix: 'relay:', authorise: () => Promise.resolve(true) })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const publish: Publish = (channels, data) => {
    // Like the chat: each member gets its own view of the message.
    for (let nr = 0; nr < channels; nr++)
      for (const person of [2 * nr, 2 * nr + 1]) hub.publish(`relay:${nr}`, data, { to: [String(person)] })
  }
  return { port: (http.server.address() as { port: number }).port, publish }
}

async function startBare(): Promise<{ port: number; publish: Publish }> {
  const subscribers = new Map<string, WebSocket[]>()
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const { channel } = JSON.parse(data.toString()) as { channel: string }
      subscribers.set(channel, [...(subscribers.get(channel) ?? []), socket])
      socket.send(JSON.stringify({ type: 'subscribed', channel } satisfies ServerFrame))
    })
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const publish: Publish = (channels, data) => {
    for (let nr = 0; nr < channels; nr++) {
      const channel = `relay:${nr}`
      const text = JSON.stringify({ type: 'event', channel, data } satisfies ServerFrame)
      for (const socket of subscribers.get(channel) ?? []) socket.send(text)
    }
  }
  return { port: (server.address() as { port: number }).port, publish }
}

let publish: Publish | undefined

const questions = {
  async start(kind: 'hub' | 'bare'): Promise<string> {
    const started = await (kind === 'hub' ? startHub() : startBare())
    publish = started.publish
    return `http://127.0.0.1:${started.port}`
  },
  async publish({ channels, rounds }: { channels: number; rounds: number }): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      publish?.(channels, event)
      // Node writes to sockets only between two turns of the event loop.
      await new Promise(setImmediate)
    }
  },
  /** Returns the milliseconds of processor time so far. */
  worked(): number {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
}
answerQuestions(questions)

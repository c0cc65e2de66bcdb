/** What the tests of the live inserts have in common: programs that listen, and raw sockets of the same protocol. */
import { once } from 'node:events'
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { TestApp } from '../../server/test/app.ts'
import { clientKey } from './client.ts'

export interface Listening {
  channel: RealtimeChannel
  /** The states that the library reported, with the message of an error. */
  states: string[]
  rows: Record<string, unknown>[]
  /** The service's own messages. */
  system: { status: string; message: string }[]
}

const inserts = { event: 'INSERT', schema: 'public', table: 'messages' } as const
/** The inserts of one conversation; of all one's own without an id. */
export const messagesOf = (chatId?: string) =>
  chatId === undefined ? inserts : { ...inserts, filter: `chat_id=eq.${chatId}` }

/** Subscribes, and returns what arrives. */
export function listen(program: SupabaseClient, binding: object, name: string = crypto.randomUUID()): Listening {
  const listening: Omit<Listening, 'channel'> = { states: [], rows: [], system: [] }
  const channel = program
    .channel(name)
    .on('postgres_changes', binding as typeof inserts, ({ new: row }) => void listening.rows.push(row))
    .on('system', {}, (message: Listening['system'][number]) => void listening.system.push(message))
    .subscribe((state, error) => void listening.states.push(error ? `${state}: ${error.message}` : state))
  return { ...listening, channel }
}

/** Subscribes, and waits until the server has confirmed it. */
export async function listenWell(program: SupabaseClient, binding: object): Promise<Listening> {
  const listening = listen(program, binding)
  await expect.poll(() => listening.system, { timeout: 5_000 }).toMatchObject([{ message: 'Subscribed to PostgreSQL' }])
  expect(listening.states).toEqual(['SUBSCRIBED'])
  return listening
}

interface Frame {
  topic: string
  event: string
  ref: string | null
  payload: { status?: string; message?: string; response?: Record<string, unknown> }
}

/** A socket in version 1.0.0 of the protocol, without the library. */
export class RawProgram {
  readonly socket: WebSocket
  readonly frames: Frame[] = []
  /** Close code, once closed. */
  readonly closed: Promise<number>
  private lastRef = 0

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data: Buffer) => this.frames.push(JSON.parse(data.toString()) as Frame))
    socket.on('error', () => {})
    this.closed = new Promise((resolve) => socket.on('close', resolve))
  }

  static async open(t: Pick<TestApp, 'url'>, origin = 'https://elsewhere.example'): Promise<RawProgram> {
    const program = new RawProgram(new WebSocket(socketUrl(t), { origin }))
    await once(program.socket, 'open')
    return program
  }

  /** Sends a message; returns the server's reply. */
  async push(topic: string, event: string, payload: unknown = {}): Promise<Frame['payload']> {
    const ref = String(++this.lastRef)
    this.socket.send(JSON.stringify({ topic, event, payload, ref, join_ref: event === 'phx_join' ? ref : '1' }))
    const replies = () => this.frames.filter((frame) => frame.event === 'phx_reply' && frame.ref === ref)
    await expect.poll(replies, { timeout: 5_000 }).toHaveLength(1)
    return replies()[0]?.payload ?? {}
  }

  join(name: string, token: string | undefined, ...bindings: object[]): Promise<Frame['payload']> {
    const config = { broadcast: { ack: false, self: false }, presence: { key: '', enabled: false }, private: false }
    return this.push(`realtime:${name}`, 'phx_join', {
      access_token: token,
      config: { ...config, postgres_changes: bindings },
    })
  }

  events(name: string): string[] {
    return this.frames.filter(({ topic }) => topic === `realtime:${name}`).map(({ event }) => event)
  }
}

export const socketUrl = ({ url }: Pick<TestApp, 'url'>, query = `apikey=${clientKey}&vsn=1.0.0`) =>
  `${url.replace('http', 'ws')}/realtime/v1/websocket?${query}`

/** A live connection to a real WebSocket server on this machine, which records the frames it receives. */
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { ClientFrame, LiveEvent, ServerFrame } from '@samtur/contract/live'
import { LiveConnection, type LiveOptions } from '#lib/live-connection'

// The used part of the server library's types; the pages do not depend on it.
interface ServerSocket {
  send: (text: string) => void
  close: (code: number) => void
  terminate: () => void
  on: (event: 'message', listener: (data: Buffer) => void) => void
}
interface Server {
  clients: Set<ServerSocket>
  address: () => unknown
  close: (closed: () => void) => void
  on: (event: 'connection', listener: (socket: ServerSocket) => void) => void
  once: (event: 'listening', listener: () => void) => void
}
const serverPackage = path.resolve(import.meta.dirname, '../../server/package.json')
const { WebSocketServer } = createRequire(serverPackage)('ws') as {
  WebSocketServer: new (options: { port: number; host: string }) => Server
}

export const chat = '018f0000-0000-7000-8000-000000000001'
export const event: LiveEvent = { event: 'new_message', chat_id: chat, seq: 3, sender_id: chat }
/** Milliseconds. They are long where a test does not depend on them, because the machine may be busy. */
export const times = { heartbeat: 60_000, reconnect: [20, 40, 60, 80], answer: 5_000, stable: 300, linger: 15 }

/** Confirms subscriptions and heartbeats. */
export const confirm = (frame: ClientFrame): ServerFrame | undefined => {
  if (frame.type === 'subscribe') return { type: 'subscribed', channel: frame.channel }
  return frame.type === 'heartbeat' ? { type: 'heartbeat' } : undefined
}

let server: Server
let stops: (() => void)[] = []

export const live = {
  connection: undefined as unknown as LiveConnection,
  /** Connections that the server has accepted, oldest first. */
  sockets: [] as ServerSocket[],
  /** Frames that the server has received. */
  frames: [] as ClientFrame[],
  /** Returns the server's response to a frame. */
  respond: confirm,
  openSockets: () => server.clients,
}

/** Starts a server and a connection before each test, and ends both after it. */
export function setUpLiveServer() {
  beforeEach(async () => {
    Object.assign(live, { sockets: [], frames: [], respond: confirm })
    stops = []
    start()
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    server.on('connection', (socket) => {
      live.sockets.push(socket)
      socket.on('message', (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as ClientFrame
        live.frames.push(frame)
        const response = live.respond(frame)
        if (response) socket.send(JSON.stringify(response))
      })
    })
    await new Promise<void>((listening) => server.once('listening', listening))
  })
  afterEach(async () => {
    vi.useRealTimers()
    stopListening()
    await vi.waitFor(() => expect(live.connection.state()).toBe('closed'))
    for (const socket of server.clients) socket.terminate()
    await new Promise<void>((closed) => server.close(closed))
  })
}

export const openSocket = () => new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/live`)

export function start(options: Partial<LiveOptions> = {}) {
  live.connection = new LiveConnection({
    open: openSocket,
    allowed: () => true,
    onSignedOut: () => {},
    random: () => 0,
    times,
    ...options,
  })
}

export function listen(channel: string, listener: (event: LiveEvent) => void = () => {}) {
  const stop = live.connection.subscribe(channel, listener)
  stops.push(stop)
  return stop
}

/** Removes all listeners. */
export function stopListening() {
  for (const stop of stops) stop()
}

export const reaches = (state: string, channel?: string) =>
  vi.waitFor(() => expect(live.connection.state(channel)).toBe(state), { interval: 2, timeout: 5_000 })
export const sendEvent = (channel: string) =>
  live.sockets.at(-1)?.send(JSON.stringify({ type: 'event', channel, data: event } satisfies ServerFrame))
export const subscriptions = () => live.frames.filter(({ type }) => type === 'subscribe').length
export const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

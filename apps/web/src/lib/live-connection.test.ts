// @vitest-environment node
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Message } from '@samtur/contract/chat'
import { live as standard } from '@samtur/contract/constants'
import { closeCodes } from '@samtur/contract/constants'
import type { ClientFrame, LiveEvent, ServerFrame } from '@samtur/contract/live'
import { LiveConnection, liveTimes, type LiveOptions } from './live-connection.ts'

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
const serverPackage = path.resolve(import.meta.dirname, '../../../server/package.json')
const { WebSocketServer } = createRequire(serverPackage)('ws') as {
  WebSocketServer: new (options: { port: number; host: string }) => Server
}

const chat = '018f0000-0000-7000-8000-000000000001'
const event: LiveEvent = { event: 'new_message', chat_id: chat, seq: 3, sender_id: chat }
// Long times where a test does not depend on them, because the machine may be busy.
const times = { heartbeat: 60_000, reconnect: [20, 40, 60, 80], answer: 5_000, stable: 300, linger: 15 }

let server: Server
let sockets: ServerSocket[]
let frames: ClientFrame[]
let answers: (frame: ClientFrame) => ServerFrame | undefined
let connection: LiveConnection
let stops: (() => void)[]

const honest = (frame: ClientFrame): ServerFrame | undefined => {
  if (frame.type === 'subscribe') return { type: 'subscribed', channel: frame.channel }
  return frame.type === 'heartbeat' ? { type: 'heartbeat' } : undefined
}

beforeEach(async () => {
  sockets = []
  frames = []
  stops = []
  answers = honest
  start()
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as ClientFrame
      frames.push(frame)
      const answer = answers(frame)
      if (answer) socket.send(JSON.stringify(answer))
    })
  })
  await new Promise<void>((listening) => server.once('listening', listening))
})

afterEach(async () => {
  vi.useRealTimers()
  for (const stop of stops) stop()
  await vi.waitFor(() => expect(connection.state()).toBe('closed'))
  for (const socket of server.clients) socket.terminate()
  await new Promise<void>((closed) => server.close(closed))
})

const port = () => (server.address() as AddressInfo).port

function start(options: Partial<LiveOptions> = {}) {
  connection = new LiveConnection({
    open: () => new WebSocket(`ws://127.0.0.1:${port()}/live`),
    allowed: () => true,
    onSignedOut: () => {},
    random: () => 0,
    times,
    ...options,
  })
  return connection
}

function listen(channel: string, listener: (event: LiveEvent) => void = () => {}) {
  const stop = connection.subscribe(channel, listener)
  stops.push(stop)
  return stop
}

const reaches = (state: string, channel?: string) =>
  vi.waitFor(() => expect(connection.state(channel)).toBe(state), { interval: 2, timeout: 5_000 })
const tell = (channel: string, data: LiveEvent = event) =>
  sockets.at(-1)?.send(JSON.stringify({ type: 'event', channel, data } satisfies ServerFrame))
const subscriptions = () => frames.filter(({ type }) => type === 'subscribe').length
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

test('the product’s own times', () => {
  expect(liveTimes).toMatchObject({ heartbeat: 25_000, reconnect: [1_000, 2_000, 5_000, 10_000], answer: 10_000 })
  expect(liveTimes.heartbeat).toBeLessThan(standard.silentAfter)
})

test('typing is sent on a joined channel only', async () => {
  start()
  const channel = `chat:${chat}`
  const typing = () => frames.filter(({ type }) => type === 'typing')
  connection.sendTyping(channel)
  const stop = listen(channel)
  listen('inbox')
  connection.sendTyping(channel)
  await reaches('joined')
  connection.sendTyping(channel)
  await vi.waitFor(() => expect(typing()).toEqual([{ type: 'typing', channel }]))
  // Also not on a channel being left, nor after the connection is lost.
  stop()
  connection.sendTyping(channel)
  connection.drop()
  connection.sendTyping('inbox')
  await reaches('joined')
  expect(typing()).toHaveLength(1)
})

describe('sending a message', () => {
  const channel = `chat:${chat}`
  const draft = { client_id: chat, content: 'Hei' }
  const message: Message = {
    id: chat,
    chat_id: chat,
    seq: 1,
    sender_id: chat,
    content: 'Hei',
    image_url: null,
    image_size: null,
    message_type: 'text',
    created_at: new Date(0).toISOString(),
    client_id: chat,
  }
  const sends = () => frames.filter(({ type }) => type === 'send')
  const answering = (answer: ServerFrame | undefined) => {
    answers = (frame) => (frame.type === 'send' ? answer : honest(frame))
  }
  const join = async () => {
    listen(channel)
    await reaches('joined', channel)
  }

  test('returns the stored message', async () => {
    answering({ type: 'sent', client_id: chat, message })
    await join()
    expect(await connection.send(channel, draft)).toEqual(message)
    expect(sends()).toEqual([{ type: 'send', channel, ...draft }])
  })

  test('nothing is sent on a channel that is not joined', async () => {
    await join()
    expect(await connection.send('chat:2', draft)).toBeUndefined()
    connection.drop()
    expect(await connection.send(channel, draft)).toBeUndefined()
    expect(sends()).toEqual([])
  })

  test('a refusal returns no message', async () => {
    answering({ type: 'not_sent', client_id: chat, code: 'message_refused' })
    await join()
    expect(await connection.send(channel, draft)).toBeUndefined()
  })

  test('without a response it resolves when the connection is lost', async () => {
    start({ times: { ...times, sent: 60_000 } })
    answering(undefined)
    await join()
    const lost = connection.send(channel, draft)
    await vi.waitFor(() => expect(sends()).toHaveLength(1))
    sockets.at(-1)?.terminate()
    expect(await lost).toBeUndefined()
  })

  test('and after a time limit', async () => {
    start({ times: { ...times, sent: 20 } })
    answering(undefined)
    await join()
    expect(await connection.send(channel, draft)).toBeUndefined()
    // Too late: the call has ended.
    sockets.at(-1)?.send(JSON.stringify({ type: 'sent', client_id: chat, message } satisfies ServerFrame))
    expect(connection.state(channel)).toBe('joined')
    expect(liveTimes.sent).toBe(5_000)
  })
})

describe('joining and leaving', () => {
  test('there is no connection before the first listener, and one connection serves all', async () => {
    start()
    await pause(20)
    expect(sockets).toHaveLength(0)
    expect(connection.state()).toBe('closed')
    listen('inbox')
    expect(connection.state()).toBe('joining')
    listen(`chat:${chat}`)
    await reaches('joined')
    expect(connection.state('inbox')).toBe('joined')
    expect(connection.state(`chat:${chat}`)).toBe('joined')
    expect(sockets).toHaveLength(1)
  })

  test('an event reaches every listener of its channel and no other', async () => {
    start()
    const [first, second, other] = [vi.fn(), vi.fn(), vi.fn()]
    listen('inbox', first)
    listen('inbox', second)
    listen(`chat:${chat}`, other)
    await reaches('joined')
    expect(subscriptions()).toBe(2)
    tell('inbox')
    await vi.waitFor(() => expect(second).toHaveBeenCalledExactlyOnceWith(event))
    expect(first).toHaveBeenCalledExactlyOnceWith(event)
    expect(other).not.toHaveBeenCalled()
  })

  test('a channel that is left and joined again at once stays joined', async () => {
    start()
    const stop = listen('inbox')
    await reaches('joined')
    stop()
    expect(connection.state()).toBe('leaving')
    listen('inbox')
    expect(connection.state()).toBe('joined')
    await pause(2 * times.linger)
    expect(frames).toEqual([{ type: 'subscribe', channel: 'inbox' }])
  })

  test('the connection closes when the last listener leaves, and leaving twice changes nothing', async () => {
    start()
    const stopChat = listen(`chat:${chat}`)
    const stopInbox = listen('inbox')
    await reaches('joined')
    stopChat()
    stopChat()
    await vi.waitFor(() => expect(frames).toContainEqual({ type: 'unsubscribe', channel: `chat:${chat}` }))
    expect(connection.state()).toBe('joined')
    stopInbox()
    await reaches('closed')
    await vi.waitFor(() => expect(server.clients.size).toBe(0))
  })

  test('a signed-out person has no connection', async () => {
    start({ allowed: () => false })
    listen('inbox')
    await pause(30)
    expect(connection.state()).toBe('closed')
    expect(sockets).toHaveLength(0)
  })

  test('garbage is ignored', async () => {
    start()
    const hear = vi.fn()
    listen('inbox', hear)
    await reaches('joined')
    for (const text of ['', '{', 'null', '7', '{"type":"novelty","channel":"inbox"}', '{"type":"event","channel":"x"}'])
      sockets[0]?.send(text)
    tell('inbox')
    await vi.waitFor(() => expect(hear).toHaveBeenCalledTimes(1))
    expect(connection.state('inbox')).toBe('joined')
  })
})

describe('subscription results', () => {
  test('a refused channel is errored, the connection is not', async () => {
    answers = (frame) =>
      frame.type === 'subscribe' && frame.channel !== 'inbox'
        ? { type: 'refused', channel: frame.channel }
        : honest(frame)
    start()
    listen('inbox')
    listen(`chat:${chat}`)
    await reaches('joined')
    expect(connection.state('inbox')).toBe('joined')
    expect(connection.state(`chat:${chat}`)).toBe('errored')
  })

  test('a channel without a response in time is errored, and joined again', async () => {
    let deaf = true
    answers = (frame) => (frame.type === 'subscribe' && deaf ? undefined : honest(frame))
    start({ times: { ...times, answer: 100 } })
    listen('inbox')
    await reaches('errored', 'inbox')
    expect(connection.state()).toBe('joined')
    deaf = false
    await reaches('joined', 'inbox')
    expect(sockets).toHaveLength(1)
  })
})

describe('losing the connection', () => {
  test('the connection is restored and joins its channels again', async () => {
    start()
    const hear = vi.fn()
    listen('inbox', hear)
    listen(`chat:${chat}`)
    await reaches('joined')
    sockets[0]?.terminate()
    await reaches('errored')
    expect(connection.state('inbox')).toBe('errored')
    await reaches('joined')
    expect(subscriptions()).toBe(4)
    tell('inbox')
    await vi.waitFor(() => expect(hear).toHaveBeenCalledTimes(1))
  })

  test('the delays are 1, 2, 5, then 10 times the unit, with up to a third added, until it has held for a while', () => {
    vi.useFakeTimers()
    const opened: FakeSocket[] = []
    const open = () => {
      const socket = new FakeSocket()
      opened.push(socket)
      return socket as unknown as WebSocket
    }
    start({ open, times: liveTimes, random: () => 0.5 })
    listen('inbox')
    const waitAfterLoss = (code = 1006) => {
      const [before, since] = [opened.length, Date.now()]
      opened.at(-1)?.onclose?.({ code })
      while (opened.length === before) vi.advanceTimersByTime(50)
      return Date.now() - since
    }
    const holdFor = (milliseconds: number) => {
      opened.at(-1)?.join()
      vi.advanceTimersByTime(milliseconds)
    }
    expect(Array.from({ length: 5 }, () => waitAfterLoss())).toEqual([1150, 2300, 5750, 11_500, 11_500])
    holdFor(9_000)
    expect(waitAfterLoss()).toBe(11_500)
    holdFor(10_000)
    expect(waitAfterLoss()).toBe(1150)
    expect(waitAfterLoss(closeCodes.tooManyConnections)).toBe(11_500)
    // A server that restarts disconnects everybody at once: they reconnect spread over fifteen seconds.
    holdFor(10_000)
    expect(waitAfterLoss(closeCodes.restart)).toBe(8500)
    for (const stop of stops) stop()
    vi.advanceTimersByTime(liveTimes.linger)
  })

  test('the heartbeat detects a silent server', async () => {
    answers = (frame) => (frame.type === 'heartbeat' && sockets.length === 1 ? undefined : honest(frame))
    start({ times: { ...times, heartbeat: 100, answer: 200 } })
    listen('inbox')
    await reaches('joined')
    await reaches('errored')
    expect(frames).toContainEqual({ type: 'heartbeat' })
    await reaches('joined')
    expect(sockets.length).toBeGreaterThan(1)
  })

  test('a handshake that does not end is aborted', async () => {
    const stuck = new FakeSocket()
    let first = true
    start({
      open: () => {
        if (!first) return new WebSocket(`ws://127.0.0.1:${port()}/live`)
        first = false
        return stuck as unknown as WebSocket
      },
      times: { ...times, answer: 100 },
    })
    listen('inbox')
    await reaches('errored')
    expect(stuck.closed).toBe(true)
    await reaches('joined')
  })

  test('when the device wakes up, it connects at once, and checks an open connection', async () => {
    start({ times: { ...times, reconnect: [60_000], heartbeat: 60_000 } })
    listen('inbox')
    await reaches('joined')
    connection.drop()
    expect(connection.state()).toBe('errored')
    connection.wake()
    await reaches('joined')
    expect(sockets).toHaveLength(2)
    expect(frames).not.toContainEqual({ type: 'heartbeat' })
    connection.wake()
    await vi.waitFor(() => expect(frames).toContainEqual({ type: 'heartbeat' }))
  })

  test('an ended session is reported once, and retried only much later', async () => {
    const onSignedOut = vi.fn()
    start({ onSignedOut, times: { ...times, reconnect: [10, 60_000] } })
    listen('inbox')
    await reaches('joined')
    sockets[0]?.close(closeCodes.signedOut)
    await reaches('closed')
    await pause(60)
    expect(onSignedOut).toHaveBeenCalledTimes(1)
    expect(sockets).toHaveLength(1)
  })

  test('a hundred cuts at random moments: the connection returns, with every channel joined', async () => {
    start({ times: { ...times, reconnect: [1] } })
    listen('inbox')
    listen(`chat:${chat}`)
    for (let cut = 0; cut < 100; cut++) {
      await pause(cut % 7)
      for (const socket of server.clients) socket.terminate()
    }
    await reaches('joined')
    expect(connection.state('inbox')).toBe('joined')
    expect(connection.state(`chat:${chat}`)).toBe('joined')
    expect(server.clients.size).toBe(1)
  })
})

class FakeSocket {
  readyState: number = WebSocket.CONNECTING
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  onclose: ((close: { code: number }) => void) | null = null
  closed = false
  send = () => {}
  close = () => void (this.closed = true)
  join() {
    this.readyState = WebSocket.OPEN
    this.onopen?.()
    this.onmessage?.({ data: JSON.stringify({ type: 'subscribed', channel: 'inbox' }) })
  }
}

// @vitest-environment node
import { describe, expect, test, vi } from 'vitest'
import type { Message } from '@samtur/contract/chat'
import { closeCodes, live as standard } from '@samtur/contract/constants'
import type { ServerFrame } from '@samtur/contract/live'
import {
  chat,
  confirm,
  event,
  listen,
  live,
  openSocket,
  pause,
  reaches,
  sendEvent,
  setUpLiveServer,
  start,
  stopListening,
  subscriptions,
  times,
} from '../../test/live-server.ts'
import { liveTimes } from './live-connection.ts'

setUpLiveServer()

test('the product’s own times', () => {
  expect(liveTimes).toMatchObject({ heartbeat: 25_000, reconnect: [1_000, 2_000, 5_000, 10_000], answer: 10_000 })
  expect(liveTimes.heartbeat).toBeLessThan(standard.silentAfter)
})

test('typing is sent on a joined channel only', async () => {
  start()
  const channel = `chat:${chat}`
  const typing = () => live.frames.filter(({ type }) => type === 'typing')
  live.connection.sendTyping(channel)
  const stop = listen(channel)
  listen('inbox')
  live.connection.sendTyping(channel)
  await reaches('joined')
  live.connection.sendTyping(channel)
  await vi.waitFor(() => expect(typing()).toEqual([{ type: 'typing', channel }]))
  // Also not on a channel being left, nor after the connection is lost.
  stop()
  live.connection.sendTyping(channel)
  live.connection.drop()
  live.connection.sendTyping('inbox')
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
  const sends = () => live.frames.filter(({ type }) => type === 'send')
  const answering = (answer: ServerFrame | undefined) => {
    live.respond = (frame) => (frame.type === 'send' ? answer : confirm(frame))
  }
  const join = async () => {
    listen(channel)
    await reaches('joined', channel)
  }

  test('returns the stored message', async () => {
    answering({ type: 'sent', client_id: chat, message })
    await join()
    expect(await live.connection.send(channel, draft)).toEqual(message)
    expect(sends()).toEqual([{ type: 'send', channel, ...draft }])
  })

  test('nothing is sent on a channel that is not joined', async () => {
    await join()
    expect(await live.connection.send('chat:2', draft)).toBeUndefined()
    live.connection.drop()
    expect(await live.connection.send(channel, draft)).toBeUndefined()
    expect(sends()).toEqual([])
  })

  test('a refusal returns no message', async () => {
    answering({ type: 'not_sent', client_id: chat, code: 'message_refused' })
    await join()
    expect(await live.connection.send(channel, draft)).toBeUndefined()
  })

  test('without a response it resolves when the connection is lost', async () => {
    start({ times: { ...times, sent: 60_000 } })
    answering(undefined)
    await join()
    const lost = live.connection.send(channel, draft)
    await vi.waitFor(() => expect(sends()).toHaveLength(1))
    live.sockets.at(-1)?.terminate()
    expect(await lost).toBeUndefined()
  })

  test('without a response it also resolves after a time limit', async () => {
    start({ times: { ...times, sent: 20 } })
    answering(undefined)
    await join()
    expect(await live.connection.send(channel, draft)).toBeUndefined()
    // Too late: the call has ended.
    live.sockets.at(-1)?.send(JSON.stringify({ type: 'sent', client_id: chat, message } satisfies ServerFrame))
    expect(live.connection.state(channel)).toBe('joined')
    expect(liveTimes.sent).toBe(5_000)
  })
})

describe('joining and leaving', () => {
  test('there is no connection before the first listener, and one connection serves all', async () => {
    start()
    await pause(20)
    expect(live.sockets).toHaveLength(0)
    expect(live.connection.state()).toBe('closed')
    listen('inbox')
    expect(live.connection.state()).toBe('joining')
    listen(`chat:${chat}`)
    await reaches('joined')
    expect(live.connection.state('inbox')).toBe('joined')
    expect(live.connection.state(`chat:${chat}`)).toBe('joined')
    expect(live.sockets).toHaveLength(1)
  })

  test('an event reaches every listener of its channel and no other', async () => {
    start()
    const [first, second, other] = [vi.fn(), vi.fn(), vi.fn()]
    listen('inbox', first)
    listen('inbox', second)
    listen(`chat:${chat}`, other)
    await reaches('joined')
    expect(subscriptions()).toBe(2)
    sendEvent('inbox')
    await vi.waitFor(() => expect(second).toHaveBeenCalledExactlyOnceWith(event))
    expect(first).toHaveBeenCalledExactlyOnceWith(event)
    expect(other).not.toHaveBeenCalled()
  })

  test('a channel that is left and joined again at once stays joined', async () => {
    start()
    const stop = listen('inbox')
    await reaches('joined')
    stop()
    expect(live.connection.state()).toBe('leaving')
    listen('inbox')
    expect(live.connection.state()).toBe('joined')
    await pause(2 * times.linger)
    expect(live.frames).toEqual([{ type: 'subscribe', channel: 'inbox' }])
  })

  test('the connection closes when the last listener leaves, and leaving twice changes nothing', async () => {
    start()
    const stopChat = listen(`chat:${chat}`)
    const stopInbox = listen('inbox')
    await reaches('joined')
    stopChat()
    stopChat()
    await vi.waitFor(() => expect(live.frames).toContainEqual({ type: 'unsubscribe', channel: `chat:${chat}` }))
    expect(live.connection.state()).toBe('joined')
    stopInbox()
    await reaches('closed')
    await vi.waitFor(() => expect(live.openSockets().size).toBe(0))
  })

  test('a signed-out person has no connection', async () => {
    start({ allowed: () => false })
    listen('inbox')
    await pause(30)
    expect(live.connection.state()).toBe('closed')
    expect(live.sockets).toHaveLength(0)
  })

  test('malformed frames are ignored', async () => {
    start()
    const hear = vi.fn()
    listen('inbox', hear)
    await reaches('joined')
    for (const text of ['', '{', 'null', '7', '{"type":"novelty","channel":"inbox"}', '{"type":"event","channel":"x"}'])
      live.sockets[0]?.send(text)
    sendEvent('inbox')
    await vi.waitFor(() => expect(hear).toHaveBeenCalledTimes(1))
    expect(live.connection.state('inbox')).toBe('joined')
  })
})

describe('subscription results', () => {
  test('a refused channel is errored, the connection is not', async () => {
    live.respond = (frame) =>
      frame.type === 'subscribe' && frame.channel !== 'inbox'
        ? { type: 'refused', channel: frame.channel }
        : confirm(frame)
    start()
    listen('inbox')
    listen(`chat:${chat}`)
    await reaches('joined')
    expect(live.connection.state('inbox')).toBe('joined')
    expect(live.connection.state(`chat:${chat}`)).toBe('errored')
  })

  test('a channel without a response in time is errored, and joined again', async () => {
    let deaf = true
    live.respond = (frame) => (frame.type === 'subscribe' && deaf ? undefined : confirm(frame))
    start({ times: { ...times, answer: 100 } })
    listen('inbox')
    await reaches('errored', 'inbox')
    expect(live.connection.state()).toBe('joined')
    deaf = false
    await reaches('joined', 'inbox')
    expect(live.sockets).toHaveLength(1)
  })
})

describe('losing the connection', () => {
  test('the connection is restored and joins its channels again', async () => {
    start()
    const hear = vi.fn()
    listen('inbox', hear)
    listen(`chat:${chat}`)
    await reaches('joined')
    live.sockets[0]?.terminate()
    await reaches('errored')
    expect(live.connection.state('inbox')).toBe('errored')
    await reaches('joined')
    expect(subscriptions()).toBe(4)
    sendEvent('inbox')
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
    stopListening()
    vi.advanceTimersByTime(liveTimes.linger)
  })

  test('the heartbeat detects a silent server', async () => {
    live.respond = (frame) => (frame.type === 'heartbeat' && live.sockets.length === 1 ? undefined : confirm(frame))
    start({ times: { ...times, heartbeat: 100, answer: 200 } })
    listen('inbox')
    await reaches('joined')
    await reaches('errored')
    expect(live.frames).toContainEqual({ type: 'heartbeat' })
    await reaches('joined')
    expect(live.sockets.length).toBeGreaterThan(1)
  })

  test('a handshake that does not end is aborted', async () => {
    const stuck = new FakeSocket()
    let first = true
    start({
      open: () => {
        if (!first) return openSocket()
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
    live.connection.drop()
    expect(live.connection.state()).toBe('errored')
    live.connection.wake()
    await reaches('joined')
    expect(live.sockets).toHaveLength(2)
    expect(live.frames).not.toContainEqual({ type: 'heartbeat' })
    live.connection.wake()
    await vi.waitFor(() => expect(live.frames).toContainEqual({ type: 'heartbeat' }))
  })

  test('an ended session is reported once, and retried only much later', async () => {
    const onSignedOut = vi.fn()
    start({ onSignedOut, times: { ...times, reconnect: [10, 60_000] } })
    listen('inbox')
    await reaches('joined')
    live.sockets[0]?.close(closeCodes.signedOut)
    await reaches('closed')
    await pause(60)
    expect(onSignedOut).toHaveBeenCalledTimes(1)
    expect(live.sockets).toHaveLength(1)
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

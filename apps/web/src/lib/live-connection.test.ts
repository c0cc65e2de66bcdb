// @vitest-environment node
import { describe, expect, test, vi } from 'vitest'
import type { Message } from '@samtur/contract/chat'
import { live as standard } from '@samtur/contract/constants'
import type { ServerFrame } from '@samtur/contract/live'
import {
  chat,
  confirm,
  event,
  listen,
  live,
  pause,
  reaches,
  sendEvent,
  setUpLiveServer,
  start,
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

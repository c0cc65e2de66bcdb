// @vitest-environment node
import { describe, expect, test, vi } from 'vitest'
import { closeCodes } from '@samtur/contract/constants'
import {
  chat,
  confirm,
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

  test('a hundred cuts at random moments: the connection returns, with every channel joined', async () => {
    start({ times: { ...times, reconnect: [1] } })
    listen('inbox')
    listen(`chat:${chat}`)
    for (let cut = 0; cut < 100; cut++) {
      await pause(cut % 7)
      for (const socket of live.openSockets()) socket.terminate()
    }
    await reaches('joined')
    expect(live.connection.state('inbox')).toBe('joined')
    expect(live.connection.state(`chat:${chat}`)).toBe('joined')
    expect(live.openSockets().size).toBe(1)
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

import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, kari } from '../../test/server.ts'
import type * as Live from './live.ts'
import { refreshSession } from './session.ts'

const server = fakeServer({ me: kari })

// A connection of its own, which no other file has opened.
const [loadAgain] = Object.values(import.meta.glob<typeof Live>('./live.ts', { query: '?again' }))
const { useCatchUp, useLive, useLiveState } = await loadAgain!()

class FakeSocket {
  static OPEN = 1
  readyState = 0
  onopen?: () => void
  onmessage?: (message: { data: string }) => void
  onclose?: (close: { code: number }) => void
  sent: unknown[] = []
  readonly url: string
  constructor(url: string) {
    this.url = url
    opened.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.readyState = 3
  }
  say(frame: object) {
    act(() => this.onmessage?.({ data: JSON.stringify(frame) }))
  }
  join() {
    this.readyState = 1
    act(() => this.onopen?.())
    this.say({ type: 'subscribed', channel: 'inbox' })
  }
}
let opened: FakeSocket[] = []
const last = () => opened.at(-1)!

const listener = vi.fn()
const caughtUp = vi.fn()
function Reader() {
  useLive('inbox', listener)
  useCatchUp('inbox', caughtUp)
  return <output>{useLiveState()}</output>
}
const state = () => screen.getByRole('status').textContent

beforeEach(async () => {
  await refreshSession()
  vi.useFakeTimers()
  vi.clearAllMocks()
  vi.stubGlobal('WebSocket', FakeSocket)
  opened = []
})
afterEach(() => {
  act(() => void vi.runAllTimers())
  vi.useRealTimers()
})

/** Unmounts at the end, so that the next test has a new connection. */
function withReader(run: () => void) {
  const { unmount } = render(<Reader />)
  run()
  unmount()
  vi.advanceTimersByTime(1000)
}

test('a component listens while it is shown, and catches up each time it joins', () =>
  withReader(() => {
    expect(last().url).toBe(`ws://${location.host}/live`)
    expect(state()).toBe('joining')
    expect(caughtUp).not.toHaveBeenCalled()
    last().join()
    expect(state()).toBe('joined')
    expect(last().sent).toEqual([{ type: 'subscribe', channel: 'inbox' }])
    expect(caughtUp).toHaveBeenCalledTimes(1)
    const event = { event: 'changed', what: 'chats' }
    last().say({ type: 'event', channel: 'inbox', data: event })
    expect(listener).toHaveBeenCalledExactlyOnceWith(event)
    act(() => last().onclose?.({ code: 1006 }))
    expect(state()).toBe('errored')
    act(() => void vi.advanceTimersByTime(1300))
    last().join()
    expect(caughtUp).toHaveBeenCalledTimes(2)
    expect(opened).toHaveLength(2)
  }))

test('a signed-out person has no connection, and an ended session is checked again', async () => {
  server.me = null
  await refreshSession()
  withReader(() => expect(opened).toHaveLength(0))
  server.me = kari
  await refreshSession()
  withReader(() => {
    last().join()
    const before = server.sentTo('GET /get-session').length
    act(() => last().onclose?.({ code: 4401 }))
    expect(server.sentTo('GET /get-session')).toHaveLength(before + 1)
    expect(state()).toBe('closed')
  })
})

test('the page notices a lost network at once, and reconnects at once when it is back', () =>
  withReader(() => {
    last().join()
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(state()).toBe('errored')
    act(() => void window.dispatchEvent(new Event('online')))
    expect(state()).toBe('joining')
    last().join()
    expect(state()).toBe('joined')
  }))

test('a page that becomes visible does not wait, and checks its connection', () =>
  withReader(() => {
    last().join()
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(last().sent.at(-1)).toEqual({ type: 'heartbeat' })
    act(() => void vi.advanceTimersByTime(10_000))
    expect(state()).toBe('errored')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(state()).toBe('joining')
  }))

test('a suspended page disconnects, and reconnects when it returns', () =>
  withReader(() => {
    last().join()
    act(() => void window.dispatchEvent(new Event('pagehide')))
    expect(opened[0]?.readyState).toBe(3)
    act(() => void window.dispatchEvent(new Event('pageshow')))
    last().join()
    expect(state()).toBe('joined')
  }))

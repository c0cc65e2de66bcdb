/** Replaces `#lib/live`: a connection whose events come from the test. Sending fails unless a test allows it. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { act } from '@testing-library/react'
import { vi } from 'vitest'
import type { Message } from '@samtur/contract/chat'
import type { LiveEvent } from '@samtur/contract/live'

type Listener = (event: LiveEvent) => void
type Send = (channel: string, message: { client_id: string; content: string }) => Promise<Message | undefined>

let state = 'joined'
const watchers = new Set<() => void>()
const listeners = new Map<string, Set<Listener>>()
const catchUps = new Map<string, Set<() => void>>()

const add = <Item>(all: Map<string, Set<Item>>, channel: string, item: Item) => {
  const own = all.get(channel) ?? new Set()
  all.set(channel, own.add(item))
  return () => void own.delete(item)
}

export const line = { sendTyping: vi.fn(() => true), send: vi.fn<Send>(async () => undefined) }

/** Resets the connection, without listeners. */
export function resetConnection() {
  state = 'joined'
  listeners.clear()
  catchUps.clear()
  line.sendTyping.mockClear()
  line.send.mockReset().mockResolvedValue(undefined)
}

export const become = (next: string) => {
  act(() => {
    state = next
    for (const watcher of watchers) watcher()
  })
}

/** Sends an event in one channel, or in all. */
export const sendEvent = (event: LiveEvent, channel?: string) => {
  act(() => {
    const channels = channel === undefined ? [...listeners.values()] : [listeners.get(channel) ?? []]
    for (const channelListeners of channels) for (const listener of channelListeners) listener(event)
  })
}

/** Joins the channel again. */
export const joinAgain = (channel: string) => {
  act(() => {
    for (const catchUp of catchUps.get(channel) ?? []) catchUp()
  })
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

const useLiveState = () => useSyncExternalStore(watch, () => state)

export const fakeLive = {
  live: line,
  useLiveState,
  usePolling: (_channel: string, interval: number) => (useLiveState() === 'joined' ? false : interval),
  useLive(channel: string, listener: Listener) {
    const hear = useEffectEvent(listener)
    useEffect(() => add(listeners, channel, (event) => hear(event)), [channel])
  },
  useCatchUp(channel: string, catchUp: () => void, ready = true) {
    const run = useEffectEvent(catchUp)
    const joined = useLiveState() === 'joined'
    useEffect(() => {
      if (joined && ready) run()
      return add(catchUps, channel, () => run())
    }, [channel, joined, ready])
  },
}

/** The same connection without missed events. */
export const steadyLive = { ...fakeLive, useCatchUp() {} }

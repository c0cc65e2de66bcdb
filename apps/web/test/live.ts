/** Replaces the live connection of the page: its events come from the test, and sending fails unless a test allows it. */
import { act } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import type { LiveEvent } from '@samtur/contract/live'
import { live } from '#lib/live'
import type { LiveListener, LiveState } from '#lib/live-connection'

let state: LiveState
/** A channel that is being joined again. */
let away: string | undefined
const watchers = new Set<() => void>()
const listeners = new Map<string, Set<LiveListener>>()

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

function subscribe(channel: string, listener: LiveListener) {
  const own = listeners.get(channel) ?? new Set()
  listeners.set(channel, own.add(listener))
  return () => void own.delete(listener)
}

/** The page's connection, as the test prepares and reads it. */
export const line = vi.mocked(live)

/** Replaces the connection in every test of the file. One that is not joined delivers events too, and lets nothing be loaded to catch up. */
export function fakeConnection(first: 'joined' | 'joining' = 'joining') {
  beforeEach(() => {
    state = first
    listeners.clear()
    vi.spyOn(live, 'watch').mockImplementation(watch)
    vi.spyOn(live, 'state').mockImplementation((channel) =>
      channel !== undefined && channel === away ? 'joining' : state,
    )
    vi.spyOn(live, 'subscribe').mockImplementation(subscribe)
    vi.spyOn(live, 'sendTyping').mockReset().mockReturnValue(true)
    vi.spyOn(live, 'send').mockReset().mockResolvedValue(undefined)
  })
}

const tellWatchers = () =>
  act(() => {
    for (const watcher of watchers) watcher()
  })

export function become(next: LiveState) {
  state = next
  tellWatchers()
}

/** Sends an event in one channel, or in all. */
export const sendEvent = (event: LiveEvent, channel?: string) => {
  act(() => {
    const channels = channel === undefined ? [...listeners.values()] : [listeners.get(channel) ?? []]
    for (const channelListeners of channels) for (const listener of channelListeners) listener(event)
  })
}

/** Joins the channel again. */
export function joinAgain(channel: string) {
  away = channel
  tellWatchers()
  away = undefined
  tellWatchers()
}

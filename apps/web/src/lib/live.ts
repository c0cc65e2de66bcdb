/** The live connection of this page, and its hooks. */
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { LiveConnection, type LiveListener, type LiveState } from './live-connection.ts'
import { getSession, refreshSession } from './session.ts'

export const live = new LiveConnection({
  open: () => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/live`),
  allowed: () => getSession().status !== 'signed-out',
  onSignedOut: () => void refreshSession(),
})

if (!import.meta.env.SSR) {
  addEventListener('online', live.wake)
  addEventListener('offline', live.drop)
  // The browser cannot keep a page with an open connection for going back.
  addEventListener('pagehide', live.drop)
  addEventListener('pageshow', live.wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') live.wake()
  })
}

/** Returns the state of the connection, or of one channel. */
export function useLiveState(channel?: string): LiveState {
  return useSyncExternalStore(
    live.watch,
    () => live.state(channel),
    () => 'closed',
  )
}

/** Returns the interval of polling, or false while the channel is joined. Milliseconds. */
export function usePolling(channel: string, interval: number): number | false {
  return useLiveState(channel) === 'joined' ? false : interval
}

/** Listens while the component is mounted. */
export function useLive(channel: string, listener: LiveListener) {
  const hear = useEffectEvent(listener)
  useEffect(() => live.subscribe(channel, (event) => hear(event)), [channel])
}

/** Runs each time the channel is joined again and `ready`, to load what was missed. */
export function useCatchUp(channel: string, catchUp: () => void, ready = true) {
  const run = useEffectEvent(catchUp)
  const joined = useLiveState(channel) === 'joined'
  useEffect(() => {
    if (joined && ready) run()
  }, [channel, joined, ready])
}

/** Runs when the channel is joined after it was away, to load what was missed. What mounts while it is joined has just been loaded. */
export function useRejoined(channel: string, catchUp: () => void) {
  const run = useEffectEvent(catchUp)
  const joined = useLiveState(channel) === 'joined'
  const before = useRef(joined)
  useEffect(() => {
    if (joined && !before.current) run()
    before.current = joined
  }, [joined])
}

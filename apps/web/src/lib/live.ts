/** The live connection of this page, and what components need of it. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
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
  // A page with an open connection could not be kept for going back to it.
  addEventListener('pagehide', live.drop)
  addEventListener('pageshow', live.wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') live.wake()
  })
}

/** The state of the connection, or of one channel. */
export function useLiveState(channel?: string): LiveState {
  return useSyncExternalStore(
    live.watch,
    () => live.state(channel),
    () => 'closed',
  )
}

/** Listens while the component is shown. */
export function useLive(channel: string, listener: LiveListener) {
  const hear = useEffectEvent(listener)
  useEffect(() => live.subscribe(channel, (event) => hear(event)), [channel])
}

/** Runs each time the channel is joined (anew) and `ready`: what happened before that nobody has told. */
export function useCatchUp(channel: string, catchUp: () => void, ready = true) {
  const run = useEffectEvent(catchUp)
  const joined = useLiveState(channel) === 'joined'
  useEffect(() => {
    if (joined && ready) run()
  }, [channel, joined, ready])
}

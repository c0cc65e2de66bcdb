import { useEffect, useEffectEvent } from 'react'
import type { LiveEvent } from '@samtur/contract/live'
import { live, useCatchUp, useLiveState } from './live.ts'

type What = Extract<LiveEvent, { event: 'changed' }>['what']

/** Interval of polling while the connection is away, and shortest interval between two reloads. Milliseconds. */
const poll = 15_000
const pause = 1_000

/** Reloads when something of that kind has changed: at once, then at most once a second. */
export function useChanged(what: What, refresh: () => void) {
  const run = useEffectEvent(refresh)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = 0
    const soon = () => {
      timer ??= setTimeout(
        () => {
          timer = undefined
          last = Date.now()
          run()
        },
        Math.max(0, last + pause - Date.now()),
      )
    }
    const stop = live.subscribe('inbox', (event) => {
      if (event.event === 'changed' && event.what === what) soon()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [what])
  useCatchUp('inbox', refresh)
  const joined = useLiveState('inbox') === 'joined'
  useEffect(() => {
    if (joined) return
    const timer = setInterval(() => run(), poll)
    return () => clearInterval(timer)
  }, [joined])
}

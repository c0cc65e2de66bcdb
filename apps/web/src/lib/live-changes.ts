import { useEffect, useEffectEvent, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@samtur/contract/live'
import { live, useCatchUp, useLiveState } from './live.ts'

type What = Extract<LiveEvent, { event: 'changed' }>['what']

/** Interval of polling while the connection is away, and shortest interval between two reloads. Milliseconds. */
const poll = 15_000
const pause = 1_000

/**
 * Reloads when something of that kind has changed: at once, then at most once a second. Once more after a first load that was under way: the server may
 * have read it before the change, and the library does not begin it anew.
 */
export function useChanged(what: What, refresh: () => void) {
  const client = useQueryClient()
  const run = useEffectEvent(refresh)
  const reload = useRef(() => {})
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = 0
    const soon = () => {
      timer ??= setTimeout(
        () => {
          timer = undefined
          last = Date.now()
          const firstLoads = client.isFetching({ predicate: ({ state }) => state.data === undefined })
          run()
          if (firstLoads > 0) soon()
        },
        Math.max(0, last + pause - Date.now()),
      )
    }
    reload.current = soon
    const stop = live.subscribe('inbox', (event) => {
      if (event.event === 'changed' && event.what === what) soon()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, what])
  useCatchUp('inbox', () => reload.current())
  const joined = useLiveState('inbox') === 'joined'
  useEffect(() => {
    if (joined) return
    const timer = setInterval(() => run(), poll)
    return () => clearInterval(timer)
  }, [joined])
}

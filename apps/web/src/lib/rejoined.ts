import { useEffect, useEffectEvent, useRef } from 'react'
import { useLiveState } from './live.ts'

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
